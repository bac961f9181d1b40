"""Samples are what the levels promise, and three methods agree on their answers: one of them sees pixels only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain

import msgspec
import numpy as np
import pytest
from oracles.spot_difference import cells_of, changes, objection

from gametasks.generators.spot_difference import LEVELS
from gametasks.qa_families.spot_difference import TASK
from gametasks.schemas import Ranges
from gametasks.schemas.spot_difference import (
    SHAPES,
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    Glyph,
    Panel,
    Size,
)
from gametasks.solvers.spot_difference import differing_cells
from gametasks.streams import Stream
from gametasks.testing import drafts

ALL = [(ranges, level) for ranges in Ranges for level in range(1, 6)]
FAMILIES = [family.name for family in TASK.families]

Guesser = Callable[[tuple[Panel, ...]], list[float]]
"""How much speaks for each of six option panels."""


@pytest.mark.parametrize(("ranges", "level"), ALL)
@pytest.mark.parametrize("name", FAMILIES)
def test_solver_verifier_and_pixels_agree(name: str, ranges: Ranges, level: int) -> None:
    family = TASK.family(name)
    for index, draft in enumerate(drafts(TASK, name, level, ranges, count=2)):
        state, question = draft.state, draft.question
        answer = TASK.solve(state, question).answer
        assert TASK.verifier.answer(state, question) == answer
        assert TASK.verifier.check(state, question, answer).correct
        assert TASK.solve(state, question).unique is (True if family.unique else None)
        assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state
        assert TASK.styles is not None
        assert TASK.draw is not None
        style = TASK.styles(ranges, state).draw(Stream(f"{name}/{ranges}/{level}/{index}", "style"))
        pictures = TASK.draw(state, question, style)
        images = [np.asarray(picture.image) for picture in pictures]
        if len(pictures) == 1:
            first, second = (cells_of(images[0], pictures[0].regions, f"panel {number} ") for number in (1, 2))
            found = changes(first, second)
            assert len(found) == state.rows * state.columns - sum(
                mine == other for rows in zip(*state.panels, strict=True) for mine, other in zip(*rows, strict=True)
            )
            seen = {
                DifferenceCount: len(found),
                DifferenceCells: frozenset(found),
                ChangeKind: next(iter(found.values())),
            }[type(question)]
            assert seen == (frozenset(map(str, answer)) if isinstance(answer, frozenset) else answer)
        else:
            panels = [cells_of(image, picture.regions, "") for image, picture in zip(images, pictures, strict=True)]
            found_in = [changes(panels[0], panel) for panel in panels[1:]]
            assert ["ABCDEF"[i] for i, found in enumerate(found_in) if not found] == [answer]
            assert sorted(map(len, found_in)) == [0, 1, 1, 2, 2, 3]
            assert max(found_in, key=len).items() == {change for found in found_in for change in found.items()}
            assert len({kind for found in found_in for kind in found.values()}) == 3
            assert objection(state, question, answer, images, [picture.regions for picture in pictures]) is None


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_the_number_of_changes_is_drawn_evenly(ranges: Ranges, level: int) -> None:
    params, draws = LEVELS[ranges][level - 1], 800
    counts: Counter[int] = Counter()
    for draft in drafts(TASK, "difference_count", level, ranges, count=draws):
        counts[TASK.solve(draft.state, draft.question).answer] += 1
    low, high = params.counted
    assert set(counts) == set(range(low, high + 1))
    assert max(counts.values()) < 1.7 * draws / (high - low + 1)


def test_kinds_letters_and_places_are_drawn_evenly() -> None:
    draws = 900
    kinds: Counter[str] = Counter()
    letters: Counter[str] = Counter()
    places: Counter[object] = Counter()
    for draft in drafts(TASK, "change_kind", 1, count=draws):
        kinds[TASK.solve(draft.state, ChangeKind()).answer] += 1
        places.update(TASK.solve(draft.state, DifferenceCells()).answer)
    for draft in drafts(TASK, "identical_panel", 1, count=draws):
        letters[TASK.solve(draft.state, draft.question).answer] += 1
    for counter, different in ((kinds, 5), (letters, 6), (places, 9)):
        assert len(counter) == different
        assert max(counter.values()) < 1.3 * draws / different


def test_the_options_of_a_count_do_not_give_it_away() -> None:
    """Every option is a number of the level, and no place among the six is right more often than another."""
    family = TASK.family("difference_count")
    assert family.distractors is not None
    for level, params in enumerate(LEVELS[Ranges.DATASET], 1):
        places: Counter[int] = Counter()
        for index, draft in enumerate(drafts(TASK, "difference_count", level, count=600)):
            answer = TASK.solve(draft.state, draft.question).answer
            rng = Stream(f"{level}/{index}", "options")
            options = sorted([answer, *family.distractors(params, draft.state, draft.question, answer, rng)])
            assert len(set(options)) == 6
            assert params.counted[0] <= options[0] < options[-1] <= params.counted[1]
            places[options.index(answer)] += 1
        # 100 each are expected; the standard deviation is 9.
        assert max(places.values()) < 140


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_the_six_panels_are_interchangeable(ranges: Ranges, level: int) -> None:
    """Whichever is right, two others differ from it in one cell, two in two and one in three."""
    kinds: Counter[str] = Counter()
    for draft in drafts(TASK, "identical_panel", level, ranges, count=100):
        options = draft.question.options
        for panel in options:
            assert sorted(len(differing_cells(panel, other)) for other in options) == [0, 1, 1, 2, 2, 3]
        shown = [Counter(cell) for cell in zip(*map(glyphs, options), strict=True)]
        assert sorted(tuple(counter.values()) for counter in shown if len(counter) > 1) == [(3, 3)] * 3
        made = [kind for kind in Attribute if draft.statistics[f"{kind}_changes"] == 1]
        assert len(made) == 3
        kinds.update(made)
    assert len(kinds) == 5
    assert max(kinds.values()) < 1.3 * 300 / 5


def glyphs(panel: Panel) -> list[Glyph]:
    return list(chain.from_iterable(panel))


def nearest(options: tuple[Panel, ...]) -> list[float]:
    """The less a panel differs from the others, the better."""
    return [-sum(len(differing_cells(panel, other)) for other in options) for panel in options]


def majority(options: tuple[Panel, ...]) -> list[float]:
    """The more cells show what most panels show there, the better."""
    votes = [Counter(cell).most_common() for cell in zip(*map(glyphs, options), strict=True)]
    usual = [vote[0][0] if len(vote) == 1 or vote[0][1] > vote[1][1] else None for vote in votes]
    return [sum(mine == most for mine, most in zip(glyphs(panel), usual, strict=True)) for panel in options]


def rarest(options: tuple[Panel, ...]) -> list[float]:
    """The rarer a panel's glyphs are in all panels, the better."""
    counts = Counter(chain.from_iterable(map(glyphs, options)))
    return [sum(1 / counts[glyph] for glyph in glyphs(panel)) for panel in options]


@pytest.mark.parametrize("guesser", [nearest, majority, rarest])
def test_the_options_without_the_reference_do_not_tell_which_is_right(guesser: Guesser) -> None:
    hits, rng = 0, Stream("the options without the reference", "guess")
    puzzles = [draft for ranges, level in ALL for draft in drafts(TASK, "identical_panel", level, ranges, count=90)]
    for draft in puzzles:
        scores = guesser(draft.question.options)
        best = [letter for letter, score in zip("ABCDEF", scores, strict=True) if score == max(scores)]
        hits += rng.choice(best) == TASK.solve(draft.state, draft.question).answer
    assert 0.13 < hits / len(puzzles) < 0.2


def test_states_hold_the_facts_about_glyphs() -> None:
    for ranges, level in ALL:
        (draft,) = drafts(TASK, "difference_cells", level, ranges)
        for glyph in (glyph for panel in draft.state.panels for row in panel for glyph in row):
            assert glyph.rotation in SHAPES[glyph.shape].rotations
            assert glyph.size is not Size.SMALL or glyph.fill in ("solid", "hollow")
