"""The eight symmetries of a board."""

from __future__ import annotations

import pytest

from gametasks.schemas import Axis, Cell, Direction, Side, Slide
from gametasks.schemas._board import cells_of_board, is_on_board, neighbours
from gametasks.schemas._letters import MOVE_LETTERS, letters
from gametasks.schemas._symmetry import Symmetry, rotations, symmetries

EVERY = symmetries(2, 3)


@pytest.mark.parametrize("symmetry", EVERY, ids=str)
def test_a_symmetry_carries_the_board_onto_itself_and_neighbours_onto_neighbours(symmetry):
    images = {symmetry.cell(cell) for cell in cells_of_board(2, 3)}
    assert images == set(cells_of_board(*symmetry.size))
    for cell in cells_of_board(2, 3):
        for direction, beside in neighbours(cell, 2, 3):
            assert Direction.between(symmetry.cell(cell), symmetry.cell(beside)) is symmetry.direction(direction)


@pytest.mark.parametrize("symmetry", EVERY, ids=str)
def test_cells_on_a_side_stay_on_that_side_and_lines_stay_lines(symmetry):
    for side in Side:
        for cell in cells_of_board(2, 3):
            beyond = Cell(cell.row + side.direction.delta[0], cell.column + side.direction.delta[1])
            image, towards = symmetry.cell(cell), symmetry.side(side).direction
            past = Cell(image.row + towards.delta[0], image.column + towards.delta[1])
            assert is_on_board(beyond, 2, 3) == is_on_board(past, *symmetry.size)
    for axis in Axis:
        assert {symmetry.direction(direction).axis for direction in axis.directions} == {symmetry.axis(axis)}


def test_the_eight_differ_and_the_first_of_them_changes_nothing():
    corners = {(s.cell(Cell(1, 1)), s.cell(Cell(1, 3)), s.size) for s in EVERY}
    assert len(corners) == 8
    assert all(EVERY[0].cell(cell) == cell for cell in cells_of_board(2, 3))
    assert EVERY[:4] == rotations(2, 3)
    assert EVERY[4].cell(Cell(2, 1)) == Cell(2, 3)


def test_a_quarter_turn_is_clockwise_and_turns_the_commands_with_the_board():
    turn = Symmetry(2, 3, mirrored=False, turns=1)
    assert turn.cell(Cell(1, 1)) == Cell(1, 2)
    assert turn.cell(Cell(2, 1)) == Cell(1, 1)
    assert turn.slide(Slide("H", Direction.UP, 2)) == Slide("H", Direction.RIGHT, 2)
    assert turn.side(Side.LEFT) is Side.TOP


def test_letters_name_no_option_and_look_like_no_digit():
    assert letters() == tuple("GHJKLMNPQRSTUVWXYZ")
    assert not set(letters(without=MOVE_LETTERS)) & set("ABCDEFIOUDLR")


@pytest.mark.parametrize("symmetry", EVERY, ids=str)
def test_counts_beside_a_board_go_with_its_rows_and_columns(symmetry):
    filled = (Cell(1, 1), Cell(1, 2), Cell(1, 3), Cell(2, 1))

    def counts(cells, rows, columns):
        by_row, by_column = [0] * rows, [0] * columns
        for cell in cells:
            by_row[cell.row - 1] += 1
            by_column[cell.column - 1] += 1
        return tuple(by_row), tuple(by_column)

    assert counts(filled, 2, 3) == ((3, 1), (2, 1, 1))
    after = counts(map(symmetry.cell, filled), *symmetry.size)
    assert symmetry.beside(*counts(filled, 2, 3)) == after
