"""Rows: the Arrow schema of a dataset, and the ways a sample becomes a row and comes back."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pyarrow as pa
from PIL import Image, UnidentifiedImageError

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import Sample
from gametasks.errors import RecordError
from gametasks.schemas._record import TEXT_COLUMNS

__all__ = ["CANARY", "COLUMNS", "FEATURES", "SCHEMA", "decode_image", "images_of", "row_of", "stored_row"]

COLUMNS: tuple[str, ...] = (
    *TEXT_COLUMNS[: TEXT_COLUMNS.index("image_roles")],
    "images",
    *TEXT_COLUMNS[TEXT_COLUMNS.index("image_roles") :],
)
"""All columns in the order of the files."""

CANARY = "gametasks canary 5f0d8a52-6a0e-4c39-9d5e-1b7f9f2c84e1"
"""A text that occurs nowhere else, by which a leak into training data can be found."""

_LISTS = {"image_roles", "image_captions", "options", "perceptual_hashes"}
_TYPES = {"level": "int32", "seed": "int64", "option_images": "bool"}


def _feature(column: str) -> dict[str, Any]:
    """The feature of a column as ``datasets`` writes it.

    The ``Sequence`` form is read by datasets 3.6 and by 5.2; the ``List`` form of the latter is not read
    by the former.
    """
    if column == "images":
        return {"feature": {"_type": "Image"}, "_type": "Sequence"}
    value = {"dtype": _TYPES.get(column, "string"), "_type": "Value"}
    return {"feature": value, "_type": "Sequence"} if column in _LISTS else value


def _arrow_type(column: str) -> pa.DataType:
    if column == "images":
        return pa.list_(pa.struct([("bytes", pa.binary()), ("path", pa.string())]))
    types = {"int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_(), "string": pa.string()}
    value = types[_TYPES.get(column, "string")]
    return pa.list_(value) if column in _LISTS else value


FEATURES: dict[str, dict[str, Any]] = {column: _feature(column) for column in COLUMNS}
"""Features by column, in the form that ``datasets`` keeps in a Parquet file's metadata."""

SCHEMA: pa.Schema = pa.schema(
    [(column, _arrow_type(column)) for column in COLUMNS],
    metadata={"huggingface": json.dumps({"info": {"features": FEATURES}}), "canary": CANARY},
)
"""The one schema of all shards."""


def row_of(sample: Sample) -> dict[str, Any]:
    """A sample as ``datasets`` would give it: decoded images, everything else plain values."""
    record = msgspec.to_builtins(sample.record)
    return {column: list(sample.images) if column == "images" else record[column] for column in COLUMNS}


def stored_row(sample: Sample) -> dict[str, Any]:
    """A sample as it is stored: images as PNG bytes."""
    row = row_of(sample)
    row["images"] = [{"bytes": encode_png(image), "path": None} for image in sample.images]
    return row


def images_of(row: Mapping[str, Any]) -> list[Image.Image]:
    """The decoded images of a row, whether they are PIL images, bytes, or stored structs.

    Raises:
        RecordError: An image is missing or cannot be decoded.
    """
    images: Sequence[Any] = row.get("images") or ()
    return [decode_image(image, f"{row.get('id', 'the record')}: image {n}") for n, image in enumerate(images, 1)]


def decode_image(image: Any, where: str) -> Image.Image:
    """Decode one image to RGB.

    Raises:
        RecordError: It cannot be decoded; the message begins with ``where``.
    """
    if isinstance(image, Image.Image):
        return image.convert("RGB")
    data = image.get("bytes") if isinstance(image, Mapping) else image
    if not isinstance(data, bytes):
        raise RecordError(f"{where} has no bytes")
    try:
        with Image.open(io.BytesIO(data)) as opened:
            return opened.convert("RGB")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise RecordError(f"{where} cannot be decoded: {error}") from None
