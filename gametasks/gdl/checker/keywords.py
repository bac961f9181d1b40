"""Checks of keywords: numbers of arguments, and places where they have no meaning."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.gdl.checker.findings import Code, Program, Remark, Severity, atoms
from gametasks.gdl.description import ARITIES, KEYWORDS, Rule
from gametasks.gdl.terms import arguments, functor, signature

__all__ = ["keyword_arities", "keywords_as_functions", "keywords_in_bodies", "role_rules"]


def keyword_arities(program: Program) -> Iterator[Remark]:
    """Keywords with a wrong number of arguments."""
    for rule in program.rules:
        for atom in (rule.head, *atoms(rule)):
            name, count = signature(atom)
            wanted = ARITIES.get(name)
            if wanted is not None and count != wanted:
                message = f"{name} has {count} arguments in {program.show(atom)}; it takes {wanted}"
                advice = f"write {program.shape((name, wanted))}"
                yield Remark(Severity.ERROR, Code.KEYWORD_ARITY, rule, name, message, advice)


def keywords_in_bodies(program: Program) -> Iterator[Remark]:
    """``init`` and ``next`` as conditions."""
    for relation in (("init", 1), ("next", 1)):
        for rule in program.uses.get(relation, ()):
            atom = next(atom for atom in atoms(rule) if signature(atom) == relation)
            message = f"{program.show(atom)} is used as a condition, but {relation[0]} only says what becomes true"
            advice = "ask for (true …), or define a relation of your own that both rules use"
            # The keyword itself may first occur in the head.
            yield Remark(Severity.ERROR, Code.KEYWORD_IN_BODY, rule, functor(arguments(atom)[0]), message, advice)


def role_rules(program: Program) -> Iterator[Remark]:
    """Roles that a rule derives."""
    for rule in program.heads.get(("role", 1), ()):
        if rule.body:
            advice = "write one fact (role NAME) for each player"
            yield Remark(Severity.ERROR, Code.ROLE_RULE, rule, "", "a role has conditions; it is not counted", advice)


def keywords_as_functions(program: Program) -> Iterator[Remark]:
    """Keywords as names of functions; connectives and variables there are refused when a description is read."""
    for rule in program.rules:
        yield from _in_arguments(program, rule)


def _in_arguments(program: Program, rule: Rule) -> Iterator[Remark]:
    stack = [argument for atom in (rule.head, *atoms(rule)) for argument in arguments(atom)][::-1]
    reported: set[str] = set()
    while stack:
        term = stack.pop()
        if isinstance(term, str):
            continue
        stack.extend(reversed(term[1:]))
        name = functor(term)
        if name in KEYWORDS and name not in reported:
            reported.add(name)
            message = f"{program.show(term)} uses the keyword {name} as the name of a function"
            advice = "rename it, unless a fact of that name is really meant"
            yield Remark(Severity.WARNING, Code.KEYWORD_FUNCTION, rule, name, message, advice)
