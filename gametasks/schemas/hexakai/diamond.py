"""The diamond of hexagons: its cells, the six directions, its lines and its symmetries.

Two coordinates lead to a cell from the top one: ``x`` steps to the lower right and ``y`` steps to the lower left, each
from 0 to ``size - 1``. A row has one ``x + y``, a falling diagonal one ``y`` and a rising diagonal one ``x``.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from gametasks.schemas._board import Cell

__all__ = [
    "RIGHTWARDS",
    "HexDirection",
    "HexSymmetry",
    "cells_of",
    "coordinates",
    "hex_symmetries",
    "line_from",
    "lines_of",
    "row_length",
]


class HexDirection(StrEnum):
    """The six ways from a hexagon to a neighbour, clockwise from the right."""

    RIGHT = "right"
    DOWN_RIGHT = "down-right"
    DOWN_LEFT = "down-left"
    LEFT = "left"
    UP_LEFT = "up-left"
    UP_RIGHT = "up-right"

    @property
    def delta(self) -> tuple[int, int]:
        """What one step adds to x and y."""
        return _DELTAS[self]

    @property
    def opposite(self) -> HexDirection:
        """The direction back."""
        x, y = self.delta
        return _BY_DELTA[-x, -y]

    @property
    def line(self) -> str:
        """What a line in this direction is called."""
        return _LINES.get(self) or _LINES[self.opposite]


_DELTAS = {
    HexDirection.RIGHT: (1, -1),
    HexDirection.DOWN_RIGHT: (1, 0),
    HexDirection.DOWN_LEFT: (0, 1),
    HexDirection.LEFT: (-1, 1),
    HexDirection.UP_LEFT: (-1, 0),
    HexDirection.UP_RIGHT: (0, -1),
}
_BY_DELTA = {delta: direction for direction, delta in _DELTAS.items()}
_LINES = {
    HexDirection.RIGHT: "row",
    HexDirection.DOWN_RIGHT: "falling diagonal",
    HexDirection.UP_RIGHT: "rising diagonal",
}

RIGHTWARDS = tuple(_LINES)
"""The directions in which rows, falling diagonals and rising diagonals lead from left to right."""


def row_length(size: int, row: int) -> int:
    """Number of cells of a row, counted from 1."""
    return size - abs(size - row)


@cache
def cells_of(size: int) -> tuple[Cell, ...]:
    """All cells in reading order."""
    return tuple(Cell(row, place) for row in range(1, 2 * size) for place in range(1, row_length(size, row) + 1))


def coordinates(size: int, cell: Cell) -> tuple[int, int]:
    """The coordinates x and y of a cell."""
    x = max(0, cell.row - size) + cell.column - 1
    return x, cell.row - 1 - x


@cache
def line_from(size: int, start: Cell, direction: HexDirection) -> tuple[Cell, ...]:
    """The cells from ``start`` straight on to the rim."""
    x, y = coordinates(size, start)
    step_x, step_y = direction.delta
    cells = []
    while 0 <= x < size and 0 <= y < size:
        cells.append(Cell(x + y + 1, x + 1 - max(0, x + y + 1 - size)))
        x, y = x + step_x, y + step_y
    return tuple(cells)


@cache
def lines_of(size: int, direction: HexDirection) -> tuple[tuple[Cell, ...], ...]:
    """All lines that are read in a direction from rim to rim, in the order of their first cells."""
    first = [cell for cell in cells_of(size) if line_from(size, cell, direction.opposite) == (cell,)]
    return tuple(line_from(size, cell, direction) for cell in first)


class HexSymmetry(NamedTuple):
    """A diamond mirrored left to right or not, and turned upside down or not; both together are a half turn.

    Every line stays a line, and the middle row the middle row.
    """

    size: int
    mirrored: bool
    flipped: bool

    def cell(self, cell: Cell) -> Cell:
        """Where a cell goes."""
        row = 2 * self.size - cell.row if self.flipped else cell.row
        return Cell(row, row_length(self.size, row) + 1 - cell.column if self.mirrored else cell.column)

    def direction(self, direction: HexDirection) -> HexDirection:
        """Where a direction points."""
        x, y = direction.delta
        if self.mirrored:
            x, y = y, x
        if self.flipped:
            x, y = -y, -x
        return _BY_DELTA[x, y]


def hex_symmetries(size: int) -> tuple[HexSymmetry, ...]:
    """All four symmetries; the first changes nothing."""
    return tuple(HexSymmetry(size, mirrored, flipped) for mirrored in (False, True) for flipped in (False, True))
