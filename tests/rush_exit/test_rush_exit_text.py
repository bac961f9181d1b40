"""Boards with sliding vehicles as a player would type them."""

from __future__ import annotations

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st

from gametasks.qa_families.rush_exit import TASK
from gametasks.schemas import Axis, Cell, Diagnostic, Direction, Side, Slide
from gametasks.schemas.rush_exit import Plan, RushState, StateAfter, Vehicle
from gametasks.schemas.rush_exit.text import parse, text
from gametasks.verifiers.rush_exit import MOVES

BOARD = """\
    C1 C2 C3 C4
R1  .  .  G  #
R2  X  X  G  .
R3  .  .  G  .

EXIT right of R2C4"""

STATE = RushState(
    rows=3,
    columns=4,
    exit_side=Side.RIGHT,
    vehicles=(
        Vehicle(letter="G", cell=Cell(1, 3), length=3, axis=Axis.VERTICAL),
        Vehicle(letter="X", cell=Cell(2, 1), length=2, axis=Axis.HORIZONTAL),
    ),
    blocks=(Cell(1, 4),),
)


def test_a_board_is_written_with_its_exit() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_labels_and_spacing_may_be_left_to_the_player() -> None:
    assert parse("\n. . G #\nX X G .\n. . G .\n  EXIT  right of R2C4\n\n") == STATE


@pytest.mark.parametrize(
    ("board", "side"),
    [
        (". . .\n. X X\n\nEXIT left of R2C1", Side.LEFT),
        (". . .\nX X .\n\nEXIT right of R2C3", Side.RIGHT),
        (". .\nX .\nX .\n\nEXIT above R1C1", Side.TOP),
        ("X .\nX .\n. .\n\nEXIT below R3C1", Side.BOTTOM),
    ],
)
def test_the_exit_may_be_on_any_side(board: str, side: Side) -> None:
    state = parse(board)
    assert state.exit_side is side
    assert text(state).endswith(board.splitlines()[-1])


def _states() -> list[RushState]:
    puzzles = [state for state, _ in samples(TASK, "state_after", 3)]
    return [*puzzles, *(state for state, _ in samples(TASK, "first_command"))]


STATES = _states()


def test_what_is_written_is_read_back() -> None:
    for state in STATES:
        assert parse(text(state)) == state


@given(st.sampled_from(STATES), st.data())
def test_every_position_that_moves_reach_is_written_and_read_back(state: RushState, data: st.DataObject) -> None:
    pieces = st.sampled_from([vehicle.letter for vehicle in state.vehicles])
    position = MOVES.start(state)
    for _ in range(12):
        slide = Slide(data.draw(pieces), data.draw(st.sampled_from(Direction)), data.draw(st.integers(1, 3)))
        after = MOVES.move(state, position, slide)
        position = position if isinstance(after, Diagnostic) else after
        reached = MOVES.state(state, position)
        assert parse(text(reached)) == reached


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("R3  .  .  G", "R3  .  .  H", 4, "the cells of H are not two or more in one line"),
        ("R3  .", "R3  G", 2, "the cells of G are not two or more in one line"),
        ("R3  .", "R3  Q", 4, "'Q' is no free cell"),
        ("R2  X  X", "R2  .  .", 0, "the target X is missing"),
        ("R3  .  .", "R3  . ", 4, "the number of cells is 3 instead of 4"),
        ("R3", "R4", 4, "'R4' stands where the label R3 is expected"),
        ("right of R2C4", "right of R3C4", 6, "EXIT left of R2C1 or EXIT right of R2C4"),
        ("right of R2C4", "above R1C1", 6, "EXIT left of R2C1 or EXIT right of R2C4"),
        ("\nEXIT right of R2C4", "", 4, "'R3 . . G .' is not EXIT"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


@given(st.sampled_from([text(state) for state in STATES]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


def test_a_prompt_tells_the_state_and_no_more() -> None:
    tell = TASK.modalities["text"]
    for state in STATES:
        told = tell(state, Plan(optimum=3))
        assert told == tell(state, Plan(optimum=9)) == tell(state, StateAfter(commands=(), asked=("X",)))
        board, exit_line, legend = told.split("\n\n")
        assert parse(f"{board}\n{exit_line}") == state
        assert ("# a fixed block" in legend) == bool(state.blocks)
