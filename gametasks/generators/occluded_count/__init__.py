"""Occluded count: a pattern and the number of hidden objects are drawn first, then something that hides so many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gametasks.errors import Rejection
from gametasks.generators import Draft, draw_number
from gametasks.generators.occluded_count.occluders import draw_corners
from gametasks.schemas import Ranges, Statistics
from gametasks.schemas.occluded_count import (
    FULL_TURN,
    LEAST_OF_RING,
    STEP,
    HiddenCount,
    OccludedState,
    Occluder,
    Pattern,
    Point,
    Shape,
    TotalCount,
    VisibilityCounts,
    places,
)
from gametasks.solvers.occluded_count import agreeing_totals, cover_of
from gametasks.streams import Stream

Q = TypeVar("Q", TotalCount, HiddenCount, VisibilityCounts)

__all__ = [
    "LEVELS",
    "OccludedParams",
    "sample_hidden_count",
    "sample_total_count",
    "sample_visibility_counts",
    "totals_of_kind",
]

_TRIES = 90
_OCCLUDERS = 6
_LEAST_SEEN_OF_RING = 60
"""Per cent."""

_RADII = {Shape.DISC: (320, 361), Shape.SQUARE: (280, 326), Shape.HEXAGON: (330, 371)}
"""Gaps are left between objects that are wide enough for an outline."""


@dataclass(frozen=True, slots=True)
class OccludedParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        lines: The shorter side of a board of rows: with so many rows (``dataset``) or objects a row
            (``evaluation``), the longer side has between the two bounds, which leave room for a run of six.
        staggered: The same for staggered rows; in fewer than four of them, no object can be hidden while each
            column shows a part of one.
        upright: Whether the shorter side lies across, so that there are more rows than objects in a row.
        fewer: Whether the even ones of staggered rows have one object fewer; else they have as many.
        triangles: Rows of a triangle.
        pointed_down: Whether triangles point down.
        rings: Number of rings.
        ringed: Objects in all rings together.
        hidden: Number of hidden objects.
    """

    lines: Mapping[int, tuple[int, int]]
    staggered: Mapping[int, tuple[int, int]]
    upright: bool
    fewer: bool
    triangles: tuple[int, int]
    pointed_down: bool
    rings: tuple[int, ...]
    ringed: tuple[int, int]
    hidden: tuple[int, int]


_LINES: Sequence[Mapping[int, tuple[int, int]]] = (
    {2: (6, 11), 3: (4, 9)},
    {2: (8, 13), 3: (5, 10)},
    {3: (8, 13), 4: (6, 11)},
    {4: (7, 12), 5: (6, 11)},
    {5: (8, 14), 6: (7, 12)},
)
_STAGGERED: Sequence[Mapping[int, tuple[int, int]]] = ({4: (3, 8)}, {4: (4, 9)}, {4: (6, 11)}, *_LINES[3:])
_TRIANGLES = ((5, 5), (6, 6), (7, 8), (8, 9), (9, 11))
_RINGED = ((12, 20), (16, 28), (24, 40), (30, 50), (40, 70))
_HIDDEN = ((1, 5), (1, 6), (2, 8), (3, 11), (4, 14))

LEVELS: Mapping[Ranges, Sequence[OccludedParams]] = {
    Ranges.DATASET: tuple(
        OccludedParams(lines, staggered, False, True, triangle, False, rings, ringed, hidden)
        for lines, staggered, triangle, rings, ringed, hidden in zip(
            _LINES, _STAGGERED, _TRIANGLES, ((1,), (1,), (1, 3), (3,), (3,)), _RINGED, _HIDDEN, strict=True
        )
    ),
    Ranges.EVALUATION: tuple(
        OccludedParams(lines, lines, True, False, triangle, True, (2,), ringed, hidden)
        for lines, triangle, ringed, hidden in zip(_LINES, _TRIANGLES, _RINGED, _HIDDEN, strict=True)
    ),
}

_LONG = (Pattern.RECTANGLE, Pattern.STAGGERED, Pattern.RINGS)
"""The patterns of which six neighbouring counts exist: the rows of a triangle tell its count."""


def sample_total_count(params: OccludedParams, rng: Stream) -> Draft[OccludedState, TotalCount]:
    """Draw a pattern whose count lies in a run of six, then what hides some of it."""
    return _draft(TotalCount(), params, _LONG, rng, total_first=True)


def sample_hidden_count(params: OccludedParams, rng: Stream) -> Draft[OccludedState, HiddenCount]:
    """Draw how many objects are hidden, then a pattern, then what hides so many."""
    return _draft(HiddenCount(), params, tuple(Pattern), rng, total_first=False)


def sample_visibility_counts(params: OccludedParams, rng: Stream) -> Draft[OccludedState, VisibilityCounts]:
    """Draw how many objects are hidden, then a pattern, then what hides so many."""
    return _draft(VisibilityCounts(), params, tuple(Pattern), rng, total_first=False)


def totals_of_kind(params: OccludedParams, state: OccludedState) -> tuple[int, int, int]:
    """The least and the greatest count of the level's patterns of a state's kind and lines, and the step."""
    if state.pattern is Pattern.RINGS:
        return *params.ringed, 1
    short = state.counts[0] if params.upright else len(state.counts)
    low, high = (params.staggered if state.pattern is Pattern.STAGGERED else params.lines)[short]
    missing = short // 2 if state.pattern is Pattern.STAGGERED and params.fewer else 0
    return short * low - missing, short * high - missing, short


def _draft(
    question: Q, params: OccludedParams, patterns: Sequence[Pattern], rng: Stream, *, total_first: bool
) -> Draft[OccludedState, Q]:
    """Draw the asked number first, and keep it: what is not asked is drawn again where the two do not fit."""
    pattern = rng.choice(patterns)
    shape, occluder = rng.choice(list(Shape)), rng.choice(list(Occluder))
    bare, hidden = _bare(pattern, shape, occluder, params, rng), rng.within(params.hidden)
    for _ in range(_TRIES):
        if total_first:
            hidden = rng.within(params.hidden)
        else:
            bare = _bare(pattern, shape, occluder, params, rng)
        state = _covered(bare, hidden, rng)
        if state is not None:
            return Draft(state, question, _statistics(state, hidden))
    raise Rejection("nothing hides so many objects clearly")


def _bare(pattern: Pattern, shape: Shape, occluder: Occluder, params: OccludedParams, rng: Stream) -> OccludedState:
    """A pattern with nothing on it."""
    counts = _lines(pattern, params, rng)
    radii = _ring_radii(counts, rng) if pattern is Pattern.RINGS else ()
    turns = tuple(rng.integers(0, FULL_TURN) for _ in radii)
    close = pattern in (Pattern.STAGGERED, Pattern.TRIANGLE)
    return OccludedState(
        pattern=pattern,
        counts=counts,
        row_step=0 if radii else rng.integers(880, 961) if close else rng.integers(940, 1061),
        radii=radii,
        turns=turns,
        shape=shape,
        radius=rng.integers(*_RADII[shape]),
        occluder=occluder,
        corners=(Point(0, 0), Point(1, 0), Point(0, 1)),
    )


def _lines(pattern: Pattern, params: OccludedParams, rng: Stream) -> tuple[int, ...]:
    """Objects of the rows from the top, or of the rings from the inside."""
    if pattern is Pattern.RINGS:
        return _ring_counts(rng.choice(params.rings), draw_number(rng, *params.ringed), rng)
    if pattern is Pattern.TRIANGLE:
        rows = rng.within(params.triangles)
        return tuple(range(rows, 0, -1)) if params.pointed_down else tuple(range(1, rows + 1))
    table = params.staggered if pattern is Pattern.STAGGERED else params.lines
    short = rng.choice(sorted(table))
    long = draw_number(rng, *table[short])
    rows, columns = (long, short) if params.upright else (short, long)
    fewer = pattern is Pattern.STAGGERED and params.fewer
    return tuple(columns - (fewer and row % 2) for row in range(rows))


def _ring_counts(rings: int, total: int, rng: Stream) -> tuple[int, ...]:
    """Split a count among rings: the outer ones hold more."""
    if rings == 1:
        return (total,)
    spare = total - rings * LEAST_OF_RING
    weights = [2 * ring + 1 for ring in range(rings)]
    counts = [LEAST_OF_RING + spare * weight // sum(weights) for weight in weights]
    counts[-1] += total - sum(counts)
    for ring in range(rings - 1):
        moved = rng.integers(0, max(1, min(3, counts[ring] - LEAST_OF_RING + 1)))
        counts[ring] -= moved
        counts[-1] += moved
    return tuple(counts)


def _ring_radii(counts: Sequence[int], rng: Stream) -> tuple[int, ...]:
    """Rings on which objects are a step apart or a little more, and a step from the next ring."""
    radii: list[int] = []
    for count in counts:
        least = count * STEP * 16 // 100  # 1 / (2 pi) = 0.159
        radii.append(max([least, *(radius + 1080 for radius in radii[-1:])]) * rng.integers(100, 108) // 100)
    return tuple(radii)


def _covered(bare: OccludedState, hidden: int, rng: Stream) -> OccludedState | None:
    """The pattern with an occluder that hides so many and covers no object by too little or too much."""
    count = sum(bare.counts)
    if 3 * hidden > count:
        return None
    for _ in range(_OCCLUDERS):
        corners = draw_corners(bare, hidden, rng)
        if corners is None:
            continue
        state = replace(bare, corners=corners)
        cover = cover_of(state)
        if not cover.clear or int((cover.shares == 1).sum()) != hidden:
            continue
        if _shows_every_line(bare, cover.shares) and agreeing_totals(state) == {count}:
            return state
    return None


def _shows_every_line(bare: OccludedState, shares: NDArray[np.float64]) -> bool:
    """Whether every row and column shows a part of an object, and every ring enough to tell its count."""
    lines, begin = places(bare), 0
    seen_columns, columns = set(), set()
    for line in lines:
        seen = shares[begin : begin + len(line)]
        begin += len(line)
        if not (seen < 1).any():
            return False
        columns |= {spot.x for spot in line}
        seen_columns |= {spot.x for spot, share in zip(line, seen, strict=True) if share < 1}
        if bare.pattern is Pattern.RINGS:
            whole = seen == 0
            if 100 * int((seen < 1).sum()) < _LEAST_SEEN_OF_RING * len(line) or not (whole & np.roll(whole, 1)).any():
                return False
    return bare.pattern is Pattern.RINGS or seen_columns == columns


def _statistics(state: OccludedState, hidden: int) -> Statistics:
    return {
        "pattern": str(state.pattern),
        "lines": len(state.counts),
        "objects": sum(state.counts),
        "hidden": hidden,
        "occluder": str(state.occluder),
        "shape": str(state.shape),
    }
