"""Substitutions and most general unifiers of terms (Robinson, "A machine-oriented logic based on resolution", 1965)."""

from __future__ import annotations

from typing import TypeAlias

from gametasks.gdl.interpreter.analysis import AnalysedClause, BodyLiteral, LiteralKind, Row
from gametasks.gdl.terms import Term, arguments, is_variable, signature, variables

__all__ = ["Substitution", "apply", "substitute_in_clause", "unify"]

Substitution: TypeAlias = dict[str, Term]
"""Terms for variables; they may hold variables that the substitution replaces in turn."""


def apply(term: Term, substitution: Substitution) -> Term:
    """A term under a substitution, until nothing is left to replace."""
    if isinstance(term, str):
        return apply(substitution[term], substitution) if term in substitution else term
    return tuple(apply(part, substitution) for part in term)


def unify(left: Row, right: Row, substitution: Substitution) -> Substitution | None:
    """The most general unifier of two rows that extends a substitution; None if there is none.

    Variables of the left row are replaced by terms of the right one where there is a choice.
    """
    found = dict(substitution)
    pairs: list[tuple[Term, Term]] = list(zip(left, right, strict=True))
    while pairs:
        first, second = (apply(term, found) for term in pairs.pop())
        if first == second:
            continue
        if isinstance(first, str) and is_variable(first) and first not in set(variables(second)):
            found[first] = second
        elif isinstance(second, str) and is_variable(second) and second not in set(variables(first)):
            found[second] = first
        elif isinstance(first, str) or isinstance(second, str) or len(first) != len(second):
            return None
        else:
            pairs += zip(first, second, strict=True)
    return found


def substitute_in_clause(clause: AnalysedClause, substitution: Substitution) -> AnalysedClause:
    """A clause under a substitution, without literals that become equal."""
    if not substitution:
        return clause
    body = dict.fromkeys(
        literal._replace(arguments=tuple(apply(term, substitution) for term in literal.arguments))
        for literal in clause.body
    )
    head = tuple(apply(term, substitution) for term in clause.head)
    return AnalysedClause(head, tuple(map(_with_fact_relation, body)), clause.rule)


def _with_fact_relation(literal: BodyLiteral) -> BodyLiteral:
    """``(true ?fact)`` with a term in the variable's place becomes a literal of that term's name and arity."""
    if literal.kind is LiteralKind.STATE and literal.relation == ("", 1) and not is_variable(literal.arguments[0]):
        fact = literal.arguments[0]
        return literal._replace(relation=signature(fact), arguments=arguments(fact))
    return literal
