"""Boards of rows and columns: their cells, and the four directions on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated, NamedTuple

import msgspec

__all__ = [
    "MOST_LINES",
    "Axis",
    "BoardSize",
    "Cell",
    "Direction",
    "Side",
    "cell_bits",
    "cells_of_board",
    "cells_of_line",
    "is_on_board",
    "neighbours",
    "step",
]


MOST_LINES = 99
"""Most rows, and most columns, of a board that is read from a record or a text."""

BoardSize = Annotated[int, msgspec.Meta(ge=1, le=MOST_LINES)]
"""A number of rows, columns or cells along a line, as the fields of a state have it: a damaged record may say anything,
and the rules go through all the cells that it names."""


class Cell(NamedTuple):
    """A cell of a board: row from the top and column from the left, both counted from 1."""

    row: BoardSize
    column: BoardSize

    def __str__(self) -> str:
        return f"R{self.row}C{self.column}"


class Axis(StrEnum):
    """A line of the board: along a row or along a column."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"

    @property
    def directions(self) -> tuple[Direction, Direction]:
        """The two directions along the line: towards the board's left or top side first."""
        return _ALONG[self]


class Direction(StrEnum):
    """One of the four directions of the screen, as a move is written: U, D, L or R."""

    UP = "U"
    DOWN = "D"
    LEFT = "L"
    RIGHT = "R"

    @property
    def delta(self) -> tuple[int, int]:
        """What one step adds to a cell's row and column."""
        return _DELTAS[self]

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 2) % 4]

    @property
    def clockwise(self) -> Direction:
        """The direction after a quarter turn clockwise: up becomes right."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]

    @property
    def counterclockwise(self) -> Direction:
        """The direction after a quarter turn counterclockwise: up becomes left."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 3) % 4]

    @property
    def axis(self) -> Axis:
        """The line along which the direction leads."""
        return Axis.HORIZONTAL if self in _ALONG[Axis.HORIZONTAL] else Axis.VERTICAL

    @classmethod
    def between(cls, here: Cell, there: Cell) -> Direction:
        """The direction of the step from a cell to a cell beside it.

        Raises:
            ValueError: The cells do not share an edge.
        """
        try:
            return _BY_DELTA[there.row - here.row, there.column - here.column]
        except KeyError:
            raise ValueError(f"no single step leads from {here} to {there}") from None


_DELTAS = {Direction.UP: (-1, 0), Direction.DOWN: (1, 0), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1)}
_BY_DELTA = {delta: direction for direction, delta in _DELTAS.items()}
_CLOCKWISE = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
_ALONG = {Axis.HORIZONTAL: (Direction.LEFT, Direction.RIGHT), Axis.VERTICAL: (Direction.UP, Direction.DOWN)}


class Side(StrEnum):
    """A side of the board, or of a cell."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"

    @property
    def direction(self) -> Direction:
        """The direction that leads to the side."""
        return _TOWARDS[self]

    @property
    def axis(self) -> Axis:
        """The line at whose end the side lies: a row ends at the left and right."""
        return self.direction.axis

    @property
    def is_first(self) -> bool:
        """Whether lines begin there, as rows do at the left and columns on top."""
        return self.direction is self.axis.directions[0]


_TOWARDS = {Side.LEFT: Direction.LEFT, Side.RIGHT: Direction.RIGHT, Side.TOP: Direction.UP, Side.BOTTOM: Direction.DOWN}


def step(cell: Cell, direction: Direction, distance: int = 1) -> Cell:
    """The cell that lies so many steps from a cell in a direction; it may be off the board."""
    rows, columns = _DELTAS[direction]
    return Cell(cell.row + distance * rows, cell.column + distance * columns)


def is_on_board(cell: Cell, rows: int, columns: int) -> bool:
    """Whether a board of this size has the cell."""
    return 1 <= cell.row <= rows and 1 <= cell.column <= columns


def cells_of_board(rows: int, columns: int) -> tuple[Cell, ...]:
    """All cells of a board, row by row from the top left."""
    return tuple(Cell(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))


def cells_of_line(axis: Axis, number: int, rows: int, columns: int) -> tuple[Cell, ...]:
    """The cells of a row, or of a column where the axis is vertical, from its left or top end."""
    if axis is Axis.HORIZONTAL:
        return tuple(Cell(number, column) for column in range(1, columns + 1))
    return tuple(Cell(row, number) for row in range(1, rows + 1))


def cell_bits(cells: Iterable[Cell], columns: int) -> int:
    """Cells as the bits of a number: bit 0 is R1C1, and the others follow row by row."""
    return sum(1 << (row - 1) * columns + column - 1 for row, column in cells)


def neighbours(cell: Cell, rows: int, columns: int) -> Iterator[tuple[Direction, Cell]]:
    """The cells of a board that share an edge with a cell, clockwise from the top, each with the direction to it."""
    for direction in _CLOCKWISE:
        beside = step(cell, direction)
        if is_on_board(beside, rows, columns):
            yield direction, beside
