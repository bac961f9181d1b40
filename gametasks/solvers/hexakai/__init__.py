"""Hexakai, exactly: propagation and search over sets of digits, stopped at a second solution."""

from __future__ import annotations

from functools import lru_cache

from gametasks.errors import RecordError
from gametasks.schemas import Cell
from gametasks.schemas.hexakai import BlankValue, Candidates, HexakaiQuestion, HexakaiState, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import line_from
from gametasks.solvers import Solution
from gametasks.solvers.hexakai.search import board_of, search

__all__ = ["solve"]


@lru_cache(maxsize=256)
def _finished(state: HexakaiState) -> tuple[dict[Cell, int], bool]:
    """The digits of the finished board, and whether there is no other way to finish it.

    Raises:
        RecordError: The board cannot be finished.
    """
    board = board_of(state.size)
    solutions = search(board, [state.digit(cell) for cell in board.cells], limit=2)
    if not solutions:
        raise RecordError("the board has no solution")
    return dict(zip(board.cells, solutions[0], strict=True)), len(solutions) == 1


def solve(state: HexakaiState, question: HexakaiQuestion) -> Solution:
    """Finish the board, prove that there is no second way, and read off what is asked.

    Raises:
        RecordError: The board cannot be finished.
    """
    if isinstance(question, Candidates):
        board = board_of(state.size)
        seen = {state.digit(board.cells[i]) for i in board.peers[board.number[question.cell]]}
        return Solution(frozenset(str(digit) for digit in range(state.size) if digit not in seen))
    finished, unique = _finished(state)
    match question:
        case BlankValue(cell=cell):
            return Solution(finished[cell], unique)
        case SolutionOf():
            return Solution({letter: finished[cell] for cell, letter in question.lettered().items()}, unique)
        case LineValues(start=start, direction=direction):
            return Solution(tuple(finished[cell] for cell in line_from(state.size, start, direction)), unique)
