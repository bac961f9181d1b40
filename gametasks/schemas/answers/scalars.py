"""Answer kinds that are one value: integer, label, cell, pair of cells and choice.

Every kind reads text strictly: it folds white space, ASCII case and declared aliases, and never repairs,
guesses or picks something out of prose. A kind that could not read back what it writes (two labels that
differ in case only, say) cannot be made: its constructor raises ``ValueError``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from gametasks.schemas._board import Cell
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._notation import AnswerError, CellPair, fold, shown

__all__ = ["CellAnswer", "CellPairAnswer", "ChoiceAnswer", "IntegerAnswer", "LabelAnswer", "Scalar", "require_capitals"]

# [0-9] and [a-z] on purpose: \d and IGNORECASE know digits and letters of other scripts.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_CELL = re.compile(r"[rR]([1-9][0-9]{0,3})[cC]([1-9][0-9]{0,3})")
_CHOICE = re.compile(r"option ([a-z])|\(([a-z])\)|([a-z])\.?")
_CAPITAL = re.compile(r"[A-Z]")

_LARGEST_BOARD = 9999
_CELLS_OF_A_PAIR = 2


class Scalar(msgspec.Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True, tag_field="kind"):
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

    def describe(self) -> str:
        """What a value looks like, as a phrase for the answer-format line."""
        raise TypeError(f"{type(self).__name__} has no form")


class IntegerAnswer(Scalar, frozen=True, kw_only=True, tag="integer"):
    """A whole number in decimal digits, within ``low`` and ``high`` where they are given."""

    low: int | None = 0
    high: int | None = None

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"no number lies in {self.low}..{self.high}")

    def read(self, text: str) -> int:
        stripped = text.strip()
        if not _INTEGER.fullmatch(stripped) or stripped == "-0":
            raise AnswerError("not_an_integer", f"{shown(text)} is not a whole number in plain digits")
        value = int(stripped)
        if self.low is not None and value < self.low:
            raise AnswerError("out_of_range", f"{value} is less than {self.low}, the smallest possible answer")
        if self.high is not None and value > self.high:
            raise AnswerError("out_of_range", f"{value} is more than {self.high}, the largest possible answer")
        return value

    def describe(self) -> str:
        return "a whole number"


class LabelAnswer(Scalar, frozen=True, kw_only=True, tag="label"):
    """One of a closed list of names; ``aliases`` maps other spellings to them."""

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}

    def __post_init__(self) -> None:
        _ = self.table  # refuses labels that cannot be told apart

    @cached_property
    def table(self) -> Mapping[str, str]:
        """Labels by their folded spellings, aliases among them."""
        if not self.labels:
            raise ValueError("a label answer needs labels")
        table: dict[str, str] = {}
        for spelling, label in (*((label, label) for label in self.labels), *self.aliases.items()):
            if spelling != " ".join(spelling.split()) or not spelling:
                raise ValueError(f"the label {spelling!r} is empty or has white space that folding would change")
            if label not in self.labels:
                raise ValueError(f"the alias {spelling!r} stands for {label!r}, which is not a label")
            if fold(spelling) in table:
                raise ValueError(f"the label {spelling!r} occurs twice, or cannot be told from another one")
            table[fold(spelling)] = label
        return table

    def read(self, text: str) -> str:
        label = self.table.get(fold(text))
        if label is None:
            raise AnswerError("unknown_label", f"{shown(text)} is not one of {', '.join(self.labels)}")
        return label

    def describe(self) -> str:
        return "one of " + ", ".join(self.labels)


class CellAnswer(Scalar, frozen=True, kw_only=True, tag="cell"):
    """A cell ``R2C5`` of a board with the given numbers of rows and columns."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        if not (0 < self.rows <= _LARGEST_BOARD and 0 < self.columns <= _LARGEST_BOARD):
            raise ValueError(f"a board has 1 to {_LARGEST_BOARD} rows and columns, not {self.rows} x {self.columns}")

    def read(self, text: str) -> Cell:
        match = _CELL.fullmatch(text.strip())
        if match is None:
            raise AnswerError("not_a_cell", f"{shown(text)} is not a cell such as R2C5")
        cell = Cell(int(match[1]), int(match[2]))
        if cell.row > self.rows or cell.column > self.columns:
            raise AnswerError("out_of_range", f"{cell} is outside the {self.rows} x {self.columns} board")
        return cell

    def describe(self) -> str:
        return "a cell such as R2C5 (row 2, column 5)"


class CellPairAnswer(Scalar, frozen=True, kw_only=True, tag="cell_pair"):
    """Two different cells joined by a hyphen, ``R1C2-R1C5``; the order in which they are given means nothing."""

    rows: int
    columns: int

    def __post_init__(self) -> None:
        _ = self.cell

    @cached_property
    def cell(self) -> CellAnswer:
        """The kind of either cell."""
        return CellAnswer(rows=self.rows, columns=self.columns)

    def read(self, text: str) -> CellPair:
        parts = text.split("-")
        if len(parts) != _CELLS_OF_A_PAIR:
            raise AnswerError("not_a_pair", f"{shown(text)} is not two cells such as R1C2-R1C5")
        first, second = sorted(map(self.cell.read, parts))
        if first == second:
            raise AnswerError("not_a_pair", f"{shown(text)} is the same cell twice")
        return CellPair(first, second)

    def describe(self) -> str:
        return "two cells joined by a hyphen, such as R1C2-R1C5"


class ChoiceAnswer(Scalar, frozen=True, kw_only=True, tag="choice"):
    """The letter of an option, as ``B``, ``(B)``, ``B.`` or ``option B``."""

    letters: tuple[str, ...] = OPTION_LETTERS

    def __post_init__(self) -> None:
        require_capitals(self.letters, "an option")

    def read(self, text: str) -> str:
        match = _CHOICE.fullmatch(fold(text))
        letter = (match[1] or match[2] or match[3]).upper() if match else ""
        if letter not in self.letters:
            raise AnswerError("not_a_choice", f"{shown(text)} is not one of the letters {', '.join(self.letters)}")
        return letter

    def describe(self) -> str:
        return f"the letter of one option, {self.letters[0]} to {self.letters[-1]}"


def require_capitals(names: tuple[str, ...], what: str) -> None:
    """Make sure that every name is one capital letter.

    Raises:
        ValueError: It is not, or two are the same, or there is none.
    """
    if not names or len(set(names)) != len(names) or not all(_CAPITAL.fullmatch(name) for name in names):
        raise ValueError(f"{what} is named by one letter of A to Z, each one different: {names}")
