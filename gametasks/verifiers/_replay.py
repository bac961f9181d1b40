"""Replay: the moves of a game, one by one, from a state that a record holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gametasks.schemas._notation import Diagnostic
from gametasks.schemas._question import State
from gametasks.verifiers._verdict import CORRECT, Verdict, wrong

__all__ = ["Moves", "judge_plan", "replay"]

S = TypeVar("S", bound=State)
P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, kw_only=True)
class Moves(Generic[S, P, M]):
    """How a game is played, one move at a time.

    A position holds what changes during play, and nothing else; together with the state that play began from it
    is a state again, which can be drawn, written and asked about.

    Attributes:
        start: The position that a state shows.
        move: The position after a move, or why the move is not possible.
        solved: Whether a position is the goal.
        state: The state that shows a position; the position is one that play from the given state can reach.
        noun: What players call a move, for messages.
    """

    start: Callable[[S], P]
    move: Callable[[S, P, M], P | Diagnostic]
    solved: Callable[[S, P], bool]
    state: Callable[[S, P], S]
    noun: str = "move"


def replay(moves: Moves[S, P, M], state: S, played: Iterable[M]) -> P | Diagnostic:
    """Play moves in order.

    Returns:
        The position after the last move, or the diagnostic of the first move that is not possible; its ``position``
        is the move's number, from 1.
    """
    position = moves.start(state)
    for number, move in enumerate(played, 1):
        after = moves.move(state, position, move)
        if isinstance(after, Diagnostic):
            return Diagnostic(after.kind, f"{moves.noun} {number}, {move}, is not possible: {after.message}", number)
        position = after
    return position


def judge_plan(moves: Moves[S, P, M], state: S, plan: Sequence[M], optimum: int, unsolved: str) -> Verdict:
    """Judge a plan that has to reach the goal in the fewest moves: any such plan is right.

    Args:
        moves: The rules.
        state: Where play begins.
        plan: The moves, in order.
        optimum: The fewest moves, as proved by the solver and the verifier's own search.
        unsolved: What is not as it should be after a plan that misses the goal, such as "a sink is dry".

    Returns:
        The verdict. It names the first move that is not possible by its number, a goal that is not reached, or a
        plan that is too long. A plan shorter than the optimum shows that the record is wrong, and is refused too.
    """
    position = replay(moves, state, plan)
    if isinstance(position, Diagnostic):
        return Verdict(False, position)
    if not moves.solved(state, position):
        return wrong("goal_not_reached", f"after the last {moves.noun} {unsolved}")
    if len(plan) > optimum:
        return wrong("not_optimal", f"{len(plan)} {moves.noun}s solve the board, but {optimum} are enough")
    if len(plan) < optimum:
        # No such plan exists where the optimum was proved; a record that says otherwise must not pass.
        message = f"{len(plan)} {moves.noun}s solve the board, the record's optimum is {optimum}"
        return wrong("optimum_too_high", message)
    return CORRECT
