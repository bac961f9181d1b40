"""What the compiler knows of a game: its clauses, its materialised relations with their indices, and its statistics."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import Any, NamedTuple

from gametasks.gdl.interpreter.analysis import AnalysedClause, Analysis, BodyLiteral, LiteralKind, Relation, Row
from gametasks.gdl.interpreter.binding import BOUND, FREE, BindingPattern, Constant
from gametasks.gdl.interpreter.cardinality import Cardinalities, Domains
from gametasks.gdl.terms import Term, is_ground, is_variable

__all__ = ["Database", "Extensions", "Functional", "RelaxedRelation"]

_MOST_ROWS_OF_DOMAIN = 2_000
"""Rows of a relation up to which the join order looks at the values that occur in them."""


class Functional(dict[Any, Any]):
    """An index in which every key has exactly one row: a functional dependency of the free on the bound arguments."""


class Extensions:
    """Materialised relations: all their rows, with an index for each binding pattern in use."""

    def __init__(self) -> None:
        self._rows: dict[Relation, tuple[Row, ...]] = {}
        self._indices: dict[tuple[Relation, BindingPattern], Any] = {}
        self._selectivities: dict[tuple[Relation, BindingPattern], float] = {}
        self._domains: dict[tuple[Relation, tuple[Term | None, ...]], tuple[Row, ...]] = {}

    def store(self, relation: Relation, rows: tuple[Row, ...]) -> None:
        """Materialise a relation."""
        self._rows[relation] = rows

    def __contains__(self, relation: Relation) -> bool:
        return relation in self._rows

    def copy(self) -> Extensions:
        """The same relations; what is stored later is stored in one of both."""
        copy = Extensions()
        copy._rows = dict(self._rows)
        copy._indices = dict(self._indices)
        copy._selectivities = dict(self._selectivities)
        return copy

    def rows(self, relation: Relation) -> tuple[Row, ...]:
        """All rows of a relation."""
        return self._rows[relation]

    def domains(self, relation: Relation, arguments: Row) -> Domains:
        """The values that each variable among the arguments of a literal may have; empty for a large relation."""
        rows = self._rows.get(relation, ())
        if len(rows) > _MOST_ROWS_OF_DOMAIN:
            return {}
        key = relation, tuple(None if is_variable(term) else term for term in arguments)
        columns = self._domains.get(key)
        if columns is None:
            constants = [(position, term) for position, term in enumerate(arguments) if is_ground(term)]
            matching = [row for row in rows if all(row[position] == term for position, term in constants)]
            distinct = (tuple(dict.fromkeys(column)) for column in zip(*matching, strict=True))
            columns = self._domains[key] = tuple(distinct) or ((),) * relation[1]
        return {
            term: values
            for term, values in zip(arguments, columns, strict=True)
            if isinstance(term, str) and is_variable(term) and values
        }

    def selectivity(self, relation: Relation, pattern: BindingPattern) -> float:
        """The share of queries that have an answer, of all combinations of values that occur in the bound arguments."""
        selectivity = self._selectivities.get((relation, pattern))
        if selectivity is None:
            bound = [position for position, mode in enumerate(pattern) if mode == BOUND]
            possible = prod(len({row[position] for row in self._rows[relation]}) for position in bound)
            selectivity = len(self.index(relation, pattern)) / max(1, possible)
            self._selectivities[relation, pattern] = selectivity
        return selectivity

    def index(self, relation: Relation, pattern: BindingPattern) -> Any:
        """The index that answers the queries of a binding pattern.

        A set of keys if no argument is free; a tuple of rows if none is bound; else a ``Functional`` index from keys
        to rows, or a dictionary from keys to tuples of rows. A key holds the bound arguments and a row the free ones:
        the term itself if it is one, else a tuple of terms.
        """
        index = self._indices.get((relation, pattern))
        if index is None:
            index = self._indices[relation, pattern] = _build_index(self._rows[relation], pattern)
        return index


def _build_index(rows: tuple[Row, ...], pattern: BindingPattern) -> Any:
    constants = [(position, mode.term) for position, mode in enumerate(pattern) if isinstance(mode, Constant)]
    bound = [position for position, mode in enumerate(pattern) if mode == BOUND]
    free = [position for position, mode in enumerate(pattern) if mode == FREE]
    index: dict[Any, dict[Any, None]] = {}
    for row in rows:
        if all(row[position] == term for position, term in constants):
            key = row[bound[0]] if len(bound) == 1 else tuple([row[position] for position in bound])
            value = row[free[0]] if len(free) == 1 else tuple([row[position] for position in free])
            index.setdefault(key, {})[value] = None
    if not free:
        return frozenset(index)
    if not bound:
        return tuple(index.get((), ()))
    if all(len(values) == 1 for values in index.values()):
        return Functional({key: next(iter(values)) for key, values in index.items()})
    return {key: tuple(values) for key, values in index.items()}


class RelaxedRelation(NamedTuple):
    """A static relation that is a superset, in every state, of the projection of another one; see ``relaxation``.

    Attributes:
        relation: Its name and arity.
        positions: The arguments of the other relation that it has.
    """

    relation: Relation
    positions: tuple[int, ...]


@dataclass
class Database:
    """A game as a deductive database.

    Attributes:
        analysis: The game's relations.
        clauses: Their clauses as they are compiled: those of the analysis, or what unfolding made of them.
        cardinalities: Statistics for the join order.
        extensions: The materialised relations, all of them static.
        relaxed: Relaxed relations, by the relation that they are a superset of.
    """

    analysis: Analysis
    clauses: dict[Relation, list[AnalysedClause]]
    cardinalities: Cardinalities
    extensions: Extensions = field(default_factory=Extensions)
    relaxed: dict[Relation, RelaxedRelation] = field(default_factory=dict)

    def is_materialised(self, relation: Relation) -> bool:
        """Whether a relation is read from an index instead of being computed."""
        return relation in self.extensions or relation not in self.clauses

    def is_computed(self, literal: BodyLiteral) -> bool:
        """Whether a literal calls the function of a relation."""
        return literal.kind is LiteralKind.RELATION and not self.is_materialised(literal.relation)

    def materialise(self, relation: Relation, rows: tuple[Row, ...]) -> None:
        """Store all rows of a relation, and note their statistics."""
        self.extensions.store(relation, rows)
        self.cardinalities.record_extension(relation, rows)

    def index(self, relation: Relation, pattern: BindingPattern) -> Any:
        """The index of a materialised relation for a binding pattern, see ``Extensions.index``."""
        self._store_facts(relation)
        return self.extensions.index(relation, pattern)

    def rows(self, relation: Relation) -> tuple[Row, ...]:
        """All rows of a materialised relation."""
        self._store_facts(relation)
        return self.extensions.rows(relation)

    def _store_facts(self, relation: Relation) -> None:
        """Materialise a relation that has facts alone, if it is not yet."""
        if relation not in self.extensions:
            self.extensions.store(relation, tuple(self.analysis.facts.get(relation, ())))

    def clauses_of(self, relation: Relation) -> list[AnalysedClause]:
        """The clauses of a relation; its facts are one clause over a materialised relation of their own."""
        clauses = self.clauses.get(relation, [])
        facts = self.analysis.facts.get(relation)
        if not facts:
            return clauses
        # No symbol of a game has a space in it.
        extensional = (relation[0] + " facts", relation[1])
        if extensional not in self.extensions:
            self.materialise(extensional, tuple(facts))
        head: Row = tuple(f"?{position}" for position in range(relation[1]))
        literal = BodyLiteral(LiteralKind.RELATION, extensional, head)
        return [AnalysedClause(head, (literal,), self.analysis.game.rules[0]), *clauses]
