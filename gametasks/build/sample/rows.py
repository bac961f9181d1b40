"""The ways a sample becomes a row: for a program, and for a file."""

from __future__ import annotations

from typing import Any

import msgspec

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import Sample
from gametasks.folder import COLUMNS

__all__ = ["row_of", "stored_row"]


def row_of(sample: Sample) -> dict[str, Any]:
    """A sample as ``datasets`` would give it: decoded images, everything else plain values."""
    record = msgspec.to_builtins(sample.record)
    return {column: list(sample.images) if column == "images" else record[column] for column in COLUMNS}


def stored_row(sample: Sample) -> dict[str, Any]:
    """A sample as it is stored: images as PNG bytes."""
    row = row_of(sample)
    row["images"] = [{"bytes": encode_png(image), "path": None} for image in sample.images]
    return row
