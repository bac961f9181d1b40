"""Whether the files of a dataset are those that its build wrote, without a look at their rows."""

from __future__ import annotations

from pathlib import Path

from gametasks.build.dataset.known_files import SHARDS, KnownFiles
from gametasks.folder import Manifest, shard_paths

__all__ = ["check_files"]


def check_files(folder: Path, manifest: Manifest, *, read: bool = False) -> list[str]:
    """Compare a folder with its manifest: one sentence for each thing that is wrong.

    A file whose bytes are those that the build wrote holds rows and images that were whole then.

    Args:
        folder: The dataset's folder.
        manifest: Its manifest.
        read: Whether to read every file, even where the file system says that it was not changed.

    Raises:
        DatasetError: The folder holds no shard.
    """
    faults: list[str] = []
    if not manifest.complete:
        faults.append(f"{folder} is not finished; the build's command goes on with it")
    files = KnownFiles(folder / SHARDS, trusted=not read)
    known = {line.path: line for line in manifest.shards}
    found = {path.relative_to(folder).as_posix(): path for path in shard_paths(folder)}
    for name, line in known.items():
        if name not in found:
            faults.append(f"{folder / name} is missing; the build's command makes it again")
        elif files.hash_of(found[name]) != line.blake2b:
            faults.append(f"{folder / name} is not the file that the build wrote; the build's command makes it again")
    faults += [f"{folder / name} belongs to no build" for name in found if manifest.complete and name not in known]
    return faults
