"""Reading and writing answers: one strict parser for each answer kind.

``parse_answer`` never raises on any text: it returns the value, or a :class:`Diagnostic`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gametasks.errors import PluginError, RecordError
from gametasks.schemas._notation import MAX_ANSWER_LENGTH, UNREADABLE, AnswerError, Diagnostic, shown
from gametasks.schemas.answers.entries import EntriesAnswer, EntryAnswer
from gametasks.schemas.answers.fields import FieldsAnswer
from gametasks.schemas.answers.json_document import JsonAnswer
from gametasks.schemas.answers.lists import GridAnswer, RankingAnswer, SequenceAnswer, VectorAnswer
from gametasks.schemas.answers.moves import DirectionAnswer, SlideAnswer
from gametasks.schemas.answers.scalars import CellAnswer, CellPairAnswer, ChoiceAnswer, IntegerAnswer, LabelAnswer
from gametasks.schemas.answers.sets import CellsAnswer, LabelsAnswer

__all__ = [
    "AnswerKind",
    "answer_format_line",
    "decode_answer_kind",
    "encode_answer_kind",
    "parse_answer",
    "refuse_unread",
    "write_answer",
]

AnswerKind = (
    IntegerAnswer
    | LabelAnswer
    | CellAnswer
    | CellPairAnswer
    | DirectionAnswer
    | SlideAnswer
    | EntryAnswer
    | ChoiceAnswer
    | CellsAnswer
    | LabelsAnswer
    | FieldsAnswer
    | EntriesAnswer
    | SequenceAnswer
    | VectorAnswer
    | GridAnswer
    | RankingAnswer
    | JsonAnswer
)

_decoder: msgspec.json.Decoder[AnswerKind] = msgspec.json.Decoder(AnswerKind)


def parse_answer(kind: AnswerKind, text: str) -> Any | Diagnostic:
    """Read a whole submitted answer.

    Args:
        kind: What the family asks for.
        text: The submitted text; the parser consumes all of it.

    Returns:
        The value, or a diagnostic that says why the text is not an answer of this kind.
    """
    if refusal := refuse_unread(text):
        return refusal
    try:
        return kind.read(text)
    except AnswerError as error:
        return error.diagnostic


def refuse_unread(text: str) -> Diagnostic | None:
    """Why a submitted text is not read at all, by whatever reading; None where it is read."""
    if len(text) > MAX_ANSWER_LENGTH:
        return Diagnostic("too_long", f"the answer is longer than {MAX_ANSWER_LENGTH} characters")
    if not text or text.isspace():
        return Diagnostic("empty", "the answer is empty")
    return None


def write_answer(kind: AnswerKind, value: Any) -> str:
    """The canonical text of a value; ``parse_answer`` reads it back as the same value.

    Raises:
        PluginError: The value is none of this kind: it has another type, lies out of range, ...
    """
    try:
        text = kind.write(value)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise PluginError(f"{value!r} cannot be written as {_tag(kind)}: {type(error).__name__}: {error}") from None
    back = parse_answer(kind, text)
    if isinstance(back, Diagnostic):
        raise PluginError(f"{value!r} is no answer of the kind {_tag(kind)}: {back.message}")
    if back != value or type(back) is not type(value):
        raise PluginError(
            f"{value!r} ({type(value).__name__}), written as {_tag(kind)} {shown(text)}, "
            f"comes back as {back!r} ({type(back).__name__})"
        )
    return text


def _tag(kind: AnswerKind) -> str:
    return str(kind.__struct_config__.tag)


def answer_format_line(kind: AnswerKind) -> str:
    """The line of a prompt that says how to answer."""
    if isinstance(kind, JsonAnswer) and kind.ending:
        return kind.ending
    return f"Give only the final answer, with no explanation: {kind.describe()}."


def encode_answer_kind(kind: AnswerKind) -> str:
    """The kind as the JSON text that a record carries."""
    return msgspec.json.encode(kind).decode()


def decode_answer_kind(text: str) -> AnswerKind:
    """Read a record's answer schema.

    Raises:
        RecordError: The text is not an answer schema.
    """
    try:
        return _decoder.decode(text)
    except UNREADABLE as error:
        raise RecordError(f"answer_schema is not an answer schema: {error}") from None
