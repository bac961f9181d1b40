"""Check of safety: every variable must be bound by a positive condition."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.gdl.checker.findings import Code, Program, Remark, Severity
from gametasks.gdl.conditions import body_of, certain, occurrences
from gametasks.gdl.description import Rule
from gametasks.gdl.terms import functor, variables

__all__ = ["unsafe_variables"]


def unsafe_variables(program: Program) -> Iterator[Remark]:
    """Variables that no positive condition binds, in any of the cases that ``or`` makes of a rule.

    A rule is safe if each variable of its head, of ``distinct`` and of ``not`` also occurs in a positive condition
    (GDL specification, LG-2006-01, definition of Datalog rules). A variable in
    ``not`` alone has a usual reading nevertheless.
    """
    for rule in program.rules:
        yield from _of_rule(program, rule)


def _of_rule(program: Program, rule: Rule) -> Iterator[Remark]:
    body = body_of(rule)
    unsafe = [(rule.head, certain(body))]
    unsafe += [(literal.atom, bound) for literal, bound in occurrences(body) if not literal.binds]
    reported: set[str] = set()
    for atom, bound in unsafe:
        free = [name for name in dict.fromkeys(variables(atom)) if name not in bound and name not in reported]
        reported.update(free)
        shown = program.show(atom) if free else ""
        for name in free:
            variable = program.show(name)
            if atom is rule.head:
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
