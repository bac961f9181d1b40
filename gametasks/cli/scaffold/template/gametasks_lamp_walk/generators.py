"""Lamp walk, how boards are drawn: the length of the walk is drawn first, then a board on which it is the shortest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.schemas import Cell, Ranges, cells_of_board, neighbours
from gametasks.streams import Stream
from gametasks_lamp_walk.schemas import LampState, ShortestWalk, WalkLength
from gametasks_lamp_walk.solvers import find_walk

__all__ = ["LEVELS", "LampParams", "sample_shortest_walk", "sample_walk_length"]

_TRIES = 200


@dataclass(frozen=True, slots=True)
class LampParams:
    """Structural ranges of a level.

    Attributes:
        rows, columns: Size of the board.
        steps: Fewest and most steps of the shortest walk.
        spare: Fewest and most lit lamps beside it that are tried.
    """

    rows: int
    columns: int
    steps: tuple[int, int]
    spare: tuple[int, int]


_STEPS_AND_SPARE = {
    4: ((2, 7), (1, 4)),
    5: ((3, 9), (2, 6)),
    6: ((4, 11), (4, 9)),
    7: ((5, 13), (6, 12)),
    8: ((6, 15), (8, 16)),
}
"""By the number of rows. Six lengths or more, so that the options of a question all lie in the level's range."""

LEVELS: Mapping[Ranges, Sequence[LampParams]] = {
    Ranges.DATASET: tuple(LampParams(size, size, *ranges) for size, ranges in _STEPS_AND_SPARE.items()),
    Ranges.EVALUATION: tuple(LampParams(size, size + 1, *ranges) for size, ranges in _STEPS_AND_SPARE.items()),
}


def sample_walk_length(params: LampParams, rng: Stream) -> Draft[LampState, WalkLength]:
    """Draw a board and ask for the number of steps."""
    state, steps = _board(params, rng)
    return Draft(state, WalkLength(optimum=steps), {"steps": steps, "lit": len(state.lit)})


def sample_shortest_walk(params: LampParams, rng: Stream) -> Draft[LampState, ShortestWalk]:
    """Draw a board and ask for the walk."""
    state, steps = _board(params, rng)
    return Draft(state, ShortestWalk(optimum=steps), {"steps": steps, "lit": len(state.lit)})


def _board(params: LampParams, rng: Stream) -> tuple[LampState, int]:
    """Draw a walk, and beside it lamps that are no short cut."""
    steps = rng.within(params.steps)
    walk = _winding_walk(params, steps, rng)
    lit = frozenset(walk)
    others = [cell for cell in cells_of_board(params.rows, params.columns) if cell not in lit]
    for cell in rng.sample(others, min(len(others), rng.within(params.spare))):
        if len(find_walk(lit | {cell}, walk[0], walk[-1])) == steps:
            lit |= {cell}
    state = LampState(rows=params.rows, columns=params.columns, lit=tuple(sorted(lit)), walker=walk[0], end=walk[-1])
    return state, steps


def _winding_walk(params: LampParams, steps: int, rng: Stream) -> list[Cell]:
    """Draw a walk that never passes beside itself, so that on its own cells there is no shorter one."""
    for _ in range(_TRIES):
        walk = [rng.choice(cells_of_board(params.rows, params.columns))]
        while len(walk) <= steps:
            free = [cell for cell in _beside(walk[-1], params) if not set(walk[:-1]) & {cell, *_beside(cell, params)}]
            if not free:
                break
            walk.append(rng.choice(free))
        else:
            return walk
    raise Rejection("no walk of this length")


def _beside(cell: Cell, params: LampParams) -> list[Cell]:
    return [beside for _, beside in neighbours(cell, params.rows, params.columns)]
