"""Boards with a rolling cube as a player would type them."""

from __future__ import annotations

import re

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gametasks.qa_families.rolling_cube import TASK
from gametasks.schemas import Cell
from gametasks.schemas.rolling_cube import CheckpointFaces, Cube, MarkSet, RollState
from gametasks.schemas.rolling_cube.text import parse, text
from gametasks.testing import assert_closed_under_moves

BOARD = """\
    C1  C2     C3
R1  END START> v
R2  ^   <      <
R3  .   .      .

CUBE AT START (pips): TOP=1, NORTH=2, EAST=3, SOUTH=5, WEST=4, BOTTOM=6"""

STATE = RollState(
    rows=3,
    columns=3,
    path=(Cell(1, 2), Cell(1, 3), Cell(2, 3), Cell(2, 2), Cell(2, 1), Cell(1, 1)),
    mark_set=MarkSet.PIPS,
    cube=Cube(top="1", north="2", east="3", south="5", west="4", bottom="6"),
)


def test_a_board_is_written_with_arrows_from_start_to_end() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_labels_and_spacing_may_be_left_to_the_player() -> None:
    assert parse("END START> v\n\n ^ < <\n. . .\nCUBE AT START (pips):  " + BOARD.partition(":")[2]) == STATE


def test_a_path_of_a_single_cell_is_a_path_too() -> None:
    single = replace(STATE, path=(Cell(1, 2),))
    assert "START=END" in text(single)
    assert parse(text(single)) == single


def test_a_cube_under_way_is_written_and_read_back() -> None:
    for state, _ in samples(TASK, "checkpoint_faces"):
        assert_closed_under_moves(TASK, state, None, state.directions())
    under_way = replace(STATE, rolls=2)
    assert "CUBE AT R2C3 (pips)" in text(under_way)
    assert parse(text(under_way)) == under_way


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_what_is_written_is_read_back(family: str) -> None:
    for state, _ in samples(TASK, family, 3):
        assert parse(text(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("R2  ^   <", "R2  ^   >", 3, "the arrow in R2C2 leads to R2C3"),
        ("START> v", "START> .", 2, "the arrow in R1C2 leads to R1C3"),
        ("R3  .", "R3  >", 4, "does not reach the > in R3C1"),
        ("R3  .", "R3  END", 4, "does not reach the END in R3C1"),
        ("R3  .   .", "R3  .   START>", 4, "START occurs 2 times"),
        ("END START", "^   START", 2, "the arrow in R1C1 leads to R0C1"),
        ("START> ", "GO     ", 2, "'GO' is no dot"),
        ("R3  .   .      .", "R3  .   .", 4, "the number of cells is 2 instead of 3"),
        ("WEST=4", "WEST=5", 6, "5 lies on two sides"),
        ("WEST=4", "WEST=9", 6, "'9' is none of the pips"),
        ("(pips)", "(dots)", 6, "'dots' is none of the kinds of marks"),
        ("AT START", "AT R3C1", 6, "'R3C1' is not START and no further cell of the path"),
        ("AT START", "ON START", 6, "the last line is not CUBE AT"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


@given(st.sampled_from([text(state) for state, _ in samples(TASK, "top_face")]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_a_prompt_tells_the_state_and_the_checkpoints_and_no_more(family: str) -> None:
    for state, question in samples(TASK, family):
        told = TASK.modalities["text"](state, question)
        board, cube, _ = told.split("\n\n")
        names = re.findall(r"\(([0-9])\)", board)
        steps = question.steps if isinstance(question, CheckpointFaces) else ()
        assert sorted(names) == [str(number) for number in range(1, len(steps) + 1)]
        assert parse(re.sub(r"\([0-9]\)", "", board) + "\n" + cube) == state


def test_checkpoints_stand_before_the_arrows() -> None:
    told = TASK.modalities["text"](STATE, CheckpointFaces(steps=(1, 5)))
    assert "R1  (2)END START> (1)v" in told
    assert "(1) before an arrow, or before END, marks checkpoint 1" in told
