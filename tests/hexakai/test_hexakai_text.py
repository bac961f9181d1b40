"""Hexakai boards as a player would type them."""

from __future__ import annotations

import re

import pytest
from boards_as_text import assert_refused, read_or_refuse, samples, slips
from hypothesis import given
from hypothesis import strategies as st

from gametasks.qa_families.hexakai import TASK
from gametasks.schemas import Cell
from gametasks.schemas.hexakai import LETTERS, HexakaiState, HexDirection, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import row_length
from gametasks.schemas.hexakai.text import parse, text

BOARD = """\
    0
  1   .
.   2   .
  .   0
    1"""

STATE = HexakaiState(size=3, rows=((0,), (1, None), (None, 2, None), (None, 0), (1,)))


def test_a_board_is_written_as_a_diamond() -> None:
    assert text(STATE) == BOARD
    assert parse(BOARD) == STATE


def test_rows_may_be_shifted_as_one_likes() -> None:
    assert parse("0\n1 .\n\n . 2 .\n. 0\n1\n") == STATE


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_what_is_written_is_read_back(family: str) -> None:
    for state, _ in samples(TASK, family):
        assert parse(text(state)) == state


@given(st.integers(1, 9).flatmap(lambda size: st.tuples(*map(st.just, _rows(size)))), st.data())
def test_any_filling_is_written_and_read_back(rows: tuple[int, ...], data: st.DataObject) -> None:
    size = (len(rows) + 1) // 2
    sign = st.none() | st.integers(0, size - 1)
    digits = tuple(tuple(data.draw(sign) for _ in range(length)) for length in rows)
    state = HexakaiState(size=size, rows=digits)
    assert parse(text(state)) == state


def _rows(size: int) -> list[int]:
    return [row_length(size, row) for row in range(1, 2 * size)]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("2", "3", 3, "'3' is no digit from 0 to 2"),
        ("2", "²", 3, "'²' is no digit from 0 to 2"),
        (".   0", "0", 4, "the row has 1 cells instead of 4 or 2"),
        ("1   .\n", "1   .   .\n", 2, "the row has 3 cells instead of 2"),
        (".   2   .\n", ".   2\n", 3, "the row has 2 cells instead of 3 or 1"),
        ("    1", "    1\n\n    1", 7, "the row has 1 cells instead of none: the diamond has ended"),
        ("  .   0\n    1", "  .   0", 4, "the last row has 2 cells instead of 1"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(old: str, new: str, line: int, words: str) -> None:
    assert_refused(parse, BOARD, (old, new), line, words)


@given(st.sampled_from([text(state) for state, _ in samples(TASK, "candidates")]).flatmap(slips))
def test_slips_of_the_hand_are_read_or_refused(slipped: str) -> None:
    read_or_refuse(slipped, parse, text)


@pytest.mark.parametrize("family", [family.name for family in TASK.families])
def test_a_prompt_tells_the_state_and_what_is_marked_and_no_more(family: str) -> None:
    for state, question in samples(TASK, family):
        diamond, _ = TASK.modalities["text"](state, question).split("\n\n")
        match question:
            case SolutionOf(cells=cells):
                marks = list(LETTERS[: len(cells)])
            case LineValues(direction=direction):
                marks = [ARROWS[direction]]
            case _:
                marks = ["?"]
        signs = re.sub(r"[\s.0-9]", "", diamond)
        assert list(signs) == marks
        assert parse(re.sub(r"[↖↗↘↙←→]", "", re.sub(r"[?A-Z]", ".", diamond))) == state


ARROWS = {
    HexDirection.RIGHT: "→",
    HexDirection.LEFT: "←",
    HexDirection.DOWN_RIGHT: "↘",
    HexDirection.DOWN_LEFT: "↙",
    HexDirection.UP_RIGHT: "↗",
    HexDirection.UP_LEFT: "↖",
}
ARROWED = {
    (Cell(3, 1), HexDirection.RIGHT): "        0\n      1   .\n→   .   2   .\n      .   0\n        1",
    (Cell(3, 3), HexDirection.LEFT): "    0\n  1   .\n.   2   .   ←\n  .   0\n    1",
    (Cell(1, 1), HexDirection.DOWN_RIGHT): "  ↘\n    0\n  1   .\n.   2   .\n  .   0\n    1",
    (Cell(2, 2), HexDirection.DOWN_LEFT): "    0   ↙\n  1   .\n.   2   .\n  .   0\n    1",
    (Cell(5, 1), HexDirection.UP_RIGHT): "    0\n  1   .\n.   2   .\n  .   0\n    1\n  ↗",
    (Cell(5, 1), HexDirection.UP_LEFT): "    0\n  1   .\n.   2   .\n  .   0\n    1\n      ↖",
}


@pytest.mark.parametrize(("line", "drawn"), ARROWED.items())
def test_an_arrow_stands_before_the_first_cell_of_its_line(line: tuple[Cell, HexDirection], drawn: str) -> None:
    assert text(STATE, arrow=line) == drawn
