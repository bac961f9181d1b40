"""A machine that several threads may ask."""

from __future__ import annotations

from threading import RLock

from gametasks.gdl.guarded import GuardedMachine
from gametasks.gdl.machine import Machine

__all__ = ["SharedMachine"]


class SharedMachine(GuardedMachine):
    """A ``machine.Machine`` that passes questions on to another, one at a time.

    An engine keeps the current state and what was derived for it, so two threads must not ask it at once. The answers
    depend on the arguments alone, so the order in which threads ask does not matter.

    Args:
        machine: The machine that answers; nothing else may ask it.
    """

    def __init__(self, machine: Machine) -> None:
        super().__init__(machine, RLock())
