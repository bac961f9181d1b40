"""The record: one row of a dataset, complete enough to be checked and scored by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from gametasks.errors import RecordError, line_of
from gametasks.schemas._identity import LARGEST_SEED, MOST_LEVELS, Capability, Format
from gametasks.schemas._notation import UNREADABLE
from gametasks.schemas._question import Statistics

__all__ = [
    "RECORD_COLUMNS",
    "Evaluator",
    "Params",
    "Record",
    "Role",
    "read_images",
    "read_params",
    "read_record",
    "record_error",
]

_Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$")]
_Text = Annotated[str, msgspec.Meta(min_length=1)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Role(StrEnum):
    """What an image of a sample is for."""

    QUESTION = "question"
    REFERENCE = "reference"
    PANEL = "panel"
    OPTION = "option"


class Evaluator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a record is scored: a verifier module by its import path, and its question as data."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    data: dict[str, Any]


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything of a row but its images, which travel beside it in the same order as ``image_roles``.

    A prompt holds ``text``, ``hint``, ``question``, ``options``, ``answer_format`` and the images with their roles and
    captions. Nothing else may be handed out without the answer: ``id`` gives the whole record, and with it the answer;
    ``seed``, ``params``, the fingerprints and the hashes help to find it.

    ``answer_schema``, ``evaluator``, ``state`` and ``params`` are JSON texts. ``text`` is the board as text with its
    legend, which a prompt may show in the pictures' place; it is empty where the task has none, or sight is the task.
    """

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    task: _Name
    capability: Capability
    family: _Name
    format: Format
    split: str
    level: Annotated[int, msgspec.Meta(ge=1, le=MOST_LEVELS)]
    image_roles: tuple[Role, ...]
    image_captions: tuple[str, ...]
    text: str
    hint: _Text
    question: _Text
    options: tuple[str, ...]
    option_images: bool
    answer_format: _Text
    answer: _Text
    answer_schema: _Text
    evaluator: _Text
    state: _Text
    params: _Text
    seed: Annotated[int, msgspec.Meta(ge=0, le=LARGEST_SEED)]
    fingerprint: _Hex
    state_fingerprint: _Hex
    pixel_hash: str
    perceptual_hashes: tuple[str, ...]
    generator_version: _Text


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The content of the column ``params``.

    Attributes:
        structural: Sizes, counts and depths.
        presentation: The style, field by field.
        regions: For each image, the named parts: x, y, width and height in pixels.
        content: The content that the variant of the row's id names; empty where the id has none.
    """

    structural: Statistics
    presentation: dict[str, Any]
    regions: list[dict[str, tuple[int, int, int, int]]]
    content: str = ""


RECORD_COLUMNS = Record.__struct_fields__
"""Names of all columns but ``images``."""


def record_error(row: Mapping[str, Any], fault: object) -> RecordError:
    """The error of a record: a line that begins with its id, and quotes no more of either than a line holds."""
    return RecordError(f"{line_of(row.get('id', 'the record'))}: {line_of(fault)}")


def read_record(row: Mapping[str, Any]) -> Record:
    """Read a row's text columns, whether it comes from ``datasets``, pyarrow or JSON.

    Raises:
        RecordError: A column is missing, has the wrong type, or holds what is no Unicode; the message names it.
    """
    if not isinstance(row, Mapping):
        raise RecordError(f"a record is a mapping of columns, not {type(row).__name__}")
    missing = [column for column in RECORD_COLUMNS if column not in row]
    if missing:
        raise record_error(row, f"missing column {', '.join(missing)}")
    try:
        record = msgspec.convert({column: _plain(row[column]) for column in RECORD_COLUMNS}, Record)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise record_error(row, error) from None
    for column in RECORD_COLUMNS:
        try:
            msgspec.json.encode(getattr(record, column))
        except UnicodeEncodeError:
            raise record_error(row, f"column {column} holds half a surrogate pair, which is no Unicode") from None
    return record


def read_images(row: Mapping[str, Any]) -> tuple[Any, ...]:
    """A row's images as they came with it; none where the column is missing or empty.

    Raises:
        RecordError: The column is no list.
    """
    images = row.get("images")
    if images is None:
        return ()
    if not _is_list(images):
        raise record_error(row, f"the column images is no list but {type(images).__name__}")
    return tuple(images)


def _is_list(value: Any) -> bool:
    """Whether a column is a list, be it one of pandas or NumPy, which ``datasets`` gives as an array of arrays."""
    if isinstance(value, str | bytes):
        return False
    return isinstance(value, Sequence) or (hasattr(value, "tolist") and getattr(value, "ndim", 0) > 0)


def read_params(text: str) -> Params:
    """Read the column ``params``.

    Raises:
        RecordError: It does not have the form of :class:`Params`.
    """
    try:
        return msgspec.json.decode(text, type=Params)
    except UNREADABLE as error:
        raise RecordError(f"column params: {error}") from None


def _plain(value: Any) -> Any:
    """A column as plain Python: pandas and NumPy give lists as arrays."""
    return value.tolist() if hasattr(value, "tolist") else value
