"""Relaxed relations: a static superset of a relation that changes, so that most queries need no search.

Without their conditions on the state and on the moves, clauses derive more facts than hold in any state, and the same
ones always: no bishop ever reaches a cell that is not on its diagonals. A query that is not among these facts has no
answer, and nothing walks along the diagonal to find that out. Dropping conditions is the relaxation of planning (Bonet
and Geffner, "Planning as heuristic search", 2001), here of clauses instead of actions; using the result before a
relation is computed is a semi-join reduction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from gametasks.gdl.interpreter.analysis import (
    AnalysedClause,
    Analysis,
    BodyLiteral,
    LiteralKind,
    Relation,
    Row,
    find_dependencies,
)
from gametasks.gdl.interpreter.database import Database, RelaxedRelation
from gametasks.gdl.terms import variables

__all__ = ["Positions", "Relaxation"]

Positions: TypeAlias = dict[Relation, tuple[int, ...]]
"""For each relation, the arguments that its relaxed relation has."""


class Relaxation:
    """Derives the clauses of relaxed relations from those of relations that depend on each other.

    Args:
        database: The game, with the relaxed relations of everything that these relations depend on.
        members: The relations.
    """

    def __init__(self, database: Database, members: Iterable[Relation]) -> None:
        self._database = database
        self._clauses = {relation: database.clauses[relation] for relation in members}

    def all_positions(self) -> Positions:
        """All arguments to which the relaxed clauses give values."""
        return self._safe({relation: tuple(range(relation[1])) for relation in self._clauses})

    def connected_positions(self) -> Positions:
        """The same without arguments that are independent of the others in the clauses without recursion.

        A cell that a rule is told to ignore may be any cell, so that it only multiplies the facts.
        """
        return self._safe(
            {
                relation: tuple([at for at in range(relation[1]) if not self._is_independent(clauses, at)])
                for relation, clauses in self._clauses.items()
            }
        )

    def relax(self, positions: Positions) -> tuple[dict[Relation, RelaxedRelation], Analysis]:
        """The relaxed relations, of the relations that have one, and their clauses."""
        relaxed = Analysis(self._database.analysis.game)
        relations: dict[Relation, RelaxedRelation] = {}
        for relation, own in positions.items():
            if not own:
                continue
            target = relations[relation] = _relaxed_relation(relation, own)
            facts = dict.fromkeys(_project(fact, own) for fact in self._database.analysis.facts.get(relation, ()))
            if facts:
                relaxed.facts[target.relation] = facts
            relaxed.clauses[target.relation] = [
                clause._replace(head=_project(clause.head, own), body=self._relaxed_body(clause, positions))
                for clause in self._clauses[relation]
            ]
        find_dependencies(relaxed)
        return relations, relaxed

    def _is_independent(self, clauses: list[AnalysedClause], position: int) -> bool:
        """Whether an argument shares no variable with another one, nor any condition of two variables."""
        for clause in clauses:
            if any(literal.relation in self._clauses for literal in clause.body):
                continue
            own = set(variables(clause.head[position]))
            others = {name for number, term in enumerate(clause.head) if number != position for name in variables(term)}
            if own & others or any(own & literal.variables and len(literal.variables) > 1 for literal in clause.body):
                return False
        return True

    def _safe(self, positions: Positions) -> Positions:
        """Those of some arguments to which every clause gives a value without the conditions that are dropped."""
        while True:
            fewer: Positions = {}
            for relation, clauses in self._clauses.items():
                bound = [self._bound_variables(clause, positions) for clause in clauses]
                fewer[relation] = tuple(
                    position
                    for position in positions[relation]
                    if all(
                        names.issuperset(variables(clause.head[position]))
                        for clause, names in zip(clauses, bound, strict=True)
                    )
                )
            if fewer == positions:
                return positions
            positions = fewer

    def _bound_variables(self, clause: AnalysedClause, positions: Positions) -> set[str]:
        """The variables that the relaxed body of a clause binds."""
        relaxed = (self._relaxed_literal(literal, positions) for literal in clause.body if literal.positive)
        return {name for literal in relaxed if literal is not None for name in literal.variables}

    def _relaxed_body(self, clause: AnalysedClause, positions: Positions) -> tuple[BodyLiteral, ...]:
        bound = self._bound_variables(clause, positions)
        body: list[BodyLiteral] = []
        for literal in clause.body:
            if literal.binds:
                relaxed = self._relaxed_literal(literal, positions)
                if relaxed is not None:
                    body.append(relaxed)
            elif literal.variables <= bound and (
                literal.kind is LiteralKind.COMPARISON or self._is_materialised(literal)
            ):
                body.append(literal)
        return tuple(dict.fromkeys(body))

    def _relaxed_literal(self, literal: BodyLiteral, positions: Positions) -> BodyLiteral | None:
        """What is left of a condition that binds variables: None if it is one on the state or on moves alone."""
        if self._is_materialised(literal):
            return literal
        if literal.kind is not LiteralKind.RELATION:
            return None
        own = positions.get(literal.relation)
        if own is None:
            relaxed = self._database.relaxed.get(literal.relation)
        else:
            relaxed = _relaxed_relation(literal.relation, own) if own else None
        if relaxed is None:
            return None
        return literal._replace(relation=relaxed.relation, arguments=_project(literal.arguments, relaxed.positions))

    def _is_materialised(self, literal: BodyLiteral) -> bool:
        return literal.kind is LiteralKind.RELATION and literal.relation in self._database.extensions


def _relaxed_relation(relation: Relation, positions: tuple[int, ...]) -> RelaxedRelation:
    # No symbol of a game has a space in it.
    name = f"{relation[0]} {relation[1]} at {' '.join(map(str, positions))}"
    return RelaxedRelation((name, len(positions)), positions)


def _project(row: Row, positions: tuple[int, ...]) -> Row:
    return tuple([row[position] for position in positions])
