"""Relations that are the same in every state, kept as tables for each way in which they are asked."""

from __future__ import annotations

from math import prod
from typing import Any

from gametasks.gdl.interpreter.analysis import Relation
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, Constant, Pattern
from gametasks.gdl.terms import Term, is_ground, is_variable

__all__ = ["Extensions", "Functional"]


_MOST_ROWS = 2_000
"""Facts of a relation whose values are of interest to the planner."""


class Functional(dict[Any, Any]):
    """A table in which every key has exactly one answer."""


class Extensions:
    """The facts of relations that never change."""

    def __init__(self) -> None:
        self._rows: dict[Relation, tuple[tuple[Term, ...], ...]] = {}
        self._tables: dict[tuple[Relation, Pattern], Any] = {}
        self._shares: dict[tuple[Relation, Pattern], float] = {}
        self._values: dict[tuple[Relation, tuple[Term | None, ...]], tuple[tuple[Term, ...], ...]] = {}

    def keep(self, relation: Relation, rows: tuple[tuple[Term, ...], ...]) -> None:
        """Note all facts of a relation."""
        self._rows[relation] = rows

    def __contains__(self, relation: Relation) -> bool:
        return relation in self._rows

    def copy(self) -> Extensions:
        """The same relations; what is added later is added to one of both."""
        copy = Extensions()
        copy._rows = dict(self._rows)
        copy._tables = dict(self._tables)
        copy._shares = dict(self._shares)
        return copy

    def rows(self, relation: Relation) -> tuple[tuple[Term, ...], ...]:
        """The arguments of each fact."""
        return self._rows[relation]

    def values(self, relation: Relation, arguments: tuple[Term, ...]) -> dict[str, tuple[Term, ...]]:
        """The values that each variable among the arguments of an atom may have; nothing if there are many."""
        rows = self._rows.get(relation, ())
        if len(rows) > _MOST_ROWS:
            return {}
        key = relation, tuple(None if is_variable(term) else term for term in arguments)
        found = self._values.get(key)
        if found is None:
            constants = [(place, term) for place, term in enumerate(arguments) if is_ground(term)]
            fitting = [row for row in rows if all(row[place] == term for place, term in constants)]
            columns = (tuple(dict.fromkeys(column)) for column in zip(*fitting, strict=True))
            found = self._values[key] = tuple(columns) or ((),) * relation[1]
        return {
            term: values
            for term, values in zip(arguments, found, strict=True)
            if isinstance(term, str) and is_variable(term) and values
        }

    def share(self, relation: Relation, pattern: Pattern) -> float:
        """The share of questions that have an answer, among those with values that occur in each argument."""
        found = self._shares.get((relation, pattern))
        if found is None:
            given = [place for place, mark in enumerate(pattern) if mark == GIVEN]
            possible = prod(len({row[place] for row in self._rows[relation]}) for place in given)
            found = self._shares[relation, pattern] = len(self.table(relation, pattern)) / max(1, possible)
        return found

    def table(self, relation: Relation, pattern: Pattern) -> Any:
        """What a kind of question about a relation is answered from.

        A set of keys if nothing is asked for; a tuple of answers if nothing is given; else a ``Functional`` table
        from keys to answers, or a dictionary from keys to tuples of answers. Keys and answers are terms if one
        argument is given or asked for, else tuples of terms.
        """
        found = self._tables.get((relation, pattern))
        if found is None:
            found = self._tables[relation, pattern] = _tabulated(self._rows[relation], pattern)
        return found


def _tabulated(rows: tuple[tuple[Term, ...], ...], pattern: Pattern) -> Any:
    constants = [(place, mark.term) for place, mark in enumerate(pattern) if isinstance(mark, Constant)]
    keys = [place for place, mark in enumerate(pattern) if mark == GIVEN]
    asked = [place for place, mark in enumerate(pattern) if mark == ASKED]
    table: dict[Any, dict[Any, None]] = {}
    for row in rows:
        if all(row[place] == term for place, term in constants):
            key = row[keys[0]] if len(keys) == 1 else tuple([row[place] for place in keys])
            value = row[asked[0]] if len(asked) == 1 else tuple([row[place] for place in asked])
            table.setdefault(key, {})[value] = None
    if not asked:
        return frozenset(table)
    if not keys:
        return tuple(table.get((), ()))
    if all(len(values) == 1 for values in table.values()):
        return Functional({key: next(iter(values)) for key, values in table.items()})
    return {key: tuple(values) for key, values in table.items()}
