"""Rolling cube: paths and cubes, with the side that ends on top drawn first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.schemas import Cell, Ranges, Statistics
from gametasks.schemas._board import neighbours
from gametasks.schemas.rolling_cube import (
    MARKS,
    AllFaces,
    CheckpointFaces,
    Cube,
    Face,
    MarkSet,
    RollState,
    SelectedFaces,
    TopFace,
)
from gametasks.solvers.rolling_cube import rolled_cubes
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "RollParams",
    "sample_all_faces",
    "sample_checkpoint_faces",
    "sample_selected_faces",
    "sample_top_face",
]

_PATH_TRIES = 5_000


@dataclass(frozen=True, slots=True)
class RollParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        boards: Possible (rows, columns).
        steps: Number of rolls.
        checkpoints: Number of checkpoints, where they are asked for.
    """

    boards: tuple[tuple[int, int], ...]
    steps: tuple[int, int]
    checkpoints: tuple[int, int]


LEVELS: Mapping[Ranges, Sequence[RollParams]] = {
    Ranges.DATASET: (
        RollParams(((4, 4),), (3, 3), (2, 2)),
        RollParams(((5, 5),), (5, 6), (2, 3)),
        RollParams(((5, 5), (6, 6)), (8, 9), (3, 4)),
        RollParams(((6, 6),), (12, 13), (4, 5)),
        RollParams(((7, 7),), (17, 18), (5, 6)),
    ),
    # Oblong boards, which `dataset` never has.
    Ranges.EVALUATION: (
        RollParams(((3, 5), (5, 3)), (3, 4), (2, 2)),
        RollParams(((4, 6), (6, 4)), (6, 7), (2, 3)),
        RollParams(((4, 7), (7, 4), (5, 6), (6, 5)), (9, 11), (3, 4)),
        RollParams(((5, 7), (7, 5)), (13, 15), (4, 5)),
        RollParams(((6, 8), (8, 6)), (18, 21), (5, 6)),
    ),
}


def sample_top_face(params: RollParams, rng: Stream) -> Draft[RollState, TopFace]:
    """Draw a scene whose asked side is the one on top at END."""
    state = _scene(params, rng)
    return Draft(state, TopFace(), _statistics(state))


def sample_selected_faces(params: RollParams, rng: Stream) -> Draft[RollState, SelectedFaces]:
    """Draw a scene and two or three sides, named in the fixed order of the sides."""
    state = _scene(params, rng)
    chosen = rng.sample(list(Face), rng.integers(2, 4))
    return Draft(state, SelectedFaces(faces=tuple(face for face in Face if face in chosen)), _statistics(state))


def sample_all_faces(params: RollParams, rng: Stream) -> Draft[RollState, AllFaces]:
    """Draw a scene; all six sides are asked for."""
    state = _scene(params, rng)
    return Draft(state, AllFaces(), _statistics(state))


def sample_checkpoint_faces(params: RollParams, rng: Stream) -> Draft[RollState, CheckpointFaces]:
    """Draw a scene with checkpoints anywhere after START, END among the possible places."""
    state = _scene(params, rng)
    count = rng.within(params.checkpoints)
    steps = tuple(sorted(rng.sample(range(1, len(state.path)), count)))
    return Draft(state, CheckpointFaces(steps=steps), _statistics(state) | {"checkpoints": count})


def _scene(params: RollParams, rng: Stream) -> RollState:
    """Draw which side comes to the top, then a path that brings it there.

    Short random paths favour some sides (at three steps one side would take a third of all), so a guess
    from the net alone would pay.
    """
    rows, columns = rng.choice(params.boards)
    steps = rng.within(params.steps)
    mark_set = rng.choice(list(MarkSet))
    marks = rng.sample(MARKS[mark_set], len(Face))
    cube = Cube.of(marks)
    wanted = rng.choice(marks)
    for _ in range(_PATH_TRIES):
        path = _self_avoiding_path(rows, columns, steps, rng)
        if path is not None:
            state = RollState(rows=rows, columns=columns, path=path, mark_set=mark_set, cube=cube)
            if rolled_cubes(state)[-1].top == wanted:
                return state
    raise Rejection("no path found")


def _self_avoiding_path(rows: int, columns: int, steps: int, rng: Stream) -> tuple[Cell, ...] | None:
    """A random walk that visits no cell twice, or None where it ran into a dead end."""
    path = [Cell(rng.integers(1, rows + 1), rng.integers(1, columns + 1))]
    for _ in range(steps):
        ways = [cell for _, cell in neighbours(path[-1], rows, columns) if cell not in path]
        if not ways:
            return None
        path.append(rng.choice(ways))
    return tuple(path)


def _statistics(state: RollState) -> Statistics:
    rolls = state.directions()
    turns = sum(first != second for first, second in pairwise(rolls))
    return {"rows": state.rows, "columns": state.columns, "steps": len(rolls), "turns": turns}
