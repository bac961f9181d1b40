"""A machine whose questions are passed on to another, each within a guard."""

from __future__ import annotations

from contextlib import AbstractContextManager

from gametasks.gdl.description import Game
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.terms import Term

__all__ = ["GuardedMachine"]


class GuardedMachine:
    """A ``machine.Machine`` that passes questions on to another one.

    Args:
        machine: The machine that answers.
        guard: Entered for each question and left after it: a lock, or a limit that raises when it is entered.
    """

    def __init__(self, machine: Machine, guard: AbstractContextManager[object]) -> None:
        self.game: Game = machine.game
        self._machine = machine
        self._guard = guard

    def initial(self) -> GameState:
        """The first state."""
        with self._guard:
            return self._machine.initial()

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        with self._guard:
            return self._machine.legal(state)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        with self._guard:
            return self._machine.next(state, moves)

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        with self._guard:
            return self._machine.terminal(state)

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        with self._guard:
            return self._machine.goals(state)
