"""The exact interpreter: any stratified game, compiled once to Python functions, one state at a time."""

from __future__ import annotations

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.analysis import LEGAL, Kind, analyse
from gametasks.gdl.interpreter.budget import Budget, Overflow, deep_stack
from gametasks.gdl.interpreter.compiler import Compiler
from gametasks.gdl.interpreter.flat import flatten
from gametasks.gdl.interpreter.knowledge import Knowledge
from gametasks.gdl.interpreter.learning import find_bounds, find_static, measure
from gametasks.gdl.interpreter.order import CanonicalOrder
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, unfold
from gametasks.gdl.interpreter.sizes import Sizes
from gametasks.gdl.interpreter.state import StateStore
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, goal_number, wrong_count
from gametasks.gdl.playouts import play
from gametasks.gdl.terms import Term

__all__ = ["Interpreter"]

_SAMPLE_STEPS = 18
"""Joint moves after which a state is taken as an example."""

_SAMPLE_FACTS = 1_000_000
"""Facts that may be derived for each of the states before; the work for all of them together is bounded by it, too."""

_START_WORD = 12345
"""Start of the playout that is taken for an example."""


class Interpreter:
    """A game as a state machine, see ``machine.Machine``.

    Args:
        game: The game.
        limits: Bounds of opening the game and of each question.

    Raises:
        GdlError: A variable that no condition binds, or negation through recursion.
        GdlLimitError: Opening it goes beyond a limit.
    """

    def __init__(self, game: Game, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._budget = Budget(game.name, self.limits)
        self._budget.start_opening()
        with deep_stack(self._budget):
            self._open()
        self._budget.end_opening()

    def _open(self) -> None:
        """Compile the game: once for a first look at its states, then with what was learnt of sizes."""
        analysis = flatten(analyse(self.game))
        self._known = Knowledge(analysis, analysis.definitions, Sizes(analysis))
        find_static(self._known, self._budget)
        self._known.definitions = unfold(analysis, self._known.extensions.__contains__)
        self._state: GameState | None = None
        self._roles = self.game.roles
        self._order = CanonicalOrder()
        # Nothing is known of sizes yet, so that any join may be a long one.
        self._compile(careful=True)
        state, moves = self._sample()
        find_bounds(self._known, self._budget)
        measure(self._known, self._budget, state, moves)
        self._compile()

    def _sample(self) -> tuple[GameState, JointMove | None]:
        """A state some steps into a playout, for its sizes."""
        state = self.initial()
        self._known.sizes.see(state)
        found: tuple[GameState, JointMove | None] = state, None
        self._budget.start_trial(_SAMPLE_FACTS)
        try:
            for step in play(self, _START_WORD, _SAMPLE_STEPS):
                if step.moves is not None:
                    found = step.state, step.moves
        except (Overflow, GdlLimitError):
            # The order of the joins is poor as long as no sizes are known.
            pass
        finally:
            self._budget.start_trial(None)
        return found

    def _compile(self, careful: bool = False) -> None:
        self._state = None
        self._store = StateStore()
        compiler = Compiler(self._known, self._budget, self._store, careful)
        self._compiler = compiler
        self._namespace = compiler.namespace
        self._given: dict[Term, Term] = compiler.namespace["D"]
        self._initial = compiler.question(("init", 1), (ASKED,))
        self._legal = compiler.question(LEGAL, (GIVEN, ASKED))
        self._legal_memo = compiler.function(LEGAL, (GIVEN, ASKED)).memo
        self._terminal = compiler.question(("terminal", 0), ())
        self._next = compiler.question(("next", 1), (ASKED,))
        self._goal = compiler.question(("goal", 2), (ASKED, ASKED))
        asked = (("terminal", 0), LEGAL, ("goal", 2))
        self._moves_matter = any(self._known.analysis.kind_of(relation) is Kind.MOVES for relation in asked)

    def initial(self) -> GameState:
        """The first state."""
        self._load(frozenset())
        return frozenset(self._initial())

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        if state is not self._state or self._moves_matter:
            self._load(state)
        known, order = self._legal_memo, self._order
        legal = []
        for role in self._roles:
            moves = known.get(role)
            if moves is None:
                moves = known[role] = self._legal(role)
            legal.append(order.sorted(moves))
        return tuple(legal)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
        """
        if len(moves) != len(self._roles):
            raise wrong_count(self.game, moves)
        if state is not self._state:
            self._load(state)
        given = self._given
        for role, move in zip(self._roles, moves, strict=True):
            given[role] = move
        for memo in self._compiler.memos[Kind.MOVES]:
            if memo:
                memo.clear()
        return frozenset(self._next())

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        if state is not self._state or self._moves_matter:
            self._load(state)
        return bool(self._terminal())

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        if state is not self._state or self._moves_matter:
            self._load(state)
        found: dict[Term, list[int]] = {role: [] for role in self._roles}
        for role, value in self._goal():
            if role in found and (number := goal_number(value)) is not None:
                found[role].append(number)
        return tuple(tuple(sorted(values)) for values in found.values())

    def _load(self, state: GameState) -> None:
        self._state = None
        self._store.load(state)
        self._budget.start_state()
        self._namespace["S"] = state
        self._given.clear()
        for kind in (Kind.STATE, Kind.MOVES):
            for memo in self._compiler.memos[kind]:
                if memo:
                    memo.clear()
        self._state = state
