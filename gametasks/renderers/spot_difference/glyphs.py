"""The glyphs of spot_difference: outlines around the centre of a cell, and their fills.

A colour that stands out little from the board, such as yellow on a light one, is edged with the ink of the theme. A
solid or patterned glyph has an outline of ink, a pattern is drawn in ink on the colour, and a hollow glyph is a ring of
the colour between two lines of ink.

An outline is made in a unit circle and rounded to 1/256 px around the centre, which is Cairo's own precision. Cell
centres lie on half pixels, so a glyph has exactly the same pixels in every cell of the same size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point, cross, heart, on_circle, regular_polygon, star
from gametasks.renderers.kit.patterns import PatternName, pattern
from gametasks.renderers.kit.pen import Paint
from gametasks.renderers.kit.themes import RGB, outline_for
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
_INK_SHARES: Final[Mapping[Fill, float]] = {Fill.DIAGONAL: 0.35, Fill.BARS: 0.5, Fill.DOTS: 0.31, Fill.NET: 0.3}
"""The same widths where the pattern is ink on a weak colour: half of it is ink, so that it differs clearly from a solid
glyph and from one of another weak colour, beside an outline that is alike."""

_INK_LINE: Final = 0.7
"""Width of a line of ink along a weak colour, as a share of that of other outlines."""


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
        ground: The colour of the cell, which shows through hollow glyphs and the patterns of strong colours.
    """
    color = canvas.theme.palette[glyph.colour]
    ink = outline_for(canvas.theme, color)
    mark, paper = (color, ground) if ink is None else (ink, color)
    # All fills of a colour have one outer border, so that no other fill looks like another size.
    width = stroke if ink is None else (1 + 2 * _INK_LINE) * stroke
    radius = (reach - width / 2) * SIZES[glyph.size]
    points = [(center[0] + x, center[1] + y) for x, y in _outline(glyph.shape, glyph.rotation, radius)]
    fill: Paint
    if glyph.fill is Fill.SOLID:
        fill = color
    elif glyph.fill is Fill.HOLLOW:
        fill = ground
    else:
        name, share = _PATTERNS[glyph.fill]
        fill = pattern(name, mark, paper, spacing, (share if ink is None else _INK_SHARES[glyph.fill]) * spacing)
    canvas.polygon(points, fill=fill, stroke=mark, width=width)
    if ink is not None:
        hollow = glyph.fill is Fill.HOLLOW
        canvas.polygon(points, fill=None if hollow else fill, stroke=color if hollow else fill, width=stroke)


@lru_cache(maxsize=1024)
def _outline(shape: Shape, rotation: int, radius: float) -> Outline:
    """The outline in pixels around (0, 0), turned clockwise by ``rotation`` degrees."""
    cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    turned = ((radius * (x * cos - y * sin), radius * (x * sin + y * cos)) for x, y in _OUTLINES[shape])
    return tuple((round(x * 256) / 256, round(y * 256) / 256) for x, y in turned)


def _arc(cx: float, cy: float, r: float, start: float, stop: float, steps: int = 48) -> tuple[Point, ...]:
    return tuple(on_circle(cx, cy, r, start + (stop - start) * i / steps) for i in range(steps + 1))


def _mirrored(right: Outline) -> Outline:
    """The whole outline of a shape that is its own mirror image, from its right half."""
    return right + tuple((-x, y) for x, y in reversed(right))


_HORN: Final = math.hypot(math.cos(math.radians(48)) - 0.52, math.sin(math.radians(48)))
"""Radius of the smaller disc, around (0.52, 0), that cuts the horns of a crescent at 48 degrees."""

_OUTLINES: Final[Mapping[Shape, Outline]] = {
    Shape.CIRCLE: regular_polygon(0, 0, 0.98, 96, 0),
    Shape.SQUARE: regular_polygon(0, 0, 1, 4, 45),
    Shape.TRIANGLE: regular_polygon(0, 0, 1, 3),
    Shape.STAR: star(0, 0, 1, 5, 0.47),
    Shape.CROSS: cross(0, 0, 0.94, 0.29),
    Shape.HEART: heart(0, 0, 1),
    Shape.ARROW: ((0, -1), (0.8, -0.1), (0.34, -0.1), (0.34, 0.92), (-0.34, 0.92), (-0.34, -0.1), (-0.8, -0.1)),
    Shape.CRESCENT: _arc(0, 0, 1, 48, 312, 72) + _arc(0.52, 0, _HORN, 282, 78),
    # A disc and the two tangents from the tip.
    Shape.DROP: ((0, -1), *_arc(0, 0.36, 0.62, -27, 207, 64)),
    # The lower half of a disc, moved up so that it turns about its middle.
    Shape.HALF_DISC: _arc(0, -0.42, 0.9, 0, 180, 64),
    Shape.HOURGLASS: ((-0.64, -0.76), (0.64, -0.76), (0.2, 0), (0.64, 0.76), (-0.64, 0.76), (-0.2, 0)),
    Shape.RHOMBUS: ((0, -1), (0.47, 0), (0, 1), (-0.47, 0)),
    Shape.TEE: _mirrored(((0.76, -0.64), (0.76, -0.08), (0.3, -0.08), (0.3, 0.92))),
    Shape.CHEVRON: ((0, -0.95), (0.8, -0.15), (0.8, 0.6), (0, -0.16), (-0.8, 0.6), (-0.8, -0.15)),
    Shape.SPARKLE: star(0, 0, 1, 4, 0.45),
    # A disc without its upper right quarter.
    Shape.PIE: ((0, 0), *_arc(0, 0, 0.92, 0, 270, 72)),
}
"""Outlines at rotation 0, with y downward and no point farther than 1 from (0, 0)."""
