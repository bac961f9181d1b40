"""A time limit on all the questions that a machine is asked."""

from __future__ import annotations

from time import monotonic

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import shown_seconds
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.terms import Term

__all__ = ["Deadline"]


class Deadline:
    """A ``machine.Machine`` that passes questions on to another until its time is up, and then raises.

    The limits of an engine hold for one question each; this one holds for all questions together.

    Args:
        machine: The machine that answers.
        seconds: Wall time.
        began: When the time began, by ``time.monotonic``; now by default.
    """

    def __init__(self, machine: Machine, seconds: float, began: float | None = None) -> None:
        self.game: Game = machine.game
        self._machine = machine
        self._seconds = seconds
        self._end = (monotonic() if began is None else began) + seconds

    def initial(self) -> GameState:
        """The first state."""
        return self._on_time().initial()

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        return self._on_time().legal(state)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        return self._on_time().next(state, moves)

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return self._on_time().terminal(state)

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        return self._on_time().goals(state)

    def _on_time(self) -> Machine:
        if monotonic() > self._end:
            raise GdlLimitError(
                f"{self.game.name}: it takes more than {shown_seconds(self._seconds)} (limit 'seconds')"
            )
        return self._machine
