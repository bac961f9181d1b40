"""Cardinality estimates: how many rows a literal will have, for the join order only and never for results.

The estimates are those of System R, from the number of rows and of distinct values in each column, under the
assumption that columns are independent (Selinger et al., "Access path selection in a relational database management
system", 1979); where a column's values are known, their frequencies take the place of the average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from math import prod
from typing import NamedTuple, TypeAlias

from gametasks.gdl.interpreter.analysis import Analysis, BodyLiteral, LiteralKind, Relation, Row
from gametasks.gdl.machine import GameState
from gametasks.gdl.terms import Term, arguments, is_ground, is_variable, signature, variables

__all__ = ["Cardinalities", "Domains"]

_UNKNOWN = 20.0
"""Rows of a relation without statistics."""

_RARE = 0.5
"""Rows of a kind of fact that was not in any sampled state."""

_RECURSIVE_ROWS = 1_000.0
"""Rows that a recursive relation is expected to have at least when the length of a join matters."""

_LONG_JOIN = 2_000.0
"""Expected steps of a join from which on it reports ticks."""

_STEPS_PER_TICK = 20.0
"""Expected steps for each tick, at least."""

_MOST_STEPS_PER_TICK = 1e4
"""Expected steps for each turn of the next loop, from which on that loop reports the ticks."""

Domains: TypeAlias = Mapping[str, tuple[Term, ...]]
"""For variables of a clause, the values that the materialised relations of its body allow."""


class _Statistics(NamedTuple):
    """Statistics of a relation.

    Attributes:
        rows: Its number of rows.
        frequencies: For each column, how often each value occurs; None if that is not known.
        distinct: For each column, the number of distinct values.
    """

    rows: float
    frequencies: tuple[Counter[Term] | None, ...]
    distinct: tuple[float, ...]


class Cardinalities:
    """Statistics of the relations and of the facts of a state, and what they say of literals.

    Args:
        analysis: The game's relations.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._roles = float(len(analysis.game.roles))
        self._relations: dict[Relation, _Statistics] = {}
        self._state: dict[Relation, _Statistics] = {}
        self._state_facts = _UNKNOWN

    def record_extension(self, relation: Relation, rows: Iterable[Row]) -> None:
        """Note all rows of a relation."""
        self._relations[relation] = _statistics(relation[1], list(rows))

    def assume_rows(self, relation: Relation, rows: float) -> None:
        """Assume a number of rows for a relation that could not be computed."""
        distinct = max(2.0, rows ** (1.0 / max(1, relation[1])))
        self._relations[relation] = _Statistics(rows, (None,) * relation[1], (distinct,) * relation[1])

    def record_state(self, state: GameState) -> None:
        """Note the facts of a state; of several states, the last one with the most facts of a relation counts."""
        self._state_facts = float(len(state))
        rows: dict[Relation, list[Row]] = {}
        for fact in state:
            rows.setdefault(signature(fact), []).append(arguments(fact))
        for relation, found in rows.items():
            statistics = _statistics(relation[1], found)
            known = self._state.get(relation)
            if known is None or known.rows <= statistics.rows:
                self._state[relation] = statistics

    def selectivity(self, literal: BodyLiteral, bound: Mapping[str, float], domains: Domains) -> float:
        """The share of bindings under which a test holds; the arguments are those of ``expected_rows``."""
        if literal.kind is LiteralKind.COMPARISON:
            return 0.85 if literal.positive else 0.15
        rows = self.expected_rows(literal, bound, domains)
        return min(0.95, max(0.02, rows)) if literal.positive else 1.0 - min(0.5, max(0.02, rows))

    def expected_rows(self, literal: BodyLiteral, bound: Mapping[str, float], domains: Domains) -> float:
        """The expected number of rows that match a literal under one binding of some variables.

        Args:
            literal: The literal.
            bound: For each bound variable, the number of distinct values that it may have, 0 if that is not known.
            domains: The values that some variables may have.
        """
        if literal.kind is LiteralKind.MOVES:
            role, move = literal.arguments
            rows = 1.0 if not is_variable(role) or role in bound else self._roles
            return rows if is_variable(move) else 0.5 * rows
        statistics = self._of(literal)
        rows = statistics.rows
        for position, term in enumerate(literal.arguments):
            frequencies, distinct = statistics.frequencies[position], statistics.distinct[position]
            if is_ground(term):
                rows *= (frequencies[term] + 0.1) / statistics.rows if frequencies is not None else 1.0 / distinct
            elif isinstance(term, str):
                if term in bound:
                    domain = domains.get(term)
                    if domain is not None and frequencies is not None:
                        mean = sum(frequencies[value] for value in domain) / len(domain)
                        rows *= (mean + 0.05) / statistics.rows
                    else:
                        rows /= max(1.0, distinct, bound[term])
            elif all(name in bound for name in variables(term)):
                rows /= max(1.0, distinct)
            else:
                rows /= max(1.0, distinct) ** 0.5
        return rows

    def needs_tick(self, literals: list[BodyLiteral], bound: set[str], recursive: Set[Relation]) -> bool:
        """Whether a join may take so long that its outermost loop has to report ticks.

        Args:
            literals: The literals in their order, from that loop on.
            bound: The variables that have a value before it.
            recursive: The recursive relations.
        """
        expected: list[float] = []
        bound = set(bound)
        for literal in literals:
            if literal.binds:
                if not literal.variables <= bound:
                    rows = self.expected_rows(literal, dict.fromkeys(bound, 0.0), {})
                    expected.append(max(rows, _RECURSIVE_ROWS) if literal.relation in recursive else rows)
                bound |= literal.variables
        if len(expected) < 2:
            return False
        steps = [max(rows, 1.0) for rows in expected]
        inner, inner_of_next = prod(reversed(steps[1:])), prod(reversed(steps[2:]))
        return inner * expected[0] >= _LONG_JOIN and inner >= _STEPS_PER_TICK and inner_of_next < _MOST_STEPS_PER_TICK

    def distinct_values(self, literal: BodyLiteral) -> dict[str, float]:
        """For each variable that is an argument of a literal, the number of distinct values in its column."""
        if literal.kind not in {LiteralKind.RELATION, LiteralKind.STATE}:
            return {}
        statistics = self._of(literal)
        found: dict[str, float] = {}
        for term, distinct in zip(literal.arguments, statistics.distinct, strict=True):
            if isinstance(term, str) and is_variable(term):
                found[term] = min(distinct, found.get(term, distinct))
        return found

    def distinct_queries(self, literal: BodyLiteral, bound: Mapping[str, float]) -> float:
        """The number of different queries about a literal's relation that bindings of some variables may pose."""
        statistics = self._of(literal)
        is_known = [any(name in bound for name in variables(term)) for term in literal.arguments]
        return prod([distinct for distinct, known in zip(statistics.distinct, is_known, strict=True) if known])

    def _of(self, literal: BodyLiteral) -> _Statistics:
        arity = literal.relation[1]
        if literal.kind is LiteralKind.STATE:
            if literal.relation == ("", 1):
                return _Statistics(self._state_facts, (None,), (self._state_facts,))
            return self._state.get(literal.relation) or _Statistics(_RARE, (None,) * arity, (1.0,) * arity)
        known = self._relations.get(literal.relation)
        return known or _Statistics(_UNKNOWN, (None,) * arity, (_UNKNOWN ** (1.0 / max(1, arity)),) * arity)


def _statistics(arity: int, rows: list[Row]) -> _Statistics:
    frequencies = tuple(Counter(row[position] for row in rows) for position in range(arity))
    distinct = tuple(float(max(1, len(column))) for column in frequencies)
    return _Statistics(max(_RARE, float(len(rows))), frequencies, distinct)
