"""Square grids made of whole pixels: where cells, their sides, crossings and places beside the board lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gametasks.renderers.kit.canvas import Region
from gametasks.renderers.kit.paths import Point
from gametasks.schemas import Axis, Cell, Side
from gametasks.schemas._board import cells_of_board

__all__ = ["Grid", "Margins"]


class Margins(NamedTuple):
    """Free pixels at the four sides of a board."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def equal(cls, margin: int) -> Margins:
        """The same margin on all sides."""
        return cls(margin, margin, margin, margin)

    def wider(self, side: Side, by: float) -> Margins:
        """With so many more pixels at one side."""
        return self._replace(**{side: getattr(self, side) + round(by)})


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of square cells on a picture.

    Attributes:
        x, y: Its top left corner, in whole pixels.
        unit: Side of a cell, in whole pixels.
        rows, columns: How many cells it has.
    """

    x: int
    y: int
    unit: int
    rows: int
    columns: int

    @property
    def width(self) -> int:
        """Width of the whole grid in pixels."""
        return self.columns * self.unit

    @property
    def height(self) -> int:
        """Height of the whole grid in pixels."""
        return self.rows * self.unit

    def bounds(self, grown: int = 0) -> Region:
        """The whole grid as (x, y, w, h), made larger by `grown` pixels on each side."""
        return self.x - grown, self.y - grown, self.width + 2 * grown, self.height + 2 * grown

    def cells(self) -> tuple[Cell, ...]:
        """All cells, row by row."""
        return cells_of_board(self.rows, self.columns)

    def rect(self, cell: Cell, inset: int = 0) -> Region:
        """The cell as (x, y, w, h), made smaller by `inset` pixels on each side."""
        x, y = self.x + (cell.column - 1) * self.unit, self.y + (cell.row - 1) * self.unit
        return x + inset, y + inset, self.unit - 2 * inset, self.unit - 2 * inset

    def regions(self, prefix: str = "", inset: int = 0) -> dict[str, Region]:
        """The regions of all cells by their names: ``R1C1``, ``R1C2``, ..., each behind a prefix."""
        return {f"{prefix}{cell}": self.rect(cell, inset) for cell in self.cells()}

    def center(self, cell: Cell) -> Point:
        """The middle of the cell (a half pixel where cells have an odd side)."""
        return self.x + (cell.column - 0.5) * self.unit, self.y + (cell.row - 0.5) * self.unit

    def crossing(self, row: int, column: int) -> Point:
        """The crossing of lines so many cells below and right of the top left corner, which is (0, 0)."""
        return self.x + column * self.unit, self.y + row * self.unit

    def edge(self, cell: Cell, side: Side) -> tuple[Point, Point]:
        """The two ends of a side of the cell, the upper or left one first."""
        row, column = cell.row - 1, cell.column - 1
        if side.is_first:
            start = row, column
        else:
            start = (row, column + 1) if side is Side.RIGHT else (row + 1, column)
        down = side.axis is Axis.HORIZONTAL
        return self.crossing(*start), self.crossing(start[0] + down, start[1] + (not down))

    def port(self, side: Side, number: int, distance: float = 0) -> Point:
        """The point `distance` pixels outside the border, in the middle of a row or column numbered from 1."""
        upright = side.axis is Axis.HORIZONTAL
        row = number if upright else (1 if side is Side.TOP else self.rows)
        column = (1 if side is Side.LEFT else self.columns) if upright else number
        (x0, y0), (x1, y1) = self.edge(Cell(row, column), side)
        down, right = side.direction.delta
        return (x0 + x1) / 2 + right * distance, (y0 + y1) / 2 + down * distance
