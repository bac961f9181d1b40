"""Terms: what the facts, the moves and the rules of a game are made of.

A symbol is a ``str``, folded to small letters; a variable is a symbol that begins with ``?``; a compound term is a
``tuple`` of its functor and at least one argument. ``(foo)`` and ``foo`` are the same proposition, so a tuple of
length one never occurs. Terms are hashable and compare as trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, Union

__all__ = [
    "Signature",
    "Term",
    "arguments",
    "functor",
    "is_ground",
    "is_variable",
    "levels",
    "nesting",
    "order_key",
    "rename",
    "show",
    "show_lines",
    "signature",
    "symbols",
    "variables",
]

Term: TypeAlias = Union[str, tuple["Term", ...]]  # noqa: UP007 - a recursive alias must be quoted, and | takes no text

Signature: TypeAlias = tuple[str, int]
"""Name and number of arguments: the identity of a relation, of a kind of fact or of a kind of move."""

_DIGITS = re.compile(r"([0-9]+)")


def is_variable(term: Term) -> bool:
    """Whether a term is a variable."""
    return isinstance(term, str) and term.startswith("?")


def is_ground(term: Term) -> bool:
    """Whether a term holds no variable."""
    if isinstance(term, str):
        return not term.startswith("?")
    for part in term:  # noqa: SIM110 - the most frequent question of all, and a generator doubles its time
        if part[:1] == "?" if isinstance(part, str) else not is_ground(part):
            return False
    return True


def functor(term: Term) -> str:
    """The name of a symbol or of a compound term."""
    return term if isinstance(term, str) else functor(term[0])


def arguments(term: Term) -> tuple[Term, ...]:
    """The arguments of a compound term; none for a symbol."""
    return () if isinstance(term, str) else term[1:]


def signature(term: Term) -> Signature:
    """Name and number of arguments of a symbol or of a compound term."""
    return (term, 0) if isinstance(term, str) else (functor(term), len(term) - 1)


def symbols(term: Term) -> Iterator[str]:
    """All symbols and variables of a term from left to right, repeats included. Works at any depth."""
    stack = [term]
    while stack:
        part = stack.pop()
        if isinstance(part, str):
            yield part
        else:
            stack.extend(reversed(part))


def variables(term: Term) -> Iterator[str]:
    """The variables of a term from left to right, repeats included."""
    return (symbol for symbol in symbols(term) if symbol.startswith("?"))


def nesting(term: Term) -> int:
    """How deep compound terms stand within each other: 0 for a symbol. Works at any depth."""
    return sum(1 for _ in levels(term))


def levels(term: Term) -> Iterator[list[Term]]:
    """The parts of a term, level by level of its nesting: its own parts first, then the parts of these."""
    level: list[Term] = [term]
    while level := [part for whole in level if not isinstance(whole, str) for part in whole]:
        yield level


def rename(term: Term, names: Mapping[str, str]) -> Term:
    """A copy of a term in which each symbol that has a new name bears it."""
    if isinstance(term, str):
        return names.get(term, term)
    return tuple(rename(part, names) for part in term)


def show(term: Term, spelling: Mapping[str, str] | None = None) -> str:
    """A term in prefix notation, such as ``(cell 1 1 b)``.

    Args:
        term: The term.
        spelling: How symbols are written; those that it lacks are written in small letters.
    """
    spelling = spelling or {}
    if isinstance(term, str):
        return spelling.get(term, term)
    return "(" + " ".join(show(part, spelling) for part in term) + ")"


def order_key(term: Term) -> tuple[tuple[bool, int, str], ...]:
    """Key of the canonical order: by text, runs of digits by their value, so that ``x2`` stands before ``x10``."""
    pieces = _DIGITS.split(show(term))
    return tuple(_number_key(piece) if place % 2 else (False, 0, piece) for place, piece in enumerate(pieces))


def _number_key(digits: str) -> tuple[bool, int, str]:
    # The value by length and text: an answer may hold a number of a million digits, which int() refuses.
    value = digits.lstrip("0")
    # Two texts may differ in leading zeros alone: the text of a number breaks the tie.
    return True, len(value), f"{value} {digits}"


def show_lines(terms: Iterable[Term], spelling: Mapping[str, str] | None = None) -> list[str]:
    """Terms in canonical order, each as its text."""
    return [show(term, spelling) for term in sorted(terms, key=order_key)]
