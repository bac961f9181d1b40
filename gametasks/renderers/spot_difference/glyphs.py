"""The glyphs of spot_difference: outlines around the centre of a cell, and their fills.

An outline is made in a unit circle and rounded to 1/256 px around the centre, which is Cairo's own precision. Cell
centres lie on half pixels, so a glyph has exactly the same pixels in every cell of the same size.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point, cross, on_circle, regular_polygon, star
from gametasks.renderers.kit.patterns import PatternName, pattern
from gametasks.renderers.kit.pen import Paint
from gametasks.renderers.kit.themes import RGB
from gametasks.schemas.spot_difference import SIZES, Fill, Glyph, Shape

__all__ = ["draw_glyph"]

Outline = tuple[Point, ...]

_PATTERNS: Final[Mapping[Fill, tuple[PatternName, float]]] = {
    # The name of the pattern and the width of its strokes as a share of the spacing.
    Fill.DIAGONAL: ("diagonal", 0.305),
    Fill.BARS: ("horizontal", 0.43),
    Fill.DOTS: ("dots", 0.29),
    Fill.NET: ("grid", 0.225),
}


def draw_glyph(
    canvas: Canvas, glyph: Glyph, center: Point, reach: float, stroke: float, spacing: int, ground: RGB
) -> None:
    """Draw a glyph that stays within ``reach`` pixels of the centre, its outline included.

    Args:
        canvas: What to draw on.
        glyph: What to draw.
        center: Middle of the cell, on whole or half pixels.
        reach: Greatest distance of the ink from the centre, for a large glyph.
        stroke: Width of the outline in pixels.
        spacing: Period of the patterns, an even number of pixels.
        ground: The colour of the cell, which shows through hollow and patterned glyphs.
    """
    radius = (reach - stroke / 2) * SIZES[glyph.size]
    points = [(center[0] + x, center[1] + y) for x, y in _outline(glyph.shape, glyph.rotation, radius)]
    color = canvas.theme.palette[glyph.colour]
    fill: Paint
    if glyph.fill is Fill.SOLID:
        fill = color
    elif glyph.fill is Fill.HOLLOW:
        fill = ground
    else:
        name, share = _PATTERNS[glyph.fill]
        fill = pattern(name, color, ground, spacing, share * spacing)
    canvas.polygon(points, fill=fill, stroke=color, width=stroke)


@lru_cache(maxsize=1024)
def _outline(shape: Shape, rotation: int, radius: float) -> Outline:
    """The outline in pixels around (0, 0), turned clockwise by ``rotation`` degrees."""
    cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    turned = ((radius * (x * cos - y * sin), radius * (x * sin + y * cos)) for x, y in _unit_outline(shape))
    return tuple((round(x * 256) / 256, round(y * 256) / 256) for x, y in turned)


@lru_cache(maxsize=32)
def _unit_outline(shape: Shape) -> Outline:
    """The outline at rotation 0, with y downward and no point farther than 1 from (0, 0)."""
    return tuple(_OUTLINES[shape]())


def _arc(cx: float, cy: float, r: float, start: float, stop: float, steps: int = 48) -> list[Point]:
    return [on_circle(cx, cy, r, start + (stop - start) * i / steps) for i in range(steps + 1)]


def _circle() -> list[Point]:
    return _arc(0, 0, 0.98, 0, 360, 96)[:-1]


def _square() -> list[Point]:
    return list(regular_polygon(0, 0, 1, 4, 45))


def _triangle() -> list[Point]:
    return list(regular_polygon(0, 0, 1, 3))


def _star() -> list[Point]:
    return list(star(0, 0, 1, 5, 0.47))


def _cross() -> list[Point]:
    return list(cross(0, 0, 0.94, 0.29))


def _heart() -> list[Point]:
    """The usual heart curve, (16 sin^3 t, 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t), upright."""
    curve = []
    for i in range(96):
        t = 2 * math.pi * i / 96
        x = 16 * math.sin(t) ** 3
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        curve.append((x / 17.6, -(y + 1.5) / 17.6))
    return curve


def _arrow() -> list[Point]:
    return [(0, -1), (0.8, -0.1), (0.34, -0.1), (0.34, 0.92), (-0.34, 0.92), (-0.34, -0.1), (-0.8, -0.1)]


def _crescent() -> list[Point]:
    """A moon open to the right: a disc without a smaller one."""
    outer = _arc(0, 0, 1, 48, 312, 72)
    return outer + _arc(0.52, 0, math.hypot(math.cos(math.radians(48)) - 0.52, math.sin(math.radians(48))), 282, 78, 48)


def _drop() -> list[Point]:
    """A drop with its point on top: a disc and the two tangents from the tip."""
    return [(0, -1), *_arc(0, 0.36, 0.62, -27, 207, 64)]


def _half_disc() -> list[Point]:
    """The lower half of a disc, moved up so that it turns about its middle."""
    return _arc(0, -0.42, 0.9, 0, 180, 64)


def _hourglass() -> list[Point]:
    return [(-0.64, -0.76), (0.64, -0.76), (0.2, 0), (0.64, 0.76), (-0.64, 0.76), (-0.2, 0)]


def _rhombus() -> list[Point]:
    return [(0, -1), (0.47, 0), (0, 1), (-0.47, 0)]


def _tee() -> list[Point]:
    right = [(0.76, -0.64), (0.76, -0.08), (0.3, -0.08), (0.3, 0.92)]
    return right + [(-x, y) for x, y in reversed(right)]


def _chevron() -> list[Point]:
    return [(0, -0.95), (0.8, -0.15), (0.8, 0.6), (0, -0.16), (-0.8, 0.6), (-0.8, -0.15)]


def _sparkle() -> list[Point]:
    return list(star(0, 0, 1, 4, 0.45))


def _pie() -> list[Point]:
    """A disc without its upper right quarter."""
    return [(0, 0), *_arc(0, 0, 0.92, 0, 270, 72)]


_OUTLINES: Final[Mapping[Shape, Callable[[], list[Point]]]] = {
    Shape.CIRCLE: _circle,
    Shape.SQUARE: _square,
    Shape.TRIANGLE: _triangle,
    Shape.STAR: _star,
    Shape.CROSS: _cross,
    Shape.HEART: _heart,
    Shape.ARROW: _arrow,
    Shape.CRESCENT: _crescent,
    Shape.DROP: _drop,
    Shape.HALF_DISC: _half_disc,
    Shape.HOURGLASS: _hourglass,
    Shape.RHOMBUS: _rhombus,
    Shape.TEE: _tee,
    Shape.CHEVRON: _chevron,
    Shape.SPARKLE: _sparkle,
    Shape.PIE: _pie,
}
