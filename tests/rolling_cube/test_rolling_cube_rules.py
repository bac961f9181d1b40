"""What a player would say about rolling cubes, on drawn boards."""

from __future__ import annotations

import pytest

from gametasks.errors import RecordError
from gametasks.schemas import Cell, Diagnostic, Direction
from gametasks.schemas.rolling_cube import (
    AllFaces,
    CheckpointFaces,
    Cube,
    Face,
    MarkSet,
    RollState,
    SelectedFaces,
    TopFace,
    equivalent_forms,
)
from gametasks.solvers.rolling_cube import solve
from gametasks.verifiers import judge_plan, replay
from gametasks.verifiers.rolling_cube import VERIFIER

DIE = Cube(top="1", north="2", east="3", south="5", west="4", bottom="6")


def board(text: str, cube: Cube = DIE) -> RollState:
    """Read a board of path letters: a is START, then b, c, ...; a dot is an empty cell."""
    rows = text.split()
    cells = {letter: Cell(r, c) for r, row in enumerate(rows, 1) for c, letter in enumerate(row, 1) if letter != "."}
    path = tuple(cells[letter] for letter in sorted(cells))
    return RollState(rows=len(rows), columns=len(rows[0]), path=path, mark_set=MarkSet.PIPS, cube=cube)


def after(text: str) -> str:
    """The cube at the end of a path, as top north east south west bottom."""
    sides = VERIFIER.answer(board(text), AllFaces())
    return "".join(sides[face] for face in Face)


@pytest.mark.parametrize(
    ("text", "cube"),
    [
        ("ab", "421563"),  # east: the west side comes up, the top goes east
        ("ba", "326514"),  # west: the east side comes up, the top goes west
        ("b a", "513642"),  # north: the south side comes up, the top goes north
        ("a b", "263145"),  # south: the north side comes up, the top goes south
    ],
)
def test_one_step_brings_up_the_side_that_was_behind(text: str, cube: str) -> None:
    assert after(text) == cube


def test_two_steps_in_one_direction_bring_the_bottom_to_the_top() -> None:
    assert after("abc") == "624531"


@pytest.mark.parametrize("text", ["abcde", "edcba", "a b c d e", "e d c b a"])
def test_four_steps_in_one_direction_bring_the_cube_back(text: str) -> None:
    assert after(text) == after("a") == "123546"


def test_the_sides_along_the_axis_stay_where_they_are() -> None:
    for text in ("ab", "abc", "abcd"):
        assert (after(text)[1], after(text)[3]) == ("2", "5")


def test_the_order_of_turns_matters() -> None:
    east_then_south = after("ab .c")
    south_then_east = after("a. bc")
    assert east_then_south != south_then_east


def test_a_round_trip_over_four_cells_ends_with_another_side_on_top() -> None:
    # East, south, west: the cell below START, though a roll straight there would show 2.
    assert after("ab dc")[0] != after("a b")[0]


def rolled(state: RollState, text: str) -> RollState:
    """The state after rolls by their letters."""
    assert VERIFIER.moves is not None
    position = replay(VERIFIER.moves, state, map(Direction, text))
    assert not isinstance(position, Diagnostic)
    return VERIFIER.moves.state(state, position)


def test_a_cube_under_way_lies_as_it_was_rolled_and_ends_alike() -> None:
    start = board("abc .ed")
    under_way = rolled(start, "RR")
    assert "".join(under_way.cube.marks()) == after("abc")
    assert (under_way.rolls, under_way.way()) == (2, start.path[2:])
    assert VERIFIER.answer(under_way, AllFaces()) == solve(under_way, AllFaces()).answer
    assert VERIFIER.answer(under_way, AllFaces()) == VERIFIER.answer(start, AllFaces())
    checkpoints = CheckpointFaces(steps=(2, 4))
    assert VERIFIER.answer(under_way, checkpoints) == VERIFIER.answer(start, checkpoints)
    assert solve(under_way, checkpoints).answer == VERIFIER.answer(start, checkpoints)
    at_the_end = rolled(under_way, "DL")
    assert VERIFIER.answer(at_the_end, TopFace()) == at_the_end.cube.top == VERIFIER.answer(start, TopFace())


def test_a_checkpoint_that_was_passed_cannot_be_asked_for() -> None:
    under_way = rolled(board("abc"), "RR")
    for work_out in (VERIFIER.answer, solve):
        with pytest.raises(RecordError, match="passed"):
            work_out(under_way, CheckpointFaces(steps=(1, 2)))


def test_the_cube_follows_its_path_and_stops_at_end() -> None:
    moves = VERIFIER.moves
    assert moves is not None
    state = board("ab .c")
    wrong_way = replay(moves, state, [Direction.RIGHT, Direction.UP])
    message = "roll 2, U, is not possible: the path leads from R1C2 to R2C2"
    assert wrong_way == Diagnostic("off_the_path", message, 2)
    beyond = replay(moves, state, map(Direction, "RDD"))
    assert beyond == Diagnostic("at_the_end", "roll 3, D, is not possible: the cube is at END already", 3)
    assert judge_plan(moves, state, tuple(map(Direction, "RD")), 2, "the cube is not at END").correct


def test_the_way_that_the_cube_has_come_makes_no_other_puzzle() -> None:
    under_way = rolled(board("abc"), "R")
    again = board("ab", under_way.cube)
    assert list(equivalent_forms(under_way, TopFace())) == list(equivalent_forms(again, TopFace()))
    later, sooner = CheckpointFaces(steps=(2,)), CheckpointFaces(steps=(1,))
    assert list(equivalent_forms(under_way, later)) == list(equivalent_forms(again, sooner))


def test_opposite_sides_stay_opposite() -> None:
    for text in ("abc ..d", "ab dc", "..de .bc. .a.."):
        top, north, east, south, west, bottom = map(int, after(text))
        assert top + bottom == north + south == east + west == 7


def test_selected_faces_and_checkpoints_read_the_same_roll() -> None:
    state = board("abc ..d")
    whole = VERIFIER.answer(state, AllFaces())
    chosen = VERIFIER.answer(state, SelectedFaces(faces=(Face.NORTH, Face.BOTTOM)))
    assert chosen == {"north": whole["north"], "bottom": whole["bottom"]}
    assert VERIFIER.answer(state, CheckpointFaces(steps=(1, 2, 3))) == ("4", "6", whole["top"])
    assert VERIFIER.answer(state, TopFace()) == whole["top"]


def test_a_wrong_answer_is_told_where_it_is_wrong() -> None:
    state = board("abc")
    verdict = VERIFIER.check(state, CheckpointFaces(steps=(1, 2)), ("4", "1"))
    assert not verdict.correct
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.position == 2
    assert VERIFIER.check(state, CheckpointFaces(steps=(1, 2)), ("4", "6")).correct
    assert not VERIFIER.check(state, TopFace(), "1").correct


def test_the_same_scene_turned_or_moved_has_one_canonical_form() -> None:
    question = SelectedFaces(faces=(Face.TOP, Face.EAST))
    turned_cube = Cube(top="1", east="2", south="3", west="5", north="4", bottom="6")
    same = [
        (board("abc ..d"), question),
        (board("..... .abc. ...d. ....."), question),
        (board(".a .b dc", turned_cube), SelectedFaces(faces=(Face.TOP, Face.SOUTH))),
    ]
    assert len({repr(min(equivalent_forms(state, asked), key=repr)) for state, asked in same}) == 1


def test_another_cube_on_the_same_path_is_another_scene() -> None:
    other = Cube(top="2", north="1", east="3", south="6", west="4", bottom="5")
    first = min(equivalent_forms(board("abc ..d"), TopFace()), key=repr)
    assert first != min(equivalent_forms(board("abc ..d", other), TopFace()), key=repr)
