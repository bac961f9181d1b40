"""Where the hexagons of a diamond lie, and the outlines made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gametasks.renderers.kit.paths import Point, on_circle, regular_polygon
from gametasks.schemas import Cell
from gametasks.schemas.hexakai.diamond import HexDirection, cells_of, coordinates

__all__ = ["HexLayout", "fit_diamond"]

_CLOCKWISE = tuple(HexDirection)
_MARGIN_X = 1.7
_MARGIN_Y = 1.3
"""Room for an arrow beyond the rim, in radii of a hexagon. Every picture has it, arrow or not."""


@dataclass(frozen=True, slots=True)
class HexLayout:
    """A diamond of hexagons that stand on a corner.

    Attributes:
        size: Cells of a diagonal.
        width, height: The picture, in pixels.
        radius: From the centre of a hexagon to its corners, in pixels.
    """

    size: int
    width: int
    height: int
    radius: float

    @property
    def pitch(self) -> float:
        """Distance of the centres of neighbours, in pixels."""
        return self.radius * math.sqrt(3)

    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order."""
        return cells_of(self.size)

    def center(self, cell: Cell) -> Point:
        """The centre of a hexagon."""
        x, y = coordinates(self.size, cell)
        return self.width / 2 + (x - y) / 2 * self.pitch, self.height / 2 + (cell.row - self.size) * 1.5 * self.radius

    def hexagon(self, cell: Cell, scale: float = 1) -> tuple[Point, ...]:
        """Its six corners, the top one first, clockwise."""
        return regular_polygon(*self.center(cell), self.radius * scale, 6)

    def beyond(self, cell: Cell, direction: HexDirection, distance: float) -> Point:
        """The point ``distance`` radii away from a centre, against a direction."""
        return on_circle(*self.center(cell), distance * self.radius, 60 * _CLOCKWISE.index(direction) + 180)

    def middle_row(self) -> tuple[Cell, ...]:
        """The cells of the widest row."""
        return tuple(Cell(self.size, place) for place in range(1, self.size + 1))

    def middle_outline(self) -> list[Point]:
        """The outline of the middle row, zigzag above and below."""
        hexagons = [self.hexagon(cell) for cell in self.middle_row()]
        above = [corners[k] for corners in hexagons for k in (5, 0, 1)]
        below = [corners[k] for corners in reversed(hexagons) for k in (2, 3, 4)]
        return above + below


def fit_diamond(size: int, height: int) -> HexLayout:
    """The diamond of a size in an upright picture of a height."""
    radius = height / (3 * size - 1 + 2 * _MARGIN_Y)
    return HexLayout(size, round(radius * (size * math.sqrt(3) + 2 * _MARGIN_X)), height, radius)
