"""Unfolding: a call of a small non-recursive relation is replaced by the body of its only clause.

The literals of that body then take part in the join order of the caller, and the call needs no memo (Tamaki and Sato,
"Unfold/fold transformation of logic programs", 1984).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count

from gametasks.gdl.interpreter.analysis import AnalysedClause, Analysis, BodyLiteral, LiteralKind, Relation
from gametasks.gdl.interpreter.unification import Substitution, apply, substitute_in_clause, unify
from gametasks.gdl.terms import is_variable, rename, variables

__all__ = ["unfold"]

_MOST_LITERALS = 4
"""Literals in the body of a clause that is unfolded."""


def unfold(
    analysis: Analysis,
    clauses: Mapping[Relation, list[AnalysedClause]],
    is_materialised: Callable[[Relation], bool],
) -> dict[Relation, list[AnalysedClause]]:
    """The clauses of all relations after unfolding.

    Args:
        analysis: The game's relations.
        clauses: Their clauses.
        is_materialised: Whether a relation is stored as a table, which a lookup reads faster than any join.
    """
    fresh_names = (f"?{number} " for number in count())
    unfolded: dict[Relation, list[AnalysedClause]] = {}
    unfoldable: dict[Relation, AnalysedClause] = {}
    for members in analysis.components:
        for relation in members:
            unfolded[relation] = [_unfold_calls(clause, unfoldable, fresh_names) for clause in clauses[relation]]
        relation = members[0]
        if (
            relation not in analysis.recursive
            and relation not in analysis.facts
            and not is_materialised(relation)
            and len(unfolded[relation]) == 1
            and _is_small(unfolded[relation][0], is_materialised)
        ):
            unfoldable[relation] = unfolded[relation][0]
    return unfolded


def _is_small(clause: AnalysedClause, is_materialised: Callable[[Relation], bool]) -> bool:
    if len(clause.body) > _MOST_LITERALS:
        return False
    calls = sum(
        literal.kind is LiteralKind.RELATION and not is_materialised(literal.relation) for literal in clause.body
    )
    return calls == 0 or len(clause.body) == 1


def _unfold_calls(
    clause: AnalysedClause, unfoldable: Mapping[Relation, AnalysedClause], fresh_names: Iterator[str]
) -> AnalysedClause:
    body: list[BodyLiteral] = []
    substitution: Substitution = {}
    for literal in clause.body:
        callee = unfoldable.get(literal.relation) if literal.kind is LiteralKind.RELATION else None
        if callee is None or (not literal.positive and not _is_renaming(callee)):
            body.append(literal)
            continue
        fresh = {name: next(fresh_names) for name in _variables_of(callee)}
        head = tuple(rename(term, fresh) for term in callee.head)
        unified = unify(head, literal.arguments, substitution)
        if unified is None:
            # A call that cannot succeed.
            body.append(literal)
            continue
        if not literal.positive:
            # Only the callee's variables were bound: see _is_renaming.
            (only,) = callee.body
            renamed = tuple(apply(rename(term, fresh), unified) for term in only.arguments)
            body.append(only._replace(arguments=renamed, positive=False))
            continue
        substitution = unified
        body += [part._replace(arguments=tuple(rename(term, fresh) for term in part.arguments)) for part in callee.body]
    return substitute_in_clause(AnalysedClause(clause.head, tuple(body), clause.rule), substitution)


def _variables_of(clause: AnalysedClause) -> list[str]:
    terms = (*clause.head, *(term for literal in clause.body for term in literal.arguments))
    return list(dict.fromkeys(variables(("", *terms))))


def _is_renaming(clause: AnalysedClause) -> bool:
    """Whether the negation of a clause's head is the negation of its only literal.

    A variable of that literal which the head lacks is then read as "there is none".
    """
    return (
        len(clause.body) == 1
        and clause.body[0].binds
        and len(set(clause.head)) == len(clause.head)
        and all(map(is_variable, clause.head))
    )
