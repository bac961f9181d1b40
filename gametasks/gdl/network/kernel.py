"""What a kernel evaluates of a network, and the choice between the two: compiled code and arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.network.array_kernel import ArrayKernel
from gametasks.gdl.network.tables import Results, Tables

__all__ = ["Kernel", "open_kernel"]


class Kernel(Protocol):
    """Evaluates the gates of one network."""

    def set_state(self, facts: Sequence[int]) -> None:
        """Set a state, given by the nodes of its facts, and evaluate the gates for legal moves and the end."""

    def set_moves(self, moves: Sequence[int]) -> None:
        """Set a joint move, given by its nodes, and evaluate the gates for the next state."""

    def evaluate_goals(self) -> None:
        """Evaluate the gates for the goals."""

    def read(self, literals: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Values of literals, one for each."""

    def playouts(self, start_words: NDArray[np.uint64], max_steps: int, measure: bool) -> Results:
        """Play one random playout for each start word of a generator, as ``playouts.play`` defines them."""


def open_kernel(tables: Tables, nodes: int) -> Kernel:
    """Compiled code where numba is installed, else arrays."""
    try:
        from gametasks.gdl.network.compiled_kernel import CompiledKernel
    except ImportError:
        return ArrayKernel(tables, nodes)
    return CompiledKernel(tables, nodes)
