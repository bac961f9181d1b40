"""The exact interpreter: any stratified game, compiled once to Python functions, one state at a time."""

from __future__ import annotations

from typing import Any

from gametasks.errors import GdlError
from gametasks.gdl._interpreter_analysis import Kind, analyse
from gametasks.gdl._interpreter_budget import Budget
from gametasks.gdl._interpreter_compiler import Compiler
from gametasks.gdl._interpreter_flat import flatten
from gametasks.gdl._interpreter_learning import find_static, measure
from gametasks.gdl._interpreter_rules import ASKED, GIVEN, unfold
from gametasks.gdl._interpreter_sizes import Sizes
from gametasks.gdl._interpreter_state import StateStore
from gametasks.gdl._interpreter_static import Extensions
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term, order_key, show

__all__ = ["Interpreter"]

class Interpreter:
    """A game as a state machine, see ``machine.Machine``."""

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._budget = Budget(game.name, self.limits)
        self._analysis = flatten(analyse(game))
        self._sizes = Sizes(self._analysis)
        self._extensions = Extensions()
        find_static(self._analysis, self._extensions, self._sizes, self._budget)
        self._definitions = unfold(self._analysis, self._extensions.__contains__)
        self._state: GameState | None = None
        self._moves: JointMove | None = None
        self._keys: dict[Term, Any] = {}
        self._compile()
        first = self.initial()
        self._measure(first, None)
        self._compile()
        state, moves = self._sample(first)
        self._measure(state, moves)
        self._compile()

    def _measure(self, state: GameState, moves: JointMove | None) -> None:
        measure(self._analysis, self._definitions, self._extensions, self._sizes, self._budget, state, moves)

    def _sample(self, state: GameState) -> tuple[GameState, JointMove | None]:
        """A state some steps later."""
        word, last = 12345, (state, None)
        for _ in range(8):
            if self.terminal(state):
                break
            legal = self.legal(state)
            if not all(legal):
                break
            moves = []
            for own in legal:
                word = (word * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
                moves.append(own[((word >> 32) * len(own)) >> 32])
            last = state, tuple(moves)
            state = self.next(state, tuple(moves))
        return last

    def _compile(self) -> None:
        self._store = StateStore()
        self._compiler = Compiler(
            self._analysis, self._definitions, self._extensions, self._sizes, self._budget, self._store
        )
        self._namespace = self._compiler.namespace
        self._state = None
        self._initial = self._compiler.question(("init", 1), (ASKED,))
        self._legal = self._compiler.question(("legal", 2), (GIVEN, ASKED))
        self._terminal = self._compiler.question(("terminal", 0), ())
        self._next = self._compiler.question(("next", 1), (ASKED,))
        self._goal = self._compiler.question(("goal", 2), (ASKED, ASKED))

    def initial(self) -> GameState:
        """The first state."""
        self._load(frozenset(), None)
        return frozenset(self._ask(self._initial))

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        self._load(state, None)
        return tuple([tuple(sorted(self._ask(self._legal, role), key=self._key)) for role in self.game.roles])

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move."""
        if len(moves) != len(self.game.roles):
            raise GdlError(f"{self.game.name} has {len(self.game.roles)} roles, but {len(moves)} moves were given")
        self._load(state, moves)
        return frozenset(self._ask(self._next))

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        self._load(state, None)
        return bool(self._ask(self._terminal))

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold, in ascending order."""
        self._load(state, None)
        found: dict[Term, list[int]] = {role: [] for role in self.game.roles}
        for role, value in self._ask(self._goal):
            if role in found:
                if not (isinstance(value, str) and value.isdecimal()):
                    raise GdlError(f"{self.game.name}: the goal value {show(value)} is not a whole number")
                found[role].append(int(value))
        return tuple(tuple(sorted(values)) for values in found.values())

    def _key(self, move: Term) -> Any:
        key = self._keys.get(move)
        if key is None:
            key = self._keys[move] = order_key(move)
        return key

    def _ask(self, question: Any, *arguments: Term) -> Any:
        self._budget.start_call()
        try:
            return question(*arguments)
        except BaseException:
            self._compiler.forget()
            raise

    def _load(self, state: GameState, moves: JointMove | None) -> None:
        if state is not self._state:
            self._state = None
            self._store.load(state)
            self._budget.start_state()
            self._namespace["S"] = state
            for kind in (Kind.STATE, Kind.MOVES):
                for memo in self._compiler.memos[kind]:
                    memo.clear()
            self._state = state
            self._moves = None
        elif moves is not self._moves:
            for memo in self._compiler.memos[Kind.MOVES]:
                memo.clear()
        if moves is not self._moves or moves is None:
            given = self._namespace["D"]
            given.clear()
            if moves is not None:
                given.update(zip(self.game.roles, moves))
            self._moves = moves
