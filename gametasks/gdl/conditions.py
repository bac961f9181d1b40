"""The conditions of a rule in negation normal form, and what they bind whichever case of ``or`` holds.

``not`` is moved inwards to the atoms (De Morgan), so that a condition is a literal, or some conditions of which all, or
of which one, must hold. A *case* of a condition picks one alternative of each ``or``; a rule means the same as one rule
for each of its cases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import prod
from typing import NamedTuple, TypeAlias, Union

from gametasks.gdl.description import CONNECTIVES, Rule
from gametasks.gdl.terms import Term, functor, variables

__all__ = [
    "Condition",
    "Conjunction",
    "Disjunction",
    "Literal",
    "Occurrence",
    "body_of",
    "cases",
    "certain",
    "conjunction",
    "literals",
    "occurrences",
]


class Literal(NamedTuple):
    """An atom or its negation; the atom may be ``("distinct", a, b)``."""

    positive: bool
    atom: Term

    @property
    def binds(self) -> bool:
        """Whether its variables have values once it holds."""
        return self.positive and functor(self.atom) != "distinct"


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Conditions that must all hold; none of them is a conjunction itself."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    """Conditions of which one must hold; there are at least two, and none of them is a disjunction itself."""

    parts: tuple[Condition, ...]


Condition: TypeAlias = Union[Literal, Conjunction, Disjunction]  # noqa: UP007 - the classes above name it


def body_of(rule: Rule) -> Conjunction:
    """The body of a rule."""
    return conjunction(_normal(part, True) for part in rule.body)


def _normal(term: Term, positive: bool) -> Condition:
    """A condition as it was written, or its negation."""
    name = functor(term)
    if isinstance(term, str) or name not in CONNECTIVES:
        return Literal(positive, term)
    if name == "not":
        return _normal(term[1], not positive)
    parts = [_normal(part, positive) for part in term[1:]]
    if len(parts) == 1:
        return parts[0]
    if (name == "and") == positive:
        return conjunction(parts)
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, Disjunction) else (part,)
    return Disjunction(tuple(flat))


def conjunction(parts: Iterable[Condition]) -> Conjunction:
    """All of some conditions."""
    flat: list[Condition] = []
    for part in parts:
        flat += part.parts if isinstance(part, Conjunction) else (part,)
    return Conjunction(tuple(flat))


def literals(condition: Condition) -> Iterator[Literal]:
    """The literals of a condition from left to right."""
    if isinstance(condition, Literal):
        yield condition
    else:
        for part in condition.parts:
            yield from literals(part)


def cases(condition: Condition) -> int:
    """How many cases a condition has."""
    if isinstance(condition, Literal):
        return 1
    return (prod if isinstance(condition, Conjunction) else sum)(map(cases, condition.parts))


def _every_literal(_: Literal) -> bool:
    return True


def certain(condition: Condition, counts: Callable[[Literal], bool] = _every_literal) -> frozenset[str]:
    """The variables that a condition binds in each of its cases.

    Args:
        condition: The condition.
        counts: Which literals may bind a variable.
    """
    if isinstance(condition, Literal):
        return frozenset(variables(condition.atom)) if condition.binds and counts(condition) else frozenset()
    bound = [certain(part, counts) for part in condition.parts]
    if isinstance(condition, Conjunction):
        return frozenset().union(*bound)
    return bound[0].intersection(*bound[1:])


class Occurrence(NamedTuple):
    """A literal of a rule, and the variables that are bound in each case of the rule that holds it."""

    literal: Literal
    bound: frozenset[str]


def occurrences(
    condition: Condition, counts: Callable[[Literal], bool] = _every_literal, above: frozenset[str] = frozenset()
) -> Iterator[Occurrence]:
    """The literals of a condition from left to right, each with what is bound wherever it counts.

    The alternatives of several ``or`` are picked independently. So a variable that no condition beside a literal binds
    for certain is unbound in some case that holds the literal, and there is no need to look at the cases themselves.

    Args:
        condition: The condition.
        counts: Which literals may bind a variable.
        above: What conditions beside this one bind.
    """
    if isinstance(condition, Disjunction):
        for part in condition.parts:
            yield from occurrences(part, counts, above)
        return
    bound = above | certain(condition, counts)
    if isinstance(condition, Literal):
        yield Occurrence(condition, bound)
        return
    for part in condition.parts:
        if isinstance(part, Literal):
            yield Occurrence(part, bound)
        else:
            yield from occurrences(part, counts, bound)
