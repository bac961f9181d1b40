"""Playing a described game by the plain reasoner, for a verifier that is asked from many threads."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from msgspec.structs import asdict

from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term
from gametasks.schemas.gdl_simulation import GdlState, WorkLimits

__all__ = ["Rules", "first_state", "game_of", "is_over", "legal_moves", "rules_of", "state_after"]

_GAMES = 64
_STATES = 4096
"""How many answers are kept: many model answers to one prompt play through the same states."""

_lock = Lock()


class Rules(NamedTuple):
    """The rules of a sample: a description, and how much work they may take."""

    description: str
    limits: WorkLimits


def rules_of(state: GdlState) -> Rules:
    """The rules of a sample."""
    return Rules(state.description, state.limits)


@lru_cache(maxsize=_GAMES)
def game_of(rules: Rules) -> Game:
    """The game of a description.

    Raises:
        GdlError: The description is not a game.
    """
    return parse_game(rules.description, file="the description", limits=Limits(**asdict(rules.limits)))


@lru_cache(maxsize=_GAMES)
def _machine(rules: Rules) -> ReferenceMachine:
    return ReferenceMachine(game_of(rules), Limits(**asdict(rules.limits)))


@lru_cache(maxsize=_GAMES)
def first_state(rules: Rules) -> GameState:
    """The state in which the game begins."""
    with _lock:
        return _machine(rules).initial()


@lru_cache(maxsize=_STATES)
def legal_moves(rules: Rules, state: GameState) -> tuple[tuple[Term, ...], ...]:
    """For each role, in order, its legal moves."""
    with _lock:
        return _machine(rules).legal(state)


@lru_cache(maxsize=_STATES)
def is_over(rules: Rules, state: GameState) -> bool:
    """Whether a state ends the game."""
    with _lock:
        return _machine(rules).terminal(state)


@lru_cache(maxsize=_STATES)
def state_after(rules: Rules, state: GameState, moves: JointMove) -> GameState:
    """The state after a joint move."""
    with _lock:
        return _machine(rules).next(state, moves)
