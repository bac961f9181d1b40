"""Which rules may make terms larger from state to state, so that their depth has to be looked at."""

from __future__ import annotations

from gametasks.gdl.interpreter.analysis import LEGAL, Analysis, Atom, Kind, Relation, Source
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["Growth"]


class Growth:
    """Follows terms that are put into other terms.

    A relation carries such terms if a head builds a term around a variable, or hands on a whole fact, a whole move or
    what another relation carries. Relations that never change do not count: what they hold was checked once.

    Args:
        analysis: The game's relations.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._carriers: set[Relation] = set()
        self._moves_carry = False
        before = -1
        while before != len(self._carriers) + self._moves_carry:
            before = len(self._carriers) + self._moves_carry
            for relation, clauses in analysis.definitions.items():
                if analysis.kind_of(relation) is Kind.STATIC:
                    continue
                for clause in clauses:
                    if relation == LEGAL:
                        self._moves_carry |= self.is_possible(clause.head[1], clause.body)
                    elif any(_wraps(term) or self._is_carried(term, clause.body) for term in clause.head):
                        self._carriers.add(relation)

    def is_possible(self, term: Term, body: tuple[Atom, ...] | list[Atom]) -> bool:
        """Whether the fact or move in the head of a clause may be larger than those it comes from."""
        if isinstance(term, str):
            return self._is_carried(term, body)
        return any(map(_wraps, term)) or self._is_carried(term, body)

    def _is_carried(self, term: Term, body: tuple[Atom, ...] | list[Atom]) -> bool:
        names = set(variables(term))
        return any(
            name in names
            for atom in body
            if atom.positive
            for argument in self._carrying(atom)
            for name in variables(argument)
        )

    def _carrying(self, atom: Atom) -> tuple[Term, ...]:
        """The arguments of an atom that may hold a term put together before."""
        if atom.source is Source.STATE:
            return atom.arguments if atom.relation == ("", 1) else ()
        if atom.source is Source.MOVES or atom.relation == LEGAL:
            move = atom.arguments[1]
            return (move,) if self._moves_carry or is_variable(move) else ()
        return atom.arguments if atom.relation in self._carriers else ()


def _wraps(term: Term) -> bool:
    return not isinstance(term, str) and not is_ground(term)
