"""Lamp walk, the exact answer, fast: a breadth-first search from lamp to lamp."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from gametasks.schemas import Cell, Direction, step
from gametasks.solvers import Solution, breadth_first
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

    def steps(walker: Cell) -> Iterator[tuple[Direction, Cell]]:
        return ((direction, step(walker, direction)) for direction in Direction if step(walker, direction) in lit)

    found = breadth_first(start, steps, lambda walker: walker == end, max_positions=len(lit))
    if found is None:
        raise ValueError(f"no walk leads from {start} to {end}")
    return found.plan
