"""Answer kinds that are one value: integer, label, cell, slide and choice.

Every kind reads text strictly: it folds white space, ASCII case and declared aliases, and never repairs,
guesses or picks something out of prose.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from gametasks.schemas._notation import AnswerError, Cell, Slide, fold

__all__ = ["CellAnswer", "ChoiceAnswer", "IntegerAnswer", "LabelAnswer", "Scalar", "SlideAnswer"]

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_CELL = re.compile(r"r ?([1-9][0-9]{0,3}) ?c ?([1-9][0-9]{0,3})")
_SLIDE = re.compile(r"([a-z]) ?[:=]? ?([udlr]) ?([1-9][0-9]{0,3})")
_CHOICE = re.compile(r"(?:option )?(?:\( ?([a-z]) ?\)|([a-z])\.?)")


def _shown(text: str) -> str:
    """The text as a message quotes it."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


class Scalar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base of the kinds that hold one value and may stand inside a collection."""

    def read(self, text: str) -> Any:
        """Read a value from text.

        Raises:
            AnswerError: The text is not exactly one value of this kind.
        """
        raise TypeError(f"{type(self).__name__} does not read")

    def write(self, value: Any) -> str:
        """The canonical text of a value."""
        return str(value)

    def form(self) -> str:
        """What a value looks like, as a phrase for the answer-format line."""
        raise TypeError(f"{type(self).__name__} has no form")


class IntegerAnswer(Scalar, frozen=True, kw_only=True, tag="integer"):
    """A whole number in decimal digits, within ``low`` and ``high`` where they are given."""

    low: int | None = 0
    high: int | None = None

    def read(self, text: str) -> int:
        folded = fold(text)
        if not _INTEGER.fullmatch(folded) or folded == "-0":
            raise AnswerError("not_an_integer", f"{_shown(text)} is not a whole number")
        value = int(folded)
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            raise AnswerError("out_of_range", f"{value} is outside {self.low}..{self.high}")
        return value

    def form(self) -> str:
        return "a whole number"


class LabelAnswer(Scalar, frozen=True, kw_only=True, tag="label"):
    """One of a closed list of names; ``aliases`` maps other spellings to them."""

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}

    def read(self, text: str) -> str:
        folded = fold(text)
        for label in self.labels:
            if fold(label) == folded:
                return label
        for alias, label in self.aliases.items():
            if fold(alias) == folded:
                return label
        raise AnswerError("unknown_label", f"{_shown(text)} is not one of {', '.join(self.labels)}")

    def form(self) -> str:
        return "one of " + ", ".join(self.labels)


class CellAnswer(Scalar, frozen=True, kw_only=True, tag="cell"):
    """A cell ``R2C5`` of a board with the given numbers of rows and columns."""

    rows: int
    columns: int

    def read(self, text: str) -> Cell:
        match = _CELL.fullmatch(fold(text))
        if match is None:
            raise AnswerError("not_a_cell", f"{_shown(text)} is not a cell such as R2C5")
        cell = Cell(int(match[1]), int(match[2]))
        if cell.row > self.rows or cell.column > self.columns:
            raise AnswerError("out_of_range", f"{cell} is outside the {self.rows} x {self.columns} board")
        return cell

    def form(self) -> str:
        return "a cell such as R2C5 (row 2, column 5)"


class SlideAnswer(Scalar, frozen=True, kw_only=True, tag="slide"):
    """A command ``H:U2``: piece, direction (U, D, L or R) and distance in cells."""

    pieces: tuple[str, ...]

    def read(self, text: str) -> Slide:
        match = _SLIDE.fullmatch(fold(text))
        if match is None:
            raise AnswerError("not_a_command", f"{_shown(text)} is not a command such as H:U2")
        slide = Slide(match[1].upper(), match[2].upper(), int(match[3]))
        if slide.piece not in self.pieces:
            raise AnswerError("unknown_label", f"there is no piece {slide.piece}")
        return slide

    def form(self) -> str:
        return "a command such as H:U2 (piece H moves up by 2 cells; U, D, L, R are up, down, left, right)"


class ChoiceAnswer(Scalar, frozen=True, kw_only=True, tag="choice"):
    """The letter of an option, as ``B``, ``(B)``, ``B.`` or ``option B``."""

    letters: tuple[str, ...] = ("A", "B", "C", "D", "E", "F")

    def read(self, text: str) -> str:
        match = _CHOICE.fullmatch(fold(text))
        letter = (match[1] or match[2]).upper() if match else ""
        if letter not in self.letters:
            raise AnswerError("not_a_choice", f"{_shown(text)} is not one of the letters {', '.join(self.letters)}")
        return letter

    def form(self) -> str:
        return f"the letter of one option, {self.letters[0]} to {self.letters[-1]}"
