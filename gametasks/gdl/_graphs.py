"""Dependency graphs: strongly connected components and reachability."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

__all__ = ["reachable", "strong_components"]

Node = TypeVar("Node", bound=Hashable)


def strong_components(
    roots: Iterable[Node], successors: Callable[[Node], Iterable[Node]]
) -> Iterator[tuple[Node, ...]]:
    """The strongly connected components, each after the components that it points to.

    Tarjan, "Depth-first search and linear graph algorithms", 1972, with an explicit stack.

    Args:
        roots: Where the search begins; what they cannot reach is left out.
        successors: The nodes that a node points to; asked once for each node.

    Yields:
        The nodes of a component in the order in which they were found.
    """
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    on_path: dict[Node, None] = {}
    for root in roots:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        on_path[root] = None
        work = [(root, iter(successors(root)))]
        while work:
            node, following = work[-1]
            for successor in following:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    on_path[successor] = None
                    work.append((successor, iter(successors(successor))))
                    break
                if successor in on_path:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    members: list[Node] = []
                    while not members or members[-1] != node:
                        members.append(on_path.popitem()[0])
                    yield tuple(reversed(members))


def reachable(starts: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """All nodes that one or more edges lead to from the starts; a start only if it lies on a cycle."""
    reached: set[Node] = set()
    waiting = list(starts)
    while waiting:
        for node in successors(waiting.pop()):
            if node not in reached:
                reached.add(node)
                waiting.append(node)
    return reached
