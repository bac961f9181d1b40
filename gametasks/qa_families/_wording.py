"""Words that rules and questions of several tasks share."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["CELL_NAMES", "in_words", "rules"]

CELL_NAMES = "R2C5 is the cell in row 2, counted from the top, and column 5, counted from the left."
"""How cells are named."""


def rules(**parts: str | None) -> str:
    """Rules in lines that begin with their subject: ``rules(board=..., goal=...)`` gives ``Board: ...``, ``Goal: ...``.

    A part that is None or empty is left out.
    """
    return "\n".join(f"{subject.capitalize()}: {part}" for subject, part in parts.items() if part)


def in_words(items: Iterable[object], last: str = "and") -> str:
    """A list as a sentence has it: ``G, H and J``; ``last`` is the word before its last item."""
    *others, final = map(str, items)
    return f"{', '.join(others)} {last} {final}" if others else final
