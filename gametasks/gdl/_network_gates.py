"""Gates of a network: conjunctions of literals, each kept once, simplified as they are made.

A literal is ``2 * node + 1`` where the node is negated and ``2 * node`` where it is not; node 0 is always true. A
disjunction is the negation of a conjunction of negations, so there is one kind of gate.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["FALSE", "TRUE", "Gates"]

TRUE = 0
FALSE = 1


class Gates:
    """A growing network without duplicates.

    Attributes:
        bodies: For each node the literals of its conjunction in ascending order; None for an input.
    """

    def __init__(self) -> None:
        self.bodies: list[tuple[int, ...] | None] = [None]
        self._known: dict[tuple[int, ...], int] = {}
        self._players: dict[int, frozenset[int]] = {}

    def input(self) -> int:
        """A literal whose value comes from outside."""
        self.bodies.append(None)
        return 2 * (len(self.bodies) - 1)

    def exactly_one(self, inputs: Iterable[int]) -> None:
        """Promise that exactly one of these inputs holds whenever a gate above them is looked at."""
        group = frozenset(inputs)
        self._players.update((literal, group) for literal in group)

    def conjunction(self, literals: Iterable[int]) -> int:
        """The literal of a conjunction."""
        wanted = set(literals)
        wanted.discard(TRUE)
        if FALSE in wanted:
            return FALSE
        for literal in wanted:
            if literal ^ 1 in wanted:
                return FALSE
        if not wanted:
            return TRUE
        if len(wanted) == 1:
            return next(iter(wanted))
        body = tuple(sorted(wanted))
        node = self._known.get(body)
        if node is None:
            node = self._known[body] = len(self.bodies)
            self.bodies.append(body)
        return 2 * node

    def disjunction(self, literals: Iterable[int]) -> int:
        """The literal of a disjunction."""
        wanted = set(literals)
        if self._players:
            wanted = self._shortened(wanted)
        return self.conjunction([literal ^ 1 for literal in wanted]) ^ 1

    def normal_form(self, bodies: Iterable[Iterable[int]]) -> int:
        """The literal of a disjunction of conjunctions, with literals that several of them share factored out."""
        cubes: set[frozenset[int]] = set()
        for body in bodies:
            cube = frozenset(body)
            if FALSE not in cube and not any(literal ^ 1 in cube for literal in cube):
                cubes.add(cube - {TRUE})
        return self._factored(cubes)

    def _factored(self, cubes: set[frozenset[int]]) -> int:
        outside: set[int] = set()
        while True:
            if frozenset() in cubes:
                return TRUE
            cubes = self._absorbed(cubes, outside)
            if frozenset() in cubes:
                return TRUE
            shared = self._most_shared(cubes)
            if shared is None:
                return self.disjunction([*outside, *map(self.conjunction, cubes)])
            quotient = {cube - {shared} for cube in cubes if shared in cube}
            cubes = {cube for cube in cubes if shared not in cube}
            outside.add(self._with_factor(shared, quotient))
            if TRUE in outside:
                return TRUE

    def _with_factor(self, factor: int, cubes: set[frozenset[int]]) -> int:
        """The conjunction of a literal, of all that the cubes have in common, and of the disjunction of the rest."""
        common = frozenset.intersection(*cubes)
        return self.conjunction([factor, *common, self._factored({cube - common for cube in cubes})])

    def _absorbed(self, cubes: set[frozenset[int]], outside: set[int]) -> set[frozenset[int]]:
        """Move single literals outside, and drop what they make superfluous: a ∨ (a ∧ b) = a, a ∨ (¬a ∧ b) = a ∨ b."""
        while True:
            singles = {literal for cube in cubes if len(cube) == 1 for literal in cube}
            outside |= singles
            if not outside:
                return cubes
            negated = {literal ^ 1 for literal in outside}
            if outside & negated:
                return {frozenset()}
            kept = {cube - negated for cube in cubes if not cube & outside}
            if kept == cubes:
                return cubes
            cubes = kept
            if frozenset() in cubes:
                return cubes

    @staticmethod
    def _most_shared(cubes: set[frozenset[int]]) -> int | None:
        """The literal that most cubes hold, if more than one does; the smallest of several."""
        counts: dict[int, int] = {}
        for cube in cubes:
            for literal in cube:
                counts[literal] = counts.get(literal, 0) + 1
        best = min(counts, key=lambda literal: (-counts[literal], literal), default=None)
        return best if best is not None and counts[best] > 1 else None

    def _shortened(self, wanted: set[int]) -> set[int]:
        """Replace more than half of a player's moves by the negation of the others."""
        for group in dict.fromkeys(self._players[literal] for literal in sorted(wanted) if literal in self._players):
            if 2 * len(wanted & group) > len(group):
                rest = self.conjunction([literal ^ 1 for literal in group - wanted])
                wanted = (wanted - group) | {rest}
        return wanted
