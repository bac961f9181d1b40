"""The one loop of attempts: candidates of a slot, one after another, until one is a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from gametasks.errors import Rejection
from gametasks.schemas import SampleId

__all__ = ["MAX_ATTEMPTS", "Attempts", "attempt_after"]

MAX_ATTEMPTS = 100
"""Attempts after which a slot is exhausted."""

T = TypeVar("T")


class Attempts:
    """The attempts at one slot.

    Args:
        first: The id of the attempt to begin with.
        last: Number of the last attempt that is allowed.

    Attributes:
        current: The attempt that is under way.
        rejections: The rejected attempts, counted by reason.
    """

    def __init__(self, first: SampleId, last: int = MAX_ATTEMPTS - 1) -> None:
        self.current = first
        self.rejections: Counter[str] = Counter()
        self._last = last

    def first(self, make: Callable[[SampleId], T]) -> T:
        """What the first attempt gives that is not rejected.

        Args:
            make: Makes a sample from its id, or raises ``Rejection``.

        Raises:
            Rejection: The slot is exhausted.
        """
        while True:
            try:
                return make(self.current)
            except Rejection as rejection:
                self.rejections[rejection.reason] += 1
            self.current = attempt_after(self.current, self._last)


def attempt_after(sample_id: SampleId, last: int = MAX_ATTEMPTS - 1) -> SampleId:
    """The id of the attempt that follows a rejected one.

    Raises:
        Rejection: The slot is exhausted: that was its last attempt.
    """
    if sample_id.attempt >= last:
        raise Rejection(f"no sample in {last + 1} attempts")
    return sample_id.next_attempt()
