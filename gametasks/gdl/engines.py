"""The choice of an engine for a game."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from gametasks.errors import GdlError
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import Playouts, run_playouts
from gametasks.gdl.terms import Term

__all__ = ["Engine", "GameMachine", "open_machine"]

_WORTH_GROUNDING = 20_000
"""Joint moves above which grounding pays: about a second of the interpreter."""


class Engine(StrEnum):
    """The engine that answers."""

    INTERPRETER = "interpreter"
    NETWORK = "network"
    AUTO = "auto"


class GameMachine:
    """A game as a state machine that can also play many playouts. See ``machine.Machine``.

    Args:
        game: The game.
        engine: The engine that answers.
        limits: Limits of time and memory of the engines.

    Raises:
        GdlError: ``Engine.NETWORK`` is wanted, and the game cannot be grounded.
        GdlLimitError: It is wanted, and grounding exceeds the limits.
    """

    def __init__(self, game: Game, engine: Engine, limits: Limits) -> None:
        self.game = game
        self._engine = engine
        self._limits = limits
        self._answering: Machine = (
            Network.ground(game, limits) if engine is Engine.NETWORK else Interpreter(game, limits)
        )

    @cached_property
    def network(self) -> Network | None:
        """The network that plays many playouts; None where the interpreter does."""
        if self._engine is Engine.AUTO:
            try:
                return Network.ground(self.game, self._limits)
            except GdlError:
                return None
        return self._answering if isinstance(self._answering, Network) else None

    def initial(self) -> GameState:
        """The first state."""
        return self._answering.initial()

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        return self._answering.legal(state)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        return self._answering.next(state, moves)

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return self._answering.terminal(state)

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold, in ascending order."""
        return self._answering.goals(state)

    def playouts(self, n: int, seed: int, max_steps: int, measure: bool = False) -> Playouts:
        """Play random playouts; every engine plays the same, see ``playouts.run_playouts``.

        Raises:
            ValueError: A number is negative, or too large.
        """
        few = self._engine is Engine.AUTO and "network" not in self.__dict__ and n * max_steps < _WORTH_GROUNDING
        if few or self.network is None:
            return run_playouts(self._answering, n, seed, max_steps, measure)
        return self.network.playouts(n, seed, max_steps, measure)


def open_machine(game: Game, engine: Engine = Engine.AUTO, limits: Limits = Limits()) -> GameMachine:  # noqa: B008
    """Open a game.

    Under ``Engine.AUTO`` the interpreter answers for single states, which needs no preparation. The first request for
    many playouts grounds the game; where that is impossible or exceeds the limits, the interpreter plays them too.

    Args:
        game: The game.
        engine: The engine that answers.
        limits: Limits of time and memory of the engines.

    Raises:
        GdlError: ``Engine.NETWORK`` is wanted, and the game cannot be grounded.
        GdlLimitError: It is wanted, and grounding exceeds the limits.
    """
    return GameMachine(game, engine, limits)
