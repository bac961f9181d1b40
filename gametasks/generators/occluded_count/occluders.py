"""Outlines of what covers the objects, in whole numbers.

The hidden objects are drawn first. The outline then runs from one of their neighbours to the next, through the middle
of each, which covers about half of it, or halfway on this side of it, which leaves it whole. So it grazes no object.
Where the pattern ends, the outline runs through places where neighbours would be.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from gametasks.schemas.occluded_count import FULL_TURN, STEP, OccludedState, Occluder, Pattern, Point, direction, places
from gametasks.streams import Stream

__all__ = ["draw_corners"]

_ROUNDINGS: Final[Mapping[Occluder, int]] = {Occluder.PAPER: 0, Occluder.LEAF: 1, Occluder.CLOUD: 2}
"""How often corners are cut off: torn paper has them, a leaf has blunt ones, a cloud has none."""

_ON: Final = 60
"""Per cent of the neighbours that are covered in part."""

_BESIDE: Final = 520
"""Units from a ring to the outline that runs along it."""

_MOST_OF_RING: Final = 40
"""Per cent of a ring that may be hidden."""


def draw_corners(bare: OccludedState, hidden: int, rng: Stream) -> tuple[Point, ...] | None:
    """Draw an occluder that hides so many objects; what comes out is to be measured.

    Args:
        bare: The objects; what covers them is not looked at, but for its kind.
        hidden: How many objects are to be hidden.
        rng: The stream of the state.

    Returns:
        The corners of the outline, or None where so many objects cannot be hidden about the place that was drawn.
    """
    corners = _about_rings(bare, hidden, rng) if bare.pattern is Pattern.RINGS else _about_rows(bare, hidden, rng)
    if corners is None:
        return None
    for _ in range(_ROUNDINGS[bare.occluder]):  # Chaikin 1974
        corners = [
            Point((3 * a.x + b.x + 2) >> 2, (3 * a.y + b.y + 2) >> 2)
            for first, second in zip(corners, [*corners[1:], corners[0]], strict=True)
            for a, b in ((first, second), (second, first))
        ]
    return tuple(corners)


def _about_rows(bare: OccludedState, hidden: int, rng: Stream) -> list[Point] | None:
    """The outline around objects of rows."""
    spots = [spot for line in places(bare) for spot in line]
    chosen = _heap(spots, hidden, rng)
    if chosen is None:
        return None
    reach = STEP * (155 if bare.pattern is Pattern.RECTANGLE else 132) // 100
    around = [
        place
        for place in _lattice(bare)
        if place not in chosen and any(_squared(place, spot) <= reach * reach for spot in chosen)
    ]
    middle = Point(sum(x for x, _ in chosen) // len(chosen), sum(y for _, y in chosen) // len(chosen))
    around.sort(key=lambda place: math.atan2(place.y - middle.y, place.x - middle.x))
    real = frozenset(spots)
    return [_corner(place, place in real, bare.radius, chosen, rng) for place in around]


def _heap(spots: Sequence[Point], hidden: int, rng: Stream) -> frozenset[Point] | None:
    """Objects close together, which leave something of each row and column."""
    seed = rng.choice(spots)
    seed = Point(seed.x + rng.integers(-STEP // 2, STEP // 2), seed.y + rng.integers(-STEP // 2, STEP // 2))
    wide, high = rng.integers(60, 141), rng.integers(60, 141)
    nearest = sorted(spots, key=lambda spot: ((spot.x - seed.x) * wide) ** 2 + ((spot.y - seed.y) * high) ** 2)
    left_x: dict[int, int] = {}
    left_y: dict[int, int] = {}
    for x, y in spots:
        left_x[x] = left_x.get(x, 0) + 1
        left_y[y] = left_y.get(y, 0) + 1
    chosen: set[Point] = set()
    for spot in nearest:
        if len(chosen) < hidden and left_x[spot.x] > 1 and left_y[spot.y] > 1:
            chosen.add(spot)
            left_x[spot.x] -= 1
            left_y[spot.y] -= 1
    return frozenset(chosen) if len(chosen) == hidden else None


def _lattice(bare: OccludedState) -> list[Point]:
    """The places of all rows, carried on beyond the pattern by two steps at every side."""
    rows, widest = len(bare.counts), max(bare.counts)
    offsets = {
        Pattern.RECTANGLE: [0 for _ in range(-2, rows + 2)],
        Pattern.STAGGERED: [row % 2 * STEP // 2 for row in range(-2, rows + 2)],
        Pattern.TRIANGLE: [(row + bare.counts[0] - widest) % 2 * STEP // 2 for row in range(-2, rows + 2)],
    }[bare.pattern]
    return [
        Point(offset + number * STEP, row * bare.row_step)
        for row, offset in zip(range(-2, rows + 2), offsets, strict=True)
        for number in range(-2, widest + 2)
    ]


def _squared(first: Point, second: Point) -> int:
    return (first.x - second.x) ** 2 + (first.y - second.y) ** 2


def _corner(place: Point, real: bool, radius: int, chosen: frozenset[Point], rng: Stream) -> Point:
    """A corner on a neighbour, or halfway to it."""
    if rng.integers(0, 100) < _ON:
        play = radius // 4 if real else radius // 2
        return Point(place.x + rng.integers(-play, play + 1), place.y + rng.integers(-play, play + 1))
    nearest = min(sorted(chosen), key=lambda spot: _squared(place, spot))
    return Point((place.x + nearest.x) // 2, (place.y + nearest.y) // 2)


def _about_rings(bare: OccludedState, hidden: int, rng: Stream) -> list[Point] | None:
    """The outline around neighbouring objects of one or several rings: along the rings, and from ring to ring."""
    first = rng.integers(0, len(bare.counts))
    last = rng.integers(first, len(bare.counts))
    rings = range(first, last + 1)
    arcs = _arcs(bare, rings, hidden, rng)
    if arcs is None:
        return None
    left, right = [], []
    for ring, (begin, count) in zip(rings, arcs, strict=True):
        total, turn = bare.counts[ring], bare.turns[ring]
        left.append(_side(turn, begin, -1, total, rng))
        right.append(_side(turn, begin + count - 1, 1, total, rng))
    inner, outer = bare.radii[first] - _BESIDE, bare.radii[last] + _BESIDE
    return [
        *_arc(inner, left[0], right[0]),
        *(_polar(bare.radii[ring], turn) for ring, turn in zip(rings, right, strict=True)),
        *_arc(outer, right[-1], left[-1]),
        *(_polar(bare.radii[ring], turn) for ring, turn in reversed(list(zip(rings, left, strict=True)))),
    ]


def _arcs(bare: OccludedState, rings: range, hidden: int, rng: Stream) -> list[tuple[int, int]] | None:
    """For each ring, where the hidden objects begin, and how many there are."""
    shares = [1 for _ in rings]
    most = [bare.counts[ring] * _MOST_OF_RING // 100 for ring in rings]
    if not len(rings) <= hidden <= sum(most):
        return None
    while sum(shares) < hidden:
        open_rings = [number for number, share in enumerate(shares) if share < most[number]]
        shares[rng.choice(open_rings)] += 1
    middle = rng.integers(0, FULL_TURN)
    arcs = []
    for ring, share in zip(rings, shares, strict=True):
        count = bare.counts[ring]
        # The object nearest to the drawn direction, with as many at its one side as at its other.
        nearest = ((middle - bare.turns[ring]) * count + FULL_TURN // 2) // FULL_TURN
        arcs.append((nearest - share // 2, share))
    return arcs


def _side(turn: int, number: int, way: int, total: int, rng: Stream) -> int:
    """The direction of a side of the outline: through the next object, or halfway to it."""
    halves = 2 * number + way * (2 if rng.integers(0, 100) < _ON else 1)
    return turn + FULL_TURN * halves // (2 * total)


def _polar(radius: int, turn: int) -> Point:
    across, down = direction(turn % FULL_TURN)
    return Point((radius * across + 2**14) >> 15, (radius * down + 2**14) >> 15)


def _arc(radius: int, start: int, stop: int) -> list[Point]:
    """Places along a ring, about half a step from each other, both ends among them."""
    count = max(2, abs(stop - start) * radius * 6 // FULL_TURN // (STEP // 2))
    return [_polar(radius, start + (stop - start) * number // count) for number in range(count + 1)]
