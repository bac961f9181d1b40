"""Playing a described game by the plain reasoner, for a verifier that is asked from many threads."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term

__all__ = ["first_state", "game_of", "is_over", "legal_moves", "state_after"]

_GAMES = 64
_STATES = 4096
"""How many answers are kept: many model answers to one prompt play through the same states."""

_lock = Lock()


@lru_cache(maxsize=_GAMES)
def game_of(description: str) -> Game:
    """The game of a description.

    Raises:
        GdlError: The description is not a game.
    """
    return parse_game(description, file="the description")


@lru_cache(maxsize=_GAMES)
def _machine(description: str) -> ReferenceMachine:
    return ReferenceMachine(game_of(description))


@lru_cache(maxsize=_GAMES)
def first_state(description: str) -> GameState:
    """The state in which the game begins."""
    with _lock:
        return _machine(description).initial()


@lru_cache(maxsize=_STATES)
def legal_moves(description: str, state: GameState) -> tuple[tuple[Term, ...], ...]:
    """For each role, in order, its legal moves."""
    with _lock:
        return _machine(description).legal(state)


@lru_cache(maxsize=_STATES)
def is_over(description: str, state: GameState) -> bool:
    """Whether a state ends the game."""
    with _lock:
        return _machine(description).terminal(state)


@lru_cache(maxsize=_STATES)
def state_after(description: str, state: GameState, moves: JointMove) -> GameState:
    """The state after a joint move."""
    with _lock:
        return _machine(description).next(state, moves)
