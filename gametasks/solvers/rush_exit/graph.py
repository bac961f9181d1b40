"""Rush exit: all positions that can be reached from a board, with their distances from the nearest solved one."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gametasks.schemas import Slide
from gametasks.schemas.rush_exit import RushState, Vehicle
from gametasks.solvers.rush_exit.lanes import Codes, Lanes
from gametasks.solvers.rush_exit.search import component

__all__ = ["Component", "explore"]


@dataclass(frozen=True, eq=False)
class Component:
    """Every position that can be reached, and how far it is from being solved.

    Attributes:
        lanes: The board.
        codes: (N,) packed positions, in increasing order.
        depths: (N,) fewest commands to a solved position; -1 throughout where there is none.
    """

    lanes: Lanes
    codes: Codes
    depths: NDArray[np.int16]

    @classmethod
    def of(cls, lanes: Lanes, start: int, limit: int = sys.maxsize) -> Component:
        """Search from one position outwards, then from all solved ones back.

        Raises:
            Rejection: The component has more positions than ``limit``.
        """
        codes, depths = component(lanes, start, limit)
        return cls(lanes, codes, depths)

    def depth(self, code: int) -> int:
        """Fewest commands from a position of the component."""
        return int(self.depths[self.codes.searchsorted(code)])

    def moves(self, code: int) -> Iterable[tuple[Slide, int]]:
        """Every legal command of a position, with the position that it leads to."""
        return self.lanes.slides(code).items()

    def openings(self, vehicles: tuple[Vehicle, ...]) -> dict[Slide, int]:
        """Every legal command of a position, with the depth of the position that it leads to."""
        return {command: self.depth(code) for command, code in self.moves(self.lanes.pack(vehicles))}


@lru_cache(maxsize=8)
def explore(state: RushState) -> Component:
    """The whole component of a board."""
    lanes = Lanes.of(state)
    return Component.of(lanes, lanes.pack(state.vehicles))
