"""The few shapes that boards and diagrams are made of: areas, outlines, lines, arrows and soft shadows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from gametasks.renderers.kit.paths import Point, on_circle, smooth_segments
from gametasks.renderers.kit.pen import Cap, Join, Paint, Pen

_SHADOW_LAYERS: Final = 12


class Shapes(Pen):
    """Draws shapes in pixels, y down; angles in degrees, clockwise on screen; strokes centred on the outline."""

    # --- areas -------------------------------------------------------------------------------------------------------

    def fill(self, color: Paint) -> None:
        """Paint the whole picture (or the clipped part) with one colour or pattern."""
        self._set_paint(color)
        self._context.paint()

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 2,
        radius: float = 0,
        dash: Sequence[float] | None = None,
    ) -> None:
        """A rectangle with its top left corner at (x, y); `radius` rounds the corners, `dash` the outline's dashes."""
        self._trace_rect(x, y, w, h, radius)
        self._finish(fill, stroke, width, "miter", dash)

    def circle(
        self, cx: float, cy: float, r: float, fill: Paint | None = None, stroke: Paint | None = None, width: float = 2
    ) -> None:
        """A circle around (cx, cy)."""
        self._context.new_sub_path()
        self._context.arc(cx, cy, r, 0, 2 * math.pi)
        self._finish(fill, stroke, width, "round")

    def ellipse(
        self,
        cx: float,
        cy: float,
        rx: float,
        ry: float,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 2,
    ) -> None:
        """An ellipse around (cx, cy) with half-axes `rx` and `ry`; both must be above 0."""
        self._context.save()
        self._context.translate(cx, cy)
        self._context.scale(rx, ry)
        self._context.new_sub_path()
        self._context.arc(0, 0, 1, 0, 2 * math.pi)
        self._context.restore()
        self._finish(fill, stroke, width, "round")

    def polygon(
        self,
        points: Sequence[Point],
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 2,
    ) -> None:
        """A closed polygon."""
        self._trace(points)
        self._context.close_path()
        self._finish(fill, stroke, width, "round")

    def pie(
        self,
        cx: float,
        cy: float,
        r: float,
        start: float,
        stop: float,
        fill: Paint | None = None,
        stroke: Paint | None = None,
        width: float = 2,
    ) -> None:
        """A sector from `start` clockwise to `stop` degrees."""
        self._context.move_to(cx, cy)
        self._context.arc(cx, cy, r, math.radians(start), math.radians(stop))
        self._context.close_path()
        self._finish(fill, stroke, width, "round")

    def soft_shadow(
        self, x: float, y: float, w: float, h: float, radius: float = 0, spread: float = 8, strength: float = 0.18
    ) -> None:
        """A drop shadow for a rounded rectangle that is drawn afterwards; it reaches `spread` pixels beyond it."""
        self._context.set_source_rgba(0, 0, 0, strength / _SHADOW_LAYERS * 2)
        for layer in range(_SHADOW_LAYERS):
            grow = spread * (1 - 2 * layer / _SHADOW_LAYERS)
            self._trace_rect(x - grow, y - grow + spread / 2, w + 2 * grow, h + 2 * grow, max(0.0, radius + grow))
            self._context.fill()

    # --- lines -------------------------------------------------------------------------------------------------------

    def line(
        self,
        points: Sequence[Point],
        color: Paint,
        width: float = 2,
        dash: Sequence[float] | None = None,
        cap: Cap = "round",
        join: Join = "round",
    ) -> None:
        """A polyline; `dash` gives the lengths of dashes and gaps in turn (a round cap lengthens each by `width`)."""
        self._trace(points)
        self._stroke(color, width, join, dash, cap)

    def curve(
        self,
        points: Sequence[Point],
        color: Paint,
        width: float = 2,
        dash: Sequence[float] | None = None,
        closed: bool = False,
        fill: Paint | None = None,
    ) -> None:
        """A smooth Catmull-Rom spline through all points, `fill` only for closed ones."""
        self._context.move_to(*points[0])
        for first, second, end in smooth_segments(points, closed):
            self._context.curve_to(*first, *second, *end)
        if closed:
            self._context.close_path()
        if fill is not None:
            self._set_paint(fill)
            self._context.fill_preserve()
        self._stroke(color, width, "round", dash, "round")

    def arc(self, cx: float, cy: float, r: float, start: float, stop: float, color: Paint, width: float = 2) -> None:
        """A part of a circle's outline from `start` clockwise to `stop` degrees."""
        self._context.new_sub_path()
        self._context.arc(cx, cy, r, math.radians(start), math.radians(stop))
        self._stroke(color, width, "round", None, "round")

    def arrow(
        self, x0: float, y0: float, x1: float, y1: float, color: Paint, width: float = 3, head: float | None = None
    ) -> None:
        """An arrow with its tip at (x1, y1); its solid head is `head` long (default: 4 widths, at most 60 %)."""
        length = math.hypot(x1 - x0, y1 - y0)
        size = min(4 * width, 0.6 * length) if head is None else min(head, length)
        angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
        barbs = [on_circle(x1, y1, size * 1.13, angle + turn) for turn in (180 - 28, 180 + 28)]
        neck = on_circle(x1, y1, size * 0.85, angle + 180)
        self.line([(x0, y0), neck], color, width, cap="butt")
        self.polygon([(x1, y1), *barbs], fill=color)
