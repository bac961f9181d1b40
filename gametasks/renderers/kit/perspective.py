"""Equal upright pillars seen by a camera on the floor: central projection onto an upright picture.

The floor is a plan with x to the right and y down, in any unit of length; headings are degrees clockwise on the plan
(0 points right, 90 down). Pillars are round, equally thick, equally tall, and stand apart; a camera stands outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.pen import Paint
from gametasks.renderers.kit.themes import RGB

__all__ = ["Camera", "SeenPillar", "draw_view", "seen_pillars"]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera.

    Attributes:
        place: Where it stands on the plan.
        heading: Where it looks, in degrees.
        angle: Its angle of view in degrees, below 180.
        eye: Its height over the floor, in units of the plan.
    """

    place: Point
    heading: float
    angle: float
    eye: float


@dataclass(frozen=True, slots=True)
class SeenPillar:
    """A pillar inside the angle of view, whether or not nearer ones hide it.

    Attributes:
        number: Its index in the given order.
        distance: From the camera to its middle, in units of the plan.
        left, right: Its edges in degrees from the heading, right ones positive.
        spans: The parts that no nearer pillar hides, as pairs of such angles, from left to right; none: it is hidden.
        outline: Its whole outline in pixels of a picture, from its top left corner clockwise.
    """

    number: int
    distance: float
    left: float
    right: float
    spans: tuple[tuple[float, float], ...]
    outline: tuple[Point, ...]

    @property
    def share(self) -> float:
        """The visible share of its width, in degrees, from 0 to 1."""
        return sum(right - left for left, right in self.spans) / (self.right - self.left)


def seen_pillars(
    camera: Camera, pillars: Sequence[Point], radius: float, height: float, size: tuple[int, int]
) -> list[SeenPillar]:
    """The pillars that reach into a camera's angle, in painter's order: the farthest first.

    For equal discs that do not meet, and an eye outside of them, the nearer middle hides the farther one on every
    ray that meets both. The picture's width is the angle of view; the horizon lies in the middle of its height.

    Args:
        camera: Where the view is taken from.
        pillars: Their middles on the plan.
        radius: Of every pillar, in units of the plan.
        height: Of every pillar, in units of the plan.
        size: Width and height of the picture in pixels.

    Raises:
        ValueError: The camera stands in a pillar.
    """
    focus = size[0] / 2 / math.tan(math.radians(camera.angle / 2))
    found: list[SeenPillar] = []
    nearer: list[tuple[float, float]] = []
    middles = [(math.dist(camera.place, middle), number) for number, middle in enumerate(pillars)]
    for distance, number in sorted(middles):
        if distance <= radius:
            raise ValueError(f"the camera at {camera.place} stands in the pillar {number}")
        dx, dy = pillars[number][0] - camera.place[0], pillars[number][1] - camera.place[1]
        turn = (math.degrees(math.atan2(dy, dx)) - camera.heading + 180) % 360 - 180
        half = math.degrees(math.asin(radius / distance))
        left, right = max(turn - half, -camera.angle / 2), min(turn + half, camera.angle / 2)
        if left >= right:
            continue
        spans = _without((left, right), nearer)
        angles = [left + (right - left) * i / 24 for i in range(25)]
        bases = [_picture(angle, _reach(angle - turn, distance, radius), camera.eye, focus, size) for angle in angles]
        tops = [
            _picture(angle, _reach(angle - turn, distance, radius), camera.eye - height, focus, size)
            for angle in angles
        ]
        found.append(SeenPillar(number, distance, left, right, spans, (*tops, *reversed(bases))))
        nearer.append((left, right))
    return found[::-1]


def draw_view(
    canvas: Canvas,
    frame: Region,
    pillars: Sequence[SeenPillar],
    look: Callable[[int], Paint],
    sky: RGB,
    floor: RGB,
    edge: RGB,
    width: float = 2,
) -> None:
    """Draw what a camera sees into a frame of the size that ``seen_pillars`` was given.

    `look` is called with a pillar's number; pillars are outlined with `edge`, `width` pixels wide.
    """
    x, y, w, h = frame
    with canvas.clip(x, y, w, h):
        canvas.rect(x, y, w, h / 2, fill=sky)
        canvas.rect(x, y + h / 2, w, h / 2, fill=floor)
        for pillar in pillars:
            outline = [(x + px, y + py) for px, py in pillar.outline]
            canvas.polygon(outline, fill=look(pillar.number), stroke=edge, width=width)
    canvas.rect(x, y, w, h, stroke=edge, width=width)


def _reach(aside: float, distance: float, radius: float) -> float:
    """How far a pillar's surface is on a ray that passes its middle by some degrees."""
    across = distance * math.sin(math.radians(aside))
    return distance * math.cos(math.radians(aside)) - math.sqrt(max(0.0, radius**2 - across**2))


def _picture(angle: float, distance: float, drop: float, focus: float, size: tuple[int, int]) -> Point:
    """The place on the picture of a point `drop` below the eye."""
    ahead = distance * math.cos(math.radians(angle))
    return size[0] / 2 + focus * math.tan(math.radians(angle)), size[1] / 2 + focus * drop / ahead


def _without(span: tuple[float, float], taken: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """What is left of a span when others are taken away, from left to right."""
    rest = [span]
    for left, right in taken:
        cut = [(a, min(b, left)) for a, b in rest] + [(max(a, right), b) for a, b in rest]
        rest = sorted((a, b) for a, b in cut if a < b)
    return tuple(rest)
