"""Flattening: function terms in arguments become arguments, ``(p ?x (move ?u ?v))`` a relation of three arguments.

Where every fact and every head of a relation has a term of one functor and arity in an argument, a query can then bind
a part of that term, and an index can look it up, instead of asking for the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from gametasks.gdl.description import KEYWORDS
from gametasks.gdl.interpreter.analysis import (
    AnalysedClause,
    Analysis,
    BodyLiteral,
    LiteralKind,
    Relation,
    Row,
    find_dependencies,
)
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.unification import Substitution, substitute_in_clause, unify
from gametasks.gdl.terms import is_variable, signature

__all__ = ["flatten"]

_MOST_ARGUMENTS = 20
"""Arguments that are flattened in one game; recursion through growing terms would offer ever new ones."""


def flatten(analysis: Analysis, budget: Budget) -> Analysis:
    """The same game with its arguments flattened as often as that is possible.

    Raises:
        GdlLimitError: Opening the game takes too much work or time.
    """
    fresh_names = (f"?{number}  " for number in count())
    for _ in range(_MOST_ARGUMENTS):
        candidate = next(_candidates(analysis, budget), None)
        if candidate is None:
            break
        analysis = _flatten_argument(analysis, *candidate, fresh_names)
    find_dependencies(analysis)
    return analysis


def _candidates(analysis: Analysis, budget: Budget) -> Iterator[tuple[Relation, int, Relation]]:
    """Relations with the position, and functor and arity, of an argument that can be flattened."""
    for relation, clauses in analysis.clauses.items():
        if relation[0] in KEYWORDS or relation in analysis.assumed:
            continue
        budget.compile(1)
        heads = [*analysis.facts.get(relation, ()), *(clause.head for clause in clauses)]
        for position in range(relation[1]):
            shapes = {signature(head[position]) for head in heads}
            if len(shapes) == 1 and all(not isinstance(head[position], str) for head in heads):
                (shape,) = shapes
                budget.compile(len(analysis.clauses))
                if _is_possible(analysis, relation, position):
                    yield relation, position, shape


def _is_possible(analysis: Analysis, relation: Relation, position: int) -> bool:
    """Whether no negated call has a variable there, whose value might be a term of another shape."""
    return not any(
        _calls(literal, relation) and not literal.positive and is_variable(literal.arguments[position])
        for clauses in analysis.clauses.values()
        for clause in clauses
        for literal in clause.body
    )


def _calls(literal: BodyLiteral, relation: Relation) -> bool:
    return literal.kind is LiteralKind.RELATION and literal.relation == relation


def _flatten_argument(
    analysis: Analysis, relation: Relation, position: int, shape: Relation, fresh_names: Iterator[str]
) -> Analysis:
    # The arity is part of the name: p of two with f of two, and p of one with f of three, stay apart.
    flat = (f"{relation[0]} {relation[1]} {position} {shape[0]}", relation[1] - 1 + shape[1])
    clauses: dict[Relation, list[AnalysedClause]] = {}
    facts = dict(analysis.facts)
    if relation in facts:
        facts[flat] = dict.fromkeys(_flat_row(fact, position) for fact in facts.pop(relation))
    for defined, own in analysis.clauses.items():
        rewritten = [_flatten_calls(clause, relation, position, shape, flat, fresh_names) for clause in own]
        satisfiable = [clause for clause in rewritten if clause is not None]
        if defined == relation:
            clauses[flat] = [clause._replace(head=_flat_row(clause.head, position)) for clause in satisfiable]
        else:
            clauses[defined] = satisfiable
    return replace(analysis, clauses=clauses, facts=facts)


def _flat_row(row: Row, position: int) -> Row:
    return (*row[:position], *row[position][1:], *row[position + 1 :])


def _flatten_calls(
    clause: AnalysedClause,
    relation: Relation,
    position: int,
    shape: Relation,
    flat: Relation,
    fresh_names: Iterator[str],
) -> AnalysedClause | None:
    """A clause with its calls of a relation changed; None if it can never hold."""
    if not any(_calls(literal, relation) for literal in clause.body):
        return clause
    substitution: Substitution = {}
    for literal in clause.body:
        if _calls(literal, relation) and literal.positive:
            term = (shape[0], *(next(fresh_names) for _ in range(shape[1])))
            unified = unify((term,), (literal.arguments[position],), substitution)
            if unified is None:
                return None
            substitution = unified
    clause = substitute_in_clause(clause, substitution)
    body: list[BodyLiteral] = []
    for literal in clause.body:
        if not _calls(literal, relation):
            body.append(literal)
        elif signature(literal.arguments[position]) == shape:
            body.append(literal._replace(relation=flat, arguments=_flat_row(literal.arguments, position)))
        # Any other call is the negation of what cannot hold.
    return clause._replace(body=tuple(body))
