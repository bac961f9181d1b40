"""A time limit on work of many steps, such as reading and checking a long text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from time import monotonic
from typing import TypeVar

from gametasks.errors import GdlLimitError
from gametasks.gdl.limits import option_of, shown_seconds

__all__ = ["TimeLimit", "watched"]

Item = TypeVar("Item")

_ITEMS_PER_CLOCK_CHECK = 256
"""Things that are gone through between two readings of the clock, each some microseconds of work."""


class TimeLimit(AbstractContextManager[None]):
    """Wall time that begins now, for work that looks at it again and again.

    As a context manager it raises when it is entered after its time.

    Args:
        name: What takes the time, for the message, such as the name of a game.
        seconds: How long the work may take.

    Attributes:
        seconds: How long the work may take.
        began: When it began, by ``time.monotonic``.
    """

    def __init__(self, name: str, seconds: float) -> None:
        self.seconds = seconds
        self.began = monotonic()
        self._name = name

    def check(self) -> None:
        """Look at the clock.

        Raises:
            GdlLimitError: The time is up.
        """
        if monotonic() > self.began + self.seconds:
            shown = shown_seconds(self.seconds)
            raise GdlLimitError(f"{self._name}: it takes more than {shown} {option_of('seconds')}")

    def __enter__(self) -> None:
        self.check()

    def __exit__(self, *_: object) -> None:
        """What has begun may end."""


def watched(items: Iterable[Item], limit: TimeLimit | None) -> Iterable[Item]:
    """Go through some things, and look at the clock now and then where there is a limit.

    Raises:
        GdlLimitError: The time is up.
    """
    return items if limit is None else _watched(items, limit)


def _watched(items: Iterable[Item], limit: TimeLimit) -> Iterator[Item]:
    for number, item in enumerate(items):
        if not number % _ITEMS_PER_CLOCK_CHECK:
            limit.check()
        yield item
