"""The join order: in which order the literals of a body are evaluated, and what a query then costs.

Literals that depend on the clause's own relation come last; tests stand where their variables are bound; everything
else is ordered by the least estimated cost (``order_search``).
"""

from __future__ import annotations

from math import inf

from gametasks.gdl.interpreter.analysis import LEGAL, BodyLiteral, LiteralKind, Relation
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.cardinality import Domains
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.order_search import OrderSearch
from gametasks.gdl.terms import Term, variables

__all__ = ["JoinPlanner"]

_RECURSIVE_QUERY_COST = 10.0
"""Assumed cost of a query that the estimate is just being made for, or that lies too deep."""

_MOST_DEPTH = 20
"""Relations, each called by the one before, up to which the cost of a query is followed."""

_LONG_BODY = 20
"""Literals of a body from which on the beam has width 1."""

_ALL_LEGAL_COST = 1e6
"""Assumed cost of a query for the legal moves of any role."""

_BEAM_WIDTH = 4
"""Partial orders that are kept at each step of the search."""


class JoinPlanner:
    """Orders the bodies of clauses.

    Args:
        database: The game, with its statistics.
        budget: Limits of work and time.
    """

    def __init__(self, database: Database, budget: Budget) -> None:
        self._database = database
        self._budget = budget
        self._depth = 0
        self._recursive: dict[Relation, bool] = {}
        self._query_costs: dict[tuple[Relation, tuple[bool, ...]], float] = {}

    def order(
        self, relation: Relation, body: tuple[BodyLiteral, ...], bound: set[str]
    ) -> tuple[list[BodyLiteral], float]:
        """The join order of a body, and its estimated cost.

        Args:
            relation: The relation of the clause. Literals that depend on it come after all others.
            body: The literals.
            bound: Variables that have a value from the start.
        """
        return self._plan(relation, body, bound, _BEAM_WIDTH)

    def expected_rows(self, literal: BodyLiteral, bound: set[str]) -> float:
        """The expected number of rows that match a literal under one binding of some variables."""
        return self._database.cardinalities.expected_rows(literal, dict.fromkeys(bound, 0.0), {})

    def enumeration_cost(self, relation: Relation, literal: BodyLiteral, bound: set[str]) -> float:
        """Estimated cost of all rows that match a literal under one binding; infinite where recursion is involved.

        Args:
            relation: The relation of the clause.
            literal: The literal.
            bound: Variables that have a value.
        """
        if literal.kind is LiteralKind.RELATION and self._rests_on_recursion(literal.relation):
            return inf
        return self._plan(relation, (literal,), bound, 1)[1]

    def _rests_on_recursion(self, relation: Relation) -> bool:
        """Whether a relation, or one that it depends on, is computed by recursion."""
        known = self._recursive.get(relation)
        if known is None:
            database = self._database
            known = self._recursive[relation] = not database.is_materialised(relation) and (
                relation in database.analysis.recursive
                or any(
                    self._rests_on_recursion(literal.relation)
                    for clause in database.clauses_of(relation)
                    for literal in clause.body
                    if literal.kind is LiteralKind.RELATION
                )
            )
        return known

    def query_cost(self, relation: Relation, is_bound: tuple[bool, ...]) -> float:
        """Estimated cost of a query, given which of its arguments are bound."""
        if relation == LEGAL:
            # All legal moves of a role are computed anyway, whatever is known of the move.
            if not is_bound[0]:
                return _ALL_LEGAL_COST
            is_bound = True, False
        known = self._query_costs.get((relation, is_bound))
        if known is not None:
            return known
        if self._depth == _MOST_DEPTH:
            return _RECURSIVE_QUERY_COST
        self._depth += 1
        self._query_costs[relation, is_bound] = _RECURSIVE_QUERY_COST
        total = 1.0
        for clause in self._database.clauses_of(relation):
            arguments = zip(clause.head, is_bound, strict=True)
            bound = {name for term, has_value in arguments if has_value for name in variables(term)}
            total += self._plan(relation, clause.body, bound, 1)[1]
        self._depth -= 1
        self._query_costs[relation, is_bound] = total
        return total

    def _plan(
        self, relation: Relation, body: tuple[BodyLiteral, ...], given: set[str], beam_width: int
    ) -> tuple[list[BodyLiteral], float]:
        """The order and its estimated cost."""
        if len(body) > _LONG_BODY:
            beam_width = 1
        recursive = [literal for literal in body if self._is_recursive(relation, literal)]
        other = [literal for literal in body if not self._is_recursive(relation, literal)]
        bound = set(given)
        bindable = _bound_by(list(body))
        domains = self._domains(body)
        ordered: list[BodyLiteral] = []
        cost, rows = 0.0, 1.0
        for group in (other, recursive):
            available = bound | _bound_by(group)
            ready = [literal for literal in group if literal.binds or literal.variables & bindable <= available]
            search = OrderSearch(
                self._database, self._budget, self.query_cost, ready, bound, bindable, domains, beam_width
            )
            found = search.best(rows)
            ordered += found.literals
            cost, rows = cost + found.cost, found.rows
            bound |= _bound_by(ready)
            # Tests that need the variables of a recursive literal wait for the second group.
            recursive += [literal for literal in group if literal not in ready]
        return ordered, cost

    def _is_recursive(self, relation: Relation, literal: BodyLiteral) -> bool:
        return literal.kind is LiteralKind.RELATION and self._database.analysis.same_component(
            relation, literal.relation
        )

    def _domains(self, body: tuple[BodyLiteral, ...]) -> Domains:
        """The values that materialised relations allow for the variables of a body."""
        domains: dict[str, tuple[Term, ...]] = {}
        for literal in body:
            if literal.binds and literal.kind is LiteralKind.RELATION:
                for name, own in self._database.extensions.domains(literal.relation, literal.arguments).items():
                    known = domains.get(name)
                    domains[name] = own if known is None else tuple(set(own).intersection(known)) or own
        return domains


def _bound_by(literals: list[BodyLiteral]) -> set[str]:
    return {name for literal in literals if literal.binds for name in literal.variables}
