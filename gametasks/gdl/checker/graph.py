"""The dependency graph of a game's relations: mutual recursion, and chains of dependence to show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gametasks.gdl._graphs import reachable, strong_components
from gametasks.gdl.checker.findings import Program
from gametasks.gdl.conditions import body_of, literals
from gametasks.gdl.description import Rule
from gametasks.gdl.terms import Signature, functor, signature

__all__ = ["Dependencies", "Edge"]


class Edge(NamedTuple):
    """A dependence of one relation on another.

    Attributes:
        rule: The first rule of the one that uses the other; the first that does so under ``not``, if there is one.
        negative: Whether it does so under ``not``.
    """

    rule: Rule
    negative: bool


class Dependencies:
    """The dependency graph of a game, in the order of the text."""

    def __init__(self, program: Program) -> None:
        self.edges: dict[Signature, dict[Signature, Edge]] = {}
        for rule in program.rules:
            own = self.edges.setdefault(signature(rule.head), {})
            for positive, atom in literals(body_of(rule)):
                if functor(atom) != "distinct":
                    target = signature(atom)
                    if target not in own or not (positive or own[target].negative):
                        own[target] = Edge(rule, not positive)
        components = strong_components(
            self.edges, lambda relation: (other for other in self.edges[relation] if other in self.edges)
        )
        self._members = list(components)
        self._component = {relation: number for number, members in enumerate(self._members) for relation in members}

    def component(self, relation: Signature) -> int | None:
        """The number of the strongly connected component of a relation; None if it has no rules."""
        return self._component.get(relation)

    def members(self, relation: Signature) -> tuple[Signature, ...]:
        """The strongly connected component of a relation that has rules."""
        return self._members[self._component[relation]]

    def recursive(self, first: Signature, second: Signature) -> bool:
        """Whether a dependence of one relation on another is part of a cycle."""
        return self._component[first] == self._component.get(second)

    def chain(self, start: Signature, ends: Iterable[Signature], within_cycle: bool = False) -> list[Signature]:
        """A shortest chain of dependence from a relation to one of some others; empty if no chain exists.

        Args:
            start: Where it begins.
            ends: Where it may end; the chain has at least one step.
            within_cycle: Whether it must not leave the relations that depend on each other.
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
                    if there not in came_from and (not within_cycle or self.recursive(start, there)):
                        came_from[there] = here
                        following.append(there)
            frontier = following
        return []

    def reached(self, starts: Iterable[Signature]) -> frozenset[Signature]:
        """All relations on which some others depend, those themselves included."""
        own = frozenset(starts)
        return own | reachable(own, lambda relation: self.edges.get(relation, ()))


def _walked(
    start: Signature, here: Signature, end: Signature, came_from: dict[Signature, Signature]
) -> list[Signature]:
    path = [end, here]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]
