"""Samples are what the levels promise, and three methods agree on their answers: one of them sees pixels only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise

import msgspec
import numpy as np
import pytest
from oracles.cylinder_coloring import margins, objection

from gametasks.generators.cylinder_coloring import LEAST_DIFFERENCE, LEVELS, asked_azimuths
from gametasks.qa_families.cylinder_coloring import TASK
from gametasks.schemas import PAINTS, Ranges, parse_answer, write_answer
from gametasks.schemas.cylinder_coloring import CylinderState, Reference, View
from gametasks.solvers.cylinder_coloring import view_from
from gametasks.streams import Stream
from gametasks.testing import drafts

ALL = [(ranges, level) for ranges in Ranges for level in range(1, 6)]
FAMILIES = [family.name for family in TASK.families]


def difference(first: View, second: View) -> int:
    return sum(a != b for row, other in zip(first, second, strict=True) for a, b in zip(row, other, strict=True))


@pytest.mark.parametrize(("ranges", "level"), ALL)
@pytest.mark.parametrize("name", FAMILIES)
def test_solver_verifier_and_sight_lines_agree(name: str, ranges: Ranges, level: int) -> None:
    family = TASK.family(name)
    for index, draft in enumerate(drafts(TASK, name, level, ranges, count=2)):
        state, question = draft.state, draft.question
        answer = TASK.solve(state, question).answer
        assert TASK.verifier.answer(state, question) == answer
        assert TASK.verifier.check(state, question, answer).correct
        assert TASK.solve(state, question).unique is (True if family.unique else None)
        kind = family.answer_kind(state, question)
        assert parse_answer(kind, write_answer(kind, answer)) == answer
        assert msgspec.json.decode(msgspec.json.encode(state), type=CylinderState) == state
        assert msgspec.json.decode(msgspec.json.encode(question), type=type(question)) == question
        assert TASK.styles is not None
        assert TASK.draw is not None
        style = TASK.styles(ranges, state).draw(Stream(f"{name}/{ranges}/{level}/{index}", "style"))
        pictures = TASK.draw(state, question, style)
        images, regions = [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]
        assert objection(state, question, answer, images, regions) is None
        found = margins(state, question, answer, images, regions)
        assert found["views differ (patches)"] >= LEAST_DIFFERENCE
        assert found.get("candidates differ (patches)", LEAST_DIFFERENCE) >= LEAST_DIFFERENCE
        assert found["patch width (px)"] >= 10
        assert found["patch height (px)"] >= 16
        assert found["colours differ (CIEDE2000)"] >= 20
        assert found["border contrast (WCAG)"] >= 3


@pytest.mark.parametrize("name", FAMILIES)
def test_the_oracle_objects_to_a_wrong_answer_and_to_another_cylinder(name: str) -> None:
    draft, other = drafts(TASK, name, 3, count=2)
    question, answer = draft.question, TASK.solve(draft.state, draft.question).answer
    assert TASK.styles is not None
    assert TASK.draw is not None
    style = TASK.styles(Ranges.DATASET, draft.state).draw(Stream(name, "style"))
    pictures = TASK.draw(draft.state, question, style)
    images, regions = [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]
    wrong = {
        "candidate_view": "A" if answer != "A" else "B",
        "view_angle": (answer + 45) % 360 if name == "view_angle" else 0,
        "patch_color": next(c for c in draft.state.colours() if c != answer),
        "color_count": answer + 1 if name == "color_count" else 0,
    }[name]
    assert "the pixels give" in str(objection(draft.state, question, wrong, images, regions))
    assert objection(other.state, question, answer, images, regions) is not None


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_cylinders_are_what_the_levels_promise(ranges: Ranges, level: int) -> None:
    params = LEVELS[ranges][level - 1]
    for name in FAMILIES:
        for draft in drafts(TASK, name, level, ranges, count=12):
            state = draft.state
            assert (state.sectors, len(state.bands)) in params.layouts
            assert params.colours[0] <= len(state.colours()) <= params.colours[1]
            assert len(state.colours()) >= 4
            assert set(state.colours()) <= set(PAINTS)
            assert all(band[place] != band[place - 1] for band in state.bands for place in range(state.sectors))
            views = [view_from(state, azimuth) for azimuth in range(0, 360, state.width)]
            assert min(difference(*pair) for pair in combinations(views, 2)) >= 2
            assert draft.statistics["sectors"] == state.sectors
            assert draft.statistics["reference"] == draft.question.reference


def test_no_layout_is_common_to_both_ranges() -> None:
    layouts = {ranges: {layout for params in LEVELS[ranges] for layout in params.layouts} for ranges in Ranges}
    assert not layouts[Ranges.DATASET] & layouts[Ranges.EVALUATION]


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_candidates_are_a_ring_of_three_changes(ranges: Ranges, level: int) -> None:
    """Each differs from every other clearly; none is a reference; a turned band is a look of the same band."""
    for draft in drafts(TASK, "candidate_view", level, ranges, count=25):
        state, options = draft.state, draft.question.options
        assert draft.question.azimuth in asked_azimuths(state)
        assert min(difference(*pair) for pair in combinations(options, 2)) >= 2
        assert not {view_from(state, 0), view_from(state, 180)} & set(options)
        looks = [
            {view_from(state, azimuth)[band] for azimuth in range(0, 360, state.width)}
            for band in range(len(state.bands))
        ]
        orders = (1, -1) if len(state.bands) == 2 else (1,)  # two bands are exchanged as well
        for option in options:
            rows = [option[::order] for order in orders]
            assert any(all(row in seen for row, seen in zip(turned, looks, strict=True)) for turned in rows)


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_the_number_of_patches_is_drawn_evenly(ranges: Ranges, level: int) -> None:
    params, draws = LEVELS[ranges][level - 1], 400
    counts: Counter[int] = Counter()
    for draft in drafts(TASK, "color_count", level, ranges, count=draws):
        counts[TASK.solve(draft.state, draft.question).answer] += 1
    low, high = params.counted
    assert set(counts) == set(range(low, high + 1))
    assert max(counts.values()) < 1.9 * draws / (high - low + 1)


@pytest.mark.parametrize(("name", "different"), [("candidate_view", 6), ("view_angle", 6), ("patch_color", 10)])
def test_letters_azimuths_and_colours_are_drawn_evenly(name: str, different: int) -> None:
    draws = 800
    found = drafts(TASK, name, 2, count=draws)
    counters = [Counter(TASK.solve(draft.state, draft.question).answer for draft in found)]
    if name == "candidate_view":
        counters.append(Counter(draft.question.azimuth for draft in found))
    for counter in counters:
        assert len(counter) == different
        assert max(counter.values()) < 1.4 * draws / different
    assert 0.6 < sum(draft.question.reference is Reference.VIEWS for draft in found) / draws < 0.73


Guesser = Callable[[tuple[View, ...]], list[float]]
"""How much speaks for each of six candidates."""


def nearest(options: tuple[View, ...]) -> list[float]:
    """The less a candidate differs from the others, the better."""
    return [-sum(difference(option, other) for other in options) for option in options]


def continued(options: tuple[View, ...]) -> list[float]:
    """The more bands go on in bands of other candidates, as those of neighbouring views do, the better."""

    def goes_on(band: tuple[str, ...], other: tuple[str, ...]) -> bool:
        return band[1:] == other[:-1] or band[:-1] == other[1:]

    return [sum(goes_on(*pair) for other in options for pair in zip(mine, other, strict=True)) for mine in options]


def upright_pairs(options: tuple[View, ...]) -> list[float]:
    """The more colours stand above themselves, the better."""
    return [-sum(difference((upper,), (lower,)) for upper, lower in pairwise(option)) for option in options]


@pytest.mark.parametrize("guesser", [nearest, continued, upright_pairs])
def test_the_candidates_without_the_references_do_not_tell_which_is_right(guesser: Guesser) -> None:
    hits, rng = 0, Stream("the candidates without the references", "guess")
    puzzles = [draft for ranges, level in ALL for draft in drafts(TASK, "candidate_view", level, ranges, count=90)]
    for draft in puzzles:
        scores = guesser(draft.question.options)
        best = [letter for letter, score in zip("ABCDEF", scores, strict=True) if score == max(scores)]
        hits += rng.choice(best) == TASK.solve(draft.state, draft.question).answer
    assert 0.125 < hits / len(puzzles) < 0.21


@pytest.mark.parametrize(
    ("name", "level"), [("view_angle", 2), ("view_angle", 5), ("patch_color", 1), ("patch_color", 5)]
)
@pytest.mark.parametrize("ranges", Ranges)
def test_wrong_options_are_possible_answers(name: str, level: int, ranges: Ranges) -> None:
    family = TASK.family(name)
    assert family.distractors is not None
    for index, draft in enumerate(drafts(TASK, name, level, ranges, count=20)):
        answer = TASK.solve(draft.state, draft.question).answer
        rng = Stream(f"{level}/{index}", "options")
        options = {answer, *family.distractors(LEVELS[ranges][level - 1], draft.state, draft.question, answer, rng)}
        assert len(options) == 6
        if name == "view_angle":
            assert options <= set(asked_azimuths(draft.state))
        else:
            assert set(draft.state.colours()) <= options
