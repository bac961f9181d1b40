"""Rush exit: the two searches over packed positions, by NumPy at first and by compiled code once that is worth it.

Compiled code needs numba, takes about half a second to load (three more where it is not on disk yet), and is then
several times as fast. So it is loaded when a process has searched for about as long; both give the same results.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from gametasks.errors import Rejection
from gametasks.solvers.rush_exit.lanes import Codes, Lanes

__all__ = ["component", "distances"]

_WORTH = 100
"""Searches after which compiled code is loaded."""

_searches = count()


@cache
def _load() -> ModuleType | None:
    """The compiled code; None where numba is not installed."""
    try:
        from gametasks.solvers.rush_exit import compiled
    except ImportError:
        return None
    return compiled


def _compiled() -> ModuleType | None:
    return _load() if next(_searches) >= _WORTH else None


def distances(lanes: Lanes, limit: int) -> list[int]:
    """Fewest commands that each board needs; -1 where there is no solution within ``limit`` positions."""
    if (compiled := _compiled()) is None:
        return lanes.distances(limit)
    starts = np.array([lanes.pack(vehicles) for vehicles in lanes.boards])
    found: list[int] = compiled.distances(starts, *lanes.tables(), limit).tolist()
    return found


def component(lanes: Lanes, start: int, limit: int) -> tuple[Codes, NDArray[np.int16]]:
    """Search from one position of the first board outwards, then from all solved ones back.

    Returns:
        (N,) positions in increasing order, and (N,) fewest commands from each to a solved one; -1 throughout where
        there is none.

    Raises:
        Rejection: There are more positions than ``limit``.
    """
    compiled = _compiled()
    if compiled is None:
        return lanes.component(start, limit)
    codes, depths = compiled.component(start, *lanes.tables(), limit)
    if len(codes) > limit:
        raise Rejection("too many positions")
    order = codes.argsort()
    return codes[order], depths[order]
