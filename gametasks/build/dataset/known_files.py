"""Files that are known to be whole: a file is read and hashed again only if the file system says that it was changed.

A finished dataset of many gigabytes is recognised at once that way. What changes no time of change, a fault of the disk
itself, is found by ``verify``, which reads every file.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec

from gametasks.build.aside import write_aside
from gametasks.build.dataset.shards import file_hash

__all__ = ["SHARDS", "KnownFiles"]

SHARDS = ".shards"
"""Name of the file that remembers, in a dataset's folder."""


class _Stamp(msgspec.Struct, frozen=True, array_like=True):
    """What the file system says of a file, and the hash that it had then.

    The time of change (ctime, in nanoseconds) moves with every write and every copy, and no program can set it.
    """

    size: int
    changed: int
    hash: str


class KnownFiles:
    """The hashes of a folder's files, remembered in a file of the folder.

    Args:
        path: The file that remembers; if it is missing or damaged, everything is hashed again.
        trusted: Whether what it remembers is used.
    """

    def __init__(self, path: Path, *, trusted: bool = True) -> None:
        self._path = path
        self._stamps: dict[str, _Stamp] = {}
        if trusted:
            with suppress(OSError, msgspec.DecodeError):
                self._stamps = msgspec.json.decode(path.read_bytes(), type=dict[str, _Stamp])

    def hash_of(self, file: Path) -> str:
        """The hash of a file as it is now."""
        name = file.relative_to(self._path.parent).as_posix()
        found = file.stat()
        stamp = self._stamps.get(name)
        if stamp is None or (stamp.size, stamp.changed) != (found.st_size, found.st_ctime_ns):
            stamp = _Stamp(found.st_size, found.st_ctime_ns, file_hash(file))
            self._stamps[name] = stamp
        return stamp.hash

    def learn(self, file: Path, hash: str) -> None:
        """Remember the hash of a file that was just written."""
        found = file.stat()
        name = file.relative_to(self._path.parent).as_posix()
        self._stamps[name] = _Stamp(found.st_size, found.st_ctime_ns, hash)

    def save(self) -> None:
        """Write down what is known."""
        write_aside(self._path, msgspec.json.encode(self._stamps, order="sorted"))
