"""How much time, memory and work a game of a user's may take: every limit, its default, and the option that sets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["LIMITS", "MOST_DEPTH", "Bounds", "Limits", "option_name", "option_of", "shown_seconds"]

MOST_DEPTH = 250
"""Deepest nesting that any limit allows: terms are gone through by functions that call themselves."""


@dataclass(frozen=True)
class Limits:
    """Bounds beyond which reading, checking or evaluating a game raises ``GdlLimitError``; see ``LIMITS``.

    Attributes:
        seconds: Wall time of reading and checking a game, of opening it, of grounding it, or of one call of a machine.
        ticks: Work of the interpreter to open a game, or for one call; a tick is a few steps of a join, some
            microseconds. Unlike time, it does not depend on how busy the computer is.
        comparisons: Facts that the plain reasoner compares with conditions for one query.
        facts: Facts that the interpreter derives and keeps for one state and joint move, or while it opens a game.
        rules: Ground rules of a network.
        memory_mb: Memory of a subordinate process such as a grounder, in MiB.
        characters: Characters of a description.
        depth: Nesting of the brackets of a description, and of a derived term.
        parts: Parts of a derived term on one level of its nesting.
        steps: Joint moves of a playout.
        line_bytes: Bytes of a line of a trace.
        size_mb: Size of a file of metadata, prompts or encodings, or of one whose symbols are restored, in MiB.
    """

    seconds: float = 10.0
    ticks: int = 20_000_000
    comparisons: int = 1_000_000
    facts: int = 2_000_000
    rules: int = 2_000_000
    memory_mb: int = 1024
    characters: int = 4_000_000
    depth: int = 100
    parts: int = 5_000
    steps: int = 500
    line_bytes: int = 16_000_000
    size_mb: int = 64


class Bounds(NamedTuple):
    """What a user may set a limit to.

    Attributes:
        low: Its least value.
        high: Its greatest value.
        bounds: What it bounds, for the help of commands and the table of the docs.
    """

    low: float
    high: float
    bounds: str


LIMITS: Mapping[str, Bounds] = {
    "seconds": Bounds(0.1, 86_400, "wall time for reading and checking a game, opening it, grounding it, one question"),
    "ticks": Bounds(1_000, 10**12, "work of the interpreter to open a game or for one question"),
    "comparisons": Bounds(1_000, 10**12, "facts that the plain reasoner compares with conditions for one question"),
    "facts": Bounds(100, 10**9, "facts that the interpreter keeps for a state and a joint move"),
    "rules": Bounds(100, 10**9, "ground rules of the network"),
    "memory_mb": Bounds(64, 1 << 20, "MiB that grounding may take"),
    "characters": Bounds(100, 10**9, "characters of a description"),
    "depth": Bounds(2, MOST_DEPTH, "nesting of brackets in a description, and of a derived term"),
    "parts": Bounds(2, 10**6, "parts of a derived term on one level of its nesting"),
    "steps": Bounds(0, 10**9, "joint moves after which a playout ends"),
    "line_bytes": Bounds(1_000, 10**9, "bytes of a line of a trace"),
    "size_mb": Bounds(1, 1 << 14, "MiB of a file that is read: answers to restore, encodings, metadata, prompts"),
}
"""What each limit bounds, and the range of the option of its name, which commands have wherever the limit matters."""


def shown_seconds(seconds: float) -> str:
    """A time as messages show it, such as ``0.25 seconds``."""
    return f"{seconds:,.6g} second{'' if seconds == 1 else 's'}"


def option_of(limit: str) -> str:
    """What a message says of the limit that was met: its name, and the option of the commands that sets it."""
    return f"(limit '{limit}', option {option_name(limit)})"


def option_name(limit: str) -> str:
    """The option of the commands that sets a limit."""
    return f"--{limit.removesuffix('_mb').replace('_', '-')}"
