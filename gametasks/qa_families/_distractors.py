"""Wrong options of single-choice questions, drawn so that the six options alone do not tell which one is right.

How a right answer was drawn decides how wrong ones have to be drawn:

=====================================================  ========================================
the answer was drawn                                   the wrong ones
=====================================================  ========================================
evenly from labels or values                           :func:`other_labels`
evenly from a level's range of numbers                 :func:`other_numbers`
by ``gametasks.generators.draw_number``                :func:`near_numbers`
as a set, or as a sequence of moves, with its state    :func:`near_sets`, :func:`near_sequences`
=====================================================  ========================================
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from gametasks.errors import Rejection
from gametasks.generators._numbers import RUN, run_starts
from gametasks.generators._ring import CHANGES, ring
from gametasks.streams import Stream

__all__ = ["DISTRACTORS", "near_numbers", "near_sequences", "near_sets", "other_labels", "other_numbers"]

T = TypeVar("T")

DISTRACTORS = RUN - 1
"""Wrong options of a single-choice question; with the right one they take the letters A to F."""

_TRIES = 20


def other_labels(answer: T, labels: Sequence[T], rng: Stream) -> list[T]:
    """Draw five of the other labels.

    Whichever six are shown, each of them is right equally often if the answer is drawn evenly from the labels.

    Raises:
        ValueError: There are fewer than five others.
    """
    others = [label for label in labels if label != answer]
    return others if len(others) == DISTRACTORS else rng.sample(others, DISTRACTORS)


def other_numbers(answer: int, rng: Stream, *, low: int, high: int, step: int = 1) -> list[int]:
    """Draw five wrong numbers for an answer that is drawn evenly from a level's range.

    They come from the level's range, so that whoever knows it cannot strike any out. A range of fewer than six numbers
    makes no choice: options from outside would be struck out, and the answer would stand in the middle of the six more
    often than at their ends. ``Family.choice_levels`` names the levels that are wide enough.

    Args:
        answer: The right number.
        rng: The stream of the options.
        low: Smallest number of the level.
        high: Largest number of the level.
        step: 2 where the parity is forced by the board.

    Raises:
        ValueError: The answer is outside the range, or the range is too narrow.
    """
    _require_inside(answer, low, high)
    first = low + (answer - low) % step
    run_starts(first, high, step)  # which refuses a range that is too narrow
    return other_labels(answer, range(first, high + 1, step), rng)


def near_numbers(answer: int, rng: Stream, *, low: int, high: int, step: int = 1) -> list[int]:
    """Draw a run of six numbers that holds the answer, and leave the answer out.

    If the answer was drawn by ``draw_number`` from the same range, each of the six is right equally often, whichever
    run is shown.

    Args:
        answer: The right number.
        rng: The stream of the options.
        low: Smallest number of the level.
        high: Largest number of the level.
        step: 2 where the parity is forced by the board.

    Raises:
        ValueError: The answer is outside the range, or the range is too narrow.
    """
    _require_inside(answer, low, high)
    starts = run_starts(low + (answer - low) % step, high, step)
    first = rng.choice([start for start in starts if start <= answer <= start + step * DISTRACTORS])
    return [number for number in range(first, first + step * RUN, step) if number != answer]


def _require_inside(answer: int, low: int, high: int) -> None:
    if not low <= answer <= high:
        raise ValueError(f"the answer {answer} lies outside the level's range {low}..{high}")


def near_sets(
    answer: frozenset[T], members: Sequence[T], rng: Stream, *, may_be_empty: bool = False
) -> list[frozenset[T]]:
    """Draw five wrong sets: three members are drawn, and each is put in or taken out, as in a ring of changes.

    So some have a member more, some a member less, and in some a member is exchanged.

    Args:
        answer: The right set.
        members: Everything that could be in a set, in a fixed order.
        rng: The stream of the options.
        may_be_empty: Whether the empty set is an answer.

    Raises:
        Rejection: Every attempt gave an empty set.
    """
    for _ in range(_TRIES):
        toggled = rng.sample(members, CHANGES)
        others = [answer.symmetric_difference(changes) for changes in ring(toggled, rng, plain=True) if changes]
        if may_be_empty or all(others):
            return others
    raise Rejection("too few sets for options")


def near_sequences(
    answer: Sequence[T], rng: Stream, *, other: Callable[[T], Sequence[T]], mirrored: Callable[[T], T]
) -> list[tuple[T, ...]]:
    """Draw five wrong sequences of moves, as a ring of changes.

    The changes are three of these: all moves are mirrored, the last one is missing, one is replaced, two neighbouring
    ones are exchanged. Whether the sequences are wrong is for the verifier to say.

    Args:
        answer: The right sequence.
        rng: The stream of the options.
        other: The moves that may stand in a move's place.
        mirrored: A move in the mirror image of the board.

    Raises:
        Rejection: No attempt gave six different sequences.
    """
    moves = tuple(answer)
    for _ in range(_TRIES):
        changes = _changes(moves, rng, other, mirrored)
        if len(changes) >= CHANGES:
            sequences = []
            for made in ring(rng.sample(changes, CHANGES), rng, plain=True):
                changed = moves
                for change in made:
                    changed = change(changed)
                sequences.append(changed)
            if len(set(sequences)) == RUN:
                return [changed for changed in sequences if changed != moves]
    raise Rejection("too few sequences for options")


def _changes(
    moves: tuple[T, ...], rng: Stream, other: Callable[[T], Sequence[T]], mirrored: Callable[[T], T]
) -> list[Callable[[tuple[T, ...]], tuple[T, ...]]]:
    """The changes that can be made to a sequence, at places of their own; the last move is only dropped."""

    def replaced(sequence: tuple[T, ...]) -> tuple[T, ...]:
        return (*sequence[:place], instead, *sequence[place + 1 :])

    def exchanged(sequence: tuple[T, ...]) -> tuple[T, ...]:
        return (*sequence[:left], sequence[left + 1], sequence[left], *sequence[left + 2 :])

    changes: list[Callable[[tuple[T, ...]], tuple[T, ...]]] = [lambda sequence: tuple(map(mirrored, sequence))]
    if len(moves) > 1:
        changes.append(lambda sequence: sequence[:-1])
        place = rng.integers(0, len(moves) - 1)
        instead = rng.choice(other(moves[place]))
        changes.append(replaced)
        pairs = [i for i in range(len(moves) - 2) if place not in (i, i + 1) and moves[i] != moves[i + 1]]
        if pairs:
            left = rng.choice(pairs)
            changes.append(exchanged)
    return changes
