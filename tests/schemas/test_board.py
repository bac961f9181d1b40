"""Boards: their cells, and the four directions on them."""

from __future__ import annotations

import pytest

from gametasks.schemas import Axis, Cell, Direction, Side
from gametasks.schemas._board import cell_bits, cells_of_board, cells_of_line, is_on_board, neighbours, step


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
    assert cell_bits([Cell(1, 1), Cell(2, 1), Cell(3, 2)], columns=2) == 0b100101


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
