"""A machine that several threads may ask."""

from __future__ import annotations

from threading import RLock

from gametasks.gdl.description import Game
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.terms import Term

__all__ = ["SharedMachine"]


class SharedMachine:
    """A ``machine.Machine`` that passes questions on to another, one at a time.

    An engine keeps the current state and what was derived for it, so two threads must not ask it at once. The answers
    depend on the arguments alone, so the order in which threads ask does not matter.

    Args:
        machine: The machine that answers; nothing else may ask it.
    """

    def __init__(self, machine: Machine) -> None:
        self.game: Game = machine.game
        self._machine = machine
        self._lock = RLock()

    def initial(self) -> GameState:
        """The first state."""
        with self._lock:
            return self._machine.initial()

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        with self._lock:
            return self._machine.legal(state)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        with self._lock:
            return self._machine.next(state, moves)

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        with self._lock:
            return self._machine.terminal(state)

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        with self._lock:
            return self._machine.goals(state)
