"""Answers that are nearly right: other values, other spellings, prose around the answer, and random damage.

``nearly_right`` yields what a careless player or a sloppy writer would give, for each kind of answer;
``mutated_strings`` yields endless random damage. The two know nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, starmap
from typing import Any, NamedTuple

from gametasks.schemas import AnswerKind, parse_answer
from gametasks.schemas.answers.kinds import decode_answer_kind
from gametasks.streams import Stream
from gametasks.testing.misspellings import dressed, misspelt
from gametasks.testing.near_values import other_values

__all__ = ["Mutant", "mutated_strings", "nearly_right"]

MOST_VALUES = 200
"""Other values that are tried for one sample."""


class Mutant(NamedTuple):
    """A text that is not the answer, and what was done to it."""

    what: str
    text: str


def nearly_right(kind: AnswerKind, gold: Any) -> Iterator[Mutant]:
    """Everything near the right answer: other values in good spelling, the right value in bad spelling."""
    text = kind.write(gold)
    for what, value in islice(other_values(kind, gold), MOST_VALUES):
        if value != gold:
            yield Mutant(what, kind.write(value))
    for what, spelling in misspelt(kind, gold, text):
        if spelling != text:
            yield Mutant(what, spelling)
    yield from starmap(Mutant, dressed(text))


_INK: tuple[str, ...] = (
    *"ABCDEFGHRCUDLXabcrudl0123456789",
    *" ,;:=+-/\\()[]{}<>.'\"|_*#?!",
    *(
        "\n",
        "\t",
        "\r",
        "\x00",
        "\u00a0",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\u0663",
        "\uff15",
        "\u212a",
        "\u0131",
        "\ud800",
    ),
    *("->", "→", "none", " or ", "R1C1", "option ", "is ", "NaN", "1e999", "\U0001f600"),
)


def mutated_strings(row: Mapping[str, Any], count: int, seed: int) -> Iterator[str]:
    """Yield texts near and far from a row's answer, the same ones for the same arguments.

    Args:
        row: A record; only ``id``, ``answer`` and ``answer_schema`` are read.
        count: How many texts.
        seed: Another seed gives other texts.
    """
    rng = Stream(str(row["id"]), f"mutations {seed}")
    kind = decode_answer_kind(row["answer_schema"])
    near = [mutant.text for mutant in nearly_right(kind, parse_answer(kind, row["answer"]))]
    for _ in range(count):
        text = row["answer"] if rng.integers(0, 3) else rng.choice(near)
        for _ in range(rng.integers(1, 5)):
            text = _damaged(text, rng, near)
        yield text


def _damaged(text: str, rng: Stream, near: list[str]) -> str:
    """One random change of a text; changes that stand twice in the list are twice as likely."""
    start = rng.integers(0, len(text) + 1)
    end = min(len(text), start + rng.integers(0, 4))
    head, piece, tail = text[:start], text[start:end], text[end:]
    change = rng.choice(_CHANGES)
    return change(head, piece, tail, rng, near)


def _replaced(head: str, piece: str, tail: str, rng: Stream, near: list[str]) -> str:
    return head + rng.choice(_INK) + tail


def _inserted(head: str, piece: str, tail: str, rng: Stream, near: list[str]) -> str:
    return head + rng.choice(_INK) + piece + tail


def _crossed(head: str, piece: str, tail: str, rng: Stream, near: list[str]) -> str:
    return head + rng.choice(near)[: rng.integers(0, 12)] + tail


_CHANGES: tuple[Callable[[str, str, str, Stream, list[str]], str], ...] = (
    lambda head, piece, tail, rng, near: head + tail,
    lambda head, piece, tail, rng, near: head + piece + piece + tail,
    lambda head, piece, tail, rng, near: head + piece[::-1] + tail,
    _replaced,
    _replaced,
    _inserted,
    _inserted,
    lambda head, piece, tail, rng, near: head + piece.swapcase() + tail,
    _crossed,
    lambda head, piece, tail, rng, near: tail + piece + head,
)
