"""Lamps, plainly: go over the board and look at every lamp."""

from __future__ import annotations

from typing import Any

from gametasks.schemas import Cell
from gametasks.verifiers import CORRECT, Verdict, Verifier, wrong
from gametasks_null.schemas.lamps import LampsQuestion, LampState, LitCount

__all__ = ["VERIFIER"]


def answer(state: LampState, question: LampsQuestion) -> Any:
    """Count or collect the lit lamps, row by row."""
    board = [Cell(row, column) for row in range(1, state.rows + 1) for column in range(1, state.columns + 1)]
    lit = [cell for cell in board if cell in state.lit]
    return len(lit) if isinstance(question, LitCount) else frozenset(lit)


def check(state: LampState, question: LampsQuestion, given: Any) -> Verdict:
    """The count must be exact, the set complete."""
    if given == answer(state, question):
        return CORRECT
    return wrong("wrong_lamps", "these are not the lit lamps")


VERIFIER: Verifier[LampState, LampsQuestion] = Verifier(
    name=__name__, state=LampState, question=LampsQuestion, check=check, answer=answer
)
