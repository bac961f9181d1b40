"""A time limit on all the questions that a machine is asked."""

from __future__ import annotations

from contextlib import AbstractContextManager
from time import monotonic

from gametasks.errors import GdlLimitError
from gametasks.gdl.guarded import GuardedMachine
from gametasks.gdl.limits import shown_seconds
from gametasks.gdl.machine import Machine

__all__ = ["Deadline"]


class Deadline(GuardedMachine):
    """A ``machine.Machine`` that passes questions on to another until its time is up, and then raises.

    The limits of an engine hold for one question each; this one holds for all questions together.

    Args:
        machine: The machine that answers.
        seconds: Wall time.
        began: When the time began, by ``time.monotonic``; now by default.
    """

    def __init__(self, machine: Machine, seconds: float, began: float | None = None) -> None:
        super().__init__(machine, _Clock(machine.game.name, seconds, monotonic() if began is None else began))


class _Clock(AbstractContextManager[None]):
    """Raises when it is entered after its time."""

    def __init__(self, name: str, seconds: float, began: float) -> None:
        self._name, self._seconds, self._end = name, seconds, began + seconds

    def __enter__(self) -> None:
        if monotonic() > self._end:
            raise GdlLimitError(f"{self._name}: it takes more than {shown_seconds(self._seconds)} (limit 'seconds')")

    def __exit__(self, *_: object) -> None:
        """A question that has begun may end."""
