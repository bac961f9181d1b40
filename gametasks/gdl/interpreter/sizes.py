"""How many answers a literal will have, roughly: for the order of joins only, never for results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import prod
from typing import NamedTuple, TypeAlias

from gametasks.gdl.interpreter.analysis import Analysis, Atom, Relation, Source
from gametasks.gdl.machine import GameState
from gametasks.gdl.terms import Term, is_ground, is_variable, signature, variables

__all__ = ["Sizes", "Values"]

_UNKNOWN = 20.0
"""Rows of a relation of which nothing is known."""

_RARE = 0.5
"""Rows of a kind of fact that was not seen in any state."""


Values: TypeAlias = Mapping[str, tuple[Term, ...]]
"""The values that a variable of a rule may have, where relations that never change say so."""


class _Measure(NamedTuple):
    """The size of a relation.

    Attributes:
        rows: Facts.
        columns: For each column, how often each value occurs; None if that is not known.
        distinct: For each column, the number of different values.
    """

    rows: float
    columns: tuple[Counter[Term] | None, ...]
    distinct: tuple[float, ...]


class Sizes:
    """Estimated sizes of the relations and of the facts of a state.

    Args:
        analysis: The game's relations.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._roles = float(len(analysis.game.roles))
        self._rules: dict[Relation, _Measure] = {}
        self._state: dict[Relation, _Measure] = {}
        self._all_facts = _UNKNOWN

    def know(self, relation: Relation, rows: Iterable[tuple[Term, ...]]) -> None:
        """Note the extension of a relation."""
        self._rules[relation] = _measured(relation[1], list(rows))

    def guess(self, relation: Relation, rows: float) -> None:
        """Note the number of facts of a relation of which no more is known."""
        distinct = max(2.0, rows ** (1.0 / max(1, relation[1])))
        self._rules[relation] = _Measure(rows, (None,) * relation[1], (distinct,) * relation[1])

    def see(self, state: GameState) -> None:
        """Note the facts of a state."""
        self._all_facts = float(len(state))
        rows: dict[Relation, list[tuple[Term, ...]]] = {}
        for fact in state:
            rows.setdefault(signature(fact), []).append(() if isinstance(fact, str) else fact[1:])
        for relation, found in rows.items():
            measure = _measured(relation[1], found)
            known = self._state.get(relation)
            if known is None or known.rows < measure.rows:
                self._state[relation] = measure

    def share(self, atom: Atom, bound: Mapping[str, float], values: Values) -> float:
        """The share of bindings under which a test holds; the arguments are those of ``answers``."""
        if atom.source is Source.COMPARISON:
            return 0.85 if atom.positive else 0.15
        answers = self.answers(atom, bound, values)
        return min(0.95, max(0.02, answers)) if atom.positive else 1.0 - min(0.5, max(0.02, answers))

    def answers(self, atom: Atom, bound: Mapping[str, float], values: Values) -> float:
        """Answers of an atom under bindings of some variables.

        Args:
            atom: The atom.
            bound: For each variable that has a value, how many different ones it may have, 0 if that is not known.
            values: The values that some variables may have.
        """
        if atom.source is Source.MOVES:
            role, move = atom.arguments
            answers = 1.0 if not is_variable(role) or role in bound else self._roles
            return answers if is_variable(move) else 0.5 * answers
        measure = self._of(atom)
        rows = measure.rows
        for place, term in enumerate(atom.arguments):
            counts, distinct = measure.columns[place], measure.distinct[place]
            if is_ground(term):
                rows *= (counts[term] + 0.1) / measure.rows if counts is not None else 1.0 / distinct
            elif isinstance(term, str):
                if term in bound:
                    own = values.get(term)
                    if own is not None and counts is not None:
                        rows *= (sum(counts[value] for value in own) / len(own) + 0.05) / measure.rows
                    else:
                        rows /= max(1.0, distinct, bound[term])
            elif all(name in bound for name in variables(term)):
                rows /= max(1.0, distinct)
            else:
                rows /= max(1.0, distinct) ** 0.5
        return rows

    def spread(self, atom: Atom) -> dict[str, float]:
        """For each variable that is an argument of an atom, how many different values it has there."""
        if atom.source not in {Source.RULES, Source.STATE}:
            return {}
        measure = self._of(atom)
        found: dict[str, float] = {}
        for term, distinct in zip(atom.arguments, measure.distinct, strict=True):
            if isinstance(term, str) and is_variable(term):
                found[term] = min(distinct, found.get(term, distinct))
        return found

    def questions(self, atom: Atom, bound: Mapping[str, float]) -> float:
        """How many different questions about an atom's relation there may be, given values of some variables."""
        measure = self._of(atom)
        known = [any(name in bound for name in variables(term)) for term in atom.arguments]
        return prod([size for size, is_known in zip(measure.distinct, known, strict=True) if is_known])

    def _of(self, atom: Atom) -> _Measure:
        arity = atom.relation[1]
        if atom.source is Source.STATE:
            if atom.relation == ("", 1):
                return _Measure(self._all_facts, (None,), (self._all_facts,))
            return self._state.get(atom.relation) or _Measure(_RARE, (None,) * arity, (1.0,) * arity)
        found = self._rules.get(atom.relation)
        return found or _Measure(_UNKNOWN, (None,) * arity, (_UNKNOWN ** (1.0 / max(1, arity)),) * arity)


def _measured(arity: int, rows: list[tuple[Term, ...]]) -> _Measure:
    columns = tuple(Counter(row[place] for row in rows) for place in range(arity))
    return _Measure(max(_RARE, float(len(rows))), columns, tuple(float(max(1, len(column))) for column in columns))
