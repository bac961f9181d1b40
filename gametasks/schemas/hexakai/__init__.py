"""Hexakai: a diamond of hexagons to be filled with digits along rows and diagonals."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Any

from gametasks.schemas._letters import letters
from gametasks.schemas._notation import Cell
from gametasks.schemas._question import Question, State

__all__ = [
    "LETTERS",
    "BlankValue",
    "Candidates",
    "HexDirection",
    "HexakaiQuestion",
    "HexakaiState",
    "LineValues",
    "SolutionOf",
    "cells_of",
    "equivalent_forms",
    "row_length",
]

LETTERS = letters()[:12]
"""Names of lettered blanks, in reading order."""


class HexDirection(StrEnum):
    """The six ways from a hexagon to a neighbour."""

    RIGHT = "right"
    DOWN_RIGHT = "down-right"
    DOWN_LEFT = "down-left"
    LEFT = "left"
    UP_LEFT = "up-left"
    UP_RIGHT = "up-right"


class HexakaiState(State, frozen=True, kw_only=True):
    """A partly filled diamond.

    A cell is named by its row and its place in that row, both from 1: R3C2 is the second hexagon of the
    third row.

    Attributes:
        size: Number n of cells of a diagonal and of the middle row; digits run from 0 to n - 1.
        rows: The 2n - 1 rows from the top, of 1, 2, ..., n, ..., 2, 1 cells; None is a blank.
    """

    size: int
    rows: tuple[tuple[int | None, ...], ...]

    def digit(self, cell: Cell) -> int | None:
        """The given digit of a cell, or None."""
        return self.rows[cell.row - 1][cell.column - 1]


class BlankValue(Question, frozen=True, kw_only=True, tag="blank_value"):
    """Which digit belongs in one marked blank."""

    cell: Cell


class SolutionOf(Question, frozen=True, kw_only=True, tag="solution"):
    """Which digits belong in the lettered blanks; ``cells`` are in reading order, as the letters are."""

    cells: tuple[Cell, ...]


class Candidates(Question, frozen=True, kw_only=True, tag="candidates"):
    """Which digits the given ones on its three lines leave for one marked blank."""

    cell: Cell


class LineValues(Question, frozen=True, kw_only=True, tag="line_values"):
    """What a finished line reads from its end cell ``start`` on in one direction, as the arrow points."""

    start: Cell
    direction: HexDirection


HexakaiQuestion = BlankValue | SolutionOf | Candidates | LineValues


def row_length(size: int, row: int) -> int:
    """Number of cells of a row, counted from 1."""
    return size - abs(size - row)


@cache
def cells_of(size: int) -> tuple[Cell, ...]:
    """All cells in reading order."""
    return tuple(Cell(row, place) for row in range(1, 2 * size) for place in range(1, row_length(size, row) + 1))


_MIRRORED = {
    HexDirection.RIGHT: HexDirection.LEFT,
    HexDirection.DOWN_RIGHT: HexDirection.DOWN_LEFT,
    HexDirection.UP_RIGHT: HexDirection.UP_LEFT,
}
_MIRRORED |= {there: here for here, there in _MIRRORED.items()}
_FLIPPED = {
    HexDirection.RIGHT: HexDirection.RIGHT,
    HexDirection.LEFT: HexDirection.LEFT,
    HexDirection.DOWN_RIGHT: HexDirection.UP_RIGHT,
    HexDirection.DOWN_LEFT: HexDirection.UP_LEFT,
}
_FLIPPED |= {there: here for here, there in _FLIPPED.items()}


def _move(size: int, cell: Cell, mirror: bool, flip: bool) -> Cell:
    """Where a cell goes when the diamond is mirrored left to right and turned upside down."""
    row = 2 * size - cell.row if flip else cell.row
    return Cell(row, row_length(size, row) + 1 - cell.column if mirror else cell.column)


def equivalent_forms(state: HexakaiState, question: HexakaiQuestion) -> Iterator[tuple[Any, Any]]:
    """The diamond as it is, mirrored left to right, upside down, and both (a half turn).

    These keep every line a line and the middle row the middle row. The digits have content: each stays as
    it is. The letters have none: only the set of lettered blanks is kept.
    """
    for mirror in (False, True):
        for flip in (False, True):
            rows = [list(reversed(row)) if mirror else list(row) for row in state.rows]
            if flip:
                rows.reverse()
            # A blank is -1, so that forms can be compared.
            digits = [[-1 if digit is None else digit for digit in row] for row in rows]
            yield [state.size, digits], _question_form(state.size, question, mirror, flip)


def _question_form(size: int, question: HexakaiQuestion, mirror: bool, flip: bool) -> list[Any]:
    """The family and target of a question on the moved diamond."""
    match question:
        case BlankValue(cell=cell):
            return ["blank_value", _move(size, cell, mirror, flip)]
        case Candidates(cell=cell):
            return ["candidates", _move(size, cell, mirror, flip)]
        case SolutionOf(cells=cells):
            return ["solution", sorted(_move(size, cell, mirror, flip) for cell in cells)]
        case LineValues(start=start, direction=direction):
            direction = _MIRRORED[direction] if mirror else direction
            direction = _FLIPPED[direction] if flip else direction
            return ["line_values", _move(size, start, mirror, flip), direction]
