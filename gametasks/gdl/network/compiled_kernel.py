"""The kernel of compiled code; it needs numba."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.network.numba_playouts import evaluate_final_goals, run
from gametasks.gdl.network.numba_steps import WORDS, evaluate
from gametasks.gdl.network.tables import FINAL, Results, Tables, new_lanes, new_results

__all__ = ["CompiledKernel"]

_MOST_FINAL_STATES = 4 * 64 * WORDS
"""Final states for which there is room; their goals are evaluated together."""

_STEPS_PER_CALL = 2_000
"""Steps in one call of compiled code, which Ctrl-C cannot interrupt."""


class CompiledKernel:
    """Evaluates a network by compiled code. See ``kernel.Kernel``."""

    def __init__(self, tables: Tables, nodes: int) -> None:
        self._tables = tables
        self._values = _values(nodes)

    def set_state(self, facts: Sequence[int]) -> None:
        """Set a state, and evaluate legal moves and the end."""
        tables, values = self._tables, self._values
        values[1 : 1 + len(tables.next), 0] = 0
        values[facts, 0] = 1
        self._evaluate(tables.for_state)

    def set_moves(self, moves: Sequence[int]) -> None:
        """Set a joint move, and evaluate the next state."""
        tables, values = self._tables, self._values
        values[tables.first_move : tables.first_move + len(tables.legal), 0] = 0
        values[moves, 0] = 1
        self._evaluate(tables.for_move)

    def evaluate_goals(self) -> None:
        """Evaluate the goals."""
        self._evaluate(self._tables.for_goal)

    def read(self, literals: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Values of literals."""
        words = self._values[literals >> 1, 0] ^ (literals & 1).astype(np.uint64)
        values: NDArray[np.bool_] = (words & np.uint64(1)).astype(np.bool_)
        return values

    def playouts(self, start_words: NDArray[np.uint64], max_steps: int, measure: bool) -> Results:
        """Play random playouts."""
        tables = self._tables
        lanes = new_lanes(WORDS, tables, _MOST_FINAL_STATES)
        results = new_results(len(start_words), len(tables.first_moves) - 1)
        values = _values(len(self._values))
        final = _values(len(self._values))
        while run(tables, lanes, results, values, start_words, max_steps, measure, _STEPS_PER_CALL):
            if lanes.cursor[FINAL] > _MOST_FINAL_STATES - 64 * WORDS:
                evaluate_final_goals(tables, lanes, results, final)
        evaluate_final_goals(tables, lanes, results, final)
        return results

    def _evaluate(self, segments: NDArray[np.int32]) -> None:
        tables = self._tables
        evaluate(self._values, tables.starts, tables.splits, tables.inputs, segments, tables.loops, tables.first_gate)


def _values(nodes: int) -> NDArray[np.uint64]:
    """Values of nodes, on the borders of cache lines; node 0 is true."""
    size = nodes * WORDS
    room = np.zeros(size + 8, np.uint64)
    skipped = (-room.ctypes.data % 64) // 8
    values = room[skipped : skipped + size].reshape(nodes, WORDS)
    values[0] = ~np.uint64(0)
    return values
