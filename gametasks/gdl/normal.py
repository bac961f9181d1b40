"""Rules as normal clauses: a head and a conjunction of literals, without ``or`` and without nested ``not``."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import CONNECTIVES, Game, Rule
from gametasks.gdl.terms import Term, functor, show, symbols, variables
from gametasks.gdl.time_limit import TimeLimit, watched

__all__ = ["Clause", "Literal", "bound_variables", "clauses_of", "normal_form", "require_safe"]

_MOST_CLAUSES = 10_000
"""Clauses that one rule may become; a longer disjunction is a mistake or an attack."""

_MOST_SYMBOLS = 10_000_000
"""Clauses of a rule times its symbols, summed over all rules: a bound on the size of all clauses."""


class Literal(NamedTuple):
    """An atom or its negation; the atom may be ``("distinct", a, b)``."""

    positive: bool
    atom: Term


class Clause(NamedTuple):
    """A rule whose body is a conjunction."""

    head: Term
    body: tuple[Literal, ...]
    rule: Rule


def normal_form(game: Game, limit: TimeLimit | None = None) -> tuple[Clause, ...]:
    """All rules of a game as normal clauses, in the order of the description.

    Args:
        game: The game.
        limit: Time that must not be exceeded.

    Raises:
        GdlLimitError: The disjunctions of a rule multiply to too many clauses, or those of all rules together do; or it
            takes too long.
    """
    clauses: list[Clause] = []
    work = 0
    for rule in watched(game.rules, limit):
        found = clauses_of(rule)
        clauses += found
        if len(found) > 1:
            work += len(found) * _size(rule)
            if work > _MOST_SYMBOLS:
                raise GdlLimitError(f"from the rule for {functor(rule.head)} on, there are too many cases of 'or'")
    return tuple(clauses)


def clauses_of(rule: Rule) -> list[Clause]:
    """One rule as normal clauses.

    Raises:
        GdlLimitError: Its disjunctions multiply to too many clauses.
    """
    if not rule.body:
        return [Clause(rule.head, (), rule)]
    size = _size(rule)
    parts = [_alternatives(rule, size, condition, True) for condition in rule.body]
    return [Clause(rule.head, body, rule) for body in _all_of(rule, size, parts)]


def _size(rule: Rule) -> int:
    return sum(1 for term in (rule.head, *rule.body) for _ in symbols(term))


def bound_variables(clause: Clause) -> frozenset[str]:
    """The variables that a positive condition of a clause binds."""
    return frozenset(
        name
        for literal in clause.body
        if literal.positive and functor(literal.atom) != "distinct"
        for name in variables(literal.atom)
    )


def require_safe(game: Game, clause: Clause) -> None:
    """Require that a clause binds every variable of its head and of ``distinct``.

    A variable that occurs in ``not`` alone is allowed: it is read as "for no value".

    Raises:
        GdlError: A variable is not bound; with the place of the rule.
    """
    bound = bound_variables(clause)
    for atom in (clause.head, *(literal.atom for literal in clause.body if functor(literal.atom) == "distinct")):
        for name in variables(atom):
            if name not in bound:
                raise game.error(clause.rule, f"no condition binds {name} of {show(atom)}")


def _alternatives(rule: Rule, size: int, condition: Term, positive: bool) -> list[tuple[Literal, ...]]:
    """The ways in which a condition (or its negation) can hold, each a conjunction."""
    name = functor(condition)
    if isinstance(condition, str) or name not in CONNECTIVES:
        return [(Literal(positive, condition),)]
    if name == "not":
        return _alternatives(rule, size, condition[1], not positive)
    parts = [_alternatives(rule, size, part, positive) for part in condition[1:]]
    if (name == "or") == positive:
        return [body for part in parts for body in part]
    return _all_of(rule, size, parts)


def _all_of(rule: Rule, size: int, parts: list[list[tuple[Literal, ...]]]) -> list[tuple[Literal, ...]]:
    """Every choice of one alternative of each part, as one conjunction."""
    count = 1
    for part in parts:
        count *= len(part)
        if count > _MOST_CLAUSES or (count > 1 and count * size > _MOST_SYMBOLS):
            raise GdlLimitError(
                f"the rule for {functor(rule.head)} has too many cases of 'or' (at most {_MOST_CLAUSES:,})"
            )
    return [tuple(literal for body in choice for literal in body) for choice in product(*parts)]
