"""Near misses for the options of single-choice questions."""

from __future__ import annotations

from gametasks.errors import Rejection
from gametasks.streams import Stream

__all__ = ["DISTRACTORS", "numeric_distractors"]

DISTRACTORS = 5
"""Wrong options of a single-choice question; with the right one they take the letters A to F."""


def numeric_distractors(answer: int, rng: Stream, *, low: int, high: int | None = None, step: int = 1) -> list[int]:
    """Draw wrong numbers so that the right one's rank among the six is as even as the range allows.

    Offering ±1, ±2 around the answer would put it in the middle, where a guesser looks first. The six
    numbers are consecutive (in steps of ``step``), and the rank of the right one is drawn evenly from
    those that ``low`` and ``high`` leave possible.

    Args:
        answer: The right number.
        rng: The stream of the options.
        low: Smallest number that the question leaves possible.
        high: Largest such number, if there is one.
        step: 2 where parity is forced.

    Raises:
        Rejection: Fewer than six numbers are possible.
    """
    below = min(DISTRACTORS, (answer - low) // step)
    above = DISTRACTORS if high is None else min(DISTRACTORS, (high - answer) // step)
    ranks = [rank for rank in range(DISTRACTORS + 1) if rank <= below and DISTRACTORS - rank <= above]
    if not ranks:
        raise Rejection("too few numbers for options")
    first = answer - step * rng.choice(ranks)
    return [number for number in range(first, first + step * (DISTRACTORS + 1), step) if number != answer]
