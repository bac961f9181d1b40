"""A third method for lamp walk, which shares nothing with the solver and the verifier: powers of a matrix."""

from __future__ import annotations

import numpy as np

from gametasks_lamp_walk.schemas import LampState

__all__ = ["fewest_steps"]


def fewest_steps(state: LampState) -> int:
    """The least power of the lamps' adjacency matrix that is not zero for the walker and the end.

    Raises:
        ValueError: The end cannot be reached.
    """
    lamps = np.array(state.lit)
    beside = (abs(lamps[:, None] - lamps[None]).sum(axis=2) == 1).astype(int)
    reached = np.eye(len(lamps), dtype=int)
    for steps in range(len(lamps)):
        if reached[state.lit.index(state.walker), state.lit.index(state.end)]:
            return steps
        reached = (reached @ beside > 0).astype(int)
    raise ValueError("the end cannot be reached")
