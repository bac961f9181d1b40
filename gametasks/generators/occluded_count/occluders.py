"""Outlines of what covers the objects, in whole numbers: they are bent little by little until they graze no object.

An outline is a star-shaped polygon around a middle. Each of its corners moves on its own ray only, so that it never
crosses itself and has no holes, and bends at one object leave the others alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gametasks.schemas.occluded_count import FULL_TURN, STEP, Occluder, Point, direction
from gametasks.streams import Stream

__all__ = ["Scene", "draw_outline"]

Corners = NDArray[np.int64]
"""Corners of a polygon, array of shape (n, 2)."""

_STEPS: Final = 160
_LEAST: Final = 350
"""Units from the middle of an outline to its corners at least."""

_BEND: Final = 260
_SPACING: Final = 640
"""Units between two corners, about."""

_GRAZED: Final = (45, 128)
"""Per cent of an object's radius: an edge so far from its middle would cover too little of it, or leave too little."""

_WRONG: Final = 60
"""What an object too many or too few weighs, beside per cents of a radius."""

_ROUNDINGS: Final[Mapping[Occluder, int]] = {Occluder.PAPER: 0, Occluder.LEAF: 1, Occluder.CLOUD: 2}
"""How often the corners are cut: a torn sheet has them, a leaf has blunt ones, a cloud has none."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What an occluder lies on.

    Attributes:
        spots: Middles of the objects, array of shape (n, 2).
        radius: Of the objects, taken for discs.
        lines: Which objects lie on each row, column or ring: array of shape (lines, n) of 0 and 1.
        most_hidden: How many of each line may be hidden, array of shape (lines,).
    """

    spots: NDArray[np.int64]
    radius: int
    lines: NDArray[np.int64]
    most_hidden: NDArray[np.int64]


def draw_outline(
    occluder: Occluder, middle: Point, size: int, scene: Scene, hidden: int, rng: Stream
) -> tuple[Point, ...] | None:
    """Draw an occluder that seems to hide so many objects and to graze none; what comes out is to be measured.

    Args:
        occluder: Its kind.
        middle: Its middle.
        size: About half of its width, in units.
        scene: What it lies on.
        hidden: How many objects are to be hidden.
        rng: The stream of the state.

    Returns:
        Its corners, or None where no bending helps.
    """
    count = max(9, size * 6 // _SPACING)
    start, tilt, long = rng.integers(0, FULL_TURN), rng.integers(0, FULL_TURN), rng.integers(0, 46)
    turns = [(start + FULL_TURN * number // count) % FULL_TURN for number in range(count)]
    rays = np.array([direction(turn) for turn in turns], dtype=np.int64)
    # An oval, from round to about twice as long as wide.
    longer = np.array([direction((2 * turn + tilt) % FULL_TURN).x for turn in turns], dtype=np.int64)
    jags = np.array([rng.integers(-10, 11) for _ in turns])
    radii = size * (100 + jags + (long * longer >> 15)) // 100
    roundings = _ROUNDINGS[occluder]
    corners = _corners(middle, rays, radii, roundings)
    least, worst = _unrest(corners, scene, hidden)
    for _ in range(_STEPS):
        if least == 0:
            return tuple(Point(*corner) for corner in corners.tolist())
        gaps = _plain(middle, rays, radii) - scene.spots[rng.choice(worst)]
        nearest = int((gaps * gaps).sum(axis=1).argmin())
        bent = radii.copy()
        bent[(nearest + rng.integers(-1, 2)) % count] += rng.integers(-_BEND, _BEND + 1)
        if bent.min() < _LEAST:
            continue
        trial = _corners(middle, rays, bent, roundings)
        unrest, wrong = _unrest(trial, scene, hidden)
        if unrest <= least:
            radii, corners, least, worst = bent, trial, unrest, wrong
    return None


def _plain(middle: Point, rays: Corners, radii: NDArray[np.int64]) -> Corners:
    return np.asarray(np.array(middle) + ((rays * radii[:, None] + 2**14) >> 15))


def _corners(middle: Point, rays: Corners, radii: NDArray[np.int64], roundings: int) -> Corners:
    """The corners, cut off by a quarter of their edges so often (Chaikin 1974)."""
    corners = _plain(middle, rays, radii)
    for _ in range(roundings):
        following = np.roll(corners, -1, axis=0)
        corners = np.stack([(3 * corners + following) >> 2, (corners + 3 * following) >> 2], axis=1).reshape(-1, 2)
    return corners


def _unrest(corners: Corners, scene: Scene, hidden: int) -> tuple[int, Sequence[int]]:
    """How far an occluder is from what is wanted of it, and the objects at which it is to be bent.

    Measured in per cent of a radius, in whole numbers, whose sums have no order.
    """
    percents = np.rint(100 * _depths(scene.spots, corners) / scene.radius).astype(np.int64)
    low, high = _GRAZED
    beside = np.abs(percents)
    grazed = np.minimum(beside - low, high - beside)
    covered = percents >= high
    wrong = abs(int(covered.sum()) - hidden)
    lost = np.maximum(scene.lines @ covered - scene.most_hidden, 0)
    unrest = int(grazed[grazed > 0].sum()) + _WRONG * (wrong + int(lost.sum()))
    if wrong or lost.any():
        return unrest, np.flatnonzero(beside < 2 * high).tolist() or [int(beside.argmin())]
    return unrest, np.flatnonzero(grazed > 0).tolist()


def _depths(spots: NDArray[np.int64], polygon: NDArray[np.int64]) -> NDArray[np.float64]:
    """How deep inside a polygon points lie; negative outside."""
    start = polygon.astype(np.float64)
    stop = np.roll(start, -1, axis=0)
    along = stop - start
    x, y = spots[:, 0, None] - start[:, 0], spots[:, 1, None] - start[:, 1]
    across_x, across_y = along[:, 0], along[:, 1]
    length = np.maximum(across_x * across_x + across_y * across_y, 1.0)
    foot = np.clip((x * across_x + y * across_y) / length, 0.0, 1.0)
    gap_x, gap_y = x - foot * across_x, y - foot * across_y
    gaps = np.sqrt((gap_x * gap_x + gap_y * gap_y).min(axis=1))
    straddles = (start[:, 1] > spots[:, 1, None]) != (stop[:, 1] > spots[:, 1, None])
    turn = across_x * y - x * across_y
    inside = (straddles & ((turn > 0) == (across_y > 0))).sum(axis=1) % 2 == 1
    return np.asarray(np.where(inside, gaps, -gaps))
