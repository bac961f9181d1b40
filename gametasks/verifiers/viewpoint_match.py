"""Viewpoint match, plainly: straight lines on the plan, and the distances of pillars from them.

A pillar lies inside a camera's angle if its middle lies on the inner side of both edges, farther from them than its
radius. It is hidden if both lines from the camera that touch it run into one nearer pillar. No angle is computed.

The picture is part of the rules: in the row of pixels at the camera's height, every pillar that is seen shows its flat
colour, in the right order, wide enough.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from gametasks.errors import RecordError
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.viewpoint_match import (
    RADIUS,
    VERSION,
    Camera,
    CameraChoice,
    Pillar,
    ViewOrder,
    ViewpointQuestion,
    ViewState,
)
from gametasks.verifiers import CORRECT, Regions, Verdict, Verifier, compare, wrong

if TYPE_CHECKING:  # scoring must not pay for NumPy
    from gametasks.verifiers._verifier import Pixels

__all__ = ["VERIFIER"]

Vector = tuple[float, float]

_LEAST_PIXELS = 12
"""Least width of what is seen of a pillar."""


def _cross(a: Vector, b: Vector) -> float:
    """Positive where `b` points to the right of `a`, since y points down."""
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _turned(vector: Vector, degrees: float) -> Vector:
    """A vector turned clockwise."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return vector[0] * c - vector[1] * s, vector[0] * s + vector[1] * c


def _inside(state: ViewState, camera: Camera, pillar: Pillar) -> bool:
    """Whether a pillar lies in the angle of a camera.

    Raises:
        RecordError: An edge of the angle cuts it.
    """
    ahead = _turned((1.0, 0.0), camera.heading)
    offset = (float(pillar.x - camera.x), float(pillar.y - camera.y))
    left = _cross(_turned(ahead, -state.angle / 2), offset)
    right = -_cross(_turned(ahead, state.angle / 2), offset)
    if _dot(ahead, offset) <= 0 or min(left, right) < -RADIUS:
        return False
    if min(left, right) < RADIUS:
        raise RecordError(f"an edge of the angle of the camera at ({camera.x}, {camera.y}) cuts pillar {pillar.label}")
    return True


def _hides(camera: Camera, nearer: Pillar, pillar: Pillar) -> bool:
    """Whether one pillar hides another one wholly: both lines that touch the other one run into it."""
    to_nearer = (float(nearer.x - camera.x), float(nearer.y - camera.y))
    offset = (float(pillar.x - camera.x), float(pillar.y - camera.y))
    distance = math.hypot(*offset)
    if math.hypot(*to_nearer) >= distance:
        return False
    # The line touches where the radius stands upright on it.
    along, across = math.sqrt(distance**2 - RADIUS**2) / distance, RADIUS / distance
    for side in (-across, across):
        touching = (
            (offset[0] * along - offset[1] * side) / distance,
            (offset[0] * side + offset[1] * along) / distance,
        )
        if _dot(touching, to_nearer) <= 0 or abs(_cross(touching, to_nearer)) >= RADIUS:
            return False
    return True


def _seen(state: ViewState, camera: Camera) -> tuple[str, ...]:
    """The pillars that a camera sees, from left to right."""
    inside = [pillar for pillar in state.pillars if _inside(state, camera, pillar)]
    seen = [pillar for pillar in inside if not any(_hides(camera, other, pillar) for other in inside)]
    ahead = _turned((1.0, 0.0), camera.heading)

    def place(pillar: Pillar) -> float:
        """How far to the right it stands, seen from the camera: the slope of its direction."""
        offset = (float(pillar.x - camera.x), float(pillar.y - camera.y))
        return _cross(ahead, offset) / _dot(ahead, offset)

    return tuple(pillar.label for pillar in sorted(seen, key=place))


def answer(state: ViewState, question: ViewpointQuestion) -> Any:
    """Work the answer out by straight lines; None where not exactly one camera sees the picture.

    Raises:
        RecordError: An edge of a camera's angle cuts a pillar, or there is no camera of the number.
    """
    if isinstance(question, CameraChoice):
        wanted = _seen(state, question.viewpoint)
        lettered = zip(OPTION_LETTERS, state.cameras, strict=False)
        letters = [letter for letter, camera in lettered if _seen(state, camera) == wanted]
        return letters[0] if len(letters) == 1 else None
    if question.camera > len(state.cameras):
        raise RecordError(f"there is no camera {question.camera}")
    seen = _seen(state, state.cameras[question.camera - 1])
    return seen if isinstance(question, ViewOrder) else frozenset(seen)


def check(state: ViewState, question: ViewpointQuestion, given: Any) -> Verdict:
    """The answer must be what the lines give."""
    return compare(given, answer(state, question))


def check_pixels(
    state: ViewState, question: ViewpointQuestion, images: Sequence[Pixels], regions: Sequence[Regions]
) -> Verdict:
    """Look along the row of pixels at the camera's height; the region ``eye line`` of the picture is that row.

    Pillars are told apart there by the colours that the plan shows in the regions ``swatch G``, ...
    """
    if not isinstance(question, CameraChoice):
        return CORRECT
    colours = {}
    for pillar in state.pillars:
        x, y, w, h = regions[0][f"swatch {pillar.label}"]
        colours[pillar.label] = tuple(int(channel) for channel in images[0][y + h // 2, x + w // 2])
    names = {colour: next(p.colour for p in state.pillars if p.label == label) for label, colour in colours.items()}
    x, y, w, h = regions[1]["eye line"]
    row = [names.get(tuple(int(channel) for channel in pixel)) for pixel in images[1][y, x : x + w]]
    runs = [(name, len(list(run))) for name, run in groupby(row)]
    found = [(name, width) for name, width in runs if name is not None and width >= _LEAST_PIXELS // 3]
    expected = [next(p.colour for p in state.pillars if p.label == label) for label in _seen(state, question.viewpoint)]
    if [name for name, _ in found] != expected:
        return wrong("other_view", "the picture does not show what is seen from the viewpoint")
    if min(width for _, width in found) < _LEAST_PIXELS:
        return wrong("narrow_pillar", "a pillar shows less than 12 pixels")
    return CORRECT


VERIFIER: Verifier[ViewState, ViewpointQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=ViewState,
    question=ViewpointQuestion,
    check=check,
    answer=answer,
    check_pixels=check_pixels,
)
