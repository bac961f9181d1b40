"""Relations that depend on their own negation: what is negated there becomes an assumption.

A rule such as ``(<= (goal robot 0) (not (goal robot 100)))`` makes a relation depend on its own negation, though none
of its atoms need do so. In all relations that rest on such ones, a negated condition is compared with a set of atoms
that is given, instead of being derived. So no relation depends on its own negation any more, and ``alternation`` looks
for the sets that agree with what they lead to.
"""

from __future__ import annotations

from itertools import count

from gametasks.gdl.interpreter.analysis import (
    AnalysedClause,
    Analysis,
    BodyLiteral,
    LiteralKind,
    Relation,
    find_dependencies,
)

__all__ = ["assume_negations"]


def assume_negations(analysis: Analysis) -> None:
    """Change the clauses of relations that rest on their own negation, and note these relations."""
    undecided = _undecided(analysis)
    if not undecided:
        return
    analysis.undecided = frozenset(undecided)
    numbers = count()
    for relation in undecided:
        analysis.clauses[relation] = [_with_assumptions(analysis, own, numbers) for own in analysis.clauses[relation]]
    find_dependencies(analysis)


def _undecided(analysis: Analysis) -> list[Relation]:
    """The relations that depend on their own negation, and all that depend on these; what they rest on comes first."""
    found: dict[Relation, None] = {}
    for members in analysis.components:
        literals = [literal for relation in members for clause in analysis.clauses[relation] for literal in clause.body]
        if any(
            literal.kind is LiteralKind.RELATION
            and (literal.relation in found or (not literal.positive and literal.relation in members))
            for literal in literals
        ):
            found.update(dict.fromkeys(members))
    return list(found)


def _with_assumptions(analysis: Analysis, clause: AnalysedClause, numbers: count[int]) -> AnalysedClause:
    bound = {name for literal in clause.body if literal.binds for name in literal.variables}
    body: list[BodyLiteral] = []
    for literal in clause.body:
        if literal.positive or literal.kind is not LiteralKind.RELATION or literal.relation not in analysis.undecided:
            body.append(literal)
            continue
        relation, row = literal.relation, literal.arguments
        if not literal.variables <= bound:
            # "There is none": what is assumed are the values of the other variables.
            row = tuple(sorted(literal.variables & bound))
            # No symbol of a game has a space in it.
            relation = (f"{literal.relation[0]} some {next(numbers)}", len(row))
            analysis.clauses[relation] = [AnalysedClause(row, (literal._replace(positive=True),), clause.rule)]
            analysis.undecided |= {relation}
        analysis.assumed[relation] = None
        body.append(BodyLiteral(LiteralKind.ASSUMPTION, relation, row, positive=False))
    return clause._replace(body=tuple(body))
