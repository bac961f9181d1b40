"""Limits of time and memory, as the generated functions meet them."""

from __future__ import annotations

from time import monotonic

from gametasks.errors import GdlLimitError
from gametasks.gdl.limits import Limits
from gametasks.gdl.terms import Term

__all__ = ["Budget", "Overflow"]

_TICKS_PER_LOOK = 1_000
"""Ticks between two looks at the clock; a tick is some microseconds of work."""

_TRIAL_TICKS = 100_000
"""Ticks after which a trial ends."""


class Overflow(Exception):
    """A relation that is the same in every state is too large to be kept as a whole."""


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
        self._ticks = 0
        self._facts = 0
        self._deadline: float | None = None

    def start_state(self) -> None:
        """What was derived for the last state is dropped."""
        self._facts = 0

    def start_call(self) -> None:
        """A question to the machine begins."""
        self._ticks = 0
        self._deadline = None

    def start_trial(self, facts: int | None) -> None:
        """From now on, raise ``Overflow`` after so many facts; None ends that."""
        self._trial = facts
        self._facts = 0
        self.start_call()

    def tick(self) -> None:
        """Some steps of a join were made."""
        self._ticks += 1
        if self._ticks % _TICKS_PER_LOOK == 0:
            self._look_at_clock()

    def count(self, facts: int) -> None:
        """Facts were derived."""
        self._facts += facts
        if self._trial is not None and self._facts > self._trial:
            raise Overflow
        if self._facts > self._limits.atoms:
            most = f"{self._limits.atoms:,}"
            raise GdlLimitError(f"{self._name}: more than {most} facts are derived for one state (limit 'atoms')")
        self.tick()

    def _look_at_clock(self) -> None:
        if self._trial is not None and self._ticks > _TRIAL_TICKS:
            raise Overflow
        now = monotonic()
        if self._deadline is None:
            self._deadline = now + self._limits.seconds
        elif now > self._deadline:
            seconds = self._limits.seconds
            raise GdlLimitError(f"{self._name}: one question takes more than {seconds:g} seconds (limit 'seconds')")

    def check_depth(self, term: Term) -> Term:
        """The term itself, if it is not nested too deep."""
        level: list[Term] = [term]
        for _ in range(self._limits.depth + 1):
            level = [part for whole in level if not isinstance(whole, str) for part in whole]
            if not level:
                return term
        depth = self._limits.depth
        raise GdlLimitError(f"{self._name}: a derived term is nested more than {depth} deep (limit 'depth')")
