"""Reading a dataset folder: its shards in order, its rows one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gametasks.errors import DatasetError, RecordError, UnknownNameError, one_line
from gametasks.folder.arrow import SCHEMA

__all__ = [
    "read_group",
    "read_rows",
    "read_shard",
    "require_utf8",
    "row_groups",
    "shard_paths",
    "split_names",
    "split_of",
]


def require_utf8(folder: Path) -> None:
    """Make sure that pyarrow can be given the path of a dataset.

    Raises:
        DatasetError: The path holds bytes that are no UTF-8.
    """
    try:
        str(folder).encode()
    except UnicodeEncodeError:
        raise DatasetError(
            f"the path {folder} is not UTF-8 text, which Parquet files need; choose another name for the folder"
        ) from None


def shard_paths(folder: Path) -> list[Path]:
    """All shards of a dataset, in the order of their names.

    Raises:
        DatasetError: The folder holds none, or its path is not UTF-8.
    """
    require_utf8(folder)
    paths = sorted((folder / "data").glob("*/*.parquet"))
    if not paths:
        raise DatasetError(f"{folder} holds no dataset: no file matches data/*/*.parquet there")
    return paths


def split_of(path: Path) -> str:
    """The split that a shard belongs to, by its name: ``SPLIT-00000-of-0000N.parquet``."""
    return path.name.rpartition("-of-")[0].rpartition("-")[0]


def split_names(folder: Path) -> list[str]:
    """The splits of a dataset, in alphabetical order.

    Raises:
        DatasetError: The folder holds no dataset.
    """
    return sorted({split_of(path) for path in shard_paths(folder)})


def read_shard(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of one shard, one row group in memory at a time; images as stored.

    Raises:
        DatasetError: The file is damaged, or is no shard of a dataset.
        RecordError: A row lacks a value.
    """
    for group in range(row_groups(path)):
        yield from read_group(path, group, columns)


def row_groups(path: Path) -> int:
    """The number of a shard's row groups.

    Raises:
        DatasetError: The file is damaged.
    """
    with _damage_named(path), pq.ParquetFile(path) as file:
        return int(file.num_row_groups)


def read_group(path: Path, group: int, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of one row group of a shard; images as stored.

    Raises:
        DatasetError: The file is damaged, or is no shard of a dataset.
        RecordError: A row lacks a value.
    """
    wanted = list(columns) if columns else SCHEMA.names
    with _damage_named(path), pq.ParquetFile(path) as file:
        _check_columns(path, file.schema_arrow, wanted)
        for row in file.read_row_group(group, columns=wanted).to_pylist():
            empty = [name for name in wanted if row[name] is None]
            if empty:
                raise RecordError(f"{row.get('id')}: the column {empty[0]!r} is empty in {path}")
            yield row


@contextmanager
def _damage_named(path: Path) -> Iterator[None]:
    """Say of what pyarrow raises in the block that the file is damaged, or cannot be read here."""
    try:
        yield
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError, UnicodeDecodeError) as error:
        reason = str(error).partition("\n")[0]
        raise DatasetError(f"{path} is damaged ({reason}); the build's command makes it again") from None
    except (pa.ArrowException, MemoryError) as error:  # no memory, no thread: the file may be sound
        raise DatasetError(f"{path} cannot be read here: {one_line(error)}") from None


def _check_columns(path: Path, found: pa.Schema, wanted: Sequence[str]) -> None:
    """Make sure that a file has the columns of a dataset, with their types."""
    for name in wanted:
        if name not in found.names:
            raise DatasetError(
                f"{path} lacks the column {name!r}; it is no shard of a gametasks dataset, or an older release made "
                "it: build it again"
            )
        if found.field(name).type != SCHEMA.field(name).type:
            raise DatasetError(
                f"{path}: the column {name!r} has the type {found.field(name).type}, not that of a dataset"
            )


def read_rows(folder: Path, columns: Sequence[str] | None = None, split: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of a dataset, shard by shard.

    Args:
        folder: The dataset's folder.
        columns: The columns to read; all of them by default.
        split: The split to read; all of them by default.

    Raises:
        DatasetError: The folder holds no dataset, or a file is damaged or is no shard of a dataset.
        UnknownNameError: The dataset has no such split.
        RecordError: A row lacks a value.
    """
    known = split_names(folder)
    if split is not None and split not in known:
        raise UnknownNameError("split", split, known)
    for path in shard_paths(folder):
        if split in (None, split_of(path)):
            yield from read_shard(path, columns)
