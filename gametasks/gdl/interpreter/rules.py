"""Rules made ready for compilation: small relations put in the place of their calls, constants put into clauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import NamedTuple, TypeAlias

from gametasks.gdl.interpreter.analysis import Analysis, Atom, Definition, Relation, Source
from gametasks.gdl.terms import Term, is_variable, rename, variables

__all__ = ["ASKED", "GIVEN", "UNUSED", "Constant", "Mark", "Pattern", "specialised", "unfold"]


class Constant(NamedTuple):
    """An argument that is the same ground term in every question of a kind."""

    term: Term


GIVEN, ASKED, UNUSED = "b", "f", "n"
Mark: TypeAlias = str | Constant
"""What is known of an argument of a question: it is ``GIVEN``, ``ASKED`` for, ``UNUSED`` by anybody, or constant."""

Pattern: TypeAlias = tuple[Mark, ...]
"""A mark for each argument: with the relation, a kind of question."""

_MOST_ATOMS = 4
"""Atoms of a clause that is put in the place of its calls."""

Substitution: TypeAlias = dict[str, Term]


def unfold(analysis: Analysis, is_kept: Callable[[Relation], bool]) -> dict[Relation, list[Definition]]:
    """The clauses of all relations, with calls of small relations of one clause replaced by its body.

    A call that is replaced takes part in the order of the join and needs no memo (Tamaki and Sato, "Unfold/fold
    transformation of logic programs", 1984).

    Args:
        analysis: The game's relations.
        is_kept: Whether a relation is kept as a table of its own.
    """
    names = (f"?{number} " for number in count())
    done: dict[Relation, list[Definition]] = {}
    small: dict[Relation, Definition] = {}
    for members in analysis.components:
        for relation in members:
            clauses = analysis.definitions[relation]
            done[relation] = [_unfolded(clause, small, names) for clause in clauses]
        relation = members[0]
        if (
            relation not in analysis.recursive
            and relation not in analysis.facts
            and not is_kept(relation)
            and len(done[relation]) == 1
            and _is_small(done[relation][0], is_kept)
        ):
            small[relation] = done[relation][0]
    return done


def _is_small(clause: Definition, is_kept: Callable[[Relation], bool]) -> bool:
    if len(clause.body) > _MOST_ATOMS:
        return False
    asks = sum(atom.source is Source.RULES and not is_kept(atom.relation) for atom in clause.body)
    return asks == 0 or len(clause.body) == 1


def _unfolded(clause: Definition, small: Mapping[Relation, Definition], names: object) -> Definition:
    body: list[Atom] = []
    substitution: Substitution = {}
    for atom in clause.body:
        inner = small.get(atom.relation) if atom.source is Source.RULES else None
        if inner is None or (not atom.positive and not _is_renaming(inner)):
            body.append(atom)
            continue
        fresh = {name: next(names) for name in _names_of(inner)}  # type: ignore[call-overload]
        head = tuple(rename(term, fresh) for term in inner.head)
        unified = unify(head, atom.arguments, substitution)
        if unified is None:
            # A call that cannot succeed.
            body.append(atom)
            continue
        if not atom.positive:
            # Only the callee's variables were bound: see _is_renaming.
            (only,) = inner.body
            renamed = tuple(apply(rename(term, fresh), unified) for term in only.arguments)
            body.append(only._replace(arguments=renamed, positive=False))
            continue
        substitution = unified
        body += [part._replace(arguments=tuple(rename(term, fresh) for term in part.arguments)) for part in inner.body]
    return substituted(Definition(clause.head, tuple(body), clause.rule), substitution)


def _names_of(clause: Definition) -> list[str]:
    return list(
        dict.fromkeys(variables(("", *clause.head, *(term for atom in clause.body for term in atom.arguments))))
    )


def _is_renaming(clause: Definition) -> bool:
    """Whether the negation of a clause's head is the negation of its only atom, which then says "there is none"."""
    return (
        len(clause.body) == 1
        and clause.body[0].positive
        and clause.body[0].source is not Source.COMPARISON
        and len(set(clause.head)) == len(clause.head)
        and all(map(is_variable, clause.head))
    )


def specialised(clause: Definition, pattern: Pattern) -> Definition | None:
    """A clause with the constants of a question put in; None where they do not fit its head."""
    substitution: Substitution = {}
    for term, mark in zip(clause.head, pattern, strict=True):
        if isinstance(mark, Constant):
            unified = unify((term,), (mark.term,), substitution)
            if unified is None:
                return None
            substitution = unified
    return substituted(clause, substitution) if substitution else clause


def substituted(clause: Definition, substitution: Substitution) -> Definition:
    """A clause under a substitution."""
    if not substitution:
        return clause
    body = tuple(
        dict.fromkeys(
            atom._replace(arguments=tuple(apply(term, substitution) for term in atom.arguments)) for atom in clause.body
        )
    )
    return Definition(tuple(apply(term, substitution) for term in clause.head), _as_state(body), clause.rule)


def _as_state(body: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """``(true ?fact)`` whose variable has become a term is an atom of that term's name and arity."""
    found = []
    for atom in body:
        if atom.source is Source.STATE and atom.relation == ("", 1) and not is_variable(atom.arguments[0]):
            fact = atom.arguments[0]
            if isinstance(fact, str):
                atom = atom._replace(relation=(fact, 0), arguments=())  # noqa: PLW2901
            else:
                atom = atom._replace(relation=(str(fact[0]), len(fact) - 1), arguments=fact[1:])  # noqa: PLW2901
        found.append(atom)
    return tuple(found)


def apply(term: Term, substitution: Substitution) -> Term:
    """A term under a substitution, whose terms may hold variables that are substituted themselves."""
    if isinstance(term, str):
        return apply(substitution[term], substitution) if term in substitution else term
    return tuple(apply(part, substitution) for part in term)


def unify(left: tuple[Term, ...], right: tuple[Term, ...], substitution: Substitution) -> Substitution | None:
    """The most general unifier of two rows of terms, on top of a substitution; None if there is none.

    Variables of the left row are replaced by terms of the right one where there is a choice.
    """
    found = dict(substitution)
    pairs: list[tuple[Term, Term]] = list(zip(left, right, strict=True))
    while pairs:
        first, second = (apply(term, found) for term in pairs.pop())
        if first == second:
            continue
        if isinstance(first, str) and is_variable(first) and first not in set(variables(second)):
            found[first] = second
        elif isinstance(second, str) and is_variable(second) and second not in set(variables(first)):
            found[second] = first
        elif isinstance(first, str) or isinstance(second, str) or len(first) != len(second):
            return None
        else:
            pairs += zip(first, second, strict=True)
    return found
