"""Ways to see an answer, under which answers to different questions can be the same guess."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import prod
from typing import Any

from gametasks.schemas import (
    AnswerKind,
    ChoiceAnswer,
    Diagnostic,
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    LabelAnswer,
    LabelsAnswer,
    RankingAnswer,
    SequenceAnswer,
    VectorAnswer,
    parse_answer,
)
from gametasks.schemas._notation import AnswerError

__all__ = ["PLACES", "WHOLE", "Pick", "View", "answers_possible", "compose", "parts_of"]

Code = Hashable
_NO_SUCH_ANSWER = (AnswerError, AttributeError, IndexError, TypeError, ValueError)
"""What a kind raises when it is given an answer of another shape."""

Pick = Callable[[Hashable], Any]
"""Gives the best guess at a part of an answer, or None where nothing is known of it."""


@dataclass(frozen=True, slots=True)
class View:
    """A way to see an answer.

    Attributes:
        encode: What an answer of a kind is seen as.
        decode: The answer of a kind that is seen like that, or None if this kind has no such answer.
    """

    encode: Callable[[AnswerKind, str], Code]
    decode: Callable[[AnswerKind, Any], str | None]


def _readable(kind: AnswerKind, text: str) -> str | None:
    return None if isinstance(parse_answer(kind, text), Diagnostic) else text


def _encode_places(kind: AnswerKind, text: str) -> Code:
    return _places(kind, kind.read(text))


def _decode_places(kind: AnswerKind, code: Any) -> str | None:
    try:
        text = kind.write(_from_places(kind, code))
    except _NO_SUCH_ANSWER:
        return None  # another number of labels or of parts
    return _readable(kind, text)


WHOLE = View(lambda kind, text: text, _readable)
"""The answer as its canonical text."""

PLACES = View(_encode_places, _decode_places)
"""Labels as their places in the list that the answer-format line shows, so that "the first" can be guessed."""


def _places(kind: Any, value: Any) -> Code:
    match kind:
        case LabelAnswer():
            return kind.labels.index(value)
        case LabelsAnswer():
            return tuple(place for place, label in enumerate(kind.labels) if label in value)
        case RankingAnswer():
            return tuple(kind.labels.index(label) for label in value)
        case SequenceAnswer():
            return tuple(_places(kind.item, item) for item in value)
        case FieldsAnswer():
            return tuple(_places(field, value[key]) for key, field in kind.fields.items())
        case _:
            return str(kind.write(value))


def _from_places(kind: Any, code: Any) -> Any:
    match kind:
        case LabelAnswer():
            return kind.labels[code]
        case LabelsAnswer() | RankingAnswer():
            return tuple(kind.labels[place] for place in code)
        case SequenceAnswer():
            return tuple(_from_places(kind.item, place) for place in code)
        case FieldsAnswer():
            pairs = zip(kind.fields.items(), code, strict=True)
            return {key: _from_places(field, place) for (key, field), place in pairs}
        case _:
            return kind.read(code)


def parts_of(kind: AnswerKind, text: str) -> dict[Hashable, Code]:
    """The parts of an answer that can be guessed one by one; empty for an answer without parts."""
    value: Any = kind.read(text)
    match kind:
        case FieldsAnswer():
            return {key: _places(field, value[key]) for key, field in kind.fields.items()}
        case LabelsAnswer():
            return {place: label in value for place, label in enumerate(kind.labels)}
        case SequenceAnswer():
            items: dict[Hashable, Code] = {place: _places(kind.item, item) for place, item in enumerate(value)}
            return {"length": len(value)} | items
        case VectorAnswer():
            return dict(enumerate(value))
        case GridAnswer():
            return {(row, column): symbol for row, line in enumerate(value) for column, symbol in enumerate(line)}
        case _:
            return {}


def compose(kind: AnswerKind, pick: Pick) -> str | None:
    """The whole answer whose parts are picked one by one, or None if that makes none."""
    try:
        text = kind.write(_composed(kind, pick))
    except _NO_SUCH_ANSWER:
        return None
    return _readable(kind, text)


def _composed(kind: AnswerKind, pick: Pick) -> Any:
    match kind:
        case FieldsAnswer():
            return {key: _from_places(field, pick(key)) for key, field in kind.fields.items()}
        case LabelsAnswer():
            return [label for place, label in enumerate(kind.labels) if pick(place)]
        case SequenceAnswer():
            return tuple(_from_places(kind.item, pick(place)) for place in range(pick("length")))
        case VectorAnswer():
            return tuple(pick(place) for place in range(kind.length))
        case GridAnswer():
            return ["".join(pick((row, column)) for column in range(kind.columns)) for row in range(kind.rows)]
        case _:
            raise ValueError("an answer without parts")


def answers_possible(kind: Any) -> int | None:
    """How many answers a kind can have, or None where it sets no small bound."""
    match kind:
        case LabelAnswer() | ChoiceAnswer():
            return len(kind.labels if isinstance(kind, LabelAnswer) else kind.letters)
        case LabelsAnswer():
            return 1 << len(kind.labels)
        case IntegerAnswer(low=int(low), high=int(high)):
            return high - low + 1
        case FieldsAnswer():
            counts = [answers_possible(field) for field in kind.fields.values()]
            return None if None in counts else prod(count for count in counts if count is not None)
        case _:
            return None
