"""One hash over all rows of a dataset, independent of how the files are laid out or compressed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from gametasks.folder.images import images_of, pixel_hash
from gametasks.folder.reading import read_rows

__all__ = ["digest"]


def digest(folder: Path) -> str:
    """Hash every row, its images decoded to RGB pixels, in the order of the rows.

    Returns:
        64 hexadecimal digits.

    Raises:
        DatasetError: A shard is damaged, or there is none.
        RecordError: An image cannot be decoded.
    """
    whole = hashlib.blake2b(digest_size=32)
    for row in read_rows(folder):
        pixels = pixel_hash(images_of(row))
        text = {column: value for column, value in row.items() if column != "images"}
        whole.update(msgspec.json.encode([text, pixels], order="sorted"))
        whole.update(b"\n")
    return whole.hexdigest()
