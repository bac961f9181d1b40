"""A plain reasoner: slow, short and exact, against which the fast engines and all published samples are checked.

It works on the rules as they are read, without compilation, join planning or grounding. A subgoal such as
``(legal white ?move)`` is resolved top-down with the clauses whose heads unify with it, and its answers are kept in a
table for the state (tabling: Tamaki and Sato, "OLD resolution with tabulation", 1986). Mutually dependent subgoals are
evaluated in rounds until a round brings no new answer, which gives the least fixpoint; negation consults completed
tables only, which gives the perfect model of a stratified program. Where relations depend on their own negation, their
negated atoms are assumed, and assumptions and consequences alternate until they agree, which gives the well-founded
model (Van Gelder, "The alternating fixpoint of logic programs with negation", 1993).
"""

from __future__ import annotations

from collections.abc import Iterable

from gametasks.errors import GdlError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import GameState, JointMove, UndecidedError, goal_number, wrong_count
from gametasks.gdl.reference.program import Facts, Program, Table
from gametasks.gdl.reference.tables import Tables, Work
from gametasks.gdl.terms import Signature, Term, arguments, order_key, signature

__all__ = ["ReferenceMachine"]


class ReferenceMachine:
    """A game as a state machine, answered by the plain reasoner. See ``machine.Machine``.

    Args:
        game: The game.
        limits: ``comparisons``, ``depth`` and ``parts`` bound each question; they stop endless recursion.

    Raises:
        GdlError: A variable that no condition binds, in a rule that not only goals rest on.
        GdlLimitError: A rule has too many cases of ``or``.
    """

    def __init__(self, game: Game, limits: Limits = Limits()) -> None:  # noqa: B008 - limits cannot be changed
        self.game = game
        self._work = Work(game.name, limits)
        self._program = Program(game)
        self._static: dict[Term, Table] = {}
        # Several queries in a row concern the same state: the tables of the last one are kept.
        self._last: tuple[GameState, JointMove | None, Tables] | None = None

    def initial(self) -> GameState:
        """The first state."""
        return frozenset(arguments(fact)[0] for fact in self._answers(frozenset(), None, ("init", "?fact")))

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order."""
        found = (self._answers(state, None, ("legal", role, "?move")) for role in self.game.roles)
        return tuple(tuple(sorted((arguments(fact)[1] for fact in own), key=order_key)) for own in found)

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
        """
        if len(moves) != len(self.game.roles):
            raise wrong_count(self.game, moves)
        return frozenset(arguments(fact)[0] for fact in self._answers(state, moves, ("next", "?fact")))

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over."""
        return bool(self._answers(state, None, "terminal"))

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold and are whole numbers, in ascending order.

        Raises:
            GdlError: A rule for goals has no meaning.
        """
        if self._program.goal_fault:
            raise GdlError(self._program.goal_fault)
        asked = (self._answers(state, None, ("goal", role, "?value")) for role in self.game.roles)
        values = ([goal_number(arguments(fact)[1]) for fact in found] for found in asked)
        return tuple(tuple(sorted(value for value in own if value is not None)) for own in values)

    def holds(self, state: GameState, goal: Term) -> tuple[Term, ...]:
        """All instances of any atom that hold in a state, in canonical order."""
        return tuple(sorted(self._answers(state, None, goal), key=order_key))

    def _answers(self, state: GameState, moves: JointMove | None, goal: Term) -> Iterable[Term]:
        """All ground instances of an atom that hold.

        Raises:
            UndecidedError: One of them is neither true nor false.
        """
        tables = self._tables(state, moves)
        self._work.restart()
        assumed = self._program.assumed_by(goal)
        if not assumed:
            return tables.answers(goal)
        certain, possible = _bounds(tables, assumed)
        answers = tables.under(possible).answers(goal)
        neither = [
            atom
            for atom in set(tables.under(certain).answers(goal)).difference(answers)
            # Of goals, numbers alone are answers.
            if signature(atom) != ("goal", 2) or goal_number(arguments(atom)[1]) is not None
        ]
        if neither:
            raise UndecidedError(self.game, neither)
        return answers

    def _tables(self, state: GameState, moves: JointMove | None) -> Tables:
        if self._last is None or self._last[:2] != (state, moves):
            given: dict[Signature, list[Term]] = {("true", 1): [("true", fact) for fact in state], ("does", 2): []}
            if moves is not None:
                given["does", 2] = [("does", role, move) for role, move in zip(self.game.roles, moves, strict=True)]
            self._last = state, moves, Tables(self._program, Facts(given), self._static, self._work, Facts({}))
        return self._last[2]


def _bounds(tables: Tables, assumed: list[Signature]) -> tuple[frozenset[Term], frozenset[Term]]:
    """The atoms of some relations that are certainly true, and those that are not false."""

    def consequences(atoms: frozenset[Term]) -> frozenset[Term]:
        under = tables.under(atoms)
        goals = ((name, *(f"?{place}" for place in range(count))) if count else name for name, count in assumed)
        return frozenset(answer for goal in goals for answer in under.answers(goal))

    certain: frozenset[Term] = frozenset()
    possible = consequences(certain)
    while True:
        certain = consequences(possible)
        fewer = consequences(certain)
        if fewer == possible:
            return certain, possible
        possible = fewer
