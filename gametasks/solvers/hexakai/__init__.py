"""Hexakai, exactly: propagation and search over sets of digits, stopped at a second solution."""

from __future__ import annotations

from functools import lru_cache

from gametasks.errors import RecordError
from gametasks.schemas import Cell
from gametasks.schemas.hexakai import (
    LETTERS,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    HexDirection,
    LineValues,
    SolutionOf,
)
from gametasks.solvers import Solution
from gametasks.solvers.hexakai.search import Board, board_of, search

__all__ = ["arrow_line", "solve"]

_RIGHTWARDS = (HexDirection.RIGHT, HexDirection.DOWN_RIGHT, HexDirection.UP_RIGHT)


@lru_cache(maxsize=256)
def _finished(state: HexakaiState) -> tuple[tuple[int, ...], bool]:
    """The digits of the finished board in reading order, and whether there is no other way to finish it.

    Raises:
        RecordError: The board cannot be finished.
    """
    digits = [digit for row in state.rows for digit in row]
    solutions = search(board_of(state.size), digits, limit=2).solutions
    if not solutions:
        raise RecordError("the board has no solution")
    return solutions[0], len(solutions) == 1


def arrow_line(board: Board, start: Cell, direction: HexDirection) -> tuple[int, ...]:
    """The numbers of the cells of a line, from its end cell ``start`` on."""
    if direction in (HexDirection.RIGHT, HexDirection.LEFT):
        lines = board.rows
    elif direction in (HexDirection.DOWN_RIGHT, HexDirection.UP_LEFT):
        lines = board.falling
    else:
        lines = board.rising
    line = next(line for line in lines if board.number[start] in line)
    return line if direction in _RIGHTWARDS else line[::-1]


def _left_by_lines(board: Board, state: HexakaiState, cell: Cell) -> frozenset[str]:
    """The digits that stand nowhere on the three lines of a cell."""
    peers = (state.digit(board.cells[j]) for j in board.peers[board.number[cell]])
    return frozenset(map(str, set(range(state.size)).difference(peers)))


def solve(state: HexakaiState, question: HexakaiQuestion) -> Solution:
    """Finish the board, prove that there is no second way, and read off what is asked.

    Raises:
        RecordError: The board cannot be finished.
    """
    board = board_of(state.size)
    if isinstance(question, Candidates):
        return Solution(_left_by_lines(board, state, question.cell))
    digits, unique = _finished(state)
    match question:
        case BlankValue(cell=cell):
            return Solution(digits[board.number[cell]], unique)
        case SolutionOf(cells=cells):
            named = zip(LETTERS, cells, strict=False)
            return Solution({letter: digits[board.number[cell]] for letter, cell in named}, unique)
        case LineValues(start=start, direction=direction):
            return Solution(tuple(digits[i] for i in arrow_line(board, start, direction)), unique)
