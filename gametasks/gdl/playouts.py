"""Seeded random playouts: the definition that every engine follows, and a player that works with any machine.

Playout ``i`` of a seed has a generator splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014) whose state starts as word ``i`` of the seed's stream. In a state that is not terminal, each
role in order draws one word ``r`` and takes move ``((r >> 32) * m) >> 32`` of its ``m`` legal moves in canonical
order. Whether the game is over is asked first, then whether the step limit is reached, then whether a role is stuck.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.terms import Term
from gametasks.streams import Stream

__all__ = [
    "GAMMA",
    "NO_GOAL",
    "End",
    "Playouts",
    "Step",
    "goal_value",
    "joined",
    "play",
    "require_counts",
    "run_playouts",
    "run_words",
    "start_words",
]

GAMMA = 0x9E3779B97F4A7C15
"""What splitmix64 adds to its state for each word."""

NO_GOAL = -1
"""Stands for a role that does not have exactly one goal value."""

_TOO_MANY = 1 << 31

_MASK = (1 << 64) - 1


class End(IntEnum):
    """Why a playout ended."""

    TERMINAL = 0
    """The game was over."""
    LIMIT = 1
    """As many joint moves were made as were allowed."""
    STUCK = 2
    """The game was not over, but a role had no legal move."""


class Step(NamedTuple):
    """One visited state of a playout.

    Attributes:
        state: The state.
        legal: Legal moves of each role; empty in the last state if it is terminal or at the step limit.
        moves: The joint move that was drawn; None in the last state.
        end: Why this is the last state; None in all others.
    """

    state: GameState
    legal: tuple[tuple[Term, ...], ...]
    moves: JointMove | None
    end: End | None


@dataclass(frozen=True, eq=False)
class Playouts:
    """The results of ``n`` playouts; entry ``i`` of each array belongs to playout ``i``.

    Attributes:
        lengths: Joint moves that were made, int64 of shape (n,).
        ends: Why it ended, an ``End`` as uint8, shape (n,).
        goals: Goal value of each role in the last state, int64 of shape (n, roles); ``NO_GOAL`` where a role does
            not have exactly one.
        facts: If measured, the number of facts, summed over all visited states, int64 of shape (n,).
        changes: If measured, the number of facts that differ between consecutive states, summed, int64 of shape (n,).
    """

    lengths: NDArray[np.int64]
    ends: NDArray[np.uint8]
    goals: NDArray[np.int64]
    facts: NDArray[np.int64] | None = None
    changes: NDArray[np.int64] | None = None

    @property
    def states(self) -> int:
        """Visited states, the first and the last of each playout included."""
        return int(self.lengths.sum()) + len(self.lengths)


def start_words(n: int, seed: int) -> NDArray[np.uint64]:
    """The first states of the generators of the first ``n`` playouts of a seed, uint64 of shape (n,).

    Raises:
        ValueError: ``n`` is negative.
    """
    return Stream(str(seed), "gdl playouts").words(n)


def require_counts(n: int, max_steps: int) -> None:
    """Require numbers of playouts and of steps that every engine can count.

    Raises:
        ValueError: A number is negative, or too large.
    """
    if not 0 <= n < _TOO_MANY:
        raise ValueError(f"there cannot be {n} playouts")
    if not 0 <= max_steps < _TOO_MANY:
        raise ValueError(f"a playout cannot have {max_steps} steps")


def play(machine: Machine, start_word: int, max_steps: int) -> Iterator[Step]:
    """Play one playout, state by state; with at most ``max_steps`` joint moves.

    Args:
        machine: The game.
        start_word: State of the playout's generator, see ``start_words``.
        max_steps: Most joint moves.

    Raises:
        GdlError: The rules give no answer for a state.
        ValueError: ``max_steps`` is negative, or too large.
    """
    require_counts(0, max_steps)
    terminal, legal_in, following = machine.terminal, machine.legal, machine.next
    generator = start_word
    state = machine.initial()
    for made in range(max_steps + 1):
        if terminal(state):
            yield Step(state, (), None, End.TERMINAL)
            return
        if made == max_steps:
            yield Step(state, (), None, End.LIMIT)
            return
        legal = legal_in(state)
        if not all(legal):
            yield Step(state, legal, None, End.STUCK)
            return
        moves = []
        for options in legal:
            generator = (generator + GAMMA) & _MASK
            # The word that is drawn for a single move has no influence, so that it need not be computed.
            moves.append(options[0] if len(options) == 1 else options[(_drawn(generator) * len(options)) >> 32])
        joint = tuple(moves)
        yield Step(state, legal, joint, None)
        state = following(state, joint)


def run_playouts(machine: Machine, n: int, seed: int, max_steps: int, measure: bool = False) -> Playouts:
    """Play ``n`` playouts one after the other, on any machine.

    Args:
        machine: The game.
        n: Number of playouts.
        seed: Which playouts; a larger ``n`` only adds some.
        max_steps: Most joint moves of a playout.
        measure: Whether facts and changes are counted too.

    Raises:
        GdlError: The rules give no answer for a state.
        ValueError: A number is negative, or too large.
    """
    require_counts(n, max_steps)
    return run_words(machine, start_words(n, seed), max_steps, measure)


def run_words(machine: Machine, words: NDArray[np.uint64], max_steps: int, measure: bool = False) -> Playouts:
    """Play the playouts that start with some words, one after the other, on any machine.

    Args:
        machine: The game.
        words: The words, see ``start_words``, uint64 of shape (n,).
        max_steps: Most joint moves of a playout.
        measure: Whether facts and changes are counted too.

    Raises:
        GdlError: The rules give no answer for a state.
        ValueError: ``max_steps`` is negative, or too large.
    """
    n = len(words)
    lengths = np.zeros(n, np.int64)
    ends = np.zeros(n, np.uint8)
    goals = np.full((n, len(machine.game.roles)), NO_GOAL, np.int64)
    facts, changes = (np.zeros(n, np.int64), np.zeros(n, np.int64)) if measure else (None, None)
    for number, word in enumerate(words.tolist()):
        before: GameState | None = None
        for step in play(machine, word, max_steps):
            if facts is not None and changes is not None:
                facts[number] += len(step.state)
                changes[number] += len(step.state ^ before) if before is not None else 0
                before = step.state
            if step.end is None:
                lengths[number] += 1
            else:
                ends[number] = step.end
                goals[number] = [goal_value(values) for values in machine.goals(step.state)]
    return Playouts(lengths, ends, goals, facts, changes)


def joined(parts: Sequence[Playouts]) -> Playouts:
    """Some playouts, and then others, all of them measured or none."""

    def all_of(arrays: list[NDArray[np.int64] | None]) -> NDArray[np.int64] | None:
        measured = [array for array in arrays if array is not None]
        return np.concatenate(measured) if measured else None

    return Playouts(
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.ends for part in parts]),
        np.concatenate([part.goals for part in parts]),
        all_of([part.facts for part in parts]),
        all_of([part.changes for part in parts]),
    )


def goal_value(values: tuple[int, ...]) -> int:
    """The one goal value of a role, or ``NO_GOAL``."""
    return values[0] if len(values) == 1 else NO_GOAL


def _drawn(word: int) -> int:
    """The upper half of the output of splitmix64 for a state of the generator."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return (word ^ (word >> 31)) >> 32
