"""The digest of a dataset, its rows read and decoded by all workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from gametasks.build.dataset.engine import make_engine, map_slots
from gametasks.build.dataset.worker import Ask
from gametasks.folder import digest_of, read_group, row_groups, row_lines, shard_paths

__all__ = ["digest_dataset"]

_GROUP_SECONDS = 600.0


def digest_dataset(
    folder: Path, *, workers: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
) -> str:
    """The digest of a dataset, whatever the number of workers: see :func:`gametasks.folder.digest`.

    Args:
        folder: The dataset's folder.
        workers: Processes that read rows.
        progress: Called with the numbers of row groups that are read, and of all.

    Returns:
        64 hexadecimal digits.

    Raises:
        DatasetError: A shard is damaged, or there is none.
        RecordError: An image cannot be decoded.
    """
    groups = [(str(path), group) for path in shard_paths(folder) for group in range(row_groups(path))]

    def lines() -> Iterator[bytes]:
        with make_engine(_lines_of, workers, _GROUP_SECONDS) as engine:
            for done, (_, pending) in enumerate(map_slots(engine, groups), 1):
                yield pending.result()
                progress(done, len(groups))

    return digest_of(lines())


def _lines_of(group: tuple[str, int], ask: Ask) -> bytes:
    """What is hashed of a row group, in a worker."""
    path, number = group
    return row_lines(read_group(Path(path), number))
