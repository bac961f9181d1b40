"""Answers about states that come again: a transposition table, as programs that play games have one.

Playouts of a small game, or the first moves of any, come to the same states again and again. Where they do not, looking
for them costs more than it saves, so the memory is given up when few of the states that are looked up are known.
"""

from __future__ import annotations

from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term

__all__ = ["Known", "StateMemory"]

_MOST_FACTS = 200_000
"""Facts that are kept, of all states and of all that follow them."""

_WINDOW = 1_024
"""Lookups after which it is decided whether the memory is worth its cost."""

_LEAST_HITS = 400
"""Lookups in that window that must have found a state; with fewer, it costs more than it saves."""


class Known:
    """What is known of a state; None where it has not been asked yet.

    Attributes:
        state: The state.
        terminal: Whether the game is over.
        legal: For each role its legal moves.
        following: The next states that are kept, by joint move; None if there are none.
    """

    __slots__ = ("following", "legal", "state", "terminal")

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.terminal: bool | None = None
        self.legal: tuple[tuple[Term, ...], ...] | None = None
        self.following: dict[JointMove, GameState] | None = None


class StateMemory:
    """Keeps what is known of states.

    Args:
        is_kept: Whether anything is kept at all.
    """

    def __init__(self, is_kept: bool = True) -> None:
        self._known: dict[GameState, Known] = {}
        self._is_kept = is_kept
        self._facts = 0
        self._lookups = self._hits = 0

    def known(self, state: GameState) -> Known:
        """What is known of a state."""
        if not self._is_kept:
            return Known(state)
        self._lookups += 1
        known = self._known.get(state)
        if known is not None:
            self._hits += 1
            return known
        if self._lookups >= _WINDOW:
            self._judge()
        known = Known(state)
        if self._is_kept and self._facts + len(state) <= _MOST_FACTS:
            self._facts += len(state)
            self._known[state] = known
        return known

    def keep_following(self, known: Known, moves: JointMove, following: GameState) -> None:
        """Keep the next state after a joint move, if anything is kept and there is room."""
        if self._is_kept and self._facts + len(following) <= _MOST_FACTS:
            self._facts += len(following)
            if known.following is None:
                known.following = {}
            known.following[moves] = following

    def _judge(self) -> None:
        """Give the memory up if it has found too little; else go on for another while."""
        self._is_kept = self._hits >= _LEAST_HITS
        self._lookups = self._hits = 0
        if not self._is_kept:
            self._known.clear()
