"""A plain breadth-first search: layer by layer, until a layer holds a position that is the goal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["Shortest", "shortest"]

P = TypeVar("P", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Shortest(Generic[P]):
    """What a search for the goal found.

    Attributes:
        path: Positions of one shortest way, the start and the goal among them.
        openings: Every position that one move from the start leads to and that lies on some shortest way, in the
            order in which the start's followers came.
    """

    path: tuple[P, ...]
    openings: tuple[P, ...]

    @property
    def length(self) -> int:
        """The fewest moves."""
        return len(self.path) - 1


def shortest(
    start: P,
    followers: Callable[[P], Iterable[P]],
    solved: Callable[[P], bool],
    promising: Callable[[P, int], bool] | None = None,
) -> Shortest[P] | None:
    """Find a shortest way from a position to the goal, and every position with which such a way may begin.

    Positions should be small: tuples of numbers are hashed and compared millions of times, boards are not. Which move
    leads from one position to the next is told by the two of them.

    Args:
        start: Where the search begins.
        followers: The positions that one move leads to; repeats do no harm.
        solved: Whether a position is the goal.
        promising: Whether a position that takes so many moves may lie on a way that is looked for; others are dropped.
            With ``lambda position, steps: steps + walk(position) < optimum``, where ``walk`` never counts too many
            moves to the goal, a short search proves that there is no shorter way than ``optimum``.

    Returns:
        What was found; None where no position that can be reached, by promising ones, is the goal.
    """
    if solved(start):
        return Shortest((start,), ())
    openings = [after for after in dict.fromkeys(followers(start)) if after != start]
    before: dict[P, P | None] = {start: None, **dict.fromkeys(openings, start)}
    # Each position of a layer comes with the openings of its shortest ways, as bits of their numbers.
    layer = {opening: 1 << number for number, opening in enumerate(openings)}
    steps = 1
    while layer:
        if promising is not None:
            layer = {position: begun for position, begun in layer.items() if promising(position, steps)}
        goals = [position for position in layer if solved(position)]
        if goals:
            bits = 0
            for goal in goals:
                bits |= layer[goal]
            chosen = tuple(opening for number, opening in enumerate(openings) if bits >> number & 1)
            return Shortest(_path(before, goals[0]), chosen)
        following: dict[P, int] = {}
        for position, begun in layer.items():
            for after in followers(position):
                if after not in before:
                    before[after] = position
                    following[after] = begun
                elif after in following:
                    following[after] |= begun
        layer = following
        steps += 1
    return None


def _path(before: dict[P, P | None], goal: P) -> tuple[P, ...]:
    """The positions from the start to the goal."""
    path = [goal]
    while (previous := before[path[-1]]) is not None:
        path.append(previous)
    return tuple(reversed(path))
