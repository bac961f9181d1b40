"""The tables of one state: subgoals with their answers, evaluated top-down until nothing new comes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from math import inf

from gametasks.errors import GdlLimitError
from gametasks.gdl.conditions import Literal
from gametasks.gdl.limits import Limits, option_of
from gametasks.gdl.reference.program import Clause, Condition, Facts, Program, Table, prepared
from gametasks.gdl.reference.terms import Bindings, apply, is_numbered, match, numbered, resolve, unify
from gametasks.gdl.terms import Signature, Term, arguments, functor, is_ground, levels, signature

__all__ = ["Tables", "Work"]

_GIVEN = {("true", 1), ("does", 2)}
"""Relations that a state and a joint move give."""


class Work:
    """Bounds the work for a question, and the terms that it makes.

    Args:
        name: Name of the game.
        limits: The limits.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._left = limits.comparisons

    def restart(self) -> None:
        """A question begins."""
        self._left = self._limits.comparisons

    def count(self, goal: Term, comparisons: int) -> None:
        """Some facts were compared with conditions on the way to a subgoal.

        Raises:
            GdlLimitError: There are too many.
        """
        self._left -= comparisons
        if self._left < 0:
            most = f"{self._limits.comparisons:,} comparisons for one question {option_of('comparisons')}"
            raise GdlLimitError(
                f"{self._name}: more than {most}, on the way to {functor(goal)}; its rules may never end"
            )

    def check_size(self, atom: Term, what: str) -> None:
        """Refuse terms that grow without end, before they take all memory.

        Raises:
            GdlLimitError: The atom is too large.
        """
        begin = f"{self._name}: {functor(atom)} {what} terms"
        for depth, level in enumerate(levels(atom), 1):
            if len(level) > self._limits.parts:
                raise GdlLimitError(f"{begin} of more than {self._limits.parts:,} parts {option_of('parts')}")
            if depth > self._limits.depth:
                raise GdlLimitError(f"{begin} nested more than {self._limits.depth} deep {option_of('depth')}")


class Tables:
    """The tables of one state.

    Args:
        program: The rules.
        given: The state and the moves.
        static: Tables of what is the same in every state.
        work: Bounds the work for one question.
        assumed: Those of the assumed atoms that are taken for true under ``not``.
    """

    def __init__(
        self,
        program: Program,
        given: Facts,
        static: dict[Term, Table],
        work: Work,
        assumed: Facts,
    ) -> None:
        self._program = program
        self._given = given
        self._static = static
        self._assumed = assumed
        self._work = work
        self._reset()
        self._completed: dict[Term, Table] = {}

    def under(self, atoms: Iterable[Term]) -> Tables:
        """Empty tables for the same state, with these atoms taken for true under ``not``, of all that are assumed."""
        assumed: dict[Signature, list[Term]] = {}
        for atom in atoms:
            assumed.setdefault(signature(atom), []).append(atom)
        return Tables(self._program, self._given, self._static, self._work, Facts(assumed))

    def _reset(self) -> None:
        """Drop all incomplete tables."""
        self._active: dict[Term, int] = {}
        """The subgoals under evaluation, numbered in the order of their calls."""
        self._activations = 0
        self._low: dict[Term, float] = {}
        """For each incomplete subgoal, the least number of a subgoal that it is known to depend on."""
        self._incomplete: dict[Term, Table] = {}
        self._round_of: dict[Term, int] = {}
        self._waiting: dict[Term, None] = {}
        """Subgoals that cannot be completed before one with a smaller number."""
        self._round = 0
        self._found = 0

    def answers(self, goal: Term) -> Iterable[Term]:
        """All ground instances of an atom that hold.

        The stack is explicit, since a chain of calls may be as long as a counter of the game.
        """
        goal = numbered(goal)
        if self._completed_table(goal) is None:
            stack = [self._evaluate(goal)]
            try:
                while stack:
                    wanted = next(stack[-1], None)
                    if wanted is None:
                        stack.pop()
                    else:
                        stack.append(self._evaluate(wanted))
            except BaseException:
                self._reset()
                raise
        return self._completed_table(goal) or ()

    def _completed_table(self, goal: Term) -> Table | None:
        found = self._completed.get(goal)
        return self._static.get(goal) if found is None else found

    def _evaluate(self, goal: Term) -> Generator[Term, None, None]:
        """Evaluate one subgoal; yields each subgoal that must be evaluated first."""
        relation = signature(goal)
        facts = (self._given if relation in _GIVEN else self._program.facts).candidates(goal)
        self._work.count(goal, len(facts))
        known = Table(fact for fact in facts if match(goal, fact, {}) is not None)
        if relation not in self._program.clauses:
            (self._completed if relation in self._program.dynamic else self._static)[goal] = known
            return
        # Numbers are not reused: a waiting subgoal may depend on one.
        self._activations += 1
        number = self._activations
        self._active[goal] = number
        self._low[goal] = inf
        table = self._incomplete.setdefault(goal, known)
        first_waiting = len(self._waiting)
        while True:
            self._round_of[goal] = self._round
            before = self._found
            for clause in self._program.clauses[relation]:
                yield from self._apply(clause, goal, table)
            # Another round is due only if this subgoal leads a cycle that brought new answers.
            if self._low[goal] != number or self._found == before:
                break
            self._round += 1
        del self._active[goal]
        self._waiting.setdefault(goal)
        if self._low[goal] >= number:
            for complete in list(self._waiting)[first_waiting:]:
                target = self._completed if signature(complete) in self._program.dynamic else self._static
                target[complete] = self._incomplete.pop(complete)
                del self._waiting[complete]

    def _apply(self, clause: Clause, goal: Term, table: Table) -> Generator[Term, None, None]:
        """Add the answers that a clause gives to a subgoal."""
        unifier = unify(clause.head, goal)
        if unifier is None:
            return
        template = resolve(goal, unifier)
        bindings = {name: resolve(term, unifier) for name, term in unifier.items() if not is_numbered(name)}
        if not all(map(is_ground, bindings.values())):
            # Variables of the clause were bound to each other, or to a part of the subgoal.
            literals = [Literal(condition.positive, resolve(condition.atom, unifier)) for condition in clause.body]
            clause, bindings = prepared(clause.head, literals, clause.rule), {}
        left = list(clause.body)
        order: list[Condition] = []
        bound = frozenset(bindings)
        # Depth-first, so that a recursive rule goes on with each new answer at once.
        reaching: list[Iterator[Bindings]] = [iter([bindings])]
        while reaching:
            row = next(reaching[-1], None)
            if row is None:
                reaching.pop()
                continue
            place = len(reaching) - 1
            if place == len(clause.body):
                answer = apply(template, row)
                if answer not in table:
                    self._work.check_size(answer, "derives")
                    table.add(answer)
                    self._found += 1
                continue
            if place == len(order):
                condition = self._pick(clause, left, bound)
                left.remove(condition)
                order.append(condition)
                if condition.positive:
                    bound |= condition.names
            reaching.append((yield from self._extend(clause, order[place], row, goal)))

    def _pick(self, clause: Clause, left: list[Condition], bound: frozenset[str]) -> Condition:
        """Literal selection: a condition whose variables are bound, else the first that binds variables."""
        for condition in left:
            if condition.names <= bound:
                return condition
        for condition in left:
            if condition.positive and not condition.compares:
                return condition
        # The conditions left are negated and have variables of their own: read as "for no value".
        return left[0]

    def _extend(
        self, clause: Clause, condition: Condition, row: Bindings, goal: Term
    ) -> Generator[Term, None, Iterator[Bindings]]:
        """The bindings under which one more condition holds."""
        self._work.count(goal, 1)
        atom = apply(condition.atom, row)
        if condition.compares:
            first, second = arguments(atom)
            return iter([row] if (first != second) == condition.positive else ())
        if not condition.positive and signature(atom) in self._program.assumed:
            facts = self._assumed.candidates(atom)
            self._work.count(goal, len(facts))
            return iter(() if any(match(atom, fact, {}) is not None for fact in facts) else [row])
        subgoal = numbered(atom)
        known = self._completed_table(subgoal)
        if known is None and not self._is_pending(subgoal):
            self._work.check_size(subgoal, "is called with")
            yield subgoal
            known = self._completed_table(subgoal)
        if known is None:
            number = self._active.get(subgoal, self._low[subgoal])
            self._low[goal] = min(self._low[goal], self._low[subgoal], number)
            known = self._incomplete[subgoal]
        if subgoal is atom or not condition.positive:
            return iter([row] if bool(known) == condition.positive else ())
        return self._matches(atom, known, row, goal)

    def _matches(self, atom: Term, known: Table, row: Bindings, goal: Term) -> Iterator[Bindings]:
        for answer in known:
            self._work.count(goal, 1)
            found = match(atom, answer, row)
            if found is not None:
                yield found

    def _is_pending(self, subgoal: Term) -> bool:
        """Whether a subgoal is under evaluation, or was evaluated in this round and waits for one that is."""
        return subgoal in self._active or (subgoal in self._incomplete and self._round_of.get(subgoal) == self._round)
