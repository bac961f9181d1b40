"""Samples of one game in the order of a seed: distinct states and joint moves, and long playouts.

The draws depend on the name of the game, the seed and the number of the sample alone, and on no other name: the samples
of an obfuscated game are the images of those of the original one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import RLock

from gametasks.gdl.machine import GameState, JointMove
from gametasks.generators.gdl_simulation.drafts import ShownGame
from gametasks.generators.gdl_simulation.play import Playout, playout
from gametasks.schemas.gdl_simulation import HORIZONS, WorkLimits
from gametasks.streams import Stream

__all__ = ["distinct_states", "distinct_steps", "long_playout"]

LONGEST = 100
"""Joint moves of a playout from which a state is taken."""

_IDLE = 50
"""Playouts in a row without a new sample, after which the search ends."""

_TRIES = 10
"""Playouts that are drawn at most until one reaches the longest horizon; if none does, the longest is taken."""


def distinct_steps(game: ShownGame, seed: int, count: int) -> Sequence[tuple[Playout, int]]:
    """The first ``count`` distinct pairs of a state and a joint move, or as many as there are.

    Those with distinct states come first: ``distinct_states`` gives a prefix of the same list.

    Returns:
        Playouts, each with the number of a step.
    """
    return _found(game.description, game.name, seed, game.limits).steps(count)


def distinct_states(game: ShownGame, seed: int, count: int) -> Sequence[tuple[Playout, int]]:
    """The first ``count`` distinct states in which a joint move follows, or as many as there are."""
    return _found(game.description, game.name, seed, game.limits).states(count)


def long_playout(game: ShownGame, seed: int, index: int) -> tuple[Playout, int]:
    """The playout of an index, the same for all horizons, and the number of a step whose moves show the notation."""
    return _long_playout(game.description, game.name, seed, index, game.limits)


@lru_cache(maxsize=4096)
def _long_playout(description: str, name: str, seed: int, index: int, limits: WorkLimits) -> tuple[Playout, int]:
    rng = Stream(f"{name}/{seed}/{index}", "gdl moves of instances")
    best = playout(description, name, rng.integers(0, 1 << 64), HORIZONS[-1], limits)
    for _ in range(_TRIES - 1):
        if len(best.moves) == HORIZONS[-1]:
            break
        best = max(best, playout(description, name, rng.integers(0, 1 << 64), HORIZONS[-1], limits), key=_length)
    return best, rng.integers(0, len(best.moves))


def _length(run: Playout) -> int:
    return len(run.moves)


@lru_cache(maxsize=256)
def _found(description: str, name: str, seed: int, limits: WorkLimits) -> _Distinct:
    return _Distinct(description, name, seed, limits)


class _Distinct:
    """Distinct states and joint moves of a game, found one seeded playout after the other; any thread may ask."""

    def __init__(self, description: str, name: str, seed: int, limits: WorkLimits) -> None:
        self._limits = limits
        self._description = description
        self._name = name
        self._lock = RLock()
        self._rng = Stream(f"{name}/{seed}", "gdl states of instances")
        self._fresh: list[tuple[Playout, int]] = []
        self._spare: list[tuple[Playout, int]] = []
        self._seen_states: set[GameState] = set()
        self._seen_steps: set[tuple[GameState, JointMove]] = set()
        self._no_state = self._no_step = 0
        """Playouts in a row that brought no new state, and no new step."""

    def states(self, count: int) -> Sequence[tuple[Playout, int]]:
        """Steps with distinct states."""
        with self._lock:
            while len(self._fresh) < count and self._no_state < _IDLE:
                self._play()
            return self._fresh[:count]

    def steps(self, count: int) -> Sequence[tuple[Playout, int]]:
        """Distinct steps, those with distinct states first."""
        with self._lock:
            fresh = self.states(count)
            # States count as exhausted from here on, so that the order of the steps does not depend on ``count``.
            while len(fresh) + len(self._spare) < count and self._no_step < _IDLE:
                self._play()
            return [*fresh, *self._spare[: count - len(fresh)]]

    def _play(self) -> None:
        """Play once, and keep one step: one with a new state if possible, or else a new step."""
        run = playout(self._description, self._name, self._rng.integers(0, 1 << 64), LONGEST, self._limits)
        order = self._rng.shuffle(range(len(run.moves)))
        if self._no_state < _IDLE:
            self._no_state += 1
            for step in order:
                if run.states[step] not in self._seen_states:
                    self._keep(run, step, self._fresh)
                    self._no_state = 0
                    return
        self._no_step += 1
        for step in order:
            if (run.states[step], run.moves[step]) not in self._seen_steps:
                self._keep(run, step, self._spare)
                return

    def _keep(self, run: Playout, step: int, kept: list[tuple[Playout, int]]) -> None:
        self._seen_states.add(run.states[step])
        self._seen_steps.add((run.states[step], run.moves[step]))
        # The playout is cut off after the step.
        kept.append((Playout(run.states[: step + 1], run.moves[: step + 1]), step))
        self._no_step = 0
