"""The alternating fixpoint: what holds of atoms that depend on negated atoms of their own relation.

What follows if nothing is assumed, so that every negated condition holds, is all that may be true; what follows if all
that may be true is assumed, is certainly true; and so on, to and fro, until nothing changes (Van Gelder, "The
alternating fixpoint of logic programs with negation", 1993). That is the well-founded model. Where no ground atom
depends on its own negation it decides every atom, and is the perfect model, as for stratified rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gametasks.gdl._graphs import reachable
from gametasks.gdl.interpreter.analysis import Analysis, LiteralKind, Relation
from gametasks.gdl.interpreter.binding import FREE
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.evaluation import Evaluation
from gametasks.gdl.interpreter.materialise import rows_of
from gametasks.gdl.machine import UndecidedError
from gametasks.gdl.terms import Term

__all__ = ["Alternation"]


class _Bounds(NamedTuple):
    """Atoms between which the truth lies.

    Attributes:
        certain: Atoms that are true.
        possible: Atoms that are not false.
    """

    certain: frozenset[Term]
    possible: frozenset[Term]


class Alternation:
    """Finds the assumptions for questions.

    Args:
        analysis: The game, see ``assumptions``.
        rules: The compiled game, with the state and the moves that are asked about.
        budget: Limits.
    """

    def __init__(self, analysis: Analysis, rules: Evaluation, budget: Budget) -> None:
        self._analysis = analysis
        self._rules = rules
        self._budget = budget
        self._queries = {relation: rules.query(relation, (FREE,) * relation[1]) for relation in analysis.assumed}

    def decide(self, relation: Relation, answers: Callable[[], set[Term]]) -> None:
        """Find the assumptions under which a question is to be answered, if it rests on its own negation.

        Args:
            relation: The relation that is asked for.
            answers: Gives the answers as atoms, under the assumptions that are made.

        Raises:
            UndecidedError: Some answer is neither true nor false.
        """
        if relation not in self._analysis.undecided:
            return
        with self._budget.one_question():
            bounds = self._bounds(relation)
            self._rules.assume(bounds.certain)
            possible = answers()
            self._rules.assume(bounds.possible)
            certain = answers()
        if certain != possible:
            raise UndecidedError(self._analysis.game, possible - certain)

    def _bounds(self, relation: Relation) -> _Bounds:
        """The bounds of all assumptions that a relation rests on."""
        needed = reachable((relation,), self._uses)
        queries = [(own, query) for own, query in self._queries.items() if own in needed]

        def consequences(assumed: frozenset[Term]) -> frozenset[Term]:
            self._rules.assume(assumed)
            return frozenset(
                (own[0], *row) if row else own[0] for own, query in queries for row in rows_of(own, query())
            )

        certain: frozenset[Term] = frozenset()
        possible = consequences(certain)
        while True:
            certain = consequences(possible)
            fewer = possible if certain == possible else consequences(certain)
            if fewer == possible:
                return _Bounds(certain, possible)
            possible = fewer

    def _uses(self, relation: Relation) -> list[Relation]:
        return [
            literal.relation
            for clause in self._analysis.clauses.get(relation, ())
            for literal in clause.body
            if literal.kind in {LiteralKind.RELATION, LiteralKind.ASSUMPTION}
        ]
