"""Text from the outlines of bundled fonts; the fonts of the machine are never used.

A label is laid out and rasterised once per (text, size, weight, font) into an A8 mask, which is kept in a bounded cache
of the thread and painted with any colour. `size` always is the height of capitals and digits (the cap height) in whole
pixels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, get_args

import cairocffi as cairo
from fontTools.pens.basePen import BasePen
from fontTools.ttLib import TTFont

from gametasks.renderers.kit.by_thread import cached_by_thread
from gametasks.renderers.kit.paths import Point
from gametasks.schemas._style import Font

Weight = Literal["regular", "bold"]
FONTS: Final[tuple[Font, ...]] = get_args(Font)

FONT_FILES: Final[Mapping[tuple[Font, Weight], str]] = {
    ("sans", "regular"): "Inter-Medium.otf",
    ("sans", "bold"): "Inter-Bold.otf",
    ("slab", "regular"): "RobotoSlab-Regular.otf",
    ("slab", "bold"): "RobotoSlab-Bold.otf",
    ("mono", "regular"): "JetBrainsMono-Medium.ttf",
    ("mono", "bold"): "JetBrainsMono-Bold.ttf",
}
_FOLDER: Final = Path(__file__).with_name("fonts")
_fonts: Final = Lock()
"""Held while an outline is read: FontTools reads a font bit by bit, and keeps what it has read in it."""
_PADDING: Final = 1  # empty pixels around the ink of a mask


@dataclass(frozen=True, slots=True)
class Outline:
    """One outline in em-free units: cap height 1, y downward, origin on the baseline."""

    advance: float
    contours: tuple[tuple[str, tuple[Point, ...]], ...]


@dataclass(frozen=True, slots=True)
class TextExtents:
    """What the ink of a label covers, in pixels, relative to its origin on the baseline (y downward)."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Width of the ink in pixels."""
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class TextMask:
    """A rasterised label: `surface` is A8; its pixel (0, 0) lies at (`x`, `y`) from the left end of the ink's baseline.

    `width` is the exact width of the ink in pixels.
    """

    surface: Any
    x: int
    y: int
    width: float


class _OutlinePen(BasePen):  # type: ignore[misc]
    """Records an outline as moves, lines and cubic curves (BasePen turns quadratic curves into cubic ones)."""

    def __init__(self, glyph_set: Any, scale: float) -> None:
        super().__init__(glyph_set)
        self.scale = scale
        self.contours: list[tuple[str, tuple[Point, ...]]] = []

    def _record(self, command: str, *points: Point) -> None:
        self.contours.append((command, tuple((x * self.scale, -y * self.scale) for x, y in points)))

    def _moveTo(self, pt: Point) -> None:
        self._record("move_to", pt)

    def _lineTo(self, pt: Point) -> None:
        self._record("line_to", pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._record("curve_to", pt1, pt2, pt3)

    def _closePath(self) -> None:
        self._record("close_path")


@dataclass(frozen=True, slots=True)
class _OpenFont:
    glyph_set: Any
    names: Mapping[int, str]
    cap_height: float


@cache
def _open_font(font: Font, weight: Weight) -> _OpenFont:
    """Open a bundled font, once per process (about 5 ms)."""
    if (font, weight) not in FONT_FILES:
        raise ValueError(f"no bundled font for font={font!r}, weight={weight!r}; there are {sorted(FONT_FILES)}")
    opened = TTFont(_FOLDER / FONT_FILES[font, weight])
    return _OpenFont(opened.getGlyphSet(), opened.getBestCmap(), float(opened["OS/2"].sCapHeight))


@lru_cache(maxsize=2048)
def glyph(character: str, weight: Weight = "regular", font: Font = "sans") -> Outline:
    """The outline of one character; what a font lacks (arrows in the slab serif) comes from the sans of that weight.

    Raises ValueError for a character that no bundled font holds.
    """
    with _fonts:
        source = _open_font(font, weight)
        name = source.names.get(ord(character))
        if name is not None:
            pen = _OutlinePen(source.glyph_set, 1 / source.cap_height)
            source.glyph_set[name].draw(pen)
            return Outline(source.glyph_set[name].width / source.cap_height, tuple(pen.contours))
    if font == "sans":
        raise ValueError(f"the bundled fonts have no glyph for {character!r} (U+{ord(character):04X})")
    return glyph(character, weight, "sans")


def trace_text(context: Any, text: str, size: float, weight: Weight = "regular", font: Font = "sans") -> None:
    """Add the outlines of `text` to the path of a Cairo context, from the origin (0, 0) on the baseline."""
    pen_x = 0.0
    for character in text:
        outline = glyph(character, weight, font)
        for command, points in outline.contours:
            getattr(context, command)(*(value for x, y in points for value in (pen_x + x * size, y * size)))
        pen_x += outline.advance * size


def _scratch_context(width: int = 1, height: int = 1) -> tuple[Any, Any]:
    surface = cairo.ImageSurface(cairo.FORMAT_A8, width, height)
    return surface, cairo.Context(surface)


@lru_cache(maxsize=8192)
def text_extents(text: str, size: int, weight: Weight = "regular", font: Font = "sans") -> TextExtents:
    """Measure `text` at a cap height of `size` pixels, exactly, from its outlines."""
    _, context = _scratch_context()
    trace_text(context, text, size, weight, font)
    return TextExtents(*context.path_extents())


@cached_by_thread(maxsize=4096)
def text_mask(text: str, size: int, weight: Weight = "regular", font: Font = "sans") -> TextMask:
    """Rasterise `text` at a cap height of `size` pixels; the left end of the ink falls on a whole pixel."""
    extents = text_extents(text, size, weight, font)
    top = math.floor(extents.top) - _PADDING
    width = math.ceil(extents.width) + 2 * _PADDING
    height = math.ceil(extents.bottom) + _PADDING - top
    surface, context = _scratch_context(width, height)
    context.set_antialias(cairo.ANTIALIAS_BEST)
    context.translate(_PADDING - extents.left, -top)
    trace_text(context, text, size, weight, font)
    context.fill()
    surface.flush()
    return TextMask(surface, -_PADDING, top, extents.width)


def fit_text_size(
    text: str, max_width: float, size: int, weight: Weight = "regular", font: Font = "sans", smallest: int = 11
) -> int:
    """The largest whole size up to `size` at which the ink of `text` is at most `max_width` pixels wide.

    Raises ValueError if not even `smallest` fits: a label must stay readable.
    """
    for candidate in range(size, smallest - 1, -1):
        if text_extents(text, candidate, weight, font).width <= max_width:
            return candidate
    raise ValueError(f"{text!r} does not fit into {max_width:.0f} px even at a size of {smallest} px")


def minimum_text_size(width: int, height: int) -> int:
    """The least text size allowed in an image of this size: 11 px at 512 px, 14 px at 768 px, and so on in a line."""
    return max(11, 11 + math.ceil((max(width, height) - 512) * 3 / 256))
