"""Gates of a network: conjunctions of literals, each kept once, simplified as they are made.

A literal is ``2 * node + 1`` where the node is negated and ``2 * node`` where it is not; node 0 is always true. A
disjunction is the negation of a conjunction of negations, so there is one kind of gate.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heapreplace

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
        cubes, parts = self._absorbed(cubes)
        if frozenset() in cubes:
            return TRUE
        holders: dict[int, set[frozenset[int]]] = {}
        for cube in cubes:
            for literal in cube:
                holders.setdefault(literal, set()).add(cube)
        # The literal that most cubes hold is factored out first, the smallest of several; counts only fall.
        heap = [(-len(own), literal) for literal, own in holders.items()]
        heapify(heap)
        while heap and heap[0][0] < -1:
            count, literal = heap[0]
            own = holders[literal]
            if -count != len(own):
                heapreplace(heap, (-len(own), literal))
                continue
            heappop(heap)
            parts.add(self._with_factor(literal, {cube - {literal} for cube in own}))
            cubes -= own
            for cube in list(own):
                for other in cube:
                    holders[other].discard(cube)
        return self.disjunction([*parts, *map(self.conjunction, cubes)])

    def _with_factor(self, factor: int, cubes: set[frozenset[int]]) -> int:
        """The conjunction of a literal, of all that the cubes have in common, and of the disjunction of the rest."""
        common = frozenset.intersection(*cubes)
        return self.conjunction([factor, *common, self._factored({cube - common for cube in cubes})])

    @staticmethod
    def _absorbed(cubes: set[frozenset[int]]) -> tuple[set[frozenset[int]], set[int]]:
        """Take single literals out, and drop what they make superfluous: a ∨ (a ∧ b) = a, a ∨ (¬a ∧ b) = a ∨ b.

        Returns:
            The other cubes, with an empty one if everything is true; and the single literals.
        """
        singles: set[int] = set()
        while True:
            found = {literal for cube in cubes if len(cube) == 1 for literal in cube}
            if not found:
                return cubes, singles
            singles |= found
            negated = {literal ^ 1 for literal in singles}
            if singles & negated:
                return {frozenset()}, singles
            cubes = {cube - negated for cube in cubes if not cube & singles}

    def _shortened(self, wanted: set[int]) -> set[int]:
        """Replace more than half of a player's moves by the negation of the others."""
        for group in dict.fromkeys(self._players[literal] for literal in sorted(wanted) if literal in self._players):
            if 2 * len(wanted & group) > len(group):
                rest = self.conjunction([literal ^ 1 for literal in group - wanted])
                wanted = (wanted - group) | {rest}
        return wanted
