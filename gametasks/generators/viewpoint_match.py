"""Viewpoint match: scenes in which nothing that a viewer must judge is borderline.

The number of pillars that the asked camera sees, and whether it hides one, are drawn first. For places on the rim, the
headings are looked for that keep every margin: rejecting cameras afterwards would leave almost none with many pillars.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.schemas import PAINTS, Ranges, Statistics
from gametasks.schemas._letters import OPTION_LETTERS, letters
from gametasks.schemas.viewpoint_match import (
    LEAST_VIEW,
    RADIUS,
    Camera,
    CameraChoice,
    Pillar,
    Rings,
    ViewOrder,
    ViewState,
    VisibleObjects,
)
from gametasks.solvers.viewpoint_match import sight
from gametasks.streams import Stream

__all__ = ["LEVELS", "ViewParams", "sample_camera_choice", "sample_view_order", "sample_visible_objects"]

_SCENES = 60
_FEW_CAMERAS = 3

# Margins; those of pixels hold in the narrowest picture, and leave room for outlines.
_EDGE = 2.25
"""Degrees between a pillar and the edge of an angle."""
_SPARE = 1.75
"""Degrees by which a hiding pillar reaches beyond the hidden one on either side."""
_APART = 4.25
"""Degrees between the middles of two pillars that are seen."""
_SHARE = 0.38
"""Least share of the width of a pillar that is seen."""
_PIXELS = 20
"""Least width of what is seen of a pillar."""

_FROM_RIM = 5 * RADIUS
"""Between a pillar's middle and the rim, where the cameras stand: two diameters to its side."""
_GAP = 6 * RADIUS
"""Between the middles of two pillars."""
_CORNER = 12
_BETWEEN_CAMERAS = 26
_STOPS = 6
"""Units from one possible place of a camera to the next."""
_TURNS = range(-42, 43, 2)
"""By how many degrees a camera may be turned from the direction across the plan."""


@dataclass(frozen=True, slots=True)
class ViewParams:
    """Structural ranges of a level.

    Attributes:
        plans: Possible (width, depth) of the plan, in units.
        pillars: Number of pillars.
        angle: Angle of view in degrees.
        seen: Fewest and most pillars that the asked camera sees; no camera sees fewer.
        twins: Number of pillars that share their colour with another one and differ from it in their rings.
    """

    plans: tuple[tuple[int, int], ...]
    pillars: int
    angle: int
    seen: tuple[int, int]
    twins: int


LEVELS: Mapping[Ranges, Sequence[ViewParams]] = {
    Ranges.DATASET: (
        ViewParams(((160, 160),), 4, 90, (2, 3), 0),
        ViewParams(((164, 164),), 5, 90, (3, 4), 0),
        ViewParams(((172, 172),), 6, 80, (3, 4), 1),
        ViewParams(((180, 180),), 7, 70, (3, 5), 2),
        ViewParams(((188, 188),), 8, 70, (3, 5), 3),
    ),
    # Oblong plans and other angles.
    Ranges.EVALUATION: (
        ViewParams(((146, 174), (174, 146)), 4, 86, (2, 3), 0),
        ViewParams(((150, 180), (180, 150)), 5, 86, (3, 4), 0),
        ViewParams(((156, 188), (188, 156)), 6, 76, (3, 4), 1),
        ViewParams(((164, 198), (198, 164)), 7, 72, (3, 5), 2),
        ViewParams(((170, 206), (206, 170)), 8, 72, (3, 5), 3),
    ),
}


class _View(NamedTuple):
    """A camera that keeps every margin, and what it sees."""

    camera: Camera
    order: tuple[str, ...]
    hidden: int


def sample_camera_choice(params: ViewParams, rng: Stream) -> Draft[ViewState, CameraChoice]:
    """Draw six cameras that see different rows of pillars, and the one that took the picture.

    Another one sees the same pillars in another order, and a further one as many pillars.
    """
    seen, hidden = rng.within(params.seen), rng.choice([False, True])
    for _ in range(_SCENES):
        scene = _scene(params, rng)
        views = _views(scene, params.seen[0], rng)
        for asked in views:
            if len(asked.order) == seen and bool(asked.hidden) == hidden and (chosen := _companions(asked, views)):
                cameras = tuple(view.camera for view in rng.shuffle(chosen))
                state = replace(scene, cameras=cameras)
                return Draft(state, CameraChoice(viewpoint=asked.camera), _statistics(state, asked))
    raise Rejection("no scene with such cameras")


def sample_view_order(params: ViewParams, rng: Stream) -> Draft[ViewState, ViewOrder]:
    """Draw a few cameras, and ask for the pillars that one of them sees, in their order."""
    state, asked, number = _few_cameras(params, rng)
    return Draft(state, ViewOrder(camera=number), _statistics(state, asked))


def sample_visible_objects(params: ViewParams, rng: Stream) -> Draft[ViewState, VisibleObjects]:
    """Draw a few cameras, and ask for the pillars that one of them sees."""
    state, asked, number = _few_cameras(params, rng)
    return Draft(state, VisibleObjects(camera=number), _statistics(state, asked))


def _few_cameras(params: ViewParams, rng: Stream) -> tuple[ViewState, _View, int]:
    """A scene, the view of the asked camera, and the number of that camera from 1."""
    seen, hidden = rng.within(params.seen), rng.choice([False, True])
    for _ in range(_SCENES):
        scene = _scene(params, rng)
        views = _views(scene, params.seen[0], rng)
        asked = next((view for view in views if len(view.order) == seen and bool(view.hidden) == hidden), None)
        if asked is None:
            continue
        chosen = [asked]
        for view in views:
            if len(chosen) < _FEW_CAMERAS and _stands_apart(view, chosen):
                chosen.append(view)
        if len(chosen) == _FEW_CAMERAS:
            chosen = rng.shuffle(chosen)
            state = replace(scene, cameras=tuple(view.camera for view in chosen))
            return state, asked, chosen.index(asked) + 1
    raise Rejection("no scene with such cameras")


def _scene(params: ViewParams, rng: Stream) -> ViewState:
    """Draw pillars; one camera stands for those to come."""
    width, depth = rng.choice(params.plans)
    places: list[tuple[int, int]] = []
    for _ in range(60 * params.pillars):
        x, y = rng.integers(_FROM_RIM, width - _FROM_RIM + 1), rng.integers(_FROM_RIM, depth - _FROM_RIM + 1)
        if all((x - a) ** 2 + (y - b) ** 2 >= _GAP**2 for a, b in places):
            places.append((x, y))
            if len(places) == params.pillars:
                break
    else:
        raise Rejection("no room for the pillars")
    colours = rng.sample(PAINTS, params.pillars - params.twins)
    looks = [(colour, rng.choice(list(Rings))) for colour in colours]
    for colour, rings in rng.sample(looks, params.twins):
        looks.append((colour, rng.choice([other for other in Rings if other is not rings])))
    names = sorted(rng.sample(letters(), params.pillars))
    pillars = tuple(
        Pillar(label=name, x=x, y=y, colour=colour, rings=rings)
        for name, (x, y), (colour, rings) in zip(names, places, rng.shuffle(looks), strict=True)
    )
    rim = Camera(x=0, y=0, heading=45)
    return ViewState(width=width, depth=depth, angle=params.angle, pillars=pillars, cameras=(rim,))


def _views(scene: ViewState, least: int, rng: Stream) -> list[_View]:
    """Views from places on the rim in random order; of those from one place that show the same, one is drawn."""
    places = []
    for x in range(_CORNER, scene.width - _CORNER + 1, _STOPS):
        places += [(x, 0, 90), (x, scene.depth, 270)]
    for y in range(_CORNER, scene.depth - _CORNER + 1, _STOPS):
        places += [(0, y, 0), (scene.width, y, 180)]
    return [view for place in rng.sample(places, len(places) // 2) for view in _views_from(scene, least, place, rng)]


def _views_from(scene: ViewState, least: int, place: tuple[int, int, int], rng: Stream) -> list[_View]:
    """The views from a place on the rim that keep every margin and show enough, but not all.

    A set of headings is an integer whose bit i stands for the heading ``across + _TURNS[i]``.

    Args:
        scene: The pillars.
        least: Fewest pillars that a camera sees.
        place: Where the camera stands, and the heading from there straight across the plan.
        rng: Draws one heading of those that show the same.
    """
    x, y, across = place
    # A degree takes fewest pixels in the middle of a picture.
    per_degree = LEAST_VIEW / 2 / math.tan(math.radians(scene.angle / 2)) * math.pi / 180
    edge = scene.angle / 2
    valid = (1 << len(_TURNS)) - 1
    shown, hidden = [], []
    for pillar in sight(scene, x, y):
        turn = (pillar.turn - across + 180) % 360 - 180
        inside = _headings(turn, edge - _EDGE - pillar.half)
        outside = ~_headings(turn, edge + _EDGE + pillar.half)
        if pillar.hidden_by >= _SPARE:
            valid &= inside | outside
            hidden.append(inside)
        elif pillar.part >= max(_SHARE * 2 * pillar.half, _PIXELS / per_degree):
            valid &= inside | outside
            shown.append((turn, pillar.label, inside))
        else:
            valid &= outside
    shown.sort()
    for (left, _, one), (right, _, other) in pairwise(shown):
        if right - left < _APART:
            valid &= ~(one & other)
    groups: list[tuple[int, tuple[str, ...]]] = [(valid, ())]
    for _, label, inside in shown:
        groups = [(headings & inside, (*order, label)) for headings, order in groups] + [
            (headings & ~inside, order) for headings, order in groups
        ]
        groups = [group for group in groups if group[0]]
    views = []
    for headings, order in groups:
        if least <= len(order) < len(scene.pillars):
            bit = rng.choice([bit for bit in range(len(_TURNS)) if headings >> bit & 1])
            camera = Camera(x=x, y=y, heading=(across + _TURNS[bit]) % 360)
            views.append(_View(camera, order, sum(inside >> bit & 1 for inside in hidden)))
    return views


def _headings(turn: float, reach: float) -> int:
    """The headings that are at most so many degrees from a direction."""
    first = max(0, math.ceil((turn - reach - _TURNS.start) / _TURNS.step))
    last = min(len(_TURNS) - 1, math.floor((turn + reach - _TURNS.start) / _TURNS.step))
    return (1 << last + 1) - (1 << first) if first <= last else 0


def _stands_apart(view: _View, chosen: Sequence[_View]) -> bool:
    """Whether a camera stands far enough from others to be told apart on the plan."""
    mine = view.camera
    return all(
        (mine.x - other.camera.x) ** 2 + (mine.y - other.camera.y) ** 2 >= _BETWEEN_CAMERAS**2 for other in chosen
    )


def _companions(asked: _View, views: Sequence[_View]) -> list[_View] | None:
    """Six views with the asked one: one of the same pillars in another order, one of as many, and three further."""
    chosen = [asked]

    def take(count: int, wanted: Sequence[_View]) -> None:
        for view in wanted:
            if len(chosen) == count:
                return
            if view.order not in {other.order for other in chosen} and _stands_apart(view, chosen):
                chosen.append(view)

    take(2, [view for view in views if sorted(view.order) == sorted(asked.order)])
    if len(chosen) < 2:
        return None
    take(3, [view for view in views if len(view.order) == len(asked.order)])
    if len(chosen) < 3:
        return None
    take(len(OPTION_LETTERS), views)
    return chosen if len(chosen) == len(OPTION_LETTERS) else None


def _statistics(state: ViewState, asked: _View) -> Statistics:
    return {
        "width": state.width,
        "depth": state.depth,
        "angle": state.angle,
        "pillars": len(state.pillars),
        "cameras": len(state.cameras),
        "seen": len(asked.order),
        "hidden": asked.hidden,
    }
