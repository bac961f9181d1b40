"""Gates of a network: conjunctions of literals, each kept once (structural hashing), simplified as they are made.

A literal is ``2 * node + 1`` where the node is negated and ``2 * node`` where it is not; node 0 is always true. A
disjunction is the negation of a conjunction of negations, so there is one kind of gate: an and-inverter graph with
gates of any number of inputs (Kuehlmann, Paruthi, Krohm and Ganai, "Robust Boolean reasoning for equivalence checking
and functional property verification", 2002).
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
        self._by_body: dict[tuple[int, ...], int] = {}
        self._exclusive: dict[int, frozenset[int]] = {}

    def input(self) -> int:
        """A literal whose value comes from outside."""
        self.bodies.append(None)
        return 2 * (len(self.bodies) - 1)

    def exactly_one(self, inputs: Iterable[int]) -> None:
        """Promise that exactly one of these inputs holds whenever a gate above them is evaluated."""
        group = frozenset(inputs)
        self._exclusive.update((literal, group) for literal in group)

    def conjunction(self, literals: Iterable[int]) -> int:
        """The literal of a conjunction."""
        operands = set(literals)
        operands.discard(TRUE)
        if FALSE in operands:
            return FALSE
        for literal in operands:
            if literal ^ 1 in operands:
                return FALSE
        if not operands:
            return TRUE
        if len(operands) == 1:
            return next(iter(operands))
        body = tuple(sorted(operands))
        node = self._by_body.get(body)
        if node is None:
            node = self._by_body[body] = len(self.bodies)
            self.bodies.append(body)
        return 2 * node

    def disjunction(self, literals: Iterable[int]) -> int:
        """The literal of a disjunction."""
        operands = set(literals)
        if self._exclusive:
            operands = self._use_exclusion(operands)
        return self.conjunction([literal ^ 1 for literal in operands]) ^ 1

    def normal_form(self, bodies: Iterable[Iterable[int]]) -> int:
        """The literal of a disjunction of conjunctions, with literals that several of them share factored out.

        Literal factoring: Brayton, "Factoring logic functions", 1987.
        """
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

    def _use_exclusion(self, operands: set[int]) -> set[int]:
        """Replace more than half of a player's moves by the negation of the others."""
        for group in dict.fromkeys(
            self._exclusive[literal] for literal in sorted(operands) if literal in self._exclusive
        ):
            if 2 * len(operands & group) > len(group):
                rest = self.conjunction([literal ^ 1 for literal in group - operands])
                operands = (operands - group) | {rest}
        return operands
