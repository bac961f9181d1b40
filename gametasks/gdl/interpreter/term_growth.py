"""Which clauses may make terms larger from state to state, so that generated code checks the depth of their answers."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.gdl.interpreter.analysis import LEGAL, Analysis, BodyLiteral, LiteralKind, Relation, Volatility
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["TermGrowth"]


class TermGrowth:
    """A data-flow analysis: where a term that a clause has built may occur as an argument.

    A relation carries such terms if a head builds a term around a variable, or takes over a whole fact, a whole move or
    an argument of another relation that carries them. Static relations do not count: their terms are checked once.

    Args:
        analysis: The game's relations.
        budget: Limits; each round goes through all clauses.
    """

    def __init__(self, analysis: Analysis, budget: Budget) -> None:
        self._carriers: set[Relation] = set()
        self._moves_carry = False
        before = -1
        while before != len(self._carriers) + self._moves_carry:
            before = len(self._carriers) + self._moves_carry
            for relation, clauses in analysis.clauses.items():
                if analysis.volatility_of(relation) is Volatility.STATIC:
                    continue
                budget.compile(1)
                for clause in clauses:
                    if relation == LEGAL:
                        self._moves_carry |= self.is_possible(clause.head[1], clause.body)
                    elif any(_wraps(term) or self._is_carried(term, clause.body) for term in clause.head):
                        self._carriers.add(relation)

    def is_possible(self, term: Term, body: Sequence[BodyLiteral]) -> bool:
        """Whether the fact or move in the head of a clause may be larger than those it comes from."""
        if isinstance(term, str):
            return self._is_carried(term, body)
        return any(map(_wraps, term)) or self._is_carried(term, body)

    def _is_carried(self, term: Term, body: Sequence[BodyLiteral]) -> bool:
        names = set(variables(term))
        return any(
            name in names
            for literal in body
            if literal.positive
            for argument in self._carrying(literal)
            for name in variables(argument)
        )

    def _carrying(self, literal: BodyLiteral) -> tuple[Term, ...]:
        """The arguments of a literal that may hold a term that a clause has built."""
        if literal.kind is LiteralKind.STATE:
            return literal.arguments if literal.relation == ("", 1) else ()
        if literal.kind is LiteralKind.MOVES or literal.relation == LEGAL:
            move = literal.arguments[1]
            return (move,) if self._moves_carry or is_variable(move) else ()
        return literal.arguments if literal.relation in self._carriers else ()


def _wraps(term: Term) -> bool:
    return not isinstance(term, str) and not is_ground(term)
