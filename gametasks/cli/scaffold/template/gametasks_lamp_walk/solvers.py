"""Lamp walk, the exact answer, fast: a breadth-first search from lamp to lamp."""

from __future__ import annotations

from collections import deque
from collections.abc import Set as AbstractSet

from gametasks.schemas import Cell, Direction
from gametasks.solvers import Solution
from gametasks_lamp_walk.schemas import LampQuestion, LampState, WalkLength

__all__ = ["find_walk", "solve"]


def solve(state: LampState, question: LampQuestion) -> Solution:
    """Find a shortest walk, and give the figure that the question holds as its proved optimum."""
    walk = find_walk(frozenset(state.lit), state.walker, state.end)
    return Solution(len(walk) if isinstance(question, WalkLength) else walk, optimum=len(walk))


def find_walk(lit: AbstractSet[Cell], start: Cell, end: Cell) -> tuple[Direction, ...]:
    """A shortest walk over lit lamps.

    Raises:
        ValueError: No walk leads to the end.
    """
    walks: dict[Cell, tuple[Direction, ...]] = {start: ()}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell == end:
            return walks[cell]
        for direction in Direction:
            down, right = direction.delta
            beside = Cell(cell.row + down, cell.column + right)
            if beside in lit and beside not in walks:
                walks[beside] = (*walks[cell], direction)
                queue.append(beside)
    raise ValueError(f"no walk leads from {start} to {end}")
