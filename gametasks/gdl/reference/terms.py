"""Substitutions, matching and unification for the plain reasoner, independent of the engines that it checks."""

from __future__ import annotations

from typing import TypeAlias

from gametasks.gdl.terms import Term, arguments, is_ground, is_variable, variables

__all__ = ["Bindings", "apply", "is_numbered", "match", "numbered", "resolve", "unify"]

Bindings: TypeAlias = dict[str, Term]


def apply(term: Term, bindings: Bindings) -> Term:
    """A term with its variables replaced by the ground terms that they are bound to."""
    if isinstance(term, str):
        return bindings.get(term, term)
    return tuple([bindings.get(part, part) if isinstance(part, str) else apply(part, bindings) for part in term])


def resolve(term: Term, unifier: Bindings) -> Term:
    """A term under a unifier, whose variables may be bound to terms with variables of their own."""
    if isinstance(term, str):
        return resolve(unifier[term], unifier) if term in unifier else term
    return tuple(resolve(part, unifier) for part in term)


def match(pattern: Term, ground: Term, bindings: Bindings) -> Bindings | None:
    """The bindings, extended so that the pattern becomes the ground term; None where that cannot be."""
    extended = dict(bindings)
    return extended if _fits(pattern, ground, extended) else None


def _fits(pattern: Term, ground: Term, bindings: Bindings) -> bool:
    if isinstance(pattern, str):
        return bindings.setdefault(pattern, ground) == ground if pattern[0] == "?" else pattern == ground
    if isinstance(ground, str) or len(pattern) != len(ground):
        return False
    for part, value in zip(pattern, ground, strict=True):
        if isinstance(part, str):
            if part != value and (part[0] != "?" or bindings.setdefault(part, value) != value):
                return False
        elif not _fits(part, value, bindings):
            return False
    return True


def unify(head: Term, goal: Term) -> Bindings | None:
    """The most general unifier of a clause's head and a subgoal with numbered variables; None if they do not unify."""
    pairs = list(zip(arguments(head), arguments(goal), strict=True))
    for left, right in pairs:
        # Most clauses of a relation differ from a subgoal in a constant, which is seen without further work.
        if left != right and isinstance(left, str) and isinstance(right, str) and "?" not in (left[0], right[0]):
            return None
    bindings: Bindings = {}
    while pairs:
        left, right = pairs.pop()
        left, right = _walk(left, bindings), _walk(right, bindings)
        if left == right:
            continue
        if isinstance(right, str) and right[0] == "?" and (right[-1] == " " or not is_variable(left)):
            name, value = right, left
        elif isinstance(left, str) and left[0] == "?":
            name, value = left, right
        elif isinstance(left, str) or isinstance(right, str) or len(left) != len(right):
            return None
        else:
            pairs.extend(zip(left, right, strict=True))
            continue
        if name in variables(resolve(value, bindings)):
            return None  # occurs check: no finite term contains itself
        bindings[name] = value
    return bindings


def _walk(term: Term, bindings: Bindings) -> Term:
    while isinstance(term, str) and term in bindings:
        term = bindings[term]
    return term


def numbered(atom: Term) -> Term:
    """An atom with its variables numbered by first occurrence, so that subgoals which are variants are equal terms."""
    if is_ground(atom):
        return atom
    names: Bindings = {}
    for name in variables(atom):
        names.setdefault(name, f"?{len(names)} ")
    return apply(atom, names)


def is_numbered(name: Term) -> bool:
    """Whether a variable belongs to a subgoal: no name in a description can end in a space."""
    return isinstance(name, str) and name.endswith(" ")
