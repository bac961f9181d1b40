"""The scene of patch_match: tiles, stripes, shapes or a map, in three looks.

Every area has a black outline, which stands out from all colours of scenes. *Print* is flat, *glass* has leads with a
bright middle, *engraved* has hatchings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point, heart, regular_polygon, star
from gametasks.renderers.kit.patterns import PatternName, pattern
from gametasks.renderers.kit.pen import Paint
from gametasks.renderers.kit.themes import BLACK, WHITE, Theme, mix
from gametasks.renderers.patch_match.voronoi import voronoi_cells
from gametasks.schemas.patch_match import Mark, PatchState, SceneKind

__all__ = ["LOOKS", "draw_scene"]

LOOKS: Final = ("print", "glass", "engraved")
_HATCHINGS: Final[tuple[PatternName, ...]] = ("diagonal", "antidiagonal", "dots")
_OVERSHOOT: Final = 16
"""How far a curve and its outline may reach beyond the points that it passes through, in units."""
_TURNS: Final = (0, 15, 30, 45)


def draw_scene(
    state: PatchState, cell: tuple[int, int], columns: int, theme: Theme, look: str, stroke: float
) -> Canvas:
    """The whole scene without any lines between cells.

    Args:
        state: What is drawn.
        cell: Width and height of a cell in pixels.
        columns: How many columns of cells are drawn.
        theme: Its palette.
        look: One of :data:`LOOKS`.
        stroke: Width of outlines in pixels.
    """
    canvas = Canvas(columns * cell[0], state.rows * cell[1], theme)
    scale = cell[0] / state.width
    painter = _Painter(canvas, state, look, scale, stroke, max(4, cell[0] // 24 * 2))
    canvas.fill(painter.paint(0, 0))
    with canvas.at(0, 0, scale=scale):
        if state.kind is SceneKind.TILES:
            for mark, corners in zip(state.marks, voronoi_cells([m.points[0] for m in state.marks]), strict=True):
                painter.area(mark, corners)
        elif state.kind is SceneKind.STRIPES:
            bottom = (state.rows + 2) * state.height
            for mark in state.marks:
                painter.stripe(mark, bottom)
        else:
            for mark in state.marks:
                painter.mark(mark)
    return canvas


class _Painter:
    """Draws marks in one look. Lengths are units of the scene; the stroke and the spacing of hatchings are pixels."""

    def __init__(self, canvas: Canvas, state: PatchState, look: str, scale: float, stroke: float, spacing: int) -> None:
        self._canvas = canvas
        self._colors = [canvas.theme.palette[colour] for colour in state.colours]
        self._look = look
        self._sight = canvas.width / scale, canvas.height / scale
        self._width = stroke / scale * (1.9 if look == "glass" else 1)
        self._spacing = spacing

    def paint(self, colour: int, form: int) -> Paint:
        color = self._colors[colour]
        if self._look != "engraved":
            return color
        return pattern(_HATCHINGS[form % len(_HATCHINGS)], mix(color, BLACK, 0.28), color, self._spacing, 2)

    def _out_of_sight(self, points: Sequence[Point]) -> bool:
        """Whether a closed curve through these points lies beyond one edge of the picture."""
        width, height = self._sight
        return (
            all(x < -_OVERSHOOT for x, _ in points)
            or all(x > width + _OVERSHOOT for x, _ in points)
            or all(y < -_OVERSHOOT for _, y in points)
            or all(y > height + _OVERSHOOT for _, y in points)
        )

    def area(self, mark: Mark, corners: Sequence[Point]) -> None:
        if self._out_of_sight(corners):
            return
        self._canvas.polygon(corners, fill=self.paint(mark.colour, mark.form), stroke=BLACK, width=self._width)
        self._lead([*corners, corners[0]])

    def _lead(self, points: Sequence[Point]) -> None:
        if self._look == "glass":
            self._canvas.line(points, WHITE, self._width / 3)

    def stripe(self, mark: Mark, bottom: int) -> None:
        """Paint all that lies below the curve; what belongs to lower stripes is painted over."""
        first, last = mark.points[0], mark.points[-1]
        outline = [*_smooth(mark.points), (last[0], bottom), (first[0], bottom)]
        self._canvas.polygon(outline, fill=self.paint(mark.colour, mark.form))
        self._canvas.line(outline[:-2], BLACK, self._width)
        self._lead(outline[:-2])

    def mark(self, mark: Mark) -> None:
        """A shape, a coast or a road."""
        if mark.form < 0:
            self._canvas.curve(mark.points, BLACK, 4.5 * self._width)
            self._canvas.curve(mark.points, self._colors[mark.colour], 2.5 * self._width)
        elif mark.size:
            self.area(mark, _outline(mark))
        else:
            self._canvas.curve(mark.points, BLACK, self._width, closed=True, fill=self.paint(mark.colour, mark.form))
            if self._look == "glass":
                self._canvas.curve(mark.points, WHITE, self._width / 3, closed=True)


def _outline(mark: Mark) -> Sequence[Point]:
    (x, y), r, number = mark.points[0], mark.size, mark.form // len(_HATCHINGS)
    turn = _TURNS[(x + y) % len(_TURNS)]
    outlines = (
        lambda: regular_polygon(x, y, r, 24, 0),
        lambda: regular_polygon(x, y, r, 4, turn),
        lambda: regular_polygon(x, y, r, 3, turn),
        lambda: star(x, y, 1.15 * r, 5, 0.5),
        lambda: heart(x, y, r),
        lambda: regular_polygon(x, y, r, 6, turn),
    )
    return list(outlines[number]())


def _smooth(points: Sequence[tuple[int, int]]) -> list[Point]:
    """A Catmull-Rom spline through the points, as a polyline of five steps between two of them."""
    padded = [points[0], *points, points[-1]]
    line: list[Point] = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(5):
            t = step / 5
            w0, w1 = t * (-1 + t * (2 - t)) / 2, 1 + t * t * (3 * t - 5) / 2
            w2, w3 = t * (1 + t * (4 - 3 * t)) / 2, t * t * (t - 1) / 2
            line.append((w0 * ax + w1 * bx + w2 * cx + w3 * dx, w0 * ay + w1 * by + w2 * cy + w3 * dy))
    return [*line, points[-1]]
