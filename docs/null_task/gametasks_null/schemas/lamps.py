"""Lamps: a board of lamps, some of which are lit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gametasks.schemas import Cell, Question, State

__all__ = ["LampState", "LampsQuestion", "LitCells", "LitCount", "equivalent_forms"]


class LampState(State, frozen=True, kw_only=True):
    """A board of lamps.

    Attributes:
        rows, columns: Size of the board.
        lit: The lit lamps, in reading order.
    """

    rows: int
    columns: int
    lit: tuple[Cell, ...]


class LitCount(Question, frozen=True, kw_only=True, tag="lit_count"):
    """How many lamps are lit."""


class LitCells(Question, frozen=True, kw_only=True, tag="lit_cells"):
    """Which lamps are lit."""


LampsQuestion = LitCount | LitCells


def equivalent_forms(state: LampState, question: LampsQuestion) -> Iterator[tuple[Any, Any]]:
    """The board and its mirror image from left to right count as the same board."""
    asked = "count" if isinstance(question, LitCount) else "cells"
    size = [state.rows, state.columns]
    yield [size, sorted(state.lit)], asked
    yield [size, sorted(Cell(cell.row, state.columns + 1 - cell.column) for cell in state.lit)], asked
