"""What the rules say about patches, pieces, crops and turns, and what samplers draw."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from gametasks.generators.patch_match import LEVELS, SCENE_COLOURS
from gametasks.qa_families.patch_match import TASK
from gametasks.renderers.kit.themes import BLACK, THEMES, contrast
from gametasks.schemas import Cell, Ranges, cells_of_board
from gametasks.schemas.patch_match import (
    CropOrigin,
    Mark,
    MissingPatch,
    PatchState,
    PieceOrder,
    RotatedPiece,
    SceneKind,
    equivalent_forms,
)
from gametasks.testing import assert_only_right_answers_score, check_task, drafts, rows_of

STATE = PatchState(
    rows=2,
    columns=2,
    width=60,
    height=60,
    kind=SceneKind.SHAPES,
    colours=("red", "blue"),
    marks=(Mark(1, 0, 20, ((60, 60),)),),
)
ALL = [(ranges, level) for ranges in Ranges for level in TASK.level_numbers]
FAMILIES = [family.name for family in TASK.families]


def both(question):
    """The answer of the solver, which is the verifier's as well."""
    found = TASK.solve(STATE, question)
    assert found.answer == TASK.verifier.answer(STATE, question)
    return found.answer


def test_a_piece_belongs_where_it_was_cut_from() -> None:
    pieces = (Cell(2, 1), Cell(1, 1), Cell(1, 2), Cell(2, 2))
    assert both(PieceOrder(pieces=pieces)) == (2, 3, 1, 4)
    assert both(CropOrigin(cell=Cell(2, 1))) == Cell(2, 1)


@pytest.mark.parametrize(("turned", "back"), [(90, "270"), (180, "180"), (270, "90")])
def test_a_turn_is_made_good_by_the_rest_of_a_full_turn(turned, back) -> None:
    assert both(RotatedPiece(cell=Cell(1, 2), turned=turned)) == {"piece": Cell(1, 2), "turn": back}


def test_only_the_patch_of_the_hole_fills_it() -> None:
    options = tuple(Cell(row, column) for row in (1, 2) for column in (3, 4, 5))
    for place, letter in enumerate("ABCDEF"):
        shown = (*options[:place], Cell(2, 2), *options[place + 1 :])
        assert both(MissingPatch(hole=Cell(2, 2), options=shown)) == letter


def test_what_has_not_one_answer_is_refused() -> None:
    twice = MissingPatch(hole=Cell(1, 1), options=(Cell(1, 1),) * 6)
    assert not TASK.solve(STATE, twice).unique
    assert TASK.verifier.answer(STATE, twice) is None
    shown = MissingPatch(hole=Cell(1, 1), options=(Cell(1, 1), Cell(1, 2), *(Cell(1, n) for n in (3, 4, 5, 6))))
    assert TASK.verifier.answer(STATE, shown) is None
    missing = PieceOrder(pieces=(Cell(1, 1), Cell(1, 1), Cell(1, 2), Cell(2, 2)))
    assert TASK.solve(STATE, missing).answer is None
    assert TASK.verifier.answer(STATE, missing) is None


def test_numbers_of_pieces_and_letters_of_patches_have_no_content() -> None:
    cells = cells_of_board(2, 2)
    first, second = (list(equivalent_forms(STATE, PieceOrder(pieces=p))) for p in (cells, cells[::-1]))
    assert first == second
    options = tuple(Cell(1, column) for column in range(2, 8))
    forms = [
        list(equivalent_forms(STATE, MissingPatch(hole=Cell(1, 2), options=given)))
        for given in (options, options[::-1])
    ]
    assert forms[0] == forms[1]
    crops = [list(equivalent_forms(STATE, CropOrigin(cell=cell))) for cell in cells]
    assert crops[0] != crops[1]


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_samplers_keep_to_the_rules(ranges, level) -> None:
    for draft in drafts(TASK, "missing_patch", level, ranges, count=10):
        state, question = draft.state, draft.question
        assert 1 < question.hole.row < state.rows
        assert 1 < question.hole.column < state.columns
        assert len(set(question.options)) == 6
        assert all(cell == question.hole or cell.column > state.columns for cell in question.options)
    for draft in drafts(TASK, "piece_order", level, ranges, count=10):
        state, (order) = draft.state, TASK.solve(draft.state, draft.question).answer
        assert state.rows <= 3
        assert state.columns <= 3
        assert any(order[number - 1] != place for place, number in enumerate(order, 1))
    for name in ("crop_origin", "rotated_piece"):
        for draft in drafts(TASK, name, level, ranges, count=10):
            assert draft.state.width == draft.state.height
            assert draft.question.cell in cells_of_board(draft.state.rows, draft.state.columns)


def test_no_layout_is_common_to_both_sets_of_ranges() -> None:
    for first, second in zip(LEVELS[Ranges.DATASET], LEVELS[Ranges.EVALUATION], strict=True):
        assert not {(p, c) for p in first.pieces for c in first.cells} & {
            (p, c) for p in second.pieces for c in second.cells
        }
        assert not set(first.boards) & set(second.boards)
        assert first.side != second.side


def test_answers_are_drawn_evenly() -> None:
    found = [draft.question for draft in drafts(TASK, "rotated_piece", 1, Ranges.DATASET, count=900)]
    turns = Counter(question.turned for question in found)
    assert max(turns.values()) < 1.25 * 300
    cells = Counter(question.cell for question in found)
    assert len(cells) == 9
    assert max(cells.values()) < 1.4 * 100


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_black_outlines_stand_out_from_every_colour_of_scenes(theme) -> None:
    for colour in SCENE_COLOURS:
        assert contrast(BLACK, theme.palette[colour]) >= 3


def test_states_are_whole_numbers_that_survive_a_change_of_one() -> None:
    (draft,) = drafts(TASK, "crop_origin", 3, Ranges.DATASET)
    other = replace(draft.state, marks=draft.state.marks[1:])
    assert next(iter(equivalent_forms(other, draft.question))) != next(
        iter(equivalent_forms(draft.state, draft.question))
    )


@pytest.mark.parametrize("family", FAMILIES)
def test_only_right_answers_score(family) -> None:
    for row in rows_of(TASK, family):
        assert_only_right_answers_score(row)


def test_the_task_keeps_the_contract() -> None:
    assert check_task("patch_match", samples=1) == []
