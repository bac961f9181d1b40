"""Lamp walk, the rules, plainly: the walker steps from a lit lamp onto a lit lamp beside it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from gametasks.schemas import Cell, Diagnostic, Direction, is_on_board, neighbours, step
from gametasks.verifiers import CORRECT, Moves, Verdict, Verifier, judge_plan, shortest, wrong
from gametasks_lamp_walk.schemas import VERSION, LampQuestion, LampState, WalkLength

__all__ = ["VERIFIER"]


def _stepped(state: LampState, walker: Cell, direction: Direction) -> Cell | Diagnostic:
    """Where a step leads, or why it is not possible."""
    beside = step(walker, direction)
    if not is_on_board(beside, state.rows, state.columns):
        return Diagnostic("illegal_step", f"{beside} is not on the board")
    if beside not in state.lit:
        return Diagnostic("illegal_step", f"the lamp on {beside} is dark")
    return beside


MOVES: Moves[LampState, Cell, Direction] = Moves(
    start=lambda state: state.walker,
    move=_stepped,
    solved=lambda state, walker: walker == state.end,
    state=lambda state, walker: replace(state, walker=walker),
    noun="step",
)


def check(state: LampState, question: LampQuestion, given: Any) -> Verdict:
    """The number must be exact; a walk is taken step by step, and any shortest one is right."""
    if isinstance(question, WalkLength):
        if given == question.optimum:
            return CORRECT
        return wrong("wrong_number", f"{given} is not the number of steps of a shortest walk")
    return judge_plan(MOVES, state, given, question.optimum, "the walker is not at the end")


def answer(state: LampState, question: LampQuestion) -> Any:
    """Look for the end in wider and wider circles around the walker."""

    def followers(walker: Cell) -> Iterator[Cell]:
        return (cell for _, cell in neighbours(walker, state.rows, state.columns) if cell in state.lit)

    found = shortest(state.walker, followers, lambda walker: walker == state.end)
    if found is None:
        raise ValueError(f"no walk leads from {state.walker} to {state.end}")
    if isinstance(question, WalkLength):
        return found.length
    return tuple(Direction.between(here, there) for here, there in pairwise(found.path))


VERIFIER: Verifier[LampState, LampQuestion] = Verifier(
    name=__name__, version=VERSION, state=LampState, question=LampQuestion, check=check, answer=answer, moves=MOVES
)
