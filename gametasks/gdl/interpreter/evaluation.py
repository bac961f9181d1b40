"""Queries about a game, compiled once, with the state and the joint move that they are about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gametasks.gdl.interpreter.analysis import Relation, Volatility
from gametasks.gdl.interpreter.binding import BindingPattern
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.compiler import Compiler
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term

__all__ = ["Evaluation"]


class Evaluation:
    """Compiled queries.

    Args:
        database: The game.
        budget: Limits.
        always_tick: Whether every loop reports ticks, because no statistics are known yet.

    Attributes:
        state: The current state; None if there is none.
        legal_by_role: Whether the legal moves of each role have a function of their own.
    """

    def __init__(self, database: Database, budget: Budget, always_tick: bool = False) -> None:
        self.state: GameState | None = None
        self._budget = budget
        self._compiler = Compiler(database, budget, always_tick)
        module = self._compiler.module
        self.legal_by_role = module.legal_by_role
        self._names = module.namespace
        self._load, self._moves, self._has_moved = module.load, module.moves, False
        self._memos_of_state = module.memos[Volatility.STATE]
        self._memos_of_moves = module.memos[Volatility.MOVES]

    def query(self, relation: Relation, pattern: BindingPattern) -> Callable[..., Any]:
        """A function that answers a query about the current state, see ``Compiler.query``."""
        return self._compiler.query(relation, pattern)

    def memo(self, relation: Relation, pattern: BindingPattern) -> dict[Any, Any]:
        """The answers to a query that are known in the current state, by its bound arguments."""
        return self._compiler.module.function(relation, pattern).memo

    def load(self, state: GameState) -> None:
        """Make a state the current one, in which no move has been made."""
        self.state = None
        self._load(state)
        self._budget.facts = self._budget.facts_of_moves = 0
        if self._has_moved:
            self._forget_moves()
        for memo in self._memos_of_state:
            if memo:
                memo.clear()
        self.state = state

    def assume(self, atoms: frozenset[Term]) -> None:
        """Let negated conditions on these atoms fail, and all others on what is assumed hold, see ``assumptions``."""
        self._names["A"] = atoms
        self._budget.facts = 0
        for memo in (*self._memos_of_state, *self._memos_of_moves):
            memo.clear()

    def move(self, roles: Iterable[Term], moves: JointMove) -> None:
        """Make a joint move in the current state."""
        if self._has_moved:
            self._forget_moves()
        self._has_moved = True
        self._moves.update(zip(roles, moves, strict=True))

    def _forget_moves(self) -> None:
        """Drop the joint move, and all that was derived from it."""
        self._moves.clear()
        self._budget.facts_of_moves = 0
        self._has_moved = False
        for memo in self._memos_of_moves:
            if memo:
                memo.clear()
