"""The kinds of questions that the rules of a game ask, with the functions and tables that answer them."""

from __future__ import annotations

from typing import Any

from gametasks.gdl.interpreter.analysis import LEGAL, Kind, Relation
from gametasks.gdl.interpreter.knowledge import Knowledge
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, UNUSED, Constant, Pattern
from gametasks.gdl.interpreter.scope import Function
from gametasks.gdl.interpreter.state import StateStore

__all__ = ["Questions"]

_MOST_SPECIALISED = 24
"""Kinds of questions about a relation that differ in constants alone."""

_MOST_SHARE = 0.5
"""Share of the possible questions that a bound lets through, beyond which it is not looked at."""


class Questions:
    """Gives out names for functions and tables, each of them once.

    Args:
        knowledge: What is known of the game.
        store: Facts of the state.
    """

    def __init__(self, knowledge: Knowledge, store: StateStore) -> None:
        self._analysis = knowledge.analysis
        self._own = knowledge.definitions
        self._extensions = knowledge.extensions
        self._bounds = knowledge.bounds
        self._store = store
        self._functions: dict[tuple[Relation, Pattern], Function] = {}
        self._by_number: list[Function] = []
        self._specialised: dict[Relation, int] = {}
        self._queue: list[Function] = []
        self._names: dict[Any, str] = {}
        self.memos: dict[Kind, list[dict[Any, Any]]] = {kind: [] for kind in Kind}
        self.namespace: dict[str, Any] = {"S": frozenset(), "D": {}, "E": (), "N": {}}

    def forget(self) -> None:
        """Drop all answers, half-done ones among them."""
        for memos in self.memos.values():
            for memo in memos:
                memo.clear()

    def function(self, relation: Relation, pattern: Pattern) -> Function:
        """The function that answers a kind of question."""
        if relation == LEGAL and pattern[0] not in {ASKED, UNUSED}:
            # All legal moves will be asked for anyway.
            pattern = (GIVEN, ASKED)
        if any(isinstance(mark, Constant) for mark in pattern) and (relation, pattern) not in self._functions:
            known = self._specialised.get(relation, 0)
            if relation in self._analysis.recursive or known >= _MOST_SPECIALISED:
                pattern = tuple(GIVEN if isinstance(mark, Constant) else mark for mark in pattern)
            else:
                self._specialised[relation] = known + 1
        found = self._functions.get((relation, pattern))
        if found is None:
            number = len(self._by_number)
            found = Function(number, relation, pattern, relation in self._analysis.recursive)
            self._functions[relation, pattern] = found
            self._by_number.append(found)
            self._queue.append(found)
            self.memos[self._analysis.kind_of(relation)].append(found.memo)
            self.namespace[f"m{number}"] = found.memo
            self.namespace[f"g{number}"] = found.memo.get
        return found

    def static_table(self, relation: Relation, pattern: Pattern) -> tuple[str, Any]:
        """Name and value of the table that answers a kind of question about a relation that never changes."""
        if relation not in self._extensions:
            self._extensions.keep(relation, tuple(self._analysis.facts.get(relation, ())))
        table = self._extensions.table(relation, pattern)
        return self._name("t", (relation, pattern), table), table

    def state_index(self, relation: Relation, bound: tuple[int, ...]) -> str:
        """Name of an index of the state's facts."""
        return self._name("i", (relation, bound), self._store.index(relation, bound))

    def method(self, table: str) -> str:
        """Name of the method ``get`` of a table."""
        return self._name("q", table, self.namespace[table].get)

    def is_kept(self, relation: Relation) -> bool:
        """Whether a relation is answered from tables."""
        return relation in self._extensions or relation not in self._own

    def bound(self, relation: Relation, pattern: Pattern) -> tuple[str, list[int]] | None:
        """Name of a set that holds certain arguments of every question that may have an answer, and their places.

        None if no such set is known, or if it would let most questions of this kind through.
        """
        bound = self._bounds.get(relation)
        if bound is None:
            return None
        # What is asked for does not matter here: any fact with what is given will do.
        marks = tuple([UNUSED if pattern[place] == ASKED else pattern[place] for place in bound.places])
        given = [place for place in bound.places if pattern[place] == GIVEN]
        if not given or self._extensions.share(bound.relation, marks) > _MOST_SHARE:
            return None
        return self.static_table(bound.relation, marks)[0], given

    def _name(self, kind: str, identity: Any, value: Any) -> str:
        name = self._names.get((kind, identity))
        if name is None:
            name = self._names[kind, identity] = f"{kind}{len(self._names)}"
            self.namespace[name] = value
        return name
