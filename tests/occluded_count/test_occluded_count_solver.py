"""Three methods agree on drawn states; numbers are drawn evenly; the two sets of ranges share no layout."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import numpy as np
import pytest
from oracles.occluded_count import margins, objection

from gametasks.evaluate.scoring import read_question, read_state
from gametasks.generators.occluded_count import LEVELS, totals_of_kind
from gametasks.qa_families.occluded_count import TASK
from gametasks.schemas import Ranges
from gametasks.schemas.occluded_count import OccludedState, Pattern, TotalCount, VisibilityCounts, places
from gametasks.solvers.occluded_count import cover_of
from gametasks.streams import Stream
from gametasks.testing import drafts, first_sample
from gametasks.verifiers.occluded_count import _shares, _totals

ALL = [(ranges, level) for ranges in Ranges for level in TASK.level_numbers]
FAMILIES = [family.name for family in TASK.families]


@pytest.mark.parametrize(("ranges", "level"), ALL)
@pytest.mark.parametrize("family", FAMILIES)
def test_three_methods_agree(family: str, ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, family, level, ranges, count=4):
        solution = TASK.solve(draft.state, draft.question)
        assert solution.unique
        assert TASK.verifier.answer(draft.state, draft.question) == solution.answer
        assert TASK.verifier.check(draft.state, draft.question, solution.answer).correct
        assert msgspec.json.decode(msgspec.json.encode(draft.state), type=OccludedState) == draft.state
    sample = first_sample(TASK, family, level, ranges)
    images = [np.asarray(image) for image in sample.images]
    regions = msgspec.json.decode(sample.record.params)["regions"]
    state, question = read_state(sample.record.evaluator, sample.record.state), read_question(sample.record.evaluator)
    answer = TASK.solve(state, question).answer
    assert objection(state, question, answer, images, regions) is None
    wrong = {**answer, "full": answer["full"] + 1} if isinstance(answer, dict) else answer + 1
    assert objection(state, question, wrong, images, regions) is not None
    found = margins(state, question, answer, images, regions)
    assert found["full free on pixels %"] > 90
    assert found["hidden covered on pixels %"] > 99
    assert found.get("partial covered in state %", 50) >= 15
    assert found.get("partial seen in state %", 50) >= 15
    assert found["line seen objects"] >= 1
    assert found.get("ring seen %", 100) >= 60
    assert found.get("ring whole neighbours", 1) >= 1
    assert found.get("wrong ring count off by steps", 1) > 0.25


def test_the_shares_of_the_points_are_those_of_the_areas() -> None:
    for ranges, level in ALL:
        for draft in drafts(TASK, "visibility_counts", level, ranges, count=3):
            counted, cut = cover_of(draft.state).shares, np.array(_shares(draft.state))
            assert ((counted == 0) == (cut == 0)).all()
            assert ((counted == 1) == (cut == 1)).all()
            assert abs(counted - cut).max() < 0.08
            assert _totals(draft.state) == {len(cut)}


def crosses(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    def side(p: tuple[int, int], q: tuple[int, int], r: tuple[int, int]) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def test_an_outline_does_not_cross_itself() -> None:
    for ranges, level in ALL:
        for draft in drafts(TASK, "hidden_count", level, ranges, count=3):
            corners = draft.state.corners
            edges = list(pairwise([*corners, corners[0]]))
            for number, (a, b) in enumerate(edges):
                assert not any(crosses(a, b, c, d) for c, d in edges[number + 2 :])


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_the_hidden_are_drawn_evenly_and_every_line_shows_something(ranges: Ranges, level: int) -> None:
    low, high = LEVELS[ranges][level - 1].hidden
    draws = 60
    counts: Counter[int] = Counter()
    for draft in drafts(TASK, "hidden_count", level, ranges, count=draws):
        shares = cover_of(draft.state).shares
        counts[int((shares == 1).sum())] += 1
        lines, begin = places(draft.state), 0
        for line in lines:
            assert (shares[begin : begin + len(line)] < 1).any()
            begin += len(line)
        if draft.state.pattern is Pattern.RECTANGLE:
            assert (shares.reshape(len(lines), -1) < 1).any(axis=0).all()
    assert set(counts) <= set(range(low, high + 1))
    assert len(counts) >= (high - low + 1) * 0.9
    expected = draws / (high - low + 1)
    assert max(counts.values()) < expected + 4 * expected**0.5


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_the_options_of_a_total_do_not_give_it_away(ranges: Ranges, level: int) -> None:
    """All six are counts of the pattern that is seen, and no place among them is right more often than another."""
    family, params = TASK.family("total_count"), LEVELS[ranges][level - 1]
    assert family.distractors is not None
    spots: Counter[int] = Counter()
    draws = 60
    for index, draft in enumerate(drafts(TASK, "total_count", level, ranges, count=draws)):
        answer = TASK.solve(draft.state, TotalCount()).answer
        low, high, step = totals_of_kind(params, draft.state)
        assert low <= answer <= high
        assert (answer - low) % step == 0
        rng = Stream(f"{ranges}/{level}/{index}", "options")
        options = sorted([answer, *family.distractors(params, draft.state, draft.question, answer, rng)])
        assert len(set(options)) == 6
        assert low <= options[0] < options[-1] <= high
        spots[options.index(answer)] += 1
    assert max(spots.values()) < 10 + 4 * 10**0.5


@pytest.mark.parametrize("level", TASK.level_numbers)
def test_the_two_sets_of_ranges_share_no_layout(level: int) -> None:
    layouts = []
    for ranges in Ranges:
        found = drafts(TASK, "hidden_count", level, ranges, count=60) + drafts(
            TASK, "total_count", level, ranges, count=60
        )
        layouts.append({(draft.state.pattern, draft.state.counts) for draft in found})
    assert not layouts[0] & layouts[1]
    assert {pattern for pattern, _ in layouts[0]} == {pattern for pattern, _ in layouts[1]} == set(Pattern)


def test_the_counts_of_a_state_add_up() -> None:
    for draft in drafts(TASK, "visibility_counts", 3, count=10):
        answer = TASK.solve(draft.state, VisibilityCounts()).answer
        assert sum(answer.values()) == sum(draft.state.counts) == draft.statistics["objects"]
        assert answer["hidden"] == draft.statistics["hidden"] >= 1
