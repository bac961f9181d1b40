"""Hexakai: a diamond of hexagons to be filled with digits along rows and diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from gametasks.schemas._board import MOST_LINES, Cell
from gametasks.schemas._letters import letters
from gametasks.schemas._question import Question, State
from gametasks.schemas.hexakai.diamond import HexDirection, HexSymmetry, cells_of, hex_symmetries, row_length

__all__ = [
    "LARGEST_SIZE",
    "LETTERS",
    "VERSION",
    "BlankValue",
    "Candidates",
    "HexDirection",
    "HexakaiQuestion",
    "HexakaiState",
    "LineValues",
    "SolutionOf",
    "equivalent_forms",
]

VERSION = 3
"""Raised whenever a sample of the same id would change."""

LETTERS = letters()[:12]
"""Names of lettered blanks, in reading order."""


LARGEST_SIZE = (MOST_LINES + 1) // 2
"""Of a diamond that is read from a record or a text: it has 2n - 1 rows."""

_Size = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_SIZE)]
_Digit = Annotated[int, msgspec.Meta(ge=0, lt=LARGEST_SIZE)]


class HexakaiState(State, frozen=True, kw_only=True):
    """A partly filled diamond.

    A cell is named by its row and its place in that row, both from 1: R3C2 is the second hexagon of the
    third row.

    Attributes:
        size: Number n of cells of a diagonal and of the middle row; digits run from 0 to n - 1.
        rows: The 2n - 1 rows from the top, of 1, 2, ..., n, ..., 2, 1 cells; None is a blank.
    """

    size: _Size
    rows: tuple[tuple[_Digit | None, ...], ...]

    @classmethod
    def of(cls, size: int, digits: Mapping[Cell, int]) -> HexakaiState:
        """The diamond on which these digits are given."""
        rows = ((Cell(row, place + 1) for place in range(row_length(size, row))) for row in range(1, 2 * size))
        return cls(size=size, rows=tuple(tuple(map(digits.get, row)) for row in rows))

    def digit(self, cell: Cell) -> int | None:
        """The given digit of a cell, or None."""
        return self.rows[cell.row - 1][cell.column - 1]

    def given(self) -> dict[Cell, int]:
        """The given digits by their cells, in reading order."""
        digits = ((cell, self.digit(cell)) for cell in cells_of(self.size))
        return {cell: digit for cell, digit in digits if digit is not None}


class BlankValue(Question, frozen=True, kw_only=True, tag="blank_value"):
    """Which digit belongs in one marked blank."""

    cell: Cell


class SolutionOf(Question, frozen=True, kw_only=True, tag="solution"):
    """Which digits belong in the lettered blanks; ``cells`` are in reading order, as the letters are."""

    cells: tuple[Cell, ...]

    def lettered(self) -> dict[Cell, str]:
        """The lettered blanks with their letters."""
        return dict(zip(self.cells, LETTERS, strict=False))


class Candidates(Question, frozen=True, kw_only=True, tag="candidates"):
    """Which digits the given ones on its three lines leave for one marked blank."""

    cell: Cell


class LineValues(Question, frozen=True, kw_only=True, tag="line_values"):
    """What a finished line reads from its end cell ``start`` on in one direction, as the arrow points."""

    start: Cell
    direction: HexDirection


HexakaiQuestion = BlankValue | SolutionOf | Candidates | LineValues


def equivalent_forms(state: HexakaiState, question: HexakaiQuestion) -> Iterator[tuple[Any, Any]]:
    """The puzzle under the four symmetries of the diamond.

    The digits have content: each stays as it is. The letters have none: only the set of lettered blanks is kept.
    """
    for symmetry in hex_symmetries(state.size):
        rows = state.rows[::-1] if symmetry.flipped else state.rows
        # A blank is -1, so that forms can be compared.
        digits = [[-1 if digit is None else digit for digit in row] for row in rows]
        yield [state.size, [row[::-1] for row in digits] if symmetry.mirrored else digits], _target(symmetry, question)


def _target(symmetry: HexSymmetry, question: HexakaiQuestion) -> list[Any]:
    """The family and what it asks for, on the moved diamond."""
    match question:
        case BlankValue(cell=cell) | Candidates(cell=cell):
            return [question.family, symmetry.cell(cell)]
        case SolutionOf(cells=cells):
            return [question.family, sorted(map(symmetry.cell, cells))]
        case LineValues(start=start, direction=direction):
            return [question.family, symmetry.cell(start), symmetry.direction(direction)]
