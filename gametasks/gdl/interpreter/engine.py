"""The interpreter: any stratified game, compiled once to Python functions that answer for one state at a time."""

from __future__ import annotations

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.analysis import LEGAL, Volatility, analyse
from gametasks.gdl.interpreter.binding import BOUND, FREE
from gametasks.gdl.interpreter.budget import Budget, Overflow, deep_stack
from gametasks.gdl.interpreter.canonical_order import CanonicalOrder
from gametasks.gdl.interpreter.cardinality import Cardinalities
from gametasks.gdl.interpreter.compiler import Compiler
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.flatten import flatten
from gametasks.gdl.interpreter.materialise import materialise_relaxed, materialise_static, measure_cardinalities
from gametasks.gdl.interpreter.unfold import unfold
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, goal_number, wrong_count
from gametasks.gdl.playouts import play
from gametasks.gdl.terms import Term

__all__ = ["Interpreter"]

_SAMPLE_STEPS = 18
"""Joint moves after which a state is taken as a sample."""

_SAMPLE_FACTS = 1_000_000
"""Facts that may be derived for each state up to the sample; ticks in proportion bound the work for all of them."""

_SAMPLE_START_WORD = 12345
"""Start of the playout that gives the sample."""


class Interpreter:
    """A game as a state machine, see ``machine.Machine``.

    Args:
        game: The game.
        limits: Bounds of opening the game and of each query.
        began: When the time for opening it began, by ``time.monotonic``, where other work counts too; now by default.

    Raises:
        GdlError: A variable that no condition binds, or negation through recursion.
        GdlLimitError: Opening it goes beyond a limit.
    """

    def __init__(self, game: Game, limits: Limits | None = None, *, began: float | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._budget = Budget(game.name, self.limits)
        self._budget.start_opening(began)
        with deep_stack(self._budget):
            self._open()
        self._budget.end_opening()

    def _open(self) -> None:
        """Compile the game twice: without statistics, to play to a sampled state, and with those of that state."""
        analysis = flatten(analyse(self.game, self._budget), self._budget)
        database = Database(analysis, analysis.clauses, Cardinalities(analysis))
        materialise_static(database, self._budget)
        database.clauses = unfold(analysis, database.extensions.__contains__)
        self._budget.compile(len(analysis.clauses))
        self._state: GameState | None = None
        self._roles = self.game.roles
        self._order = CanonicalOrder()
        self._compile(database, always_tick=True)
        state, moves = self._sample(database)
        materialise_relaxed(database, self._budget)
        measure_cardinalities(database, self._budget, state, moves)
        self._compile(database)

    def _sample(self, database: Database) -> tuple[GameState, JointMove | None]:
        """A state some steps into a playout, and a joint move in it; None if not even the first moves were found."""
        state = self.initial()
        database.cardinalities.record_state(state)
        sample: tuple[GameState, JointMove | None] = state, None
        try:
            with self._budget.trial(_SAMPLE_FACTS):
                for step in play(self, _SAMPLE_START_WORD, _SAMPLE_STEPS):
                    if step.moves is not None:
                        sample = step.state, step.moves
        except (Overflow, GdlLimitError):
            # Without statistics the join order is poor; an earlier state has to do.
            pass
        return sample

    def _compile(self, database: Database, always_tick: bool = False) -> None:
        self._state = None
        compiler = Compiler(database, self._budget, always_tick)
        module = self._module = compiler.module
        self._moves, self._has_moved = module.moves, False
        self._memos_of_moves, self._memos_of_state = (
            module.memos[volatility] for volatility in (Volatility.MOVES, Volatility.STATE)
        )
        self._legal: tuple[tuple[Term, ...], ...] | None = None
        self._query_initial = compiler.query(("init", 1), (FREE,))
        self._query_legal = compiler.query(LEGAL, (BOUND, FREE))
        self._legal_memo = module.function(LEGAL, (BOUND, FREE)).memo
        self._query_terminal = compiler.query(("terminal", 0), ())
        self._query_next = compiler.query(("next", 1), (FREE,))
        self._query_goal = compiler.query(("goal", 2), (FREE, FREE))
        self._legal_changes = database.analysis.volatility_of(LEGAL) is not Volatility.STATIC
        state_queries = (("terminal", 0), LEGAL, ("goal", 2))
        # Only in an unsound game: its moves are then reset before each of these queries.
        self._state_queries_need_moves = any(
            database.analysis.volatility_of(relation) is Volatility.MOVES for relation in state_queries
        )

    def initial(self) -> GameState:
        """The first state."""
        self._load(frozenset())
        return frozenset(self._query_initial())

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        if state is not self._state or self._state_queries_need_moves:
            self._load(state)
        if self._legal is None:
            memo, order = self._legal_memo, self._order
            legal = []
            for role in self._roles:
                moves = memo.get(role)
                if moves is None:
                    moves = memo[role] = self._query_legal(role)
                legal.append(order.sorted(moves) if len(moves) > 1 else tuple(moves))
            self._legal = tuple(legal)
        return self._legal

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
        """
        if len(moves) != len(self._roles):
            raise wrong_count(self.game, moves)
        if state is not self._state:
            self._load(state)
        if self._has_moved:
            self._forget_moves()
        self._has_moved = True
        self._moves.update(zip(self._roles, moves, strict=True))
        return frozenset(self._query_next())

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        if state is not self._state or self._state_queries_need_moves:
            self._load(state)
        answer: bool = self._query_terminal()
        return answer

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order."""
        if state is not self._state or self._state_queries_need_moves:
            self._load(state)
        found: dict[Term, list[int]] = {role: [] for role in self._roles}
        for role, value in self._query_goal():
            if role in found and (number := goal_number(value)) is not None:
                found[role].append(number)
        return tuple(tuple(sorted(values)) for values in found.values())

    def _load(self, state: GameState) -> None:
        self._state = None
        self._module.load(state)
        self._budget.facts = 0
        if self._has_moved:
            self._forget_moves()
        for memo in self._memos_of_state:
            if memo:
                memo.clear()
        if self._legal_changes:
            self._legal = None
        self._state = state

    def _forget_moves(self) -> None:
        """Drop the joint move, and all that was derived from it."""
        self._moves.clear()
        self._has_moved = False
        for memo in self._memos_of_moves:
            if memo:
                memo.clear()
