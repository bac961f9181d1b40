"""Binding patterns: which arguments of a query have a value, and clauses specialised to one."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from gametasks.gdl.interpreter.analysis import AnalysedClause
from gametasks.gdl.interpreter.unification import Substitution, substitute_in_clause, unify
from gametasks.gdl.terms import Term

__all__ = ["BOUND", "DONT_CARE", "FREE", "BindingPattern", "Constant", "Mode", "specialise"]


class Constant(NamedTuple):
    """The mode of an argument that is the same ground term in every query with this pattern."""

    term: Term


BOUND, FREE, DONT_CARE = "b", "f", "d"

Mode: TypeAlias = str | Constant
"""What a query says of one argument.

``BOUND``: it has a value; ``FREE``: its values are the answer; ``DONT_CARE``: any value will do; or a constant.
"""

BindingPattern: TypeAlias = tuple[Mode, ...]
"""A mode for each argument: an adornment (Ullman, "Principles of Database and Knowledge-Base Systems", volume 2,
section 12.8), with "don't care" as in Ramakrishnan, Beeri and Krishnamurthy, "Optimizing existential Datalog
queries", 1988."""


def specialise(clause: AnalysedClause, pattern: BindingPattern) -> AnalysedClause | None:
    """A clause with the constants of a binding pattern put in; None where they do not unify with its head."""
    substitution: Substitution = {}
    for term, mode in zip(clause.head, pattern, strict=True):
        if isinstance(mode, Constant):
            unified = unify((term,), (mode.term,), substitution)
            if unified is None:
                return None
            substitution = unified
    return substitute_in_clause(clause, substitution)
