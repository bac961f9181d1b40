"""Reading and writing answers: one strict parser for each answer kind.

``parse`` never raises on any text: it returns the value, or a :class:`Diagnostic`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gametasks.errors import RecordError
from gametasks.schemas._answer_collections import AnswerKind
from gametasks.schemas._notation import MAX_ANSWER_LENGTH, AnswerError, Diagnostic

__all__ = [
    "AnswerKind",
    "answer_format_line",
    "decode_answer_kind",
    "encode_answer_kind",
    "parse_answer",
    "write_answer",
]

_decoder: msgspec.json.Decoder[AnswerKind] = msgspec.json.Decoder(AnswerKind)


def parse_answer(kind: AnswerKind, text: str) -> Any | Diagnostic:
    """Read a whole submitted answer.

    Args:
        kind: What the family asks for.
        text: The submitted text; the parser consumes all of it.

    Returns:
        The value, or a diagnostic that says why the text is not an answer of this kind.
    """
    if len(text) > MAX_ANSWER_LENGTH:
        return Diagnostic("too_long", f"the answer is longer than {MAX_ANSWER_LENGTH} characters")
    if not text.strip():
        return Diagnostic("empty", "the answer is empty")
    try:
        return kind.read(text)
    except AnswerError as error:
        return error.diagnostic


def write_answer(kind: AnswerKind, value: Any) -> str:
    """The canonical text of a value; ``parse_answer`` reads it back as the same value."""
    return kind.write(value)


def answer_format_line(kind: AnswerKind) -> str:
    """The line of a prompt that says how to answer."""
    return f"Give only the final answer, with no explanation: {kind.form()}."


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
    except msgspec.DecodeError as error:
        raise RecordError(f"answer_schema is not an answer schema: {error}") from None
