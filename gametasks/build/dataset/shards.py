"""Parquet shards: written aside, then renamed; the same rows give the same bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from gametasks.build.aside import aside
from gametasks.folder import SCHEMA

__all__ = ["RowLost", "file_hash", "write_shard"]

ROW_GROUP = 100
"""Rows of a row group: what a reader must hold at once, about 10 MB."""


def _compression() -> dict[str, str]:
    """Codec by column path; PNG files are compressed already, and a second pass only costs time."""
    paths: dict[str, str] = {}
    for column in SCHEMA.names:
        if column == "images":
            paths["images.list.element.bytes"] = "NONE"
            paths["images.list.element.path"] = "NONE"
        elif pa.types.is_list(SCHEMA.field(column).type):
            paths[f"{column}.list.element"] = "ZSTD"
        else:
            paths[column] = "ZSTD"
    return paths


class RowLost(Exception):
    """A row of a shard is not there, so that there is no shard."""


def write_shard(path: Path, payloads: Iterable[bytes | None]) -> int:
    """Write stored rows to a Parquet file, one row group at a time.

    Args:
        path: The file; its folder is made if needed.
        payloads: Rows as MessagePack, in order; None for one that is lost.

    Returns:
        The number of rows.

    Raises:
        RowLost: A row is lost; nothing is written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = 0
    iterator = iter(payloads)
    options = {"compression": _compression(), "use_dictionary": False, "write_statistics": False}
    with aside(path) as beside:
        with pq.ParquetWriter(beside, SCHEMA, **options) as writer:
            while chunk := [_row(payload) for payload in islice(iterator, ROW_GROUP)]:
                writer.write_table(pa.Table.from_pylist(chunk, schema=SCHEMA), row_group_size=ROW_GROUP)
                rows += len(chunk)
        with beside.open("rb") as file:
            os.fsync(file.fileno())
    return rows


def _row(payload: bytes | None) -> dict[str, Any]:
    if payload is None:
        raise RowLost
    row: dict[str, Any] = msgspec.msgpack.decode(payload)
    return row


def file_hash(path: Path) -> str:
    """BLAKE2 hash of a file's bytes, as 32 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
