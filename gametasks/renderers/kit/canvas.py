"""One picture: a Cairo surface with shapes, text, clips and moved coordinates, and its RGB image.

All lengths are pixels, y points down, colours are RGB integers 0..255, angles are degrees clockwise as seen on screen
(0 points right, 90 down). A stroke lies centred on the outline; strokes of an even width on whole pixels are crisp.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal

import cairocffi as cairo
from PIL import Image

from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.shapes import Shapes
from gametasks.renderers.kit.text import Weight, minimum_text_size, text_extents, text_mask, trace_text
from gametasks.renderers.kit.themes import RGB, Theme
from gametasks.schemas._style import Font

Anchor = Literal["center", "left", "right", "top", "bottom", "top-left", "top-right", "bottom-left", "bottom-right"]
Region = tuple[int, int, int, int]

# Where the left end of the baseline lies from the anchor point, in widths and heights of the label.
_ANCHORS: Final[Mapping[Anchor, Point]] = {
    "center": (-0.5, 0.5),
    "left": (0, 0.5),
    "right": (-1, 0.5),
    "top": (-0.5, 1),
    "bottom": (-0.5, 0),
    "top-left": (0, 1),
    "top-right": (-1, 1),
    "bottom-left": (0, 0),
    "bottom-right": (-1, 0),
}
_RAW_MODE: Final = "BGRX" if sys.byteorder == "little" else "XRGB"


class Canvas(Shapes):
    """An opaque RGB picture of `width` by `height` whole pixels, filled with the theme's page colour.

    `text_size` is the least height of text in a picture of this size, and the default of what is written; `font` is
    the default font.
    """

    def __init__(self, width: int, height: int, theme: Theme, font: Font = "sans") -> None:
        self.width = width
        self.height = height
        self.theme = theme
        self.font: Font = font
        self.text_size = minimum_text_size(width, height)
        self._surface = cairo.ImageSurface(cairo.FORMAT_RGB24, width, height)
        super().__init__(cairo.Context(self._surface))
        self._whole_pixels = True  # False inside at() with an angle or a scale: text is then drawn as outlines
        self.fill(theme.page)

    # --- text --------------------------------------------------------------------------------------------------------

    def text(
        self,
        s: str,
        x: float,
        y: float,
        size: int | None = None,
        color: RGB | None = None,
        anchor: Anchor = "center",
        weight: Weight = "regular",
        font: Font | None = None,
        angle: float = 0,
    ) -> None:
        """Write one line with capitals and digits `size` pixels high; default colour: the theme's ink.

        `anchor` says which point of the box lies at (x, y); the box is the ink's width by the cap height, so
        descenders hang below it. Upright text falls on whole pixels.
        """
        size, font = size or self.text_size, font or self.font
        if angle or not self._whole_pixels:
            self._text_outlines(s, x, y, size, color or self.theme.ink, anchor, weight, font, angle)
            return
        mask = text_mask(s, size, weight, font)
        dx, dy = _anchor_offset(anchor, mask.width, size)
        left, baseline = math.floor(x + dx + 0.5), math.floor(y + dy + 0.5)
        self._set_paint(self.theme.ink if color is None else color)
        self._context.mask_surface(mask.surface, left + mask.x, baseline + mask.y)

    def text_width(self, s: str, size: int | None = None, weight: Weight = "regular") -> float:
        """The exact width of the ink in pixels, in the default font."""
        return text_extents(s, size or self.text_size, weight, self.font).width

    def _text_outlines(
        self,
        s: str,
        x: float,
        y: float,
        size: int,
        color: RGB,
        anchor: Anchor,
        weight: Weight,
        font: Font,
        angle: float,
    ) -> None:
        extents = text_extents(s, size, weight, font)
        dx, dy = _anchor_offset(anchor, extents.width, size)
        self._context.save()
        self._context.translate(x, y)
        self._context.rotate(math.radians(angle))
        self._context.translate(dx - extents.left, dy)
        self._set_paint(color)
        trace_text(self._context, s, size, weight, font)
        self._context.fill()
        self._context.restore()

    # --- where to draw -----------------------------------------------------------------------------------------------

    @contextmanager
    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> Iterator[None]:
        """Inside the block (0, 0) means (x, y), turned clockwise by `angle` degrees and enlarged by `scale`."""
        whole_pixels = self._whole_pixels
        self._context.save()
        self._context.translate(x, y)
        self._context.rotate(math.radians(angle))
        self._context.scale(scale, scale)
        self._whole_pixels = whole_pixels and angle == 0 and scale == 1 and x == int(x) and y == int(y)
        try:
            yield
        finally:
            self._context.restore()
            self._whole_pixels = whole_pixels

    @contextmanager
    def clip(self, x: float, y: float, w: float, h: float) -> Iterator[None]:
        """Inside the block only the rectangle is drawn on."""
        self._context.save()
        self._context.rectangle(x, y, w, h)
        self._context.clip()
        try:
            yield
        finally:
            self._context.restore()

    def paste(self, other: Canvas, region: Region, x: int, y: int) -> None:
        """Copy a rectangle of another picture, pixel by pixel, with its top left corner to (x, y).

        Lengths are whole pixels; inside `at` with an angle, a scale or a part of a pixel there is nothing to copy to.
        """
        left, top, width, height = region
        self._context.set_source_surface(other._surface, x - left, y - top)
        self._context.rectangle(x, y, width, height)
        self._context.fill()

    # --- results -----------------------------------------------------------------------------------------------------

    def region(self, x: float, y: float, w: float, h: float) -> Region:
        """The whole-pixel rectangle (x, y, w, h) inside the picture that covers a rectangle."""
        left, top = max(0, math.floor(x)), max(0, math.floor(y))
        right, bottom = min(self.width, math.ceil(x + w)), min(self.height, math.ceil(y + h))
        return left, top, max(0, right - left), max(0, bottom - top)

    def image(self) -> Image.Image:
        """A copy of the picture as an RGB image."""
        self._surface.flush()
        stride = self._surface.get_stride()
        return Image.frombuffer("RGB", (self.width, self.height), self._surface.get_data(), "raw", _RAW_MODE, stride, 1)


def _anchor_offset(anchor: Anchor, width: float, size: int) -> Point:
    """From the anchor point to the left end of the baseline, for a box of `width` by `size` pixels."""
    across, down = _ANCHORS[anchor]
    return across * width, down * size
