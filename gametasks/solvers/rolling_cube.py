"""Rolling cube, exactly: a roll is a permutation of the six sides."""

from __future__ import annotations

from gametasks.errors import RecordError
from gametasks.schemas import Direction
from gametasks.schemas.rolling_cube import (
    AllFaces,
    CheckpointFaces,
    Cube,
    RollQuestion,
    RollState,
    SelectedFaces,
    TopFace,
)
from gametasks.solvers import Solution

__all__ = ["rolled_cubes", "solve"]

# Where the mark of each side (in the order top, north, east, south, west, bottom) comes from, by the direction of the
# roll: rolling up, to the north, the south side comes to the top and the top turns to the north.
_SOURCES = {
    Direction.UP: (3, 0, 2, 5, 4, 1),
    Direction.DOWN: (1, 5, 2, 0, 4, 3),
    Direction.RIGHT: (4, 1, 0, 3, 5, 2),
    Direction.LEFT: (2, 1, 5, 3, 0, 4),
}


def rolled_cubes(state: RollState) -> list[Cube]:
    """The cube at every cell from where it stands to END."""
    marks = state.cube.marks()
    cubes = [state.cube]
    for direction in state.directions():
        marks = tuple(marks[i] for i in _SOURCES[direction])
        cubes.append(Cube.of(marks))
    return cubes


def solve(state: RollState, question: RollQuestion) -> Solution:
    """Roll the cube and read off what is asked; there is exactly one answer, since a roll is a function.

    Raises:
        RecordError: The cube has passed a checkpoint that is asked for.
    """
    cubes = rolled_cubes(state)
    match question:
        case TopFace():
            answer: object = cubes[-1].top
        case SelectedFaces(faces=faces) | AllFaces(faces=faces):
            answer = {str(face): cubes[-1].mark(face) for face in faces}
        case CheckpointFaces(steps=steps):
            if min(steps) < state.rolls:
                raise RecordError("the cube has passed a checkpoint that is asked for")
            answer = tuple(cubes[step - state.rolls].top for step in steps)
    return Solution(answer)
