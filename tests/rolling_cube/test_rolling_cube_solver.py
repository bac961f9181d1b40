"""The solver, the verifier and rotation matrices agree; answers are even; samplers keep their promises."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from oracles.rolling_cube import roll, roll_matrix

from gametasks.qa_families.rolling_cube import TASK
from gametasks.schemas import Ranges, parse_answer, write_answer
from gametasks.schemas.rolling_cube import MARKS, AllFaces, Face, RollState
from gametasks.solvers.rolling_cube import solve
from gametasks.streams import Stream
from gametasks.testing import drafts

FAMILIES = [family.name for family in TASK.families]


def samples(family: str, level: int, ranges: Ranges, count: int) -> list[tuple[RollState, Any]]:
    return [(draft.state, draft.question) for draft in drafts(TASK, family, level, ranges, count=count)]


def test_a_roll_is_a_rotation_of_order_four() -> None:
    for east, north in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        matrix = roll_matrix(east, north)
        power = matrix @ matrix @ matrix @ matrix
        assert power.tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        assert (matrix @ roll_matrix(-east, -north)).tolist() == power.tolist()
        assert (matrix @ [0, 0, 1]).tolist() == [east, north, 0]


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", range(1, 6))
def test_three_methods_agree(level: int, ranges: Ranges) -> None:
    for family in FAMILIES:
        for state, question in samples(family, level, ranges, 12):
            answer = solve(state, question).answer
            assert TASK.verifier.answer(state, question) == answer
            assert TASK.verifier.check(state, question, answer).correct
            cube = dict(zip(map(str, Face), state.cube.marks(), strict=True))
            assert solve(state, AllFaces()).answer == roll(cube, state.path)


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", range(1, 6))
def test_paths_stay_on_the_board_and_visit_no_cell_twice(level: int, ranges: Ranges) -> None:
    params = TASK.levels[ranges][level - 1]
    for state, _ in samples("checkpoint_faces", level, ranges, 20):
        assert (state.rows, state.columns) in params.boards
        assert params.steps[0] <= len(state.path) - 1 <= params.steps[1]
        assert len(set(state.path)) == len(state.path)
        assert all(1 <= cell.row <= state.rows and 1 <= cell.column <= state.columns for cell in state.path)
        assert all(abs(a.row - b.row) + abs(a.column - b.column) == 1 for a, b in pairwise(state.path))
        assert len(set(state.cube.marks())) == 6
        assert set(state.cube.marks()) <= set(MARKS[state.mark_set])


@pytest.mark.parametrize("level", [1, 3])
def test_every_side_of_the_start_ends_on_top_equally_often(level: int) -> None:
    ended = Counter[Face]()
    for state, question in samples("top_face", level, Ranges.DATASET, 600):
        answer = solve(state, question).answer
        ended[next(face for face in Face if state.cube.mark(face) == answer)] += 1
    # 100 expected for each side, standard deviation 9.1; 33 % for one side if nothing evened them out.
    assert all(65 <= ended[face] <= 135 for face in Face), ended


def test_the_place_of_the_answer_in_the_named_list_says_nothing() -> None:
    places = Counter[int]()
    for state, question in samples("top_face", 2, Ranges.DATASET, 600):
        places[sorted(state.cube.marks()).index(solve(state, question).answer)] += 1
    assert all(65 <= places[place] <= 135 for place in range(6)), places


@pytest.mark.parametrize("family", FAMILIES)
def test_answers_read_back_as_written(family: str) -> None:
    for state, question in samples(family, 3, Ranges.DATASET, 30):
        kind = TASK.family(family).answer_kind(state, question)
        answer = solve(state, question).answer
        assert parse_answer(kind, write_answer(kind, answer)) == answer


@pytest.mark.parametrize("family", FAMILIES)
def test_states_and_questions_travel_as_json(family: str) -> None:
    for state, question in samples(family, 2, Ranges.EVALUATION, 10):
        assert msgspec.json.decode(msgspec.json.encode(state), type=RollState) == state
        assert msgspec.json.decode(msgspec.json.encode(question), type=type(question)) == question


def test_the_options_of_top_face_are_the_other_five_marks() -> None:
    family = TASK.family("top_face")
    assert family.distractors is not None
    for state, question in samples("top_face", 4, Ranges.EVALUATION, 20):
        answer = solve(state, question).answer
        wrong = family.distractors(TASK.levels[Ranges.EVALUATION][3], state, question, answer, Stream("options", "o"))
        assert sorted([*wrong, answer]) == sorted(state.cube.marks())
        assert not any(TASK.verifier.check(state, question, mark).correct for mark in wrong)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_text_names_the_marks_but_not_their_places(family: str) -> None:
    for state, question in samples(family, 1, Ranges.DATASET, 10):
        swapped = msgspec.structs.replace(
            state, cube=msgspec.structs.replace(state.cube, top=state.cube.east, east=state.cube.top)
        )
        assert TASK.hint(state, question) == TASK.hint(swapped, question)
        assert TASK.ask(state, question) == TASK.ask(swapped, question)
