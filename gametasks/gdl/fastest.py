"""Many playouts by the faster engine, found by measuring while the interpreter already plays.

Which engine plays depends on the computer; what is played does not, since every engine plays the same. Samples, whose
content must not rest on a clock in any way, never ask for playouts here.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import process_time

import numpy as np
from numpy.typing import NDArray

from gametasks.errors import GdlError
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import Machine
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import Playouts, joined, run_words

__all__ = ["FastestPlayer"]

_LEAST_SECONDS = 2.0
"""Time that the interpreter needs for the playouts that are left, from which on a network may be worth its cost."""

_SHARE = 0.15
"""Share of that time which grounding may take: if it fails, or its network is slow, no more than this is lost."""

_BATCH_SECONDS = 0.1
"""Time that a batch of the interpreter's playouts takes, about."""

_LANES = 1_024
"""Playouts that a network plays at once, in the time of one."""

_PROBE_STEPS = 3
"""Joint moves of the playouts by which a network is measured."""


class FastestPlayer:
    """Plays many playouts of a game by the interpreter, or by its network where that is faster.

    Args:
        interpreter: The game.
        limits: Limits of grounding.

    Attributes:
        network: The network, once it was worth grounding the game.
    """

    def __init__(self, interpreter: Machine, limits: Limits) -> None:
        self.network: Network | None = None
        self._interpreter = interpreter
        self._limits = limits
        self._longest_attempt = 0.0
        """Time that was allowed for grounding, in vain."""
        self._network_step = 0.0
        """Seconds that the network needs for a step of all its lanes."""
        self._spent, self._visited = 0.0, 0
        """Seconds that the interpreter has played, and states that it has visited."""

    def playouts(self, words: NDArray[np.uint64], max_steps: int, measure: bool) -> Playouts:
        """Play the playouts that start with some words; for the arguments, see ``playouts.run_words``."""
        parts: list[Playouts] = []
        batch = 1
        while len(words) or not parts:
            network = self._faster_network(len(words), max_steps, parts)
            if network is not None:
                return joined([*parts, network.play_words(words, max_steps, measure)])
            began = process_time()
            played = run_words(self._interpreter, words[:batch], max_steps, measure)
            spent = process_time() - began
            if parts or self._visited:
                # The first playout of all may compile the goals.
                self._spent, self._visited = self._spent + spent, self._visited + played.states
            parts.append(played)
            words = words[batch:]
            batch = max(1, min(2 * batch, int(batch * _BATCH_SECONDS / max(spent, 1e-9))))
        return joined(parts)

    def _faster_network(self, left: int, max_steps: int, parts: list[Playouts]) -> Network | None:
        """The network, if it plays the playouts that are left faster; the game is grounded if that may be."""
        if not left or not self._visited:
            return None
        played = sum(len(part.ends) for part in parts)
        states = sum(part.states for part in parts) / played if played else max_steps + 1
        seconds_per_state = self._spent / self._visited
        seconds = left * states * seconds_per_state
        if self.network is None and seconds >= _LEAST_SECONDS:
            self._ground(min(self._limits.seconds, _SHARE * seconds))
        return self.network if self._network_step / min(left, _LANES) < seconds_per_state else None

    def _ground(self, seconds: float) -> None:
        """Ground the game, and measure its network, unless that has failed in about as much time."""
        if seconds < 2 * self._longest_attempt:
            return
        try:
            network = Network.ground(self._interpreter.game, replace(self._limits, seconds=seconds))
        except GdlError:
            self._longest_attempt = seconds
            return
        if not network.has_goals:
            self._longest_attempt = inf
            return
        # The first call may compile the kernels.
        network.playouts(_LANES, 0, 1)
        began = process_time()
        steps = int(network.playouts(_LANES, 0, _PROBE_STEPS).lengths.max())
        self._network_step = (process_time() - began) / max(1, steps)
        self.network = network
