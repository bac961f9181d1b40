"""Reading a dataset folder: its shards in order, its rows one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from gametasks.build.sample.rows import SCHEMA
from gametasks.errors import DatasetError, RecordError

__all__ = ["read_rows", "read_shard", "shard_paths"]


def shard_paths(folder: Path) -> list[Path]:
    """All shards of a dataset, in the order of their names.

    Raises:
        DatasetError: The folder holds none.
    """
    paths = sorted((folder / "data").glob("*/*.parquet"))
    if not paths:
        raise DatasetError(f"{folder} holds no dataset: no file matches data/*/*.parquet there")
    return paths


def read_shard(path: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield the rows of one shard, one row group in memory at a time; images as stored.

    Raises:
        DatasetError: The file is damaged, or is no shard of a dataset.
        RecordError: A row lacks a value.
    """
    wanted = list(columns) if columns else SCHEMA.names
    try:
        with pq.ParquetFile(path) as file:
            _check_columns(path, file.schema_arrow, wanted)
            for group in range(file.num_row_groups):
                for row in file.read_row_group(group, columns=wanted).to_pylist():
                    empty = [name for name in wanted if row[name] is None]
                    if empty:
                        raise RecordError(f"{row.get('id')}: the column {empty[0]!r} is empty in {path}")
                    yield row
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise DatasetError(f"{path} is damaged ({reason}); the build's command makes it again") from None


def _check_columns(path: Path, found: pa.Schema, wanted: Sequence[str]) -> None:
    """Make sure that a file has the columns of a dataset, with their types."""
    for name in wanted:
        if name not in found.names:
            raise DatasetError(f"{path} lacks the column {name!r}; it is no shard of a gametasks dataset")
        if found.field(name).type != SCHEMA.field(name).type:
            raise DatasetError(
                f"{path}: the column {name!r} has the type {found.field(name).type}, not that of a dataset"
            )


def read_rows(folder: Path, columns: Sequence[str] | None = None) -> Iterator[dict[str, Any]]:
    """Yield all rows of a dataset, shard by shard."""
    for path in shard_paths(folder):
        yield from read_shard(path, columns)
