"""Atoms that depend on their own negation whatever the state is."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.gdl.checker.findings import Program
from gametasks.gdl.checker.graph import Dependencies
from gametasks.gdl.conditions import body_of, literals
from gametasks.gdl.description import Rule
from gametasks.gdl.reference.terms import Bindings, apply, match
from gametasks.gdl.terms import Signature, Term, is_ground, signature, variables

__all__ = ["Circles"]

_MOST_ATOMS = 20_000
"""Atoms that are looked at in a whole game."""


class Circles:
    """Follows rules from an atom to atoms that these fully determine, where no rule has a condition on the state.

    Args:
        program: The game.
        dependencies: Its dependency graph.
    """

    def __init__(self, program: Program, dependencies: Dependencies) -> None:
        self._program = program
        self._dependencies = dependencies
        self._left = _MOST_ATOMS
        self._varies: dict[Signature, bool] = {("true", 1): True, ("does", 2): True}

    def find(self, relation: Signature) -> Term | None:
        """The head of a rule, of a relation or one that depends on it and back, that depends on its own negation.

        None if no such circle is found; there may be one that only some states close.
        """
        for other in self._dependencies.members(relation):
            for rule in self._program.heads[other]:
                # Its variables may have any value, always the same.
                values: Bindings = {name: f"{name[1:]} " for name in variables(rule.head)}
                if self._returns(apply(rule.head, values)):
                    return rule.head
        return None

    def _returns(self, start: Term) -> bool:
        """Whether an atom depends on its own negation."""
        seen: set[tuple[Term, bool]] = set()
        waiting: list[tuple[Term, bool]] = [(start, False)]
        while waiting and self._left:
            self._left -= 1
            atom, negated = waiting.pop()
            for positive, needed in self._needed(atom):
                step = needed, negated or not positive
                if step == (start, True):
                    return True
                if step not in seen:
                    seen.add(step)
                    waiting.append(step)
        return False

    def _needed(self, atom: Term) -> Iterator[tuple[bool, Term]]:
        """The ground atoms that rules for an atom ask for, and whether positively, if they do so in any state."""
        relation = signature(atom)
        for rule in self._program.heads[relation]:
            bindings = match(rule.head, atom, {})
            if bindings is None or self._depends_on_state(relation, rule):
                continue
            for positive, asked in literals(body_of(rule)):
                needed = apply(asked, bindings)
                if self._dependencies.recursive(relation, signature(asked)) and is_ground(needed):
                    yield positive, needed

    def _depends_on_state(self, relation: Signature, rule: Rule) -> bool:
        """Whether a rule has a condition, beside those on relations that depend on its own, that may change."""
        others = (signature(atom) for _, atom in literals(body_of(rule)))
        return any(self._may_vary(other) for other in others if not self._dependencies.recursive(relation, other))

    def _may_vary(self, relation: Signature) -> bool:
        if relation not in self._varies:
            reached = self._dependencies.reached([relation])
            self._varies[relation] = ("true", 1) in reached or ("does", 2) in reached
        return self._varies[relation]
