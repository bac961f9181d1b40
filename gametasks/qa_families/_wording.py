"""Words that rules and questions of several tasks share."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["CELL_NAMES", "in_words"]

CELL_NAMES = "Cells: R2C5 is the cell in row 2, counted from the top, and column 5, counted from the left."
"""How cells are named, as a line of the rules."""


def in_words(items: Iterable[object]) -> str:
    """A list as a sentence has it: ``G, H and J``."""
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last
