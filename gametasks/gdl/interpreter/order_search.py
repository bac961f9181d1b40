"""The beam search for a join order, by estimated cost.

Selinger et al., "Access path selection in a relational database management system", 1979, search all subsets of a join
by dynamic programming; a beam of a few partial orders of each length takes their place here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gametasks.gdl.interpreter.analysis import BodyLiteral, Relation
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.cardinality import Domains
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.terms import variables

__all__ = ["Order", "OrderSearch"]

_LOOKUP_COST, _LOOP_COST, _CALL_COST = 1.0, 1.5, 2.0
"""Cost of a lookup in a dictionary, of starting a loop, and of a lookup in the memo of a query."""

_LITERALS_PER_STEP = 2
"""Literals that a step of work looks at."""


class _PartialOrder(NamedTuple):
    """The first literals of an order.

    Attributes:
        cost: Their estimated cost.
        rows: Estimated rows of their join.
        bound: Variables that they bind, as a bit set.
        remaining: The other literals, as a bit set.
        order: Positions of these literals.
    """

    cost: float
    rows: float
    bound: int
    remaining: int
    order: tuple[int, ...]


class Order(NamedTuple):
    """A complete order.

    Attributes:
        literals: The literals in their order.
        cost: Its estimated cost.
        rows: Estimated rows of the join.
    """

    literals: list[BodyLiteral]
    cost: float
    rows: float


class OrderSearch:
    """The beam search for the order of some literals.

    Args:
        database: The game, with its statistics.
        budget: Limits of work and time.
        query_cost: The estimated cost of a query about a relation, given which arguments are bound.
        literals: The literals.
        bound: Variables that have a value before them.
        bindable: Variables that some literal of the whole body binds. Any other variable stands below ``not`` alone
            and is read as "there is none", so that no literal waits for it.
        domains: The values that some variables may have.
        beam_width: Partial orders that are kept at each step.
    """

    def __init__(
        self,
        database: Database,
        budget: Budget,
        query_cost: Callable[[Relation, tuple[bool, ...]], float],
        literals: list[BodyLiteral],
        bound: set[str],
        bindable: set[str],
        domains: Domains,
        beam_width: int,
    ) -> None:
        self._budget = budget
        self._query_cost = query_cost
        self._cardinalities = database.cardinalities
        self._beam_width = beam_width
        self._literals = literals
        self._given = bound
        self._domains = domains
        self._is_computed = [database.is_computed(literal) for literal in literals]
        names = sorted({name for literal in literals for name in literal.variables})
        self._bit = {name: 1 << position for position, name in enumerate(names)}
        self._variables = [self._bits(literal.variables) for literal in literals]
        # The variables that make a literal a mere test once they are bound.
        self._tested = [
            own if literal.binds else self._bits(literal.variables & bindable)
            for literal, own in zip(literals, self._variables, strict=True)
        ]
        self._start = self._bits(bound)
        self._distinct_values = [
            database.cardinalities.distinct_values(literal) if literal.binds else {} for literal in literals
        ]
        # The literals whose place before or after a literal changes its estimate.
        self._neighbours = [
            sum(1 << other for other, names in enumerate(self._variables) if literals[other].binds and names & own)
            for own in self._variables
        ]
        self._estimates: dict[tuple[int, int], float] = {}
        self._query_estimates: dict[tuple[int, int], tuple[float, float]] = {}

    def _bits(self, names: set[str] | frozenset[str]) -> int:
        return sum(self._bit[name] for name in names if name in self._bit)

    def best(self, rows: float) -> Order:
        """The cheapest order found.

        Args:
            rows: Estimated number of times that these literals are reached.
        """
        beam = [self._with_tests(_PartialOrder(0.0, rows, self._start, (1 << len(self._literals)) - 1, ()))]
        finished: list[_PartialOrder] = []
        while beam:
            extended: dict[int, _PartialOrder] = {}
            for partial in beam:
                if not partial.remaining:
                    finished.append(partial)
                    continue
                # Each extension looks at every literal.
                self._budget.compile(partial.remaining.bit_count() * (1 + len(self._literals) // _LITERALS_PER_STEP))
                for position in range(len(self._literals)):
                    if partial.remaining >> position & 1 and self._is_ready(position, partial):
                        longer = self._with_tests(self._extend(partial, position))
                        known = extended.get(longer.remaining)
                        if known is None or longer.cost < known.cost:
                            extended[longer.remaining] = longer
            beam = sorted(extended.values(), key=lambda partial: (partial.cost, partial.order))[: self._beam_width]
        best = min(finished, key=lambda partial: partial.cost)
        return Order([self._literals[position] for position in best.order], best.cost, best.rows)

    def _is_test(self, position: int, partial: _PartialOrder) -> bool:
        return not self._tested[position] & ~partial.bound

    def _is_ready(self, position: int, partial: _PartialOrder) -> bool:
        return self._literals[position].binds or self._is_test(position, partial)

    def _with_tests(self, partial: _PartialOrder) -> _PartialOrder:
        """Add all tests that need no call and whose variables are bound, the most selective first."""
        while True:
            tests = [
                position
                for position in range(len(self._literals))
                if partial.remaining >> position & 1
                and not self._is_computed[position]
                and self._is_test(position, partial)
            ]
            if not tests:
                return partial
            partial = self._extend(partial, min(tests, key=lambda position: self._rows_of(position, partial)))

    def _extend(self, partial: _PartialOrder, position: int) -> _PartialOrder:
        rows = self._rows_of(position, partial)
        is_lookup = self._is_test(position, partial) or rows <= 1.0
        cost = partial.rows * (_LOOKUP_COST if is_lookup else _LOOP_COST + rows)
        if self._is_computed[position]:
            query_cost, queries = self._query_estimate(position, partial)
            cost += partial.rows * _CALL_COST + min(partial.rows, queries) * query_cost
        return _PartialOrder(
            partial.cost + cost,
            partial.rows * rows,
            partial.bound | self._variables[position] if self._literals[position].binds else partial.bound,
            partial.remaining & ~(1 << position),
            (*partial.order, position),
        )

    def _rows_of(self, position: int, partial: _PartialOrder) -> float:
        """Expected rows of a literal for each row of a partial order; of a test, its selectivity."""
        key = position, ~partial.remaining & self._neighbours[position]
        rows = self._estimates.get(key)
        if rows is None:
            is_test = self._is_test(position, partial)
            estimate = self._cardinalities.selectivity if is_test else self._cardinalities.expected_rows
            rows = estimate(self._literals[position], self._bound_variables(position, partial), self._domains)
            self._estimates[key] = rows
        return rows

    def _bound_variables(self, position: int, partial: _PartialOrder) -> dict[str, float]:
        """The bound variables of a literal, each with its number of distinct values, 0 if that is not known."""
        own = self._literals[position].variables
        bound = {name: 0.0 for name in own if name in self._given}
        for other in partial.order:
            for name, distinct in self._distinct_values[other].items():
                bound[name] = min(distinct, bound.get(name) or distinct)
        return {name: bound.get(name, 0.0) for name in own if self._bit[name] & partial.bound}

    def _query_estimate(self, position: int, partial: _PartialOrder) -> tuple[float, float]:
        """The cost of the query that a literal poses, and how many different ones there may be."""
        key = position, ~partial.remaining & self._neighbours[position]
        estimate = self._query_estimates.get(key)
        if estimate is None:
            literal = self._literals[position]
            bound = self._bound_variables(position, partial)
            is_bound = tuple([all(name in bound for name in variables(term)) for term in literal.arguments])
            cost = self._query_cost(literal.relation, is_bound)
            estimate = cost, self._cardinalities.distinct_queries(literal, bound)
            self._query_estimates[key] = estimate
        return estimate
