"""Function terms in arguments taken apart: ``(p ?x (move ?u ?v))`` becomes a relation of three arguments.

Where every fact and every head of a relation has a term of the same form in an argument, a question can then bind a
part of that term, instead of asking for all of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from gametasks.gdl.description import KEYWORDS
from gametasks.gdl.interpreter.analysis import Analysis, Atom, Definition, Relation, Source, find_dependencies
from gametasks.gdl.interpreter.rules import substituted, unify
from gametasks.gdl.terms import Term, is_variable, signature

__all__ = ["flatten"]

_MOST_ROUNDS = 20


def flatten(analysis: Analysis) -> Analysis:
    """The same game with arguments taken apart as often as that is possible."""
    fresh = (f"?{number}  " for number in count())
    for _ in range(_MOST_ROUNDS):
        found = next(_candidates(analysis), None)
        if found is None:
            break
        analysis = _flattened(analysis, *found, fresh)
    find_dependencies(analysis)
    return analysis


def _candidates(analysis: Analysis) -> Iterator[tuple[Relation, int, Relation]]:
    """Relations with the place and the form of an argument that can be taken apart."""
    for relation, clauses in analysis.definitions.items():
        if relation[0] in KEYWORDS:
            continue
        heads = [*analysis.facts.get(relation, ()), *(clause.head for clause in clauses)]
        for place in range(relation[1]):
            forms = {signature(head[place]) for head in heads}
            if len(forms) == 1 and all(not isinstance(head[place], str) for head in heads):
                (form,) = forms
                if _is_possible(analysis, relation, place):
                    yield relation, place, form


def _is_possible(analysis: Analysis, relation: Relation, place: int) -> bool:
    """Whether no negated call has a variable in the place, whose value might have another form."""
    return not any(
        atom.source is Source.RULES
        and atom.relation == relation
        and not atom.positive
        and is_variable(atom.arguments[place])
        for clauses in analysis.definitions.values()
        for clause in clauses
        for atom in clause.body
    )


def _flattened(analysis: Analysis, relation: Relation, place: int, form: Relation, fresh: Iterator[str]) -> Analysis:
    # The number of arguments is part of the name: p of two with f of two, and p of one with f of three, stay apart.
    flat = (f"{relation[0]} {relation[1]} {place} {form[0]}", relation[1] - 1 + form[1])
    definitions: dict[Relation, list[Definition]] = {}
    facts = dict(analysis.facts)
    if relation in facts:
        facts[flat] = dict.fromkeys(_spread(fact, place) for fact in facts.pop(relation))
    for own, clauses in analysis.definitions.items():
        rewritten = [_rewritten(clause, relation, place, form, flat, fresh) for clause in clauses]
        kept = [clause for clause in rewritten if clause is not None]
        if own == relation:
            definitions[flat] = [clause._replace(head=_spread(clause.head, place)) for clause in kept]
        else:
            definitions[own] = kept
    return replace(analysis, definitions=definitions, facts=facts)


def _spread(arguments: tuple[Term, ...], place: int) -> tuple[Term, ...]:
    return (*arguments[:place], *arguments[place][1:], *arguments[place + 1 :])


def _rewritten(
    clause: Definition, relation: Relation, place: int, form: Relation, flat: Relation, fresh: Iterator[str]
) -> Definition | None:
    """A clause with its calls of a relation changed; None if it can never hold."""
    if not any(atom.source is Source.RULES and atom.relation == relation for atom in clause.body):
        return clause
    substitution: dict[str, Term] = {}
    for atom in clause.body:
        if atom.source is Source.RULES and atom.relation == relation and atom.positive:
            shape = (form[0], *(next(fresh) for _ in range(form[1])))
            unified = unify((shape,), (atom.arguments[place],), substitution)
            if unified is None:
                return None
            substitution = unified
    clause = substituted(clause, substitution)
    body: list[Atom] = []
    for atom in clause.body:
        if atom.source is not Source.RULES or atom.relation != relation:
            body.append(atom)
        elif signature(atom.arguments[place]) == form:
            body.append(atom._replace(relation=flat, arguments=_spread(atom.arguments, place)))
        # What is left is the negation of something that cannot hold.
    return clause._replace(body=tuple(body))
