"""Pattern fills: seamless tiles fixed to the pixels of the image, so that neighbouring shapes share one texture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import cairocffi as cairo

from gametasks.renderers.kit.by_thread import cached_by_thread
from gametasks.renderers.kit.themes import RGB

PatternName = Literal[
    "diagonal", "antidiagonal", "horizontal", "vertical", "crosshatch", "grid", "dots", "checker", "waves", "bricks"
]
PATTERN_NAMES: Final[tuple[PatternName, ...]] = get_args(PatternName)


_Segment = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A fill of `color` marks that repeat every `spacing` pixels, over `background` (None: what lies below shows)."""

    name: PatternName
    color: RGB
    background: RGB | None
    spacing: int
    width: float


def pattern(
    name: PatternName, color: RGB, background: RGB | None = None, spacing: int = 10, width: float = 2
) -> Pattern:
    """A pattern fill for any shape of a canvas; `spacing` (even, at least 4) and stroke `width` in pixels."""
    if name not in PATTERN_NAMES:
        raise ValueError(f"no pattern is called {name!r}; there are {', '.join(PATTERN_NAMES)}")
    if spacing < 4 or spacing % 2:
        raise ValueError(f"the spacing of a pattern must be an even number of pixels from 4 up, not {spacing}")
    return Pattern(name, color, background, spacing, width)


@cached_by_thread(maxsize=512)
def _tile(fill: Pattern) -> Any:
    s = fill.spacing
    surface = cairo.ImageSurface(cairo.FORMAT_ARGB32, s, s)
    context = cairo.Context(surface)
    if fill.background is not None:
        context.set_source_rgb(*(value / 255 for value in fill.background))
        context.paint()
    context.set_source_rgb(*(value / 255 for value in fill.color))
    context.set_line_width(fill.width)
    _draw_marks(context, fill.name, s, fill.width)
    surface.flush()
    return surface


def _draw_marks(context: Any, name: PatternName, s: int, width: float) -> None:
    """Draw one tile of `s` by `s` pixels; what crosses an edge is drawn again on the opposite side."""
    h = s / 2
    if name == "dots":
        for x, y in ((h / 2, h / 2), (h + h / 2, h + h / 2)):
            context.arc(x, y, width * 0.9, 0, 2 * math.pi)
            context.fill()
    elif name == "checker":
        context.rectangle(0, 0, h, h)
        context.rectangle(h, h, h, h)
        context.fill()
    elif name == "waves":
        for step in range(-2, 2 * s + 3):
            context.line_to(step / 2, h - s * 0.2 * math.sin(math.pi * step / s))
        context.stroke()
    else:
        for x0, y0, x1, y1 in _straight_lines(name, s, width):
            context.move_to(x0, y0)
            context.line_to(x1, y1)
        context.stroke()


def _straight_lines(name: PatternName, s: int, width: float) -> list[_Segment]:
    h, edge = s / 2, width / 2
    rising: list[_Segment] = [(-s, 2 * s, 2 * s, -s), (-s, s, s, -s), (0, 2 * s, 2 * s, 0)]
    falling: list[_Segment] = [(-s, -s, 2 * s, 2 * s), (0, -s, 2 * s, s), (-s, 0, s, 2 * s)]
    level, upright = (0, edge, s, edge), (edge, 0, edge, s)
    by_name: dict[PatternName, list[_Segment]] = {
        "diagonal": rising,
        "antidiagonal": falling,
        "crosshatch": rising + falling,
        "horizontal": [level],
        "vertical": [upright],
        "grid": [level, upright],
        "bricks": [level, (0, h + edge, s, h + edge), (edge, 0, edge, h), (h + edge, h, h + edge, s)],
    }
    return by_name[name]


def set_pattern(context: Any, fill: Pattern) -> None:
    """Make `fill` the source of a Cairo context, aligned to the pixels of the image whatever its transformation."""
    source = cairo.SurfacePattern(_tile(fill))
    source.set_extend(cairo.EXTEND_REPEAT)
    source.set_filter(cairo.FILTER_NEAREST)
    source.set_matrix(context.get_matrix())
    context.set_source(source)
