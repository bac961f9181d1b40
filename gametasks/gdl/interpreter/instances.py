"""Instances of a clause: where static relations bind all of its variables, its ground bodies can be listed once.

What is left of a ground body is a set of facts that the state must have, and a set of facts that it must not have. Four
in a row on a board of 7 by 6 is 69 sets of four facts, and one state is compared with a set of facts much faster than
a join looks them up one by one: the sets keep the hashes of their facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gametasks.gdl.interpreter.analysis import AnalysedClause, BodyLiteral, LiteralKind, Relation, Row
from gametasks.gdl.interpreter.binding import BOUND, FREE, BindingPattern
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["Instance", "InstanceFinder", "Instances"]

_MOST_INSTANCES = 1_000
"""Instances of a clause up to which they are listed."""

_MOST_STEPS, _MOST_STEPS_OF_GAME = 5_000, 50_000
"""Rows that may be looked at to list the instances of a clause, and of all clauses of a game."""

_COST, _CALL_COST = 0.5, 2.0
"""Cost of looking at an instance, and of beginning to, where a lookup in a dictionary costs 1."""


class Instance(NamedTuple):
    """A ground body, without what holds in every state.

    Attributes:
        needed: Facts that the state must have.
        excluded: Facts that it must not have.
        answer: The free arguments of the head.
    """

    needed: frozenset[Term]
    excluded: frozenset[Term]
    answer: Row


class Instances(NamedTuple):
    """The instances of a clause.

    Attributes:
        tests: The conditions that are the same in all of them; they have no variables.
        by_key: The instances by the bound arguments of the head.
    """

    tests: list[BodyLiteral]
    by_key: dict[Row, list[Instance]]


class InstanceFinder:
    """Lists the instances of clauses where that pays.

    Args:
        database: The game, with its materialised relations.
        budget: Limits of work and time.
    """

    def __init__(self, database: Database, budget: Budget) -> None:
        self._database = database
        self._budget = budget
        self._lookups: dict[tuple[Relation, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self._steps_left = _MOST_STEPS_OF_GAME

    def find(self, clause: AnalysedClause, pattern: BindingPattern, cost: float) -> Instances | None:
        """The instances of a clause; None if they cannot be listed, are too many, or cost more than a join.

        Args:
            clause: The clause, with the constants of the binding pattern put in.
            pattern: The binding pattern.
            cost: Estimated cost of the join.
        """
        static = [literal for literal in clause.body if literal.positive and self._is_static(literal)]
        varying = [literal for literal in clause.body if literal.kind is LiteralKind.STATE and literal.variables]
        asked = [term for term, mode in zip(clause.head, pattern, strict=True) if mode in {BOUND, FREE}]
        bound = {name for literal in static for name in literal.variables}
        if (
            cost < _CALL_COST + _COST
            or not varying
            or not all(map(self._is_simple, clause.body))
            or not bound.issuperset(name for literal in clause.body for name in literal.variables)
            or not bound.issuperset(variables(("", *asked)))
        ):
            return None
        most = _MOST_INSTANCES if BOUND in pattern else min(_MOST_INSTANCES, int((cost - _CALL_COST) / _COST))
        by_key: dict[Row, dict[Instance, None]] = {}
        found = 0
        for values in self._bindings(static):
            if values is None:
                return None
            instance = self._instance(clause, pattern, varying, values)
            if instance is not None:
                key = _ground_row(clause.head, pattern, BOUND, values)
                of_key = by_key.setdefault(key, {})
                found += instance not in of_key
                of_key[instance] = None
                if found > most:
                    return None
        if by_key and _CALL_COST + _COST * found / len(by_key) > cost:
            return None
        tests = [literal for literal in clause.body if literal.kind is LiteralKind.STATE and not literal.variables]
        return Instances(tests, {key: list(own) for key, own in by_key.items()})

    def _is_static(self, literal: BodyLiteral) -> bool:
        return literal.kind is LiteralKind.RELATION and self._database.is_materialised(literal.relation)

    def _is_simple(self, literal: BodyLiteral) -> bool:
        if literal.kind is LiteralKind.STATE:
            return literal.relation != ("", 1)
        return literal.kind is LiteralKind.COMPARISON or self._is_static(literal)

    def _instance(
        self, clause: AnalysedClause, pattern: BindingPattern, varying: list[BodyLiteral], values: Mapping[str, Term]
    ) -> Instance | None:
        """The instance under some values of the variables; None if it holds in no state."""
        for literal in clause.body:
            if literal.kind is LiteralKind.COMPARISON:
                first, second = (_ground(term, values) for term in literal.arguments)
                if (first != second) is not literal.positive:
                    return None
            elif not literal.positive and literal.kind is LiteralKind.RELATION:
                row = tuple(_ground(term, values) for term in literal.arguments)
                if self._matching(literal.relation, tuple(range(len(row))), row):
                    return None
        needed, excluded = (
            frozenset(_fact(literal, values) for literal in varying if literal.positive is positive)
            for positive in (True, False)
        )
        if needed & excluded:
            return None
        return Instance(needed, excluded, _ground_row(clause.head, pattern, FREE, values))

    def _bindings(self, literals: list[BodyLiteral]) -> Iterator[dict[str, Term] | None]:
        """All values of the variables under which some literals hold; None at the end if there is too much to do."""
        left, ordered, bound = list(literals), list[BodyLiteral](), set[str]()
        while left:
            # What has most variables bound, and then fewest rows.
            best = min(left, key=lambda own: (len(own.variables - bound), len(self._database.rows(own.relation))))
            left.remove(best)
            ordered.append(best)
            bound |= best.variables
        steps, most = 0, min(_MOST_STEPS, self._steps_left)
        stack: list[tuple[int, dict[str, Term]]] = [(0, {})]
        try:
            while stack:
                depth, values = stack.pop()
                if depth == len(ordered):
                    yield values
                    continue
                literal = ordered[depth]
                known = tuple(at for at, term in enumerate(literal.arguments) if values.keys() >= set(variables(term)))
                key = tuple(_ground(literal.arguments[at], values) for at in known)
                rows = self._matching(literal.relation, known, key)
                steps += 1 + len(rows)
                if steps > most:
                    yield None
                    return
                for row in rows:
                    extended = dict(values)
                    if all(_match(term, part, extended) for term, part in zip(literal.arguments, row, strict=True)):
                        stack.append((depth + 1, extended))
        finally:
            self._steps_left -= steps
            self._budget.compile(steps)

    def _matching(self, relation: Relation, positions: tuple[int, ...], key: Row) -> list[Row]:
        """The rows of a materialised relation that have some values in some positions."""
        lookup = self._lookups.get((relation, positions))
        if lookup is None:
            lookup = self._lookups[relation, positions] = {}
            for row in self._database.rows(relation):
                lookup.setdefault(tuple([row[position] for position in positions]), []).append(row)
        return lookup.get(key, [])


def _ground(term: Term, values: Mapping[str, Term]) -> Term:
    if isinstance(term, str):
        return values[term] if is_variable(term) else term
    return tuple(_ground(part, values) for part in term)


def _ground_row(head: Row, pattern: BindingPattern, wanted: str, values: Mapping[str, Term]) -> Row:
    return tuple(_ground(term, values) for term, mode in zip(head, pattern, strict=True) if mode == wanted)


def _fact(literal: BodyLiteral, values: Mapping[str, Term]) -> Term:
    name = literal.relation[0]
    return (name, *(_ground(term, values) for term in literal.arguments)) if literal.arguments else name


def _match(term: Term, value: Term, values: dict[str, Term]) -> bool:
    """Whether a value is an instance of a term under some values of variables, to which new ones are added."""
    if isinstance(term, str):
        return values.setdefault(term, value) == value if is_variable(term) else term == value
    if is_ground(term):
        return term == value
    return (
        not isinstance(value, str)
        and len(value) == len(term)
        and all(_match(part, own, values) for part, own in zip(term, value, strict=True))
    )
