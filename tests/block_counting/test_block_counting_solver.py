"""Samples are what the levels promise, and three methods agree on their answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import numpy as np
import pytest
from oracles.block_counting import cast, halves_of_tops, margins, objection

from gametasks.generators.block_counting import LEVELS
from gametasks.qa_families.block_counting import TASK
from gametasks.schemas import Ranges
from gametasks.schemas.block_counting import BlockState, FloorSide
from gametasks.streams import Stream
from gametasks.testing import assert_only_right_answers_score, assert_reads_back, drafts, rows_of

ALL = [(ranges, level) for ranges in Ranges for level in TASK.level_numbers]
FAMILIES = [family.name for family in TASK.families]


def seen(state: BlockState, question: Any, name: str) -> tuple[list[Any], list[Any]]:
    """The pictures of a sample in a drawn style, as pixels and regions."""
    assert TASK.styles is not None
    assert TASK.draw is not None
    style = TASK.styles(Ranges.DATASET, state).draw(Stream(name, "style"))
    pictures = TASK.draw(state, question, style)
    return [np.asarray(picture.image) for picture in pictures], [picture.regions for picture in pictures]


@pytest.mark.parametrize(("ranges", "level"), ALL)
@pytest.mark.parametrize("name", FAMILIES)
def test_solver_verifier_rays_and_pixels_agree(name: str, ranges: Ranges, level: int) -> None:
    params = LEVELS[ranges][level - 1]
    for index, draft in enumerate(drafts(TASK, name, level, ranges, count=2)):
        state, question = draft.state, draft.question
        solution = TASK.solve(state, question)
        assert solution.unique
        assert TASK.verifier.answer(state, question) == solution.answer
        assert TASK.verifier.check(state, question, solution.answer).correct
        assert (state.rows, state.columns) in params.floors
        assert state.tallest == params.tallest
        assert_reads_back(TASK, state)
        images, regions = seen(state, question, f"{name}/{ranges}/{level}/{index}")
        assert objection(state, question, solution.answer, images, regions) is None
        found = margins(state, question, solution.answer, images, regions)
        assert found["top_share_state"] >= 0.5
        assert found["top_share_pixels"] > 0.1
        assert found["top_px"] > 150
        assert found["cube_px"] > 38
        assert found["tone_gap"] > 40


def test_the_oracle_objects_to_wrong_answers_and_to_other_pictures() -> None:
    for name, wrong in (("total_blocks", 999), ("hidden_blocks", 999), ("column_heights", ("000",) * 3)):
        (draft,) = drafts(TASK, name, 1)
        images, regions = seen(draft.state, draft.question, name)
        assert "the rays give" in str(objection(draft.state, draft.question, wrong, images, regions))
    first, second = drafts(TASK, "total_blocks", 1, count=2)
    images, regions = seen(second.state, second.question, "other")
    total = TASK.solve(first.state, first.question).answer
    assert "the colours" in str(objection(first.state, first.question, total, images, regions))


def test_no_floor_is_common_to_both_sets_of_ranges() -> None:
    floors = [
        {frozenset(floor) for params in LEVELS[ranges] for floor in params.floors}  # a turned floor is the same one
        for ranges in Ranges
    ]
    assert not floors[0] & floors[1]


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_numbers_are_drawn_evenly_from_the_range_of_the_level(ranges: Ranges, level: int) -> None:
    params, draws = LEVELS[ranges][level - 1], 300
    low, high = params.hidden
    counts = Counter(
        TASK.solve(draft.state, draft.question).answer
        for draft in drafts(TASK, "hidden_blocks", level, ranges, count=draws)
    )
    assert low <= min(counts)
    assert max(counts) <= high
    assert max(counts.values()) < 2 * draws / (high - low + 1) + 10
    for draft in drafts(TASK, "total_blocks", level, ranges, count=60):
        assert params.total[0] <= TASK.solve(draft.state, draft.question).answer <= params.total[1]


def test_the_options_of_a_total_do_not_give_it_away() -> None:
    family = TASK.family("total_blocks")
    assert family.distractors is not None
    params, places = LEVELS[Ranges.DATASET][1], Counter[int]()
    for index, draft in enumerate(drafts(TASK, "total_blocks", 2, count=600)):
        answer = TASK.solve(draft.state, draft.question).answer
        others = family.distractors(params, draft.state, draft.question, answer, Stream(str(index), "options"))
        options = sorted([answer, *others])
        assert options == list(range(options[0], options[0] + 6))
        assert params.total[0] <= options[0] <= options[-1] <= params.total[1]
        places[options.index(answer)] += 1
    # 100 each are expected; the standard deviation is 9.
    assert max(places.values()) < 140


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_six_outlines_are_a_ring_and_none_is_flat_or_empty_or_its_own_mirror_image(ranges: Ranges, level: int) -> None:
    sides: set[FloorSide] = set()
    for draft in drafts(TASK, "side_view", level, ranges, count=30):
        state, options = draft.state, draft.question.options
        sides.add(draft.question.side)
        assert len(set(options)) == 6
        assert len(set(map(len, options))) == 1
        assert all(outline != outline[::-1] and outline.count(0) <= 1 for outline in options)
        assert max(map(max, options)) <= state.tallest
        # Up to mirroring there are four of them; a change may happen to be a mirroring too.
        assert len({max(outline, outline[::-1]) for outline in options}) in (3, 4)
    assert sides <= set(LEVELS[ranges][level - 1].sides)
    if level >= 3:
        assert sides == set(FloorSide)


def most_alike(options: tuple[tuple[int, ...], ...]) -> list[float]:
    """The less an outline differs from the others, the better."""
    return [-sum(a != b for other in options for a, b in zip(outline, other, strict=True)) for outline in options]


def tallest(options: tuple[tuple[int, ...], ...]) -> list[float]:
    """The more cubes an outline has, the better."""
    return [sum(outline) for outline in options]


def mirrored_among(options: tuple[tuple[int, ...], ...]) -> list[float]:
    """An outline whose mirror image is an option too is better."""
    return [outline[::-1] in options for outline in options]


@pytest.mark.parametrize("guesser", [most_alike, tallest, mirrored_among])
def test_the_outlines_without_the_blocks_do_not_tell_which_is_right(guesser: Any) -> None:
    hits, rng = 0, Stream("the outlines without the blocks", "guess")
    puzzles = [draft for ranges, level in ALL for draft in drafts(TASK, "side_view", level, ranges, count=90)]
    for draft in puzzles:
        scores = guesser(draft.question.options)
        best = [letter for letter, score in zip("ABCDEF", scores, strict=True) if score == max(scores)]
        hits += rng.choice(best) == TASK.solve(draft.state, draft.question).answer
    assert 0.13 < hits / len(puzzles) < 0.21


def test_states_are_of_many_kinds() -> None:
    """Empty cells, tops seen by half and wholly, and low columns behind high ones all occur."""
    states = [draft.state for draft in drafts(TASK, "column_heights", 3, count=40)]
    halves = Counter(
        number
        for state in states
        for number in halves_of_tops(state.heights, cast(state.heights, state.tallest)).values()
    )
    assert set(halves) == {1, 2}
    assert min(halves.values()) > 20
    assert any(0 in row for state in states for row in state.heights)
    assert len({state.heights for state in states}) == 40


@pytest.mark.parametrize("family", FAMILIES)
def test_states_and_questions_travel_as_json(family: str) -> None:
    for draft in drafts(TASK, family, 2, Ranges.EVALUATION, count=5):
        assert msgspec.json.decode(msgspec.json.encode(draft.state), type=BlockState) == draft.state
        question = msgspec.json.decode(msgspec.json.encode(draft.question), type=type(draft.question))
        assert question == draft.question


@pytest.mark.parametrize("family", FAMILIES)
def test_only_right_answers_score(family: str) -> None:
    for row in rows_of(TASK, family):
        assert_only_right_answers_score(row)
