"""What could hold of a relation in any state whatever, so that most questions about it need no search.

Rules without their conditions on the state and on the moves give more facts than hold in any state, and the same ones
always: no bishop ever reaches a cell that is not on its diagonals. A question that is not among these facts is
answered with no, and nobody walks along the diagonal to find that out. Dropping conditions is the relaxation of
planning (Bonet and Geffner, "Planning as heuristic search", 2001), here of rules instead of actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from gametasks.gdl.interpreter.analysis import Analysis, Atom, Definition, Relation, Source, find_dependencies
from gametasks.gdl.interpreter.knowledge import Bound, Bounds, Knowledge
from gametasks.gdl.terms import Term, variables

__all__ = ["Places", "Relaxation"]

Places: TypeAlias = dict[Relation, tuple[int, ...]]
"""For each relation, the arguments that its bound speaks of."""


class Relaxation:
    """Makes rules of bounds out of the rules of relations that depend on each other.

    Args:
        knowledge: What is known of the game, the bounds of the relations on which these rest among it.
        members: The relations.
    """

    def __init__(self, knowledge: Knowledge, members: Iterable[Relation]) -> None:
        self._known = knowledge
        self._clauses = {relation: knowledge.definitions[relation] for relation in members}

    def widest(self) -> Places:
        """All arguments to which the relaxed rules give values."""
        return self._bound({relation: tuple(range(relation[1])) for relation in self._clauses})

    def narrower(self) -> Places:
        """The same without arguments that have nothing to do with the others where a recursion starts.

        A cell that a rule is told to ignore may be any cell, so that it only multiplies the facts.
        """
        return self._bound(
            {
                relation: tuple([place for place in range(relation[1]) if not self._is_apart(clauses, place)])
                for relation, clauses in self._clauses.items()
            }
        )

    def rules(self, places: Places) -> tuple[Bounds, Analysis]:
        """The bounds of the relations that have one, and their rules."""
        relaxed = Analysis(self._known.analysis.game)
        bounds: Bounds = {}
        for relation, own in places.items():
            if not own:
                continue
            bound = bounds[relation] = _bound_of(relation, own)
            facts = dict.fromkeys(_at(own, fact) for fact in self._known.analysis.facts.get(relation, ()))
            if facts:
                relaxed.facts[bound.relation] = facts
            relaxed.definitions[bound.relation] = [
                clause._replace(head=_at(own, clause.head), body=self._relaxed(clause, places))
                for clause in self._clauses[relation]
            ]
        find_dependencies(relaxed)
        return bounds, relaxed

    def _is_apart(self, clauses: list[Definition], place: int) -> bool:
        """Whether an argument has no variable in common with another one, or through a condition with two."""
        for clause in clauses:
            if any(atom.relation in self._clauses for atom in clause.body):
                continue
            own = set(variables(clause.head[place]))
            others = {name for number, term in enumerate(clause.head) if number != place for name in variables(term)}
            if own & others or any(own & atom.names and len(atom.names) > 1 for atom in clause.body):
                return False
        return True

    def _bound(self, places: Places) -> Places:
        """Those of some arguments to which every clause gives a value without the conditions that are dropped."""
        while True:
            fewer: Places = {}
            for relation, clauses in self._clauses.items():
                known = [self._names(clause, places) for clause in clauses]
                fewer[relation] = tuple(
                    place
                    for place in places[relation]
                    if all(
                        names.issuperset(variables(clause.head[place]))
                        for clause, names in zip(clauses, known, strict=True)
                    )
                )
            if fewer == places:
                return places
            places = fewer

    def _names(self, clause: Definition, places: Places) -> set[str]:
        """The variables that have a value when a clause is relaxed."""
        found = (self._counterpart(atom, places) for atom in clause.body if atom.positive)
        return {name for atom in found if atom is not None for name in atom.names}

    def _relaxed(self, clause: Definition, places: Places) -> tuple[Atom, ...]:
        names = self._names(clause, places)
        body: list[Atom] = []
        for atom in clause.body:
            if atom.positive and atom.source is not Source.COMPARISON:
                counterpart = self._counterpart(atom, places)
                if counterpart is not None:
                    body.append(counterpart)
            elif atom.names <= names and (atom.source is Source.COMPARISON or self._never_changes(atom)):
                body.append(atom)
        return tuple(dict.fromkeys(body))

    def _counterpart(self, atom: Atom, places: Places) -> Atom | None:
        """What is left of a condition that binds variables: nothing, if it speaks of the state or of moves alone."""
        if self._never_changes(atom):
            return atom
        if atom.source is not Source.RULES:
            return None
        own = places.get(atom.relation)
        bound = self._known.bounds.get(atom.relation) if own is None else _bound_of(atom.relation, own) if own else None
        if bound is None:
            return None
        return atom._replace(relation=bound.relation, arguments=_at(bound.places, atom.arguments))

    def _never_changes(self, atom: Atom) -> bool:
        return atom.source is Source.RULES and atom.relation in self._known.extensions


def _bound_of(relation: Relation, places: tuple[int, ...]) -> Bound:
    # No symbol of a game has a space in it.
    return Bound((f"{relation[0]} {relation[1]} at {' '.join(map(str, places))}", len(places)), places)


def _at(places: tuple[int, ...], row: tuple[Term, ...]) -> tuple[Term, ...]:
    return tuple([row[place] for place in places])
