"""How much time and memory the exact evaluation of a game may take."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["MOST_PARTS", "Limits", "option_of", "shown_seconds"]

MOST_PARTS = 5_000
"""Parts of a derived term on one level of its nesting."""


@dataclass(frozen=True)
class Limits:
    """Bounds beyond which an engine raises ``GdlLimitError``.

    Attributes:
        seconds: Wall time of grounding, of opening a game, or of one call of a machine.
        ticks: Work of the interpreter to open a game, or for one call; a tick is a few steps of a join, some
            microseconds. Unlike time, it does not depend on how busy the computer is.
        memory_mb: Memory of a subordinate process such as a grounder, in MiB.
        atoms: Facts that may be derived while a game is opened, or for one state.
        depth: Nesting of a derived term.
        steps: Joint moves of a playout.
    """

    seconds: float = 10.0
    ticks: int = 20_000_000
    memory_mb: int = 1024
    atoms: int = 2_000_000
    depth: int = 100
    steps: int = 500


def shown_seconds(seconds: float) -> str:
    """A time as messages show it, such as ``0.25 seconds``."""
    return f"{seconds:,.6g} second{'' if seconds == 1 else 's'}"


def option_of(limit: str) -> str:
    """What a message says of the limit that was met: its name, and the option of the commands that sets it."""
    return f"(limit '{limit}', option --{limit.removesuffix('_mb')})"
