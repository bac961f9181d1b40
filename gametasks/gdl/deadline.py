"""A time limit on all the questions that a machine is asked."""

from __future__ import annotations

from gametasks.gdl.guarded import GuardedMachine
from gametasks.gdl.machine import Machine
from gametasks.gdl.time_limit import TimeLimit

__all__ = ["Deadline"]


class Deadline(GuardedMachine):
    """A ``machine.Machine`` that passes questions on to another until its time is up, and then raises.

    The limits of an engine hold for one question each; this one holds for all questions together. A question that has
    begun may end.

    Args:
        machine: The machine that answers.
        limit: The time, which has begun.
    """

    def __init__(self, machine: Machine, limit: TimeLimit) -> None:
        super().__init__(machine, limit)
