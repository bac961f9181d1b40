"""Heights of columns as a player would type them."""

from __future__ import annotations

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st

from gametasks.errors import BoardError
from gametasks.qa_families.block_counting import TASK
from gametasks.schemas.block_counting import BlockState, FloorSide, SideView, TotalBlocks
from gametasks.schemas.block_counting.text import parse, text, write_outline

BOARD = """\
    C1 C2 C3
R1  3  2  1
R2  2  0  1

AT MOST 4 CUBES HIGH"""

STATE = BlockState(heights=((3, 2, 1), (2, 0, 1)), tallest=4)


def test_heights_are_written_with_the_back_row_first() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_labels_and_spacing_may_be_left_to_the_player() -> None:
    assert parse("3 2   1\n\n 2 0 1\nAT MOST 4   CUBES HIGH") == STATE


def test_one_cube_is_written_as_one() -> None:
    flat = BlockState(heights=((1, 0),), tallest=1)
    assert text(flat).endswith("AT MOST 1 CUBE HIGH")
    assert parse(text(flat)) == flat


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_what_is_written_is_read_back(family: str) -> None:
    for state, _ in samples(TASK, family, 3):
        assert parse(text(state)) == state


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("R2  2  0", "R2  2  5", 3, "R2C2 holds '5'; a height is a number from 0 to 4"),
        ("R2  2  0", "R2  2  x", 3, "R2C2 holds 'x'"),
        ("R2  2  0  1", "R2  2  0", 3, "the number of cells is 2 instead of 3"),
        ("R2  2", "R3  2", 3, "the label R2 is expected"),
        ("4 CUBES", "0 CUBES", 5, "the last line does not say AT MOST"),
        ("AT MOST", "AT LEAST", 5, "the last line does not say AT MOST"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


def test_a_floor_that_is_too_large_is_refused() -> None:
    with pytest.raises(BoardError, match="a side has at most 20"):
        parse("0 " * 21 + "\nAT MOST 4 CUBES HIGH")


@given(st.sampled_from([text(state) for state, _ in samples(TASK, "total_blocks")]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


def test_an_outline_is_drawn_with_a_sign_for_each_cube_that_is_seen() -> None:
    assert write_outline((0, 2, 1), 3) == "...\n.#.\n.##"


def test_heights_are_not_told_where_they_are_the_answer() -> None:
    for state, question in samples(TASK, "column_heights"):
        assert TASK.modalities["text"](state, question) == ""


def test_a_prompt_tells_the_heights_the_observer_and_the_options() -> None:
    options = ((3, 2, 1), (1, 2, 3), (3, 1, 1), (1, 1, 3), (3, 2, 2), (2, 2, 3))
    told = TASK.modalities["text"](STATE, SideView(side=FloorSide.BACK, options=options))
    assert told.startswith(BOARD)
    assert "outside the side BACK and points towards FRONT" in told
    assert "OPTION B\n...\n..#\n.##\n###" in told
    assert TASK.modalities["text"](STATE, TotalBlocks()).startswith(BOARD)
    assert "OPTION" not in TASK.modalities["text"](STATE, TotalBlocks())
