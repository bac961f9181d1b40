"""Exact searches over hashable positions: breadth first, A*, and maps of distances.

Every move costs one. A budget counts positions, not seconds, so that a search ends alike on every machine.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic, TypeVar

from gametasks.errors import Rejection

__all__ = ["Found", "Successors", "a_star", "best_moves", "breadth_first", "descend", "distances"]

P = TypeVar("P", bound=Hashable)
M = TypeVar("M")

Successors = Callable[[P], Iterable[tuple[M, P]]]
"""The possible moves of a position, each with the position that it leads to, in an order that is always the same."""


@dataclass(frozen=True, slots=True)
class Found(Generic[M]):
    """What a search for the goal found.

    Attributes:
        plan: The moves of one shortest plan.
        first_moves: Every move with which a shortest plan may begin, in the order of the start's moves.
    """

    plan: tuple[M, ...]
    first_moves: tuple[M, ...]

    @property
    def optimum(self) -> int:
        """The fewest moves."""
        return len(self.plan)


def breadth_first(
    start: P, moves: Successors[P, M], solved: Callable[[P], bool], max_positions: int
) -> Found[M] | None:
    """Find a shortest plan and every move with which one may begin.

    Returns:
        What was found; None where the goal cannot be reached.

    Raises:
        Rejection: More than ``max_positions`` positions would have to be looked at.
    """
    if solved(start):
        return Found((), ())
    depth = {start: 0}
    before: dict[P, list[P]] = {start: []}
    goals: list[P] = []
    waiting = deque([start])
    while waiting and not (goals and depth[waiting[0]] == depth[goals[0]]):
        here = waiting.popleft()
        for _, after in moves(here):
            if after not in depth:
                _require_room(depth, max_positions)
                depth[after] = depth[here] + 1
                before[after] = [here]
                waiting.append(after)
                if solved(after):
                    goals.append(after)
            elif depth[after] == depth[here] + 1:
                before[after].append(here)
    if not goals:
        return None
    # From the nearest goals back to the start, by all the shortest ways.
    layer = set(goals)
    for _ in range(depth[goals[0]] - 1):
        layer = {earlier for position in layer for earlier in before[position]}
    path = [goals[0]]
    while path[-1] != start:
        path.append(before[path[-1]][0])
    return Found(_moves_along(path[::-1], moves), tuple(move for move, after in moves(start) if after in layer))


def a_star(
    start: P, moves: Successors[P, M], solved: Callable[[P], bool], bound: Callable[[P], float], max_positions: int
) -> tuple[M, ...] | None:
    """Find a shortest plan by A* (Hart, Nilsson and Raphael 1968).

    Args:
        start: Where the search begins.
        moves: The possible moves.
        solved: Whether a position is the goal.
        bound: A number of moves that every plan from a position needs at least; infinite where there is no plan. It
            should be quick, as it is asked once for every position that is met.
        max_positions: Number of positions that may be met.

    Returns:
        The moves; None where the goal cannot be reached.

    Raises:
        Rejection: More than ``max_positions`` positions would have to be met.
    """
    depth = {start: 0}
    before: dict[P, P] = {}
    least = {start: bound(start)}
    # The least promise first, the deepest position among equals, and then the first met.
    waiting = [(least[start], 0, 0, start)] if least[start] < float("inf") else []
    met = 0
    while waiting:
        _, minus_depth, _, here = heappop(waiting)
        if -minus_depth > depth[here]:
            continue  # a shorter way was found meanwhile
        if solved(here):
            path = [here]
            while path[-1] != start:
                path.append(before[path[-1]])
            return _moves_along(path[::-1], moves)
        for _, after in moves(here):
            if after not in depth:
                _require_room(depth, max_positions)
                least[after] = bound(after)
            elif depth[after] <= depth[here] + 1:
                continue
            depth[after] = depth[here] + 1
            before[after] = here
            met += 1
            if least[after] < float("inf"):
                heappush(waiting, (depth[after] + least[after], -depth[after], met, after))
    return None


def distances(sources: Iterable[P], neighbours: Callable[[P], Iterable[P]], max_positions: int) -> dict[P, int]:
    """The fewest moves from the nearest source to every position that can be reached.

    With the goals as sources and the positions that lead to a position as its neighbours, these are the distances to
    the goal.

    Raises:
        Rejection: There are more than ``max_positions`` positions.
    """
    distance: dict[P, int] = {}
    layer = list(dict.fromkeys(sources))
    steps = 0
    while layer:
        for position in layer:
            _require_room(distance, max_positions)
            distance[position] = steps
        following = dict.fromkeys(after for position in layer for after in neighbours(position))
        layer = [position for position in following if position not in distance]
        steps += 1
    return distance


def best_moves(position: P, moves: Successors[P, M], distance: Callable[[P], int]) -> tuple[M, ...]:
    """Every move that brings a position nearer to the goal, given the distances of positions from it."""
    nearer = distance(position) - 1
    return tuple(move for move, after in moves(position) if distance(after) == nearer)


def descend(start: P, moves: Successors[P, M], distance: Callable[[P], int]) -> tuple[M, ...]:
    """The shortest plan that always takes the first move that leads nearer to the goal.

    Raises:
        ValueError: A position has no move to one that is nearer: these are no distances from the goal.
    """
    plan = []
    for nearer in range(distance(start) - 1, -1, -1):
        step = next(((move, after) for move, after in moves(start) if distance(after) == nearer), None)
        if step is None:
            raise ValueError(f"no move of {start} leads to a position at distance {nearer}")
        move, start = step
        plan.append(move)
    return tuple(plan)


def _moves_along(path: list[P], moves: Successors[P, M]) -> tuple[M, ...]:
    """The moves that lead from each position of a path to the next one."""
    return tuple(next(move for move, after in moves(here) if after == there) for here, there in pairwise(path))


def _require_room(met: dict[P, int], max_positions: int) -> None:
    if len(met) >= max_positions:
        raise Rejection("too many positions")
