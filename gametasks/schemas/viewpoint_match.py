"""Viewpoint match: pillars on a floor, and cameras on its rim.

The floor is a plan with x to the right and y down, in whole units; headings are whole degrees clockwise on the plan (0
points right, 90 down). Pillars are round, equally thick and equally tall, taller than the cameras.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations
from typing import Annotated, Any

import msgspec

from gametasks.schemas._palette import PAINTS
from gametasks.schemas._question import Question, State

__all__ = [
    "EYE",
    "HEIGHT",
    "LEAST_VIEW",
    "RADIUS",
    "VERSION",
    "Camera",
    "CameraChoice",
    "Pillar",
    "Rings",
    "ViewOrder",
    "ViewState",
    "ViewpointQuestion",
    "VisibleObjects",
    "equivalent_forms",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""

RADIUS = 4
"""Of every pillar, in units of the plan."""

HEIGHT, EYE = 20, 10
"""Of every pillar, and of every camera over the floor, in units of the plan."""

LEAST_VIEW = 800
"""Least width in pixels of a camera's picture."""

_Length = Annotated[int, msgspec.Meta(ge=4 * RADIUS, le=1000)]
_Place = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Rings(StrEnum):
    """The pattern on a pillar: rings around its shaft, and as many on its top."""

    NONE = "none"
    ONE = "one"
    TWO = "two"


class Pillar(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A pillar.

    Attributes:
        label: Its letter.
        x, y: Its middle on the plan.
        colour: The name of its colour.
        rings: The pattern on it.
    """

    label: Annotated[str, msgspec.Meta(pattern="^[G-Z]$")]
    x: _Place
    y: _Place
    colour: str
    rings: Rings


class Camera(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a camera stands on the plan, and where it looks, in degrees."""

    x: _Place
    y: _Place
    heading: Annotated[int, msgspec.Meta(ge=0, lt=360)]


class ViewState(State, frozen=True, kw_only=True):
    """A floor with pillars and cameras.

    Attributes:
        width, depth: Size of the plan.
        angle: The angle of view of every camera, in degrees.
        pillars: In the order of their letters.
        cameras: In the order of their names, outside of all pillars.
    """

    width: _Length
    depth: _Length
    angle: Annotated[int, msgspec.Meta(ge=10, le=120)]
    pillars: Annotated[tuple[Pillar, ...], msgspec.Meta(min_length=1, max_length=18)]
    cameras: Annotated[tuple[Camera, ...], msgspec.Meta(min_length=1, max_length=6)]

    def __post_init__(self) -> None:
        labels = [pillar.label for pillar in self.pillars]
        if labels != sorted(set(labels)):
            raise ValueError(f"the pillars are {', '.join(labels)}; each letter occurs once, in the order of letters")
        if len({(pillar.colour, pillar.rings) for pillar in self.pillars}) < len(labels):
            raise ValueError("two pillars have the same colour and as many rings")
        for pillar in self.pillars:
            if pillar.colour not in PAINTS:
                raise ValueError(f"pillar {pillar.label} has the colour {pillar.colour!r}, not one of {PAINTS}")
            for camera in self.cameras:
                if (pillar.x - camera.x) ** 2 + (pillar.y - camera.y) ** 2 <= RADIUS**2:
                    raise ValueError(f"a camera stands in pillar {pillar.label}")
        for one, other in combinations(self.pillars, 2):
            if (one.x - other.x) ** 2 + (one.y - other.y) ** 2 < 4 * RADIUS**2:
                raise ValueError(f"the pillars {one.label} and {other.label} overlap")
        places = [(pillar.x, pillar.y) for pillar in self.pillars] + [(camera.x, camera.y) for camera in self.cameras]
        for x, y in places:
            if x > self.width or y > self.depth:
                raise ValueError(f"({x}, {y}) lies outside of the plan")

    def labels(self) -> tuple[str, ...]:
        """The letters of all pillars, in alphabetical order."""
        return tuple(pillar.label for pillar in self.pillars)


class CameraChoice(Question, frozen=True, kw_only=True, tag="camera_choice"):
    """Which camera, A to F, took the picture that is seen from a viewpoint."""

    viewpoint: Camera


class ViewOrder(Question, frozen=True, kw_only=True, tag="view_order"):
    """Which pillars a camera, numbered from 1, sees, from left to right."""

    camera: Annotated[int, msgspec.Meta(ge=1, le=6)]


class VisibleObjects(Question, frozen=True, kw_only=True, tag="visible_objects"):
    """Which pillars a camera, numbered from 1, sees at all."""

    camera: Annotated[int, msgspec.Meta(ge=1, le=6)]


ViewpointQuestion = CameraChoice | ViewOrder | VisibleObjects


def equivalent_forms(state: ViewState, question: ViewpointQuestion) -> Iterator[tuple[Any, Any]]:
    """The same scene turned by 0, 90, 180 and 270 degrees, without names and looks.

    A mirror image is another scene: left and right are exchanged. Letters, colours, rings and the order of the cameras
    say only which is which.
    """
    if isinstance(question, CameraChoice):
        asked = question.viewpoint
    else:
        asked = state.cameras[question.camera - 1]
    width, depth = state.width, state.depth
    pillars = [(pillar.x, pillar.y) for pillar in state.pillars]
    cameras = [(camera.x, camera.y, camera.heading) for camera in state.cameras]
    view = (asked.x, asked.y, asked.heading)
    for _ in range(4):
        yield [width, depth, state.angle, sorted(pillars), sorted(cameras)], [question.family, view]
        pillars = [(depth - y, x) for x, y in pillars]
        *cameras, view = [(depth - y, x, (heading + 90) % 360) for x, y, heading in (*cameras, view)]
        width, depth = depth, width
