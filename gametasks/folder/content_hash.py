"""One hash over all rows of a dataset, independent of how the files are laid out or compressed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from gametasks.folder.images import images_of, pixel_hash
from gametasks.folder.reading import read_rows

__all__ = ["digest", "digest_of", "row_lines"]


def digest(folder: Path) -> str:
    """Hash every row, its images decoded to RGB pixels, in the order of the rows.

    Returns:
        64 hexadecimal digits.

    Raises:
        DatasetError: A shard is damaged, or there is none.
        RecordError: An image cannot be decoded.
    """
    return digest_of(row_lines([row]) for row in read_rows(folder))


def digest_of(parts: Iterable[bytes]) -> str:
    """The digest of the rows whose lines are given, in order."""
    whole = hashlib.blake2b(digest_size=32)
    for part in parts:
        whole.update(part)
    return whole.hexdigest()


def row_lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    """What is hashed of some rows: a line of JSON each, with the hash of the pixels in the images' place.

    Raises:
        RecordError: An image cannot be decoded.
    """
    lines: list[bytes] = []
    for row in rows:
        pixels = pixel_hash(images_of(row))
        text = {column: value for column, value in row.items() if column != "images"}
        lines.append(msgspec.json.encode([text, pixels], order="sorted") + b"\n")
    return b"".join(lines)
