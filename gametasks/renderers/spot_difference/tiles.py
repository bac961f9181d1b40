"""Cells of spot_difference, drawn once for all panels of a sample: most panels show the same glyphs again."""

from __future__ import annotations

from typing import Final

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.themes import RGB
from gametasks.renderers.spot_difference.glyphs import draw_glyph
from gametasks.schemas.spot_difference import Glyph

__all__ = ["GlyphTiles"]

_Tile = tuple[Glyph, RGB, int, int]


class GlyphTiles:
    """Glyphs on the flat ground of their cells, each with the same pixels as if it were drawn where it is copied to.

    Patterns are fixed to the pixels of the picture, and so a glyph is drawn again for every place of a cell within
    the period of the patterns; cells of one board all have the same, as their side is a whole number of periods.

    Args:
        side: Side of the square that holds a glyph, in whole pixels.
        stroke: Width of the outlines in pixels.
        period: Period of the patterns in pixels.
    """

    def __init__(self, side: int, stroke: float, period: int) -> None:
        self._side: Final = side
        self._stroke: Final = stroke
        self._period: Final = period
        self._tiles: dict[_Tile, Canvas] = {}

    def draw(self, canvas: Canvas, glyph: Glyph, ground: RGB, region: Region) -> None:
        """Draw a glyph into a square whose pixels all have the colour of the ground."""
        x, y, side, _ = region
        shift_x, shift_y = x % self._period, y % self._period
        key = glyph, ground, shift_x, shift_y
        tile = self._tiles.get(key)
        if tile is None:
            tile = self._tiles[key] = Canvas(shift_x + side, shift_y + side, canvas.theme)
            tile.fill(ground)
            center = shift_x + side / 2, shift_y + side / 2
            draw_glyph(tile, glyph, center, side / 2 - 0.5, self._stroke, self._period, ground)
        canvas.paste(tile, (shift_x, shift_y, side, side), x, y)
