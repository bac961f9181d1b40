"""Replay: the moves of a game, one by one, from a state that a record holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from gametasks.schemas._notation import Diagnostic
from gametasks.schemas._question import State

__all__ = ["Moves", "replay"]

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
    """

    start: Callable[[S], P]
    move: Callable[[S, P, M], P | Diagnostic]
    solved: Callable[[S, P], bool]
    state: Callable[[S, P], S]


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
            return Diagnostic(after.kind, f"move {number}, {move}, is not possible: {after.message}", number)
        position = after
    return position
