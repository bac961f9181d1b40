"""Limits of time and memory, as the generated functions meet them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from gametasks.errors import GdlLimitError
from gametasks.gdl.limits import MOST_PARTS, Limits, shown_seconds
from gametasks.gdl.terms import Term, levels

__all__ = ["Budget", "Overflow", "deep_stack"]

_TICKS_PER_LOOK = 1_000
"""Ticks between two looks at the clock; a tick is some microseconds of work."""

_TICKS_PER_FACT = 4
"""Ticks, for each fact that a trial allows, after which it ends."""

_DEEP = 50_000
"""Functions that may be active at once while a long chain of rules is followed."""


class Overflow(Exception):
    """A trial takes too long, or finds too many facts."""


class Budget:
    """Counts what is derived and looks at the clock now and then.

    Args:
        name: Name of the game, for the message.
        limits: The limits.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._trial: int | None = None
        self._most = limits.atoms
        self._ticks = 0
        self._facts = 0
        self._deadline: float | None = None
        self._opening = inf

    def start_opening(self) -> None:
        """A game is being compiled from now on."""
        self._opening = monotonic() + self._limits.seconds

    def look_at_opening(self) -> None:
        """A rule is compiled."""
        if monotonic() > self._opening:
            seconds = self._limits.seconds
            raise GdlLimitError(f"{self._name}: opening it takes more than {shown_seconds(seconds)} (limit 'seconds')")

    def end_opening(self) -> None:
        """The game is compiled; what is left is compiled when it is needed."""
        self._opening = inf

    def start_state(self) -> None:
        """What was derived for the last state is dropped."""
        self._facts = 0

    def start_call(self) -> None:
        """A question to the machine begins; all questions of a trial are one."""
        if self._trial is None:
            self._ticks = 0
            self._deadline = None

    def start_trial(self, facts: int | None) -> None:
        """From now on, raise ``Overflow`` after so many facts, or after work in proportion; None ends that."""
        self._trial = facts
        self._most = self._limits.atoms if facts is None else min(facts, self._limits.atoms)
        self._facts = 0
        self._ticks = 0
        self._deadline = None

    def tick(self, found: int = 0) -> None:
        """Some steps of a join were made, which has found so many facts up to now."""
        self._ticks += 1
        if found > self._most or self._ticks % _TICKS_PER_LOOK == 0:
            self._check(found)

    def count(self, facts: int) -> None:
        """Facts were derived."""
        self._facts += facts
        self.tick(self._facts)

    def spend(self, ticks: int) -> None:
        """Many steps were made."""
        self._ticks += ticks
        self._look_at_clock()

    def _check(self, found: int) -> None:
        if found > self._most:
            if self._trial is not None:
                raise Overflow
            raise GdlLimitError(
                f"{self._name}: more than {self._most:,} facts are derived for one state (limit 'atoms')"
            )
        self._look_at_clock()

    def _look_at_clock(self) -> None:
        if self._trial is not None and self._ticks > self._trial * _TICKS_PER_FACT:
            raise Overflow
        now = monotonic()
        if now > self._opening:
            self.look_at_opening()
        if self._deadline is None:
            self._deadline = now + self._limits.seconds
        elif now > self._deadline:
            seconds = self._limits.seconds
            raise GdlLimitError(
                f"{self._name}: one question takes more than {shown_seconds(seconds)} (limit 'seconds')"
            )

    def too_deep(self) -> GdlLimitError:
        """The error for rules that rest on each other in too long a chain."""
        return GdlLimitError(f"{self._name}: its rules rest on each other in a chain that is too long to follow")

    def check_depth(self, term: Term) -> Term:
        """The term itself, if it is nested neither too deep nor too wide."""
        most = self._limits.depth
        for depth, level in enumerate(levels(term), 1):
            if len(level) > MOST_PARTS:
                raise GdlLimitError(f"{self._name}: a derived term has more than {MOST_PARTS:,} parts")
            if depth > most:
                raise GdlLimitError(f"{self._name}: a derived term is nested more than {most} deep (limit 'depth')")
        return term


@contextmanager
def deep_stack(budget: Budget) -> Iterator[None]:
    """Let Python functions call each other deeper than usual, which takes no more of the C stack since Python 3.11.

    Raises:
        GdlLimitError: That was not deep enough.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _DEEP))
    try:
        yield
    except RecursionError:
        raise budget.too_deep() from None
    finally:
        sys.setrecursionlimit(before)
