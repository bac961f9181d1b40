"""The interpreter: a game, compiled once to Python functions that answer for one state at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cached_property
from typing import Any

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.alternation import Alternation
from gametasks.gdl.interpreter.analysis import LEGAL, Volatility, analyse
from gametasks.gdl.interpreter.assumptions import assume_negations
from gametasks.gdl.interpreter.binding import BOUND, FREE, Constant
from gametasks.gdl.interpreter.budget import Budget, Overflow, deep_stack
from gametasks.gdl.interpreter.canonical_order import CanonicalOrder
from gametasks.gdl.interpreter.cardinality import Cardinalities
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.evaluation import Evaluation
from gametasks.gdl.interpreter.flatten import flatten
from gametasks.gdl.interpreter.materialise import materialise_relaxed, materialise_static, measure_cardinalities
from gametasks.gdl.interpreter.memory import Known, StateMemory
from gametasks.gdl.interpreter.role_constants import with_role_constants
from gametasks.gdl.interpreter.unfold import unfold
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, UndecidedError, goal_number, wrong_count
from gametasks.gdl.playouts import play
from gametasks.gdl.terms import Term

__all__ = ["Interpreter"]

_INIT, _NEXT, _TERMINAL, _GOAL = ("init", 1), ("next", 1), ("terminal", 0), ("goal", 2)
"""The relations that are asked for, beside ``LEGAL``."""

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
        remembers: Whether answers about states that come again may be kept, see ``memory``.

    Raises:
        GdlError: A variable that no condition binds, in a rule that not only goals rest on.
        GdlLimitError: Opening it goes beyond a limit.
    """

    def __init__(
        self, game: Game, limits: Limits | None = None, *, began: float | None = None, remembers: bool = True
    ) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._budget = Budget(game.name, self.limits)
        self._roles = game.roles
        self._remembers = remembers
        with self._budget.opening(began), deep_stack(self._budget):
            self._open()

    def _open(self) -> None:
        """Compile the game twice: without statistics, to play to a sampled state, and with those of that state."""
        analysis = analyse(self.game, self._budget)
        assume_negations(analysis)
        analysis = flatten(analysis, self._budget)
        database = Database(analysis, analysis.clauses, Cardinalities(analysis))
        materialise_static(database, self._budget)
        clauses = with_role_constants(analysis.clauses, database.rows(("role", 1)), database.is_materialised)
        database.clauses = unfold(analysis, clauses, database.extensions.__contains__)
        self._budget.compile(len(analysis.clauses))
        self._database = database
        self._undecided = analysis.undecided
        self._order = CanonicalOrder()
        self._compile(always_tick=True)
        state, moves = self._sample()
        materialise_relaxed(database, self._budget)
        measure_cardinalities(database, self._budget, state, moves)
        self._compile()

    def _sample(self) -> tuple[GameState, JointMove | None]:
        """A state some steps into a playout, and a joint move in it; None if not even the first moves were found."""
        try:
            sample: tuple[GameState, JointMove | None] = self.initial(), None
        except UndecidedError:
            # Whoever asks for it is told.
            return frozenset(), None
        try:
            with self._budget.trial(_SAMPLE_FACTS):
                for step in play(self, _SAMPLE_START_WORD, _SAMPLE_STEPS):
                    if step.moves is not None:
                        sample = step.state, step.moves
        except (Overflow, GdlLimitError, UndecidedError):
            # Without statistics the join order is poor; an earlier state has to do.
            pass
        return sample

    def _compile(self, always_tick: bool = False) -> None:
        volatility_of = self._database.analysis.volatility_of
        self._rules = Evaluation(self._database, self._budget, always_tick)
        self._alternation = Alternation(self._database.analysis, self._rules, self._budget)
        self._is_legal_static = volatility_of(LEGAL) is Volatility.STATIC
        self._static_legal: tuple[tuple[Term, ...], ...] | None = None
        self._memory = StateMemory(self._remembers and not always_tick)
        self._current = Known(frozenset())
        # Only in an unsound game: its moves are then reset before each of these queries.
        self._needs_moves = Volatility.MOVES in {volatility_of(LEGAL), volatility_of(("terminal", 0))}
        self._query_initial = self._rules.query(("init", 1), (FREE,))
        if always_tick:
            # The first state is all that is known of states when the other queries are compiled for the first time.
            with suppress(UndecidedError):
                self._database.cardinalities.record_state(self.initial())
        self._query_terminal = self._rules.query(("terminal", 0), ())
        self._query_next = self._rules.query(("next", 1), (FREE,))
        self._query_legal = [self._query_moves(role) for role in self._roles]

    def _query_moves(self, role: Term) -> Callable[[], Collection[Term]]:
        """A function that gives a role's legal moves: its own, or the one of all roles, which rules may ask, too."""
        if self._rules.legal_by_role:
            return self._rules.query(LEGAL, (Constant(role), FREE))
        query, memo = self._rules.query(LEGAL, (BOUND, FREE)), self._rules.memo(LEGAL, (BOUND, FREE))

        def ask() -> Collection[Term]:
            moves: Collection[Term] | None = memo.get(role)
            if moves is None:
                moves = memo[role] = query(role)
            return moves

        return ask

    @cached_property
    def _goals(self) -> tuple[Evaluation, Callable[[], Any], Alternation]:
        """The goals, compiled when they are first asked for, apart from all that is asked in every state.

        Raises:
            GdlLimitError: Compiling them takes too much work or time.
        """
        with self._budget.opening(), deep_stack(self._budget):
            goals = Evaluation(self._database, self._budget)
            query = goals.query(_GOAL, (FREE, FREE))
            return goals, query, Alternation(self._database.analysis, goals, self._budget)

    def initial(self) -> GameState:
        """The first state."""
        self._rules.load(frozenset())
        if self._undecided:
            self._alternation.decide(_INIT, lambda: {("init", fact) for fact in self._query_initial()})
        return frozenset(self._query_initial())

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        known = self._current if state is self._current.state else self._recall(state)
        if known.legal is None:
            self._load(known)
            if self._undecided:
                self._alternation.decide(LEGAL, self._legal_atoms)
            legal = []
            for query in self._query_legal:
                moves = query()
                legal.append(self._order.sorted(moves) if len(moves) > 1 else tuple(moves))
            known.legal = tuple(legal)
            if self._is_legal_static:
                self._static_legal = known.legal
        return known.legal

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
        """
        known = self._current if state is self._current.state else self._recall(state)
        following = known.following.get(moves) if known.following else None
        if following is None:
            if len(moves) != len(self._roles):
                raise wrong_count(self.game, moves)
            self._load(known)
            self._rules.move(self._roles, moves)
            if self._undecided:
                self._alternation.decide(_NEXT, lambda: {("next", fact) for fact in self._query_next()})
            following = frozenset(self._query_next())
            self._memory.keep_following(known, moves, following)
        return following

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        known = self._current if state is self._current.state else self._recall(state)
        if known.terminal is None:
            self._load(known)
            if self._undecided:
                self._alternation.decide(_TERMINAL, lambda: {"terminal"} if self._query_terminal() else set())
            known.terminal = bool(self._query_terminal())
        return known.terminal

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order.

        Raises:
            GdlError: A rule for goals has no meaning.
        """
        if self._database.analysis.goal_fault:
            raise GdlError(self._database.analysis.goal_fault)
        goals, query, alternation = self._goals
        goals.load(state)
        if self._undecided:
            alternation.decide(_GOAL, lambda: {("goal", *row) for row in query() if self._goal_of(*row) is not None})
        found: dict[Term, list[int]] = {role: [] for role in self._roles}
        for role, value in query():
            if (number := self._goal_of(role, value)) is not None:
                found[role].append(number)
        return tuple(tuple(sorted(values)) for values in found.values())

    def _goal_of(self, role: Term, value: Term) -> int | None:
        """The number of a goal value; None if it is none, or if the role is not declared."""
        return goal_number(value) if role in self._roles else None

    def _legal_atoms(self) -> set[Term]:
        pairs = zip(self._roles, self._query_legal, strict=True)
        return {("legal", role, move) for role, query in pairs for move in query()}

    def _recall(self, state: GameState) -> Known:
        """What is known of a state, which becomes the current one."""
        known = self._current = self._memory.known(state)
        known.legal = known.legal or self._static_legal
        return known

    def _load(self, known: Known) -> None:
        """Let the rules be about a state, in which no move has been made if moves could change the answer."""
        if known.state is not self._rules.state or self._needs_moves:
            self._rules.load(known.state)
