"""Glyphs that are copied have the pixels of glyphs that are drawn in place, patterns included."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from gametasks.renderers import THEMES, Canvas
from gametasks.renderers.spot_difference.glyphs import draw_glyph
from gametasks.renderers.spot_difference.tiles import GlyphTiles
from gametasks.schemas.spot_difference import SIZES, Fill, Glyph, Shape


@pytest.mark.parametrize("side", [41, 60])
@pytest.mark.parametrize("theme", ["paper", "slate"])
@pytest.mark.parametrize("fill", list(Fill))
def test_copies_have_the_pixels_of_drawings(side, theme, fill):
    period, stroke = 8, 2.25
    colours = THEMES[theme]
    drawn, copied = (Canvas(640, 640, colours) for _ in range(2))
    tiles = GlyphTiles(side, stroke, period)
    cells = product(range(3, 640 - side, side + 5), range(10, 640 - side, side + 8))
    glyphs = [
        Glyph(shape=shape, colour=colour, size=size, rotation=0, fill=fill)
        for shape, colour, size in product(list(Shape)[:5], ("red", "yellow"), SIZES)
    ]
    for number, (x, y) in enumerate(cells):
        glyph = glyphs[number % len(glyphs)]
        ground = colours.surface_alt if number % 3 else colours.surface
        for canvas in (drawn, copied):
            canvas.rect(x, y, side, side, fill=ground)
        draw_glyph(drawn, glyph, (x + side / 2, y + side / 2), side / 2 - 0.5, stroke, period, ground)
        tiles.draw(copied, glyph, ground, (x, y, side, side))
    assert (np.asarray(drawn.image()) == np.asarray(copied.image())).all()


def test_an_equal_glyph_is_drawn_once(monkeypatch):
    drawings = []
    monkeypatch.setattr("gametasks.renderers.spot_difference.tiles.draw_glyph", lambda *given: drawings.append(given))
    canvas, tiles = Canvas(320, 320, THEMES["paper"]), GlyphTiles(40, 2, 10)
    glyph = Glyph(shape=Shape.STAR, colour="red", size=next(iter(SIZES)), rotation=0, fill=Fill.DOTS)
    for x in (0, 50, 120, 7):  # the last one lies otherwise within the period of the patterns
        tiles.draw(canvas, glyph, canvas.theme.surface, (x, 20, 40, 40))
    assert len(drawings) == 2
