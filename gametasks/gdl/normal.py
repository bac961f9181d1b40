"""Rules in normal form: a head and a conjunction of literals, without ``or`` and without nested ``not``."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.terms import Term, functor, show

__all__ = ["Clause", "Literal", "clauses_of", "normal_form"]

_MOST_CLAUSES = 10_000
"""Clauses that one rule may become; a longer disjunction is a mistake or an attack."""


class Literal(NamedTuple):
    """An atom or its negation; the atom may be ``("distinct", a, b)``."""

    positive: bool
    atom: Term


class Clause(NamedTuple):
    """A rule whose body is a conjunction."""

    head: Term
    body: tuple[Literal, ...]
    rule: Rule


def normal_form(game: Game) -> tuple[Clause, ...]:
    """All rules of a game in normal form, in the order of the description.

    Raises:
        GdlLimitError: The disjunctions of a rule multiply to too many clauses.
    """
    return tuple(clause for rule in game.rules for clause in clauses_of(rule))


def clauses_of(rule: Rule) -> list[Clause]:
    """One rule in normal form.

    Raises:
        GdlLimitError: Its disjunctions multiply to too many clauses.
    """
    bodies: list[tuple[Literal, ...]] = [()]
    for condition in rule.body:
        bodies = _all_of(rule, [bodies, _alternatives(rule, condition, True)])
    return [Clause(rule.head, body, rule) for body in bodies]


def _alternatives(rule: Rule, condition: Term, positive: bool) -> list[tuple[Literal, ...]]:
    """The ways in which a condition (or its negation) can hold, each a conjunction."""
    name = functor(condition)
    if isinstance(condition, str) or name not in {"not", "and", "or"}:
        return [(Literal(positive, condition),)]
    if name == "not":
        return _alternatives(rule, condition[1], not positive)
    parts = [_alternatives(rule, part, positive) for part in condition[1:]]
    if (name == "or") == positive:
        return [body for part in parts for body in part]
    return _all_of(rule, parts)


def _all_of(rule: Rule, parts: list[list[tuple[Literal, ...]]]) -> list[tuple[Literal, ...]]:
    count = 1
    for part in parts:
        count *= len(part)
        if count > _MOST_CLAUSES:
            raise GdlLimitError(f"the rule for {show(rule.head)} has more than {_MOST_CLAUSES:,} cases of 'or'")
    return [tuple(literal for body in choice for literal in body) for choice in product(*parts)]
