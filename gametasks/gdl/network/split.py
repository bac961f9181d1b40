"""Splitting rules with many variables, so that fewer ground instances are needed.

A variable that the head does not name is eliminated with all conditions that hold it; an auxiliary relation over the
variables that these share with the rest takes their place. Variables with the fewest neighbours go first (the idea of
lpopt: Morak and Woltran, "Preprocessing of complex non-ground rules in answer set programming", ICLP 2012, with
bucket elimination in place of a tree decomposition).
"""

from __future__ import annotations

from gametasks.gdl.conditions import Literal
from gametasks.gdl.normal import Clause
from gametasks.gdl.terms import Term, functor, variables

__all__ = ["split_clause"]


def split_clause(clause: Clause, name: str) -> list[Clause]:
    """An equivalent list of clauses, each with as few variables as the elimination finds.

    Args:
        clause: A clause whose variables are all bound by positive conditions.
        name: A name for its auxiliary relations that no other clause has.
    """
    pieces: list[Clause] = []
    body = list(clause.body)
    while True:
        chosen = _cheapest(clause.head, body)
        if chosen is None:
            return [*pieces, Clause(clause.head, tuple(body), clause.rule)]
        group, kept = chosen
        # No name of a description holds a space.
        part: Term = (f"part {name}.{len(pieces)}", *kept) if kept else f"part {name}.{len(pieces)}"
        pieces.append(Clause(part, tuple(group), clause.rule))
        first = body.index(group[0])
        body = [literal for literal in body if literal not in group]
        body.insert(min(first, len(body)), Literal(True, part))


def _cheapest(head: Term, body: list[Literal]) -> tuple[list[Literal], list[str]] | None:
    """The conditions to take together next, and the variables that their relation keeps."""
    own = [frozenset(variables(literal.atom)) for literal in body]
    everything = frozenset().union(*own)
    fixed = frozenset(variables(head))
    best: tuple[list[Literal], list[str]] | None = None
    for name in dict.fromkeys(name for literal in body for name in variables(literal.atom)):
        if name in fixed:
            continue
        together = frozenset().union(*(names for names in own if name in names))
        # Conditions over the same variables only make the relation smaller.
        group = [literal for literal, names in zip(body, own, strict=True) if names and names <= together]
        rest = fixed.union(*(names for names in own if not names <= together))
        bound = frozenset(
            variable
            for literal in group
            if literal.positive and functor(literal.atom) != "distinct"
            for variable in variables(literal.atom)
        )
        kept = sorted(together & rest)
        if not together <= bound or together == everything or len(kept) == len(together):
            continue
        if best is None or len(kept) < len(best[1]):
            best = group, kept
    return best
