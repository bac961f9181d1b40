"""Outlines of what covers the objects, in whole numbers.

The hidden objects are drawn first. The outline then runs from one of their neighbours to the next, through the middle
of each, which covers about half of it, or halfway on this side of it, which leaves it whole. So it grazes no object.
Where the pattern ends, the outline runs through places where neighbours would be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from gametasks.schemas.occluded_count import FULL_TURN, STEP, OccludedState, Occluder, Pattern, Point, direction, places
from gametasks.streams import Stream

__all__ = ["draw_corners"]

_ROUNDINGS: Final[Mapping[Occluder, int]] = {Occluder.PAPER: 0, Occluder.LEAF: 1, Occluder.CLOUD: 2}
"""How often corners are cut off: torn paper has them, a leaf has blunt ones, a cloud has none."""

_ON: Final = 60
"""Per cent of the neighbours that are covered in part."""

_GAP_PLAY: Final = 40
_THROUGH_PLAY: Final = 120
"""Units by which the outline may leave the middle of a gap, and of an object."""

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
    """The outline around a run of hidden objects in each of some neighbouring rows."""
    rows = places(bare)
    usual = max(1, round(hidden**0.5))  # about as high as wide
    number = min(len(rows), hidden, rng.integers(max(1, usual - 1), usual + 2))
    first = rng.integers(0, len(rows) - number + 1)
    chosen = rows[first : first + number]
    runs = [1] * number
    for _ in range(hidden - number):
        runs[rng.integers(0, number)] += 1
    heart = rng.choice(rng.choice(chosen)).x
    ends = []
    for row, run in zip(chosen, runs, strict=True):
        if run >= len(row):
            return None
        wanted = heart - row[0].x - STEP * (run - 1) // 2 + rng.integers(-STEP // 2, STEP // 2 + 1)
        begin = min(max((wanted + STEP // 2) // STEP, 0), len(row) - run)
        ends.append((_end(row, begin, -1, rng), _end(row, begin + run - 1, 1, rng)))
    if any(min(one[1][1], other[1][0]) - max(one[0][1], other[0][0]) < STEP // 2 for one, other in pairwise(ends)):
        return None
    levels = [(one[0].y + other[0].y) // 2 + rng.integers(-12, 13) for one, other in pairwise(chosen)]
    (left, _), (right, _) = ends[0]
    before = rows[first - 1] if first else None
    top, above = _cap(chosen[0], before, left, right, -1, rng)
    (_, left), (_, right) = ends[-1]
    after = rows[first + number] if first + number < len(rows) else None
    bottom, below = _cap(chosen[-1], after, left, right, 1, rng)
    levels = [top, *levels, bottom]
    corners = list(above)
    for place, (_, (upper, lower)) in enumerate(ends):
        corners += [Point(upper, levels[place]), Point(lower, levels[place + 1])]
    corners += below[::-1]
    for place in range(number - 1, -1, -1):
        (upper, lower), _ = ends[place]
        corners += [Point(lower, levels[place + 1]), Point(upper, levels[place])]
    return corners


def _end(row: Sequence[Point], last: int, side: int, rng: Stream) -> tuple[int, int]:
    """Where the outline passes beyond the last hidden object of a row: at its upper and at its lower side."""
    beyond = last + side
    if not 0 <= beyond < len(row):
        place, play = row[last].x + side * rng.integers(600, 760), _GAP_PLAY
    elif rng.integers(0, 100) < _ON:
        place, play = row[beyond].x + rng.integers(-50, 51), _THROUGH_PLAY
    else:
        place, play = row[last].x + side * STEP // 2, _GAP_PLAY
    return place + rng.integers(-play, play + 1), place + rng.integers(-play, play + 1)


def _cap(
    row: Sequence[Point], beyond: Sequence[Point] | None, left: int, right: int, side: int, rng: Stream
) -> tuple[int, list[Point]]:
    """How an occluder ends before its first row or after its last one.

    Returns:
        The level that it reaches at the ends of the row; and corners beyond it, from left to right, where it cuts the
        objects of the next row into halves.
    """
    if beyond is None:
        return row[0].y + side * rng.integers(600, 760), []
    level = (row[0].y + beyond[0].y) // 2
    # Between two gaps of the next row, inside the ends.
    first = beyond[0].x + STEP // 2 + (left - beyond[0].x + STEP // 2) // STEP * STEP
    last = beyond[0].x + STEP // 2 + (right - beyond[0].x - STEP // 2) // STEP * STEP
    if rng.integers(0, 100) >= _ON or last - first < STEP:
        return level, []
    return level, [Point(place, beyond[0].y + rng.integers(-70, 71)) for place in (first, last)]


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
