"""What counts as full, partial and hidden, and which patterns agree with what is seen: on states set up by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gametasks.qa_families.occluded_count import TASK
from gametasks.schemas import Ranges
from gametasks.schemas.occluded_count import (
    HiddenCount,
    OccludedState,
    Occluder,
    Pattern,
    Point,
    Shape,
    TotalCount,
    VisibilityCounts,
    equivalent_forms,
    outline,
    places,
)
from gametasks.testing import assert_only_right_answers_score, drafts, rows_of

CHECK, ANSWER = TASK.verifier.check, TASK.verifier.answer


def box(left: int, top: int, right: int, bottom: int) -> tuple[Point, ...]:
    return Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)


def state(corners: tuple[Point, ...], **values: Any) -> OccludedState:
    """Four rows of five discs."""
    rows = OccludedState(
        pattern=Pattern.RECTANGLE,
        counts=(5, 5, 5, 5),
        row_step=1000,
        radii=(),
        turns=(),
        shape=Shape.DISC,
        radius=340,
        occluder=Occluder.PAPER,
        corners=corners,
    )
    return replace(rows, **values)


TWO_HIDDEN = state(box(500, 500, 3000, 1500))
"""Discs 2 and 3 of the second row are hidden, the fourth is cut by a line through its middle."""


def test_objects_are_counted_by_what_is_left_to_see() -> None:
    for solve in (ANSWER, lambda state, question: TASK.solve(state, question).answer):
        assert solve(TWO_HIDDEN, TotalCount()) == 20
        assert solve(TWO_HIDDEN, HiddenCount()) == 2
        assert solve(TWO_HIDDEN, VisibilityCounts()) == {"full": 17, "partial": 1, "hidden": 2}
    assert TASK.solve(TWO_HIDDEN, TotalCount()).unique


def test_only_the_right_count_is_accepted() -> None:
    assert CHECK(TWO_HIDDEN, TotalCount(), 20).correct
    assert not CHECK(TWO_HIDDEN, TotalCount(), 19).correct
    assert CHECK(TWO_HIDDEN, VisibilityCounts(), {"full": 17, "partial": 1, "hidden": 2}).correct
    verdict = CHECK(TWO_HIDDEN, VisibilityCounts(), {"full": 16, "partial": 2, "hidden": 2})
    assert verdict.diagnostic is not None


@pytest.mark.parametrize(("right", "grazed"), [(2700, True), (2900, False), (3100, False), (3290, True)])
def test_a_grazed_object_makes_no_puzzle(right: int, grazed: bool) -> None:
    """Edges 300 and 290 units from the middle of a disc of radius 340 leave, or cover, less than 15 %."""
    assert (ANSWER(state(box(500, 500, right, 1500)), TotalCount()) is None) == grazed


def test_what_hides_a_whole_column_leaves_more_than_one_count_or_none() -> None:
    """The last column hidden: what is seen is a rectangle of four columns."""
    hidden = state(box(3500, -600, 4700, 3600))
    assert ANSWER(hidden, TotalCount()) is None
    assert not TASK.solve(hidden, TotalCount()).unique


def ring(count: int, covered: int) -> OccludedState:
    """A ring from the right, clockwise, the first objects of which are hidden by a fan; a next one is cut in half."""
    radius = count * 160
    bare = state(
        box(0, 0, 1, 1), pattern=Pattern.RINGS, counts=(count,), row_step=0, radii=(radius,), turns=(0,), radius=330
    )
    ((*spots,),) = places(bare)
    before, last = spots[-1], spots[covered]
    far = [Point(x * 14 // 10, y * 14 // 10) for x, y in spots[:covered]]
    near = [Point(x * 6 // 10, y * 6 // 10) for x, y in spots[:covered]]
    return replace(bare, corners=(before, *far, last, *near[::-1]))


def test_the_count_of_a_ring_follows_from_the_distance_of_neighbours() -> None:
    covered = ring(16, 3)
    assert ANSWER(covered, VisibilityCounts()) == {"full": 11, "partial": 2, "hidden": 3}
    assert TASK.solve(covered, TotalCount()).unique


def test_a_ring_of_which_too_much_is_hidden_is_refused() -> None:
    assert ANSWER(ring(16, 7), TotalCount()) is None
    assert not TASK.solve(ring(16, 7), TotalCount()).unique


@pytest.mark.parametrize("shape", list(Shape))
def test_objects_lie_within_their_radius_and_are_convex(shape: Shape) -> None:
    corners = outline(shape, 300)
    for (ax, ay), (bx, by), (cx, cy) in zip(corners, corners[1:] + corners[:1], corners[2:] + corners[:2], strict=True):
        assert (bx - ax) * (cy - by) - (by - ay) * (cx - bx) > 0
        assert max(abs(ax), abs(ay)) <= 300


def test_places_of_the_four_patterns() -> None:
    staggered = state(box(0, 0, 1, 1), pattern=Pattern.STAGGERED, counts=(3, 2), row_step=900)
    assert places(staggered) == [[(0, 0), (1000, 0), (2000, 0)], [(500, 900), (1500, 900)]]
    triangle = state(box(0, 0, 1, 1), pattern=Pattern.TRIANGLE, counts=(1, 2, 3), row_step=900)
    assert [row[0] for row in places(triangle)] == [(1000, 0), (500, 900), (0, 1800)]
    rings = state(box(0, 0, 1, 1), pattern=Pattern.RINGS, counts=(4,), radii=(1000,), turns=(0,), row_step=0)
    assert places(rings) == [[(1000, 0), (0, 1000), (-1000, 0), (0, -1000)]]


def test_a_mirror_image_is_the_same_puzzle() -> None:
    for draft in drafts(TASK, "hidden_count", 2, Ranges.DATASET, count=6):
        forms = list(equivalent_forms(draft.state, draft.question))
        assert len(forms) == 2
    mirrored = replace(TWO_HIDDEN, corners=tuple(Point(4000 - x, y) for x, y in TWO_HIDDEN.corners))
    question = TotalCount()
    assert next(equivalent_forms(TWO_HIDDEN, question)) in list(equivalent_forms(mirrored, question))


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_only_right_answers_score(family: str) -> None:
    for row in rows_of(TASK, family):
        assert_only_right_answers_score(row)
