"""The choice of an engine for a game."""

from __future__ import annotations

from enum import StrEnum

from gametasks.gdl.description import Game
from gametasks.gdl.fastest import FastestPlayer
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import Playouts, require_counts, run_words, start_words
from gametasks.gdl.terms import Term

__all__ = ["Engine", "GameMachine", "open_machine"]


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
        self._answering: Machine = (
            Network.ground(game, limits) if engine is Engine.NETWORK else Interpreter(game, limits)
        )
        self._fastest = FastestPlayer(self._answering, limits) if engine is Engine.AUTO else None

    @property
    def network(self) -> Network | None:
        """The network that plays many playouts; None where the interpreter does, up to now at least."""
        if self._fastest is not None:
            return self._fastest.network
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
        require_counts(n, max_steps)
        words = start_words(n, seed)
        if self._fastest is not None:
            return self._fastest.playouts(words, max_steps, measure)
        if isinstance(self._answering, Network):
            return self._answering.play_words(words, max_steps, measure)
        return run_words(self._answering, words, max_steps, measure)


def open_machine(game: Game, engine: Engine = Engine.AUTO, limits: Limits = Limits()) -> GameMachine:  # noqa: B008
    """Open a game.

    Under ``Engine.AUTO`` the interpreter answers for single states, which needs no preparation, and begins to play
    playouts. Where many are left, the game is grounded, and the network plays them if it is faster, see ``fastest``.

    Args:
        game: The game.
        engine: The engine that answers.
        limits: Limits of time and memory of the engines.

    Raises:
        GdlError: ``Engine.NETWORK`` is wanted, and the game cannot be grounded.
        GdlLimitError: It is wanted, and grounding exceeds the limits.
    """
    return GameMachine(game, engine, limits)
