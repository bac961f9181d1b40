"""Seeded playouts in an order of moves that does not depend on names.

Engines sort legal moves by their text. A sample of an obfuscated game is to be the image of the same sample of the
original one, whose moves sort differently; so moves are ordered here by where their symbols first occur in the
description, which obfuscation does not change. With that, whoever has a record can draw its state again from the
description that it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from gametasks.errors import GdlError
from gametasks.gdl.description import Game
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.playouts import End, play
from gametasks.gdl.terms import Term, symbols
from gametasks.solvers._gdl_machine import machine_of

__all__ = ["Playout", "playout"]


@dataclass(frozen=True, slots=True)
class Playout:
    """States from the first one on, and the joint moves between them.

    Attributes:
        states: One more than there are joint moves, unless a role was stuck in the last one.
        moves: The joint moves.
    """

    states: tuple[GameState, ...]
    moves: tuple[JointMove, ...]


def playout(description: str, name: str, word: int, longest: int) -> Playout:
    """Play one seeded playout.

    Args:
        description: The game.
        name: Its name.
        word: Start of the playout's generator, see ``gametasks.gdl.playouts``.
        longest: Most joint moves.

    Raises:
        GdlError: The first state has no joint move, or the rules give no answer for a state.
    """
    steps = list(play(_machine(description, name), word, longest))
    if len(steps) == 1:
        why = "is over" if steps[0].end is End.TERMINAL else "has a role without a legal move"
        raise GdlError(f"{name}: the first state {why}, so there is nothing to simulate")
    return Playout(tuple(step.state for step in steps), tuple(step.moves for step in steps if step.moves is not None))


@lru_cache(maxsize=32)
def _machine(description: str, name: str) -> Machine:
    return _InRuleOrder(machine_of(description, name))


class _InRuleOrder:
    """A machine whose legal moves come in the order that the description gives to their symbols."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._key = _rule_order(machine.game)

    @property
    def game(self) -> Game:
        """The game."""
        return self._machine.game

    def initial(self) -> GameState:
        """The first state."""
        return self._machine.initial()

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role, its legal moves in the order of the rules' symbols."""
        return tuple(tuple(sorted(moves, key=self._key)) for moves in self._machine.legal(state))

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        return self._machine.next(state, moves)

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return self._machine.terminal(state)

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """The goal values that hold."""
        return self._machine.goals(state)


def _rule_order(game: Game) -> Callable[[Term], tuple[int, ...]]:
    """A key that sorts terms by the places at which their symbols first occur in the rules."""
    places: dict[str, int] = {}
    for rule in game.rules:
        for term in (rule.head, *rule.body):
            for symbol in symbols(term):
                places.setdefault(symbol, len(places))
    return lambda term: _key(term, places)


def _key(term: Term, places: dict[str, int]) -> tuple[int, ...]:
    if isinstance(term, str):
        return (places[term],)
    # Brackets are told apart from symbols, so that different terms never share a key.
    return (-1, *(number for part in term for number in _key(part, places)), -2)
