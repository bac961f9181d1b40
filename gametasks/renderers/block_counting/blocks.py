"""Blocks in an isometric view: a slab with columns of cubes, the words FRONT and RIGHT, and an observer's arrow.

Lines are thin where two faces meet and thick where what lies beside the line is farther away, as a draughtsman would
draw them. Both are found on the triangles of the view: two faces that meet have an edge in space in common, and two
that only lie side by side on the picture have two.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from gametasks.renderers import Page, Point, Region, minimum_text_size
from gametasks.renderers.block_counting.materials import Material, Place
from gametasks.renderers.kit.isometric import BlockFace, HalfFace, Vertex, isometric_point, visible_halves
from gametasks.renderers.kit.panels import LEAST_SIDE
from gametasks.schemas import Cell, Style
from gametasks.schemas.block_counting import BlockState, FloorSide

__all__ = ["Layout", "draw_arrow", "draw_cubes", "draw_slab", "fit"]

_RIM: Final = 0.3  # lengths in edges of a cube
_THICKNESS: Final = 0.22
_WORD_AWAY: Final = 0.5
_ARROW_LENGTH: Final = 1.4
_ARROW_TIP: Final[Mapping[FloorSide, float]] = {
    FloorSide.FRONT: _RIM + 1.2,
    FloorSide.RIGHT: _RIM + 1.2,
    # So far outside that no tall column covers it.
    FloorSide.BACK: 1.0,
    FloorSide.LEFT: 1.0,
}
_ACROSS: Final = math.sqrt(3) / 2  # of a step to the right or to the front, on the picture
_LINE: Final = 0.018  # of an edge of a cube, for each pixel of the style's stroke
_THICK: Final = 1.7

_SPANS: Final[Mapping[BlockFace, tuple[Vertex, Vertex, Vertex]]] = {
    # The corner at the lower left, the step to the lower right one, the step to the upper left one.
    "top": ((0, 1, 1), (1, 0, 0), (0, -1, 0)),
    "floor": ((0, 1, 1), (1, 0, 0), (0, -1, 0)),
    "front": ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "right": ((1, 1, 0), (0, -1, 0), (0, 0, 1)),
}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where blocks lie on a page; it follows the size of the floor and the tallest column that there could be.

    Attributes:
        width, height: Size of the page in pixels.
        origin: The back corner of the floor.
        unit: The edge of a cube in pixels.
    """

    width: int
    height: int
    origin: Point
    unit: float

    def at(self, x: float, y: float, z: float = 0) -> Point:
        """The place of a point in space."""
        return isometric_point((x, y, z), self.unit, self.origin)

    def line(self, page: Page) -> float:
        """The width of a thin line, in pixels."""
        return max(2.0, _LINE * page.style.stroke * self.unit)

    def regions(self, state: BlockState) -> dict[str, Region]:
        """For each cell the box around its tile of floor, R1C1 at the back left; the height is an edge of a cube."""
        boxes = {}
        for r in range(state.rows):
            for c in range(state.columns):
                (left, _), (right, _), (_, top) = self.at(c, r + 1), self.at(c + 1, r), self.at(c, r)
                boxes[str(Cell(r + 1, c + 1))] = (round(left), round(top), round(right - left), round(self.unit))
        return boxes


class _Extent(NamedTuple):
    """How far a drawing reaches from the back corner of the floor, in edges of a cube on the picture."""

    left: float
    right: float
    top: float
    bottom: float


def _extent(state: BlockState, *, arrow: bool) -> _Extent:
    """The extent of all blocks that there could be on the floor, with room for an arrow on every side or for none."""
    rows, columns = state.rows, state.columns
    outside = max(_ARROW_TIP.values()) + _ARROW_LENGTH if arrow else 2 * _RIM
    bottom = (rows + columns) / 2 + _RIM + _THICKNESS + 0.3
    if arrow:
        bottom = max(bottom, (max(rows, columns) + min(rows, columns) / 2 + outside + 0.4) / 2)
    return _Extent((rows + outside) * _ACROSS, (columns + outside) * _ACROSS, state.tallest + 0.1, bottom)


def fit(state: BlockState, style: Style, *, arrow: bool) -> Layout:
    """Lay out the blocks as large as the page allows, with room for an arrow on every side or for none."""
    extent, pad = _extent(state, arrow=arrow), 2 * minimum_text_size(style.size, style.size)
    across, down = extent.left + extent.right, extent.top + extent.bottom
    unit = (style.size - 2 * pad) / max(across, down)
    width, height = (max(LEAST_SIDE, round(edges * unit) + 2 * pad) for edges in (across, down))
    left, top = (width - across * unit) / 2, (height - down * unit) / 2
    return Layout(width, height, (left + extent.left * unit, top + extent.top * unit), unit)


def draw_slab(page: Page, layout: Layout, state: BlockState, made: Material) -> None:
    """Draw the ground under the cells, and the words FRONT and RIGHT along its near sides."""
    low, right, front = -_RIM, state.columns + _RIM, state.rows + _RIM
    at, ink = layout.at, page.theme.page_ink
    top = [at(low, low), at(right, low), at(right, front), at(low, front)]
    below = [at(right, low, -_THICKNESS), at(right, front, -_THICKNESS), at(low, front, -_THICKNESS)]
    page.polygon([*top[:2], *below, top[3]], fill=made.faces["floor"], stroke=ink, width=page.stroke + 2)
    page.polygon(top, fill=made.slab, stroke=made.edge, width=page.stroke)
    page.line([top[2], below[1]], made.edge, page.stroke)
    size = max(page.text_size, round(0.3 * layout.unit))
    away = _WORD_AWAY + _THICKNESS
    page.text("FRONT", *at(state.columns / 2, front + away), size, ink, weight="bold", angle=30)
    page.text("RIGHT", *at(right + away, state.rows / 2), size, ink, weight="bold", angle=-30)


def draw_arrow(page: Page, layout: Layout, state: BlockState, side: FloorSide) -> None:
    """Draw an arrow on the ground outside a side of the floor, which points at the blocks."""
    tip, half, long = _ARROW_TIP[side], 0.42, _ARROW_LENGTH
    shape = [(0, 0), (half, 0.62), (0.17, 0.62), (0.17, long), (-0.17, long), (-0.17, 0.62), (-half, 0.62)]
    rows, columns = state.rows, state.columns
    places: Mapping[FloorSide, list[tuple[float, float]]] = {
        FloorSide.FRONT: [(columns / 2 + along, rows + tip + away) for along, away in shape],
        FloorSide.RIGHT: [(columns + tip + away, rows / 2 + along) for along, away in shape],
        FloorSide.BACK: [(columns - 0.5 + along, -tip - away) for along, away in shape],
        FloorSide.LEFT: [(-tip - away, rows - 0.5 + along) for along, away in shape],
    }
    points = [layout.at(x, y) for x, y in places[side]]
    page.polygon(points, fill=page.theme.accent, stroke=page.theme.page_ink, width=page.stroke)


def draw_cubes(page: Page, layout: Layout, state: BlockState, made: Material) -> None:
    """Draw what is seen of every cube and of the empty floor, from the farthest to the nearest."""
    halves = visible_halves(state.heights)
    detail, thin = max(1.0, 0.03 * layout.unit), layout.line(page)
    for cell, level, face in dict.fromkeys((half.cell, half.level, half.face) for half in halves):
        place = _places(layout, cell, level, face)
        tone = made.faces[face]
        page.polygon([place(0, 0), place(1, 0), place(1, 1), place(0, 1)], fill=tone, stroke=tone, width=1)
        if face == "floor":
            inner = [place(s, t) for s, t in ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))]
            page.polygon(inner, stroke=made.frame, width=detail)
        else:
            made.details(page, face, place, detail)
    lines = list(_lines(halves))
    for line in lines:
        if line.rim:
            page.line([layout.at(*end) for end in line.ends], page.theme.page_ink, _THICK * thin + 2)
    for line in lines:
        page.line([layout.at(*end) for end in line.ends], made.edge, _THICK * thin if line.thick else thin)


def _places(layout: Layout, cell: Cell, level: int, face: BlockFace) -> Place:
    """The places on a face of a cube."""
    corner, across, up = _SPANS[face]
    x0, y0 = layout.at(cell.column - 1 + corner[0], cell.row - 1 + corner[1], level + corner[2])
    (ax, ay), (ux, uy) = isometric_point(across, layout.unit), isometric_point(up, layout.unit)
    return lambda s, t: (x0 + s * ax + t * ux, y0 + s * ay + t * uy)


class _Line(NamedTuple):
    """A line between two triangles of the view.

    Attributes:
        ends: Two points in space.
        thick: Whether the two sides of the line lie at different distances.
        rim: Whether there are no blocks and no cells beside it.
    """

    ends: tuple[Vertex, Vertex]
    thick: bool
    rim: bool


def _lines(halves: list[HalfFace]) -> Iterator[_Line]:
    """All lines that are drawn, each once; the diagonal of a face that is seen wholly is none."""
    sides: dict[tuple[tuple[int, int], ...], list[tuple[Vertex, Vertex]]] = defaultdict(list)
    diagonals: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
    for half in halves:
        corner, first, second = half.corners
        for ends in ((corner, first), (corner, second), (first, second)):
            start, stop = sorted(ends)
            key = tuple((x - z, y - z) for x, y, z in (start, stop))
            sides[key].append((start, stop))
            diagonals[key] += ends == (first, second)
    for key, beside in sides.items():
        meet = len(beside) == 2 and beside[0] == beside[1]
        if not (meet and diagonals[key] == 2):
            yield _Line(beside[0], not meet, len(beside) == 1)
