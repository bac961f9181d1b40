"""Outlines as points: regular polygons, stars, crosses, splines. Pixels, and degrees clockwise as seen on screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

Point = tuple[float, float]


def on_circle(cx: float, cy: float, r: float, angle: float) -> Point:
    """The point of a circle at `angle` degrees: 0 points right, 90 down (clockwise on screen)."""
    return cx + r * math.cos(math.radians(angle)), cy + r * math.sin(math.radians(angle))


def regular_polygon(cx: float, cy: float, r: float, sides: int, angle: float = -90) -> tuple[Point, ...]:
    """The corners of a regular polygon of circumradius `r`; the first lies at `angle` degrees (default: on top)."""
    return tuple(on_circle(cx, cy, r, angle + 360 * i / sides) for i in range(sides))


def star(cx: float, cy: float, r: float, tips: int = 5, inner: float = 0.45) -> tuple[Point, ...]:
    """The corners of a star with `tips` tips on radius `r`, the first on top, and notches on radius `inner * r`."""
    radii = (r, r * inner)
    return tuple(on_circle(cx, cy, radii[i % 2], 180 * i / tips - 90) for i in range(2 * tips))


def cross(cx: float, cy: float, r: float, thickness: float) -> tuple[Point, ...]:
    """The corners of an upright plus sign of half-length `r` with arms `2 * thickness * r` wide."""
    t = r * thickness
    right = [(t, -r), (t, -t), (r, -t), (r, t), (t, t), (t, r)]
    left = [(-x, -y) for x, y in right]
    return tuple((cx + x, cy + y) for x, y in (*right, *left))


def heart(cx: float, cy: float, r: float) -> tuple[Point, ...]:
    """The usual heart curve (16 sin^3 t, 13 cos t - 5 cos 2t - 2 cos 3t - cos 4t), upright, within radius `r`."""
    points = []
    for i in range(96):
        t = 2 * math.pi * i / 96
        y = 13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t)
        points.append((cx + r * 16 * math.sin(t) ** 3 / 17.6, cy - r * (y + 1.5) / 17.6))
    return tuple(points)


def rounded(points: Sequence[Point], radius: float) -> list[Point]:
    """The polyline with its inner corners rounded, as points; beside a corner at most half of a segment is cut off."""
    out = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, stop = (_towards(corner, other, min(radius, math.dist(corner, other) / 2)) for other in (before, after))
        for i in range(9):
            t = i / 8
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            out.append((a * start[0] + b * corner[0] + c * stop[0], a * start[1] + b * corner[1] + c * stop[1]))
    return [*out, points[-1]]


def _towards(start: Point, end: Point, distance: float) -> Point:
    """The point so far from the start on the way to the end."""
    share = distance / math.dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def heading(start: Point, end: Point) -> float:
    """The direction from one point to another, in degrees clockwise on screen; 0 points right."""
    return math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))


def smooth_segments(points: Sequence[Point], closed: bool = False) -> list[tuple[Point, Point, Point]]:
    """Bézier segments (control, control, end) of the Catmull-Rom spline that starts at points[0] and visits all."""
    n = len(points)
    last = n if closed else n - 1

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    segments = []
    for i in range(last):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        segments.append(((x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6), (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6), (x2, y2)))
    return segments
