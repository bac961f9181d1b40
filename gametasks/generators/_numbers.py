"""Numbers that are asked for, drawn so that six of them can be offered as options."""

from __future__ import annotations

from typing import Final

from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.streams import Stream

__all__ = ["RUN", "draw_number", "run_starts"]

RUN: Final = len(OPTION_LETTERS)
"""Numbers in a run: the options of a single-choice question."""


def run_starts(low: int, high: int, step: int = 1) -> range:
    """The first numbers of all runs of six, in steps of ``step``, that lie in a range and begin like ``low``.

    Raises:
        ValueError: No run of six lies in the range.
    """
    starts = range(low, high - step * (RUN - 1) + 1, step)
    if not starts:
        raise ValueError(f"the range {low}..{high} holds no {RUN} numbers in steps of {step}")
    return starts


def draw_number(rng: Stream, low: int, high: int, *, step: int = 1) -> int:
    """Draw a number from a level's range: first a run of six inside the range, then one of the six.

    ``near_numbers`` then offers a run that holds the number, and each of the six is right equally often, at the
    edges of the range as well. Were the number drawn first, a run at the edge would hold it mostly at its own edge.

    Args:
        rng: The stream of the state.
        low: Smallest number of the level.
        high: Largest number of the level: the range holds six numbers or more, twelve or more where ``step`` is 2.
        step: 2 where the parity of the number is forced by the board; the parity is drawn first, evenly.

    Raises:
        ValueError: The range is too narrow.
    """
    first = low + rng.integers(0, step)
    return rng.choice(run_starts(first, high, step)) + step * rng.integers(0, RUN)
