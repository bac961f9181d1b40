"""The notation that answers are written in: pairs of cells, entries, slides, folding, and what a refusal looks like."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from gametasks.errors import GameTasksError, writable
from gametasks.schemas._board import BoardSize, Cell, Direction

__all__ = [
    "MAX_ANSWER_LENGTH",
    "UNREADABLE",
    "AnswerError",
    "CellPair",
    "Diagnostic",
    "Entry",
    "Slide",
    "fold",
    "shown",
]

UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeEncodeError)
"""What decoding JSON may raise: on text that is no JSON of the type, nests too deeply, or is no Unicode."""

MAX_ANSWER_LENGTH = 1_000_000
"""Longest answer that is read, in characters."""


class CellPair(NamedTuple):
    """Two cells that something joins, ``R1C2-R1C5``: the upper one first, or the left one of a row."""

    first: Cell
    second: Cell

    def __str__(self) -> str:
        return f"{self.first}-{self.second}"


class Entry(NamedTuple):
    """What is entered in one place of a board, ``R3C2=4``.

    Attributes:
        key: The place: a cell, a pair of cells or a name.
        value: What is entered there: a number, a name or a cell.
    """

    key: Any
    value: Any

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


class Slide(NamedTuple):
    """One command ``H:U2``: the piece H moves up by two cells."""

    piece: str
    direction: Direction
    distance: BoardSize

    def __str__(self) -> str:
        return f"{self.piece}:{self.direction}{self.distance}"


class Diagnostic(msgspec.Struct, frozen=True):
    """Why an answer could not be read or is not right.

    Attributes:
        kind: A short stable name, such as ``"missing_field"`` or ``"illegal_move"``.
        message: One sentence for a person; it can be written anywhere, whatever part of an answer it quotes.
        position: Number of the offending item, step or field, from 1; 0 for the answer as a whole.
    """

    kind: str
    message: str
    position: int = 0

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "message", writable(self.message))


class AnswerError(GameTasksError):
    """Raised inside a parser; callers of ``parse`` see its diagnostic only."""

    def __init__(self, kind: str, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(kind, message, position)


_UPPER = {ord(c): ord(c.lower()) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def fold(text: str) -> str:
    """Fold white space and the case of ASCII letters, and nothing else.

    ``str.casefold`` would turn the Kelvin sign into k and the long s into s; an answer that only looks
    like a label is not that label.
    """
    text = " ".join(text.split())
    return text.lower() if text.isascii() else text.translate(_UPPER)


def shown(text: str) -> str:
    """A text as a message quotes it: short, in one line, with everything unprintable escaped."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
