"""Checks of what a game needs to be played: moves and goals for each role, a first state and an end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from gametasks.gdl.checker.findings import Code, Program, Remark, Severity, atoms
from gametasks.gdl.description import Rule
from gametasks.gdl.machine import goal_number
from gametasks.gdl.terms import Signature, Term, arguments, functor, is_ground, is_variable, signature

__all__ = ["goal_values", "may_be", "missing_parts", "players"]


def players(program: Program) -> Iterator[Remark]:
    """Roles without moves or without goals, and moves and goals of names that are not roles."""
    declared = {rule.head: rule for rule in reversed(program.heads.get(("role", 1), []))}
    movers, winners = (_players_of(program.heads, relation) for relation in (("legal", 2), ("goal", 2)))
    for role in program.game.roles:
        rule, name = declared["role", role], program.show(role)
        if not _among(role, movers):
            message, advice = f"no rule gives {name} a legal move", f"write (<= (legal {name} MOVE) …)"
            yield Remark(Severity.ERROR, Code.NO_MOVES, rule, "", message, advice)
        if not _among(role, winners):
            message, advice = f"no rule gives {name} a goal value", f"write (<= (goal {name} 100) …)"
            yield Remark(Severity.WARNING, Code.GOAL_MISSING, rule, "", message, advice)
    roles = dict.fromkeys(program.game.roles)
    names = ", ".join([program.show(role) for role in islice(roles, _NAMED)] + ["…"] * (len(roles) > _NAMED))
    doers = _players_of(program.uses, ("does", 2), in_body=True)
    for word, named in (("legal", movers), ("goal", winners), ("does", doers)):
        for player, rule in named.items():
            if player not in roles and (is_ground(player) or not any(may_be(player, role) for role in roles)):
                message = f"{program.show(player)} is not a role, so this {word} has no effect"
                advice = f"declare it as a role, or correct the name; the roles are {names}"
                yield Remark(Severity.WARNING, Code.NO_ROLE, rule, functor(player), message, advice)


_NAMED = 8
"""Roles that a message lists."""


def _players_of(rules_of: dict[Signature, list[Rule]], relation: Signature, in_body: bool = False) -> dict[Term, Rule]:
    """The first arguments of a relation, each with the first rule that has it."""
    found: dict[Term, Rule] = {}
    for rule in rules_of.get(relation, ()):
        for atom in atoms(rule) if in_body else (rule.head,):
            if signature(atom) == relation:
                found.setdefault(arguments(atom)[0], rule)
    return found


def _among(role: Term, patterns: dict[Term, Rule]) -> bool:
    return role in patterns or any(may_be(pattern, role) for pattern in patterns if not is_ground(pattern))


def may_be(pattern: Term, ground: Term) -> bool:
    """Whether a pattern could stand for a ground term, each occurrence of a variable taken by itself."""
    if isinstance(pattern, str) or isinstance(ground, str):
        return is_variable(pattern) or pattern == ground
    return len(pattern) == len(ground) and all(map(may_be, pattern, ground))


def goal_values(program: Program) -> Iterator[Remark]:
    """Goal values that are not whole numbers from 0 to 100."""
    for rule in program.heads.get(("goal", 2), ()):
        value = arguments(rule.head)[1]
        if not is_ground(value):
            continue
        number, advice = goal_number(value), "write a whole number from 0 to 100"
        if number is None:
            message = f"the goal value {program.show(value)} is not a whole number of at most eighteen digits"
            # A warning, since obfuscation renames goal values, and the game plays as before.
            yield Remark(Severity.WARNING, Code.GOAL_VALUE, rule, functor(value), message, advice)
        elif number > 100:
            message = f"the goal value {program.show(value)} is more than 100"
            yield Remark(Severity.WARNING, Code.GOAL_VALUE, rule, functor(value), message, advice)


_PARTS = (
    (("terminal", 0), Severity.ERROR, Code.NO_TERMINAL, "no rule for terminal: the game never ends"),
    (("init", 1), Severity.WARNING, Code.NO_INIT, "no fact holds in the first state"),
    (("next", 1), Severity.WARNING, Code.NO_NEXT, "no rule for next: after one move no fact holds"),
)


def missing_parts(program: Program) -> Iterator[Remark]:
    """Games without ``terminal``, ``init`` or ``next``."""
    for relation, severity, code, message in _PARTS:
        if relation not in program.heads:
            missing = relation[0] if relation[0] == "init" else f"a rule for {relation[0]}"
            advice = f"write {missing}, or check that the file is complete"
            yield Remark(severity, code, program.game.rules[0], "", message, advice)
