"""Check of safety: every variable must be bound by a positive condition."""

from __future__ import annotations

from collections.abc import Iterator, Set

from gametasks.gdl.checker.findings import Code, Program, Remark, Severity
from gametasks.gdl.normal import Clause, bound_variables
from gametasks.gdl.terms import functor, variables

__all__ = ["unsafe_variables"]


def unsafe_variables(program: Program) -> Iterator[Remark]:
    """Variables that no positive condition binds, in any of the cases that ``or`` makes of a rule.

    A rule is safe if each variable of its head, of ``distinct`` and of ``not`` also occurs in a positive condition
    (GDL specification, LG-2006-01, definition of Datalog rules). A variable in
    ``not`` alone has a usual reading nevertheless.
    """
    reported: set[tuple[int, str]] = set()
    for clause in program.clauses:
        for remark in _of_clause(program, clause, reported):
            reported.add((remark.rule.start, remark.symbol))
            yield remark


def _of_clause(program: Program, clause: Clause, reported: Set[tuple[int, str]]) -> Iterator[Remark]:
    bound = bound_variables(clause)
    rule = clause.rule
    for positive, atom in ((False, clause.head), *clause.body):
        if positive and functor(atom) != "distinct":
            continue
        free = [name for name in variables(atom) if name not in bound and (rule.start, name) not in reported]
        shown = program.show(atom) if free else ""
        for name in dict.fromkeys(free):
            variable = program.show(name)
            if atom is clause.head:
                message = f"no condition binds {variable}, which the head {shown} holds"
                advice = f"add a condition other than 'not' and 'distinct' that says what {variable} can be"
                yield Remark(Severity.ERROR, Code.UNSAFE, rule, name, message, advice)
            elif functor(atom) == "distinct":
                message = f"no condition binds {variable}, which {shown} compares"
                advice = f"add a condition that says what {variable} can be"
                yield Remark(Severity.ERROR, Code.UNSAFE, rule, name, message, advice)
            else:
                message = f"{variable} occurs in (not {shown}) alone; this is read as: there is no such {variable}"
                advice = "if this is meant, define a relation for the negated condition and put 'not' before that"
                yield Remark(Severity.WARNING, Code.NOT_ONLY, rule, name, message, advice)
