"""Marks on the faces of a cube: digits, letters, pips and icons, each told apart at any turn.

Icons are solid silhouettes inside the unit circle (y down), which a canvas moves and enlarges.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point, on_circle, star
from gametasks.renderers.kit.text import Font
from gametasks.renderers.kit.themes import RGB
from gametasks.schemas.rolling_cube import MarkSet

__all__ = ["draw_mark"]

_PIP_GRID: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Columns and rows of a die's pips, from -1 to 1."""


def draw_mark(
    canvas: Canvas, mark_set: MarkSet, mark: str, cx: float, cy: float, r: float, ink: RGB, paper: RGB, font: Font
) -> None:
    """Draw a mark around (cx, cy), within about ``r`` pixels.

    Args:
        canvas: The picture.
        mark_set: Any set but the colours, which fill a whole face and have no shape.
        mark: One of the set's marks.
        cx: Middle in pixels.
        cy: Middle in pixels.
        r: Reach in pixels.
        ink: Colour of the mark.
        paper: What lies behind it; holes show it.
        font: Font of digits and letters.
    """
    if mark_set is MarkSet.PIPS:
        for column, row in _PIP_GRID[mark]:
            canvas.circle(cx + column * 0.56 * r, cy + row * 0.56 * r, 0.21 * r, fill=ink)
    elif mark_set is MarkSet.ICONS:
        with canvas.at(cx, cy, scale=r):
            _ICONS[mark](canvas, ink, paper)
    else:
        canvas.text(mark, cx, cy, round(1.3 * r), ink, weight="bold", font=font)


def _star(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon(star(0, 0.08, 1.02, 5, 0.42), fill=ink)


def _heart(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    outline = []
    for degrees in range(0, 360, 4):
        t = math.radians(degrees)
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        outline.append((16 * math.sin(t) ** 3 / 17.5, -0.1 - y / 17.5))
    canvas.polygon(outline, fill=ink)


def _moon(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    # A unit disc without the disc of radius 0.82 around (0.45, 0): the circles meet at 53.9 degrees of the
    # first and 80.2 degrees of the second.
    outer = [on_circle(0.24, 0, 1, degrees) for degrees in _between(53.9, 306.1)]
    inner = [on_circle(0.69, 0, 0.82, degrees) for degrees in _between(279.8, 80.2)]
    canvas.polygon([*outer, *inner], fill=ink)


def _between(start: float, stop: float, pieces: int = 40) -> list[float]:
    return [start + (stop - start) * i / pieces for i in range(pieces + 1)]


def _sun(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, 0, 0.48, fill=ink)
    for ray in range(8):
        angle = 45 * ray
        canvas.line([on_circle(0, 0, 0.68, angle), on_circle(0, 0, 0.95, angle)], ink, 0.17)


def _tree(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    right: list[Point] = [(0, -1), (0.42, -0.42), (0.22, -0.42), (0.62, 0.12), (0.36, 0.12), (0.8, 0.68)]
    right += [(0.14, 0.68), (0.14, 1)]
    canvas.polygon(_mirrored(right), fill=ink)


def _mirrored(right: list[Point]) -> list[Point]:
    """The whole outline of a shape that is its own mirror image, from its right half."""
    return right + [(-x, y) for x, y in reversed(right)]


def _house(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon([(0.36, -0.86), (0.6, -0.86), (0.6, -0.2), (0.36, -0.2)], fill=ink)
    canvas.polygon(_mirrored([(0, -0.92), (1, -0.02), (0.74, -0.02), (0.74, 0.84)]), fill=ink)
    canvas.rect(-0.2, 0.26, 0.4, 0.58, fill=paper)


def _fish(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    body: list[Point] = [(-0.98, 0), (-0.62, -0.38), (-0.1, -0.5), (0.52, 0), (-0.1, 0.5), (-0.62, 0.38)]
    canvas.curve(body, ink, 0.04, closed=True, fill=ink)
    canvas.polygon([(0.3, 0), (0.98, -0.52), (0.8, 0), (0.98, 0.52)], fill=ink)
    canvas.polygon([(-0.3, -0.42), (0.1, -0.78), (0.28, -0.3)], fill=ink)
    canvas.circle(-0.58, -0.1, 0.1, fill=paper)


def _key(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, -0.58, 0.42, fill=ink)
    canvas.circle(0, -0.58, 0.18, fill=paper)
    canvas.rect(-0.1, -0.3, 0.2, 1.3, fill=ink)
    canvas.rect(0.05, 0.8, 0.4, 0.2, fill=ink)
    canvas.rect(0.05, 0.42, 0.32, 0.2, fill=ink)


def _bell(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    right: list[Point] = [(0.16, -0.84), (0.4, -0.7), (0.54, -0.36), (0.58, 0.1), (0.7, 0.36), (0.9, 0.56)]
    canvas.polygon(_mirrored(right), fill=ink)
    canvas.circle(0, -0.84, 0.15, fill=ink)
    canvas.circle(0, 0.78, 0.2, fill=ink)


def _anchor(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, -0.76, 0.17, stroke=ink, width=0.13)
    canvas.line([(0, -0.58), (0, 0.86)], ink, 0.18)
    canvas.line([(-0.42, -0.34), (0.42, -0.34)], ink, 0.16)
    canvas.arc(0, 0.1, 0.78, 15, 165, ink, 0.18)
    for side in (-1, 1):
        canvas.polygon([(side * 0.78, -0.02), (side * 1.0, 0.42), (side * 0.52, 0.34)], fill=ink)


_ICONS: Final[Mapping[str, Callable[[Canvas, RGB, RGB], None]]] = {
    "star": _star,
    "heart": _heart,
    "moon": _moon,
    "sun": _sun,
    "tree": _tree,
    "house": _house,
    "fish": _fish,
    "key": _key,
    "bell": _bell,
    "anchor": _anchor,
}
