"""Occluded count: equal objects in a regular pattern, partly behind something opaque.

Lengths are whole thousandths of a step, the distance of neighbours; x points right, y down. All is whole numbers, so
that a state is the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import msgspec

from gametasks.schemas._question import Question, State

__all__ = [
    "FULL_TURN",
    "LEAST_OF_RING",
    "STEP",
    "VERSION",
    "HiddenCount",
    "OccludedQuestion",
    "OccludedState",
    "Occluder",
    "Pattern",
    "Point",
    "Shape",
    "TotalCount",
    "VisibilityCounts",
    "direction",
    "equivalent_forms",
    "outline",
    "places",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""

STEP = 1000
"""Units from one object of a row to the next."""

FULL_TURN = 7200
"""Directions are counted clockwise, from the right, in 7200ths of a full turn."""

LEAST_OF_RING = 6
"""Objects of a ring at least."""


class Point(NamedTuple):
    """A place in the plane."""

    x: int
    y: int


class Pattern(StrEnum):
    """How the objects are arranged."""

    RECTANGLE = "rectangle"
    STAGGERED = "staggered"
    TRIANGLE = "triangle"
    RINGS = "rings"


class Shape(StrEnum):
    """The outline of an object: a disc, a square, or a hexagon with a corner on top."""

    DISC = "disc"
    SQUARE = "square"
    HEXAGON = "hexagon"


class Occluder(StrEnum):
    """What lies on the objects."""

    PAPER = "paper"
    LEAF = "leaf"
    CLOUD = "cloud"


_Length = Annotated[int, msgspec.Meta(ge=0, le=10**6)]
_Count = Annotated[int, msgspec.Meta(ge=1, le=99)]


class OccludedState(State, frozen=True, kw_only=True):
    """Objects and what covers them.

    Attributes:
        pattern: How they are arranged.
        counts: Objects of every row from the top, or of every ring from the inside.
        row_step: From one row to the next; 0 for rings.
        radii: Of the rings, whose middle is (0, 0); empty for rows.
        turns: The direction of a first object of every ring; empty for rows.
        shape: Outline of an object.
        radius: Of a disc; half the side of a square; from the middle of a hexagon to its corners.
        occluder: What covers them.
        corners: Of its outline, a polygon that does not cross itself.
    """

    pattern: Pattern
    counts: Annotated[tuple[_Count, ...], msgspec.Meta(min_length=1, max_length=40)]
    row_step: _Length
    radii: tuple[_Length, ...]
    turns: tuple[Annotated[int, msgspec.Meta(ge=0, lt=FULL_TURN)], ...]
    shape: Shape
    radius: Annotated[int, msgspec.Meta(ge=1, le=STEP // 2)]
    occluder: Occluder
    corners: Annotated[tuple[Point, ...], msgspec.Meta(min_length=3, max_length=400)]


class TotalCount(Question, frozen=True, kw_only=True, tag="total_count"):
    """How many objects there are."""


class HiddenCount(Question, frozen=True, kw_only=True, tag="hidden_count"):
    """How many are wholly hidden."""


class VisibilityCounts(Question, frozen=True, kw_only=True, tag="visibility_counts"):
    """How many are seen whole, in part, and not at all."""


OccludedQuestion = TotalCount | HiddenCount | VisibilityCounts


@lru_cache(maxsize=FULL_TURN)
def direction(turn: int) -> Point:
    """A direction as a vector of length 2**15, rounded: no coordinate lies near a half, so libraries cannot differ."""
    angle = 2 * math.pi * turn / FULL_TURN
    return Point(round(math.cos(angle) * 2**15), round(math.sin(angle) * 2**15))


def _polar(radius: int, turn: int) -> Point:
    across, down = direction(turn % FULL_TURN)
    return Point((radius * across + 2**14) >> 15, (radius * down + 2**14) >> 15)


def places(state: OccludedState) -> list[list[Point]]:
    """The middles of the objects, row by row from the top, or ring by ring from the inside.

    Rows of a rectangle begin at x = 0, and so do the odd rows of staggered ones; the even ones begin half a step later.
    Rows of a triangle lie around one middle line.
    """
    if state.pattern is Pattern.RINGS:
        return [
            [_polar(radius, turn + (FULL_TURN * number + count // 2) // count) for number in range(count)]
            for count, radius, turn in zip(state.counts, state.radii, state.turns, strict=True)
        ]
    widest = max(state.counts)
    begins = {
        Pattern.RECTANGLE: [0 for _ in state.counts],
        Pattern.STAGGERED: [row % 2 * STEP // 2 for row in range(len(state.counts))],
        Pattern.TRIANGLE: [(widest - count) * STEP // 2 for count in state.counts],
    }[state.pattern]
    return [
        [Point(begin + number * STEP, row * state.row_step) for number in range(count)]
        for row, (begin, count) in enumerate(zip(begins, state.counts, strict=True))
    ]


def outline(shape: Shape, radius: int) -> list[Point]:
    """The corners of a square or a hexagon around (0, 0); a disc as a polygon of 48 corners."""
    if shape is Shape.SQUARE:
        return [Point(-radius, -radius), Point(radius, -radius), Point(radius, radius), Point(-radius, radius)]
    corners = 6 if shape is Shape.HEXAGON else 48
    return [_polar(radius, FULL_TURN * number // corners + 3 * FULL_TURN // 4) for number in range(corners)]


def equivalent_forms(state: OccludedState, question: OccludedQuestion) -> Iterator[tuple[Any, Any]]:
    """A state and its mirror image are the same puzzle; objects have no order."""
    spots = [spot for line in places(state) for spot in line]
    middle = 0 if state.pattern is Pattern.RINGS else max(x for x, _ in spots)
    for mirrored in (False, True):

        def form(points: Any, mirrored: bool = mirrored) -> list[tuple[int, int]]:
            return sorted((middle - x if mirrored else x, y) for x, y in points)

        yield [state.shape, state.radius, form(spots), form(state.corners)], question.family
