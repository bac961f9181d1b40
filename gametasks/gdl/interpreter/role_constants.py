"""Roles as constants: a clause about any role that asks a computed relation about it becomes a clause for each role.

There are few roles. A query about a given one is compiled for it (see ``binding``), and often finds nothing quickly,
where a query about any of them computes answers for terms that are no roles at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gametasks.gdl.interpreter.analysis import AnalysedClause, LiteralKind, Relation, Row
from gametasks.gdl.interpreter.unification import substitute_in_clause
from gametasks.gdl.terms import is_variable

__all__ = ["with_role_constants"]

_MOST_ROLES = 4
"""Roles up to which clauses are multiplied."""

_ROLE: Relation = ("role", 1)


def with_role_constants(
    clauses: Mapping[Relation, list[AnalysedClause]],
    roles: tuple[Row, ...],
    is_materialised: Callable[[Relation], bool],
) -> dict[Relation, list[AnalysedClause]]:
    """The clauses, where each about any role gives way to one for each role.

    Args:
        clauses: The clauses of each relation.
        roles: The rows of the relation ``role``.
        is_materialised: Whether a relation is stored as a table, which is not computed.
    """
    if len(roles) > _MOST_ROLES:
        return dict(clauses)
    # Goals are seldom asked for, so that more code for them does not pay.
    return {
        relation: own
        if is_materialised(relation) or relation == ("goal", 2)
        else [special for clause in own for special in _for_each_role(clause, roles, is_materialised)]
        for relation, own in clauses.items()
    }


def _for_each_role(
    clause: AnalysedClause, roles: tuple[Row, ...], is_materialised: Callable[[Relation], bool]
) -> Iterator[AnalysedClause]:
    computed = {
        term
        for literal in clause.body
        if literal.kind is LiteralKind.RELATION and not is_materialised(literal.relation)
        for term in literal.arguments
    }
    for literal in clause.body:
        if literal.kind is LiteralKind.RELATION and literal.relation == _ROLE and literal.positive:
            (name,) = literal.arguments
            if isinstance(name, str) and is_variable(name) and name in computed:
                rest = clause._replace(body=tuple(other for other in clause.body if other != literal))
                for (role,) in roles:
                    yield from _for_each_role(substitute_in_clause(rest, {name: role}), roles, is_materialised)
                return
    yield clause
