"""Counts: some cells of a board hold a star; each row and column says how many."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python.cp_model import CpModel

from gametasks.schemas import cells_of_board
from gametasks.solvers import Solution, first_two


def solve(row_counts: Sequence[int], column_counts: Sequence[int]) -> Solution:
    """Find the stars, and say whether they could stand elsewhere."""
    model = CpModel()
    stars = {cell: model.new_bool_var(str(cell)) for cell in cells_of_board(len(row_counts), len(column_counts))}
    for row, count in enumerate(row_counts, 1):
        model.add(sum(star for cell, star in stars.items() if cell.row == row) == count)
    for column, count in enumerate(column_counts, 1):
        model.add(sum(star for cell, star in stars.items() if cell.column == column) == count)
    ways = first_two(model, stars)
    if ways.first is None:
        raise ValueError("the board has no solution")
    return Solution(frozenset(cell for cell, star in ways.first.items() if star), unique=ways.second is None)
