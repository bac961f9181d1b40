"""The part of a canvas that knows Cairo's paths: tracing outlines, choosing paint, filling and stroking."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Literal

import cairocffi as cairo

from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.patterns import Pattern, set_pattern
from gametasks.renderers.kit.themes import RGB

Paint = RGB | Pattern
Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]

_CAPS: Final = {"butt": cairo.LINE_CAP_BUTT, "round": cairo.LINE_CAP_ROUND, "square": cairo.LINE_CAP_SQUARE}
_JOINS: Final = {"miter": cairo.LINE_JOIN_MITER, "round": cairo.LINE_JOIN_ROUND, "bevel": cairo.LINE_JOIN_BEVEL}


class Pen:
    """Traces, fills and strokes paths of a Cairo context; lengths in pixels."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def _set_paint(self, paint: Paint) -> None:
        if isinstance(paint, Pattern):
            set_pattern(self._context, paint)
        else:
            self._context.set_source_rgb(paint[0] / 255, paint[1] / 255, paint[2] / 255)

    def _trace(self, points: Sequence[Point]) -> None:
        self._context.move_to(*points[0])
        for x, y in points[1:]:
            self._context.line_to(x, y)

    def _trace_rect(self, x: float, y: float, w: float, h: float, radius: float) -> None:
        context, r = self._context, min(radius, w / 2, h / 2)
        if r <= 0:
            context.rectangle(x, y, w, h)
            return
        context.new_sub_path()
        for cx, cy, turn in (
            (x + w - r, y + r, -1),
            (x + w - r, y + h - r, 0),
            (x + r, y + h - r, 1),
            (x + r, y + r, 2),
        ):
            context.arc(cx, cy, r, turn * math.pi / 2, (turn + 1) * math.pi / 2)
        context.close_path()

    def _finish(
        self, fill: Paint | None, stroke: Paint | None, width: float, join: Join, dash: Sequence[float] | None = None
    ) -> None:
        if fill is not None:
            self._set_paint(fill)
            self._context.fill_preserve()
        if stroke is not None:
            self._stroke(stroke, width, join, dash, "butt")
        self._context.new_path()

    def _stroke(self, color: Paint, width: float, join: Join, dash: Sequence[float] | None, cap: Cap) -> None:
        self._set_paint(color)
        self._context.set_line_width(width)
        self._context.set_line_join(_JOINS[join])
        self._context.set_line_cap(_CAPS[cap])
        self._context.set_dash(list(dash or ()))
        self._context.stroke()
