"""The columns of a dataset: their order, their types, and how ``datasets`` reads them."""

from __future__ import annotations

from typing import Any

from gametasks.errors import ConfigurationError
from gametasks.schemas._record import RECORD_COLUMNS

__all__ = ["CANARY", "COLUMNS", "FEATURES", "LISTS", "TYPES", "features"]

COLUMNS: tuple[str, ...] = (
    *RECORD_COLUMNS[: RECORD_COLUMNS.index("image_roles")],
    "images",
    *RECORD_COLUMNS[RECORD_COLUMNS.index("image_roles") :],
)
"""All columns in the order of the files."""

CANARY = "gametasks canary 5f0d8a52-6a0e-4c39-9d5e-1b7f9f2c84e1"
"""A text that occurs nowhere else, by which a leak into training data can be found."""

LISTS = frozenset({"image_roles", "image_captions", "options", "perceptual_hashes"})
"""Columns of lists, beside ``images``."""

TYPES = {"level": "int32", "seed": "int64", "option_images": "bool"}
"""Types of values that are no text."""


def _feature(column: str) -> dict[str, Any]:
    """The feature of a column as ``datasets`` writes it.

    The ``Sequence`` form is read by datasets 3.6 and by 5.2; the ``List`` form of the latter is not read
    by the former.
    """
    if column == "images":
        return {"feature": {"_type": "Image"}, "_type": "Sequence"}
    value = {"dtype": TYPES.get(column, "string"), "_type": "Value"}
    return {"feature": value, "_type": "Sequence"} if column in LISTS else value


FEATURES: dict[str, dict[str, Any]] = {column: _feature(column) for column in COLUMNS}
"""Features by column, in the form that ``datasets`` keeps in a Parquet file's metadata."""


def features() -> Any:
    """The features of a built dataset, for rows that do not come from one.

    ``Dataset.from_list(rows, features=features())`` makes a dataset of the rows of :func:`gametasks.stream` that
    ``concatenate_datasets`` joins with a built one; without them, it guesses other types of numbers.

    Returns:
        The ``datasets.Features`` of every column, in the order of the files.

    Raises:
        ConfigurationError: The package ``datasets`` is not installed.
    """
    try:
        from datasets import Features
    except ImportError:
        raise ConfigurationError("features of datasets need the package datasets: pip install datasets") from None
    return Features.from_dict(FEATURES)
