"""Boards: directions, cells, and boards written as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gametasks.errors import BoardError
from gametasks.schemas import Axis, Cell, Direction, Side
from gametasks.schemas._board import cells_of_board, cells_of_line, is_on_board, neighbours, read_rows, step, write_rows


@pytest.mark.parametrize(
    ("direction", "there"),
    [
        (Direction.UP, Cell(1, 5)),
        (Direction.DOWN, Cell(3, 5)),
        (Direction.LEFT, Cell(2, 4)),
        (Direction.RIGHT, Cell(2, 6)),
    ],
)
def test_a_step_leads_to_the_cell_beside_and_its_direction_is_told_from_the_cells(direction, there):
    assert step(Cell(2, 5), direction) == there
    assert Direction.between(Cell(2, 5), there) is direction
    assert Direction.between(there, Cell(2, 5)) is direction.opposite


def test_a_line_is_a_row_or_a_column():
    assert cells_of_line(Axis.HORIZONTAL, 2, 3, 2) == (Cell(2, 1), Cell(2, 2))
    assert cells_of_line(Axis.VERTICAL, 2, 3, 2) == (Cell(1, 2), Cell(2, 2), Cell(3, 2))


def test_directions_turn():
    assert [d.clockwise for d in (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)] == [
        Direction.RIGHT,
        Direction.DOWN,
        Direction.LEFT,
        Direction.UP,
    ]
    for direction in Direction:
        assert direction.clockwise.counterclockwise is direction
        assert direction.clockwise.clockwise is direction.opposite
        assert direction.axis is not direction.clockwise.axis


def test_a_side_and_an_axis_know_their_directions():
    assert [side.direction for side in Side] == [Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN]
    assert Axis.HORIZONTAL.directions == (Direction.LEFT, Direction.RIGHT)
    assert Axis.VERTICAL.directions == (Direction.UP, Direction.DOWN)


def test_cells_that_do_not_touch_have_no_direction_between_them():
    with pytest.raises(ValueError, match="R1C1 to R2C2"):
        Direction.between(Cell(1, 1), Cell(2, 2))


def test_the_cells_of_a_board_come_in_reading_order():
    assert cells_of_board(2, 3) == (Cell(1, 1), Cell(1, 2), Cell(1, 3), Cell(2, 1), Cell(2, 2), Cell(2, 3))
    assert all(is_on_board(cell, 2, 3) for cell in cells_of_board(2, 3))
    assert not any(is_on_board(cell, 2, 3) for cell in (Cell(0, 1), Cell(3, 1), Cell(1, 0), Cell(1, 4)))


def test_the_neighbours_of_a_corner_are_two():
    assert list(neighbours(Cell(1, 3), 2, 3)) == [(Direction.DOWN, Cell(2, 3)), (Direction.LEFT, Cell(1, 2))]


BOARD = """\
    C1 C2 C3
R1  .  G  .
R2  .  G  #1"""


def test_a_board_is_written_with_its_labels():
    assert write_rows([[".", "G", "."], [".", "G", "#1"]]) == BOARD


@pytest.mark.parametrize("text", [BOARD, f"\n{BOARD}\n\n", BOARD.lower().replace("g", "G"), ". G .\n\n  . G #1"])
def test_a_board_is_read_with_and_without_its_labels(text):
    assert read_rows(text) == ((".", "G", "."), (".", "G", "#1"))


_tokens = st.text(st.characters(codec="utf-8", exclude_categories=["Z", "C"]), min_size=1, max_size=2).filter(
    lambda token: not (token[0] in "rRcC" and token[1:].isdigit())
)


@given(st.integers(1, 12).flatmap(lambda n: st.lists(st.lists(_tokens, min_size=n, max_size=n), min_size=1)))
def test_what_is_written_is_read_back(rows):
    assert read_rows(write_rows(rows)) == tuple(map(tuple, rows))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "board: there are no rows"),
        ("  C1 C2", "board: there are no rows"),
        (". .\n. . .", "board, line 2: the number of cells is 3 instead of 2"),
        ("   C1 C2\n\nR1 . .\nR2 .", "board, line 4: the number of cells is 1 instead of 2"),
        ("   C1 C3\nR1 . .", "board, line 1: 'C3' stands where the label C2 is expected"),
        ("   C1 C2\nR2 . .", "board, line 2: 'R2' stands where the label R1 is expected"),
        ("   C1 C2\n. .", "board, line 2: '.' stands where the label R1 is expected"),
    ],
)
def test_a_board_that_cannot_be_read_is_refused_with_its_line(text, message):
    with pytest.raises(BoardError) as refused:
        read_rows(text)
    assert str(refused.value) == message


def test_lines_are_counted_from_where_the_board_begins():
    with pytest.raises(BoardError, match="line 9:"):
        read_rows(". .\n.", first_line=8)


@pytest.mark.parametrize("rows", [[], [[]], [["."], [".", "."]], [[""]], [["a b"]], [["R2"]], [["c10"]]])
def test_what_could_not_be_read_back_is_not_written(rows):
    with pytest.raises(ValueError):
        write_rows(rows)
