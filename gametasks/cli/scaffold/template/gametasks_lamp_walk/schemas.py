"""Lamp walk, what things are: a board of lamps, some of them lit, with a walker on one and the end on another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gametasks.errors import BoardError
from gametasks.schemas import BoardSize, Cell, Question, State, read_board, symmetries, write_board

__all__ = ["VERSION", "LampQuestion", "LampState", "ShortestWalk", "WalkLength", "equivalent_forms", "parse", "text"]


VERSION = 1
"""Raised whenever a sample of the same id would change."""


class LampState(State, frozen=True, kw_only=True):
    """A board of lamps.

    Attributes:
        rows, columns: Size of the board.
        lit: The lit lamps, in reading order; those of the walker and of the end are lit.
        walker: Where the walker stands.
        end: Where the walk ends.
    """

    rows: BoardSize
    columns: BoardSize
    lit: tuple[Cell, ...]
    walker: Cell
    end: Cell


class WalkLength(Question, frozen=True, kw_only=True, tag="walk_length"):
    """How many steps the shortest walk takes; ``optimum`` is that number."""

    optimum: int


class ShortestWalk(Question, frozen=True, kw_only=True, tag="shortest_walk"):
    """What a shortest walk is; ``optimum`` is its number of steps."""

    optimum: int


LampQuestion = WalkLength | ShortestWalk


def equivalent_forms(state: LampState, question: LampQuestion) -> Iterator[tuple[Any, Any]]:
    """A board turned or mirrored is the same board."""
    for symmetry in symmetries(state.rows, state.columns):
        lit = sorted(map(symmetry.cell, state.lit))
        board = [*symmetry.size, lit, symmetry.cell(state.walker), symmetry.cell(state.end)]
        yield board, type(question).__name__


_DARK, _LIT, _WALKER, _END = ".", "o", "W", "E"


def text(state: LampState) -> str:
    """Write the board: ``o`` is a lit lamp, ``.`` a dark one, ``W`` the walker, ``E`` the end, ``WE`` both in one."""
    tokens = dict.fromkeys(state.lit, _LIT) | {state.walker: _WALKER}
    tokens[state.end] = _WALKER + _END if state.end == state.walker else _END
    return write_board(tokens, state.rows, state.columns, empty=_DARK)


def parse(text: str) -> LampState:
    """Read a board; the labels of the rows and columns may be left out.

    Raises:
        BoardError: A cell holds another sign, or there is not one walker and one end.
    """
    board = read_board(text)
    for cell, token in board.tokens.items():
        if token not in (_DARK, _LIT, _WALKER, _END, _WALKER + _END):
            raise board.error(cell, f"{cell} holds {token!r}; a lamp is {_LIT} or {_DARK}, the walker W and the end E")
    walkers = [cell for cell, token in board.tokens.items() if _WALKER in token]
    ends = [cell for cell, token in board.tokens.items() if _END in token]
    if len(walkers) != 1 or len(ends) != 1:
        raise BoardError(0, f"there are {len(walkers)} walkers W and {len(ends)} ends E instead of one each")
    lit = tuple(cell for cell, token in board.tokens.items() if token != _DARK)
    return LampState(rows=board.rows, columns=board.columns, lit=lit, walker=walkers[0], end=ends[0])
