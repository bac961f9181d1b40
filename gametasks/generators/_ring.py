"""Rings: six things that differ from each other in such a way that none of them stands out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from gametasks.streams import Stream

__all__ = ["CHANGES", "ring"]

T = TypeVar("T")

CHANGES = 3
"""Changes that make a ring."""


def ring(changes: Sequence[T], rng: Stream, *, plain: bool = False) -> Iterator[list[T]]:
    """Combinations of three changes, each made or not, without two opposite ones: six in all.

    The eight combinations are the corners of a cube. Without two opposite corners the others form a ring, in which
    every one differs from the other five in 1, 1, 2, 2 and 3 changes, and each change is made in three of the six. So
    whoever compares the six alone, without the question, learns nothing; with near misses around the right one, it
    would be the one in the middle.

    Args:
        changes: Three changes that can be made independently.
        rng: Draws which two opposite combinations are left out.
        plain: Whether the combination without a change has to be among the six.

    Yields:
        The changes that are made, in the order in which they are given.
    """
    # A combination is a number whose bit i says whether change i is made; its opposite has all bits inverted.
    opposite = (1 << len(changes)) - 1
    left_out = rng.integers(1 if plain else 0, (opposite + 1) // 2)  # with the opposite ones, these are all
    for corner in range(opposite + 1):
        if corner not in (left_out, opposite - left_out):
            yield [change for bit, change in enumerate(changes) if corner >> bit & 1]
