"""Which relation of a game depends on which: components of recursion, and chains of dependence to show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from gametasks.gdl._checker_findings import Program, Signature
from gametasks.gdl.description import Rule
from gametasks.gdl.terms import functor, signature

__all__ = ["Dependencies", "Edge"]


class Edge(NamedTuple):
    """That a rule for one relation asks for another.

    Attributes:
        rule: The first rule that does; the first that does so under ``not``, if there is one.
        negative: Whether it asks under ``not``.
    """

    rule: Rule
    negative: bool


class Dependencies:
    """The dependency graph of a game, in the order of the text."""

    def __init__(self, program: Program) -> None:
        self.edges: dict[Signature, dict[Signature, Edge]] = {}
        for clause in program.clauses:
            own = self.edges.setdefault(signature(clause.head), {})
            for positive, atom in clause.body:
                if functor(atom) != "distinct":
                    target = signature(atom)
                    if target not in own or not (positive or own[target].negative):
                        own[target] = Edge(clause.rule, not positive)
        self._component = _components(self.edges)

    def component(self, relation: Signature) -> int | None:
        """A number that a relation shares with those which depend on it and on which it depends."""
        return self._component.get(relation)

    def recursive(self, first: Signature, second: Signature) -> bool:
        """Whether a dependence of one relation on another is part of a circle."""
        return self._component[first] == self._component.get(second)

    def chain(self, start: Signature, ends: Iterable[Signature], within_circle: bool = False) -> list[Signature]:
        """A shortest chain of dependence from a relation to one of some others; empty where there is none.

        Args:
            start: Where it begins.
            ends: Where it may end; the chain has at least one step.
            within_circle: Whether it must not leave the relations that depend on each other.
        """
        wanted = frozenset(ends)
        came_from: dict[Signature, Signature] = {}
        frontier = [start]
        while frontier:
            following = []
            for here in frontier:
                for there in self.edges.get(here, {}):
                    if there in wanted:
                        return _walked(start, here, there, came_from)
                    if there not in came_from and (not within_circle or self.recursive(start, there)):
                        came_from[there] = here
                        following.append(there)
            frontier = following
        return []

    def reached(self, starts: Iterable[Signature]) -> frozenset[Signature]:
        """All relations on which some others depend, those themselves included."""
        stack = list(starts)
        found = set(stack)
        while stack:
            for there in self.edges.get(stack.pop(), {}):
                if there not in found:
                    found.add(there)
                    stack.append(there)
        return frozenset(found)


def _walked(
    start: Signature, here: Signature, end: Signature, came_from: dict[Signature, Signature]
) -> list[Signature]:
    path = [end, here]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]


def _components(edges: dict[Signature, dict[Signature, Edge]]) -> dict[Signature, int]:
    """The number of the strongly connected component of each relation that has rules."""
    number = {relation: place for place, relation in enumerate(edges)}
    pairs = [(number[start], number[end]) for start, targets in edges.items() for end in targets if end in number]
    rows, columns = [row for row, _ in pairs], [column for _, column in pairs]
    graph = coo_array(([1] * len(pairs), (rows, columns)), shape=(len(number), len(number)))
    labels = connected_components(graph, connection="strong")[1].tolist()
    return dict(zip(number, labels, strict=True))
