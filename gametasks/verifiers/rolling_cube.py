"""Rolling cube, plainly: every mark points somewhere, and a roll turns all of these arrows.

The cube's frame is x to the east, y to the north, z up. Rolling towards a direction d turns the cube by a
quarter about the horizontal axis at right angles to d: what pointed up now points along d, what pointed
along d now points down.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gametasks.schemas.rolling_cube import (
    AllFaces,
    CheckpointFaces,
    Face,
    RollQuestion,
    RollState,
    SelectedFaces,
    TopFace,
)
from gametasks.verifiers import Verdict, Verifier
from gametasks.verifiers._compare import compare

__all__ = ["VERIFIER"]

Vector = tuple[int, int, int]

_POINTS: dict[Face, Vector] = {
    Face.TOP: (0, 0, 1),
    Face.BOTTOM: (0, 0, -1),
    Face.NORTH: (0, 1, 0),
    Face.SOUTH: (0, -1, 0),
    Face.EAST: (1, 0, 0),
    Face.WEST: (-1, 0, 0),
}


def _quarter_turn(arrow: Vector, towards: tuple[int, int]) -> Vector:
    """Turn an arrow as the cube rolls by one cell east/north ``towards``."""
    x, y, z = arrow
    east, north = towards
    along = x * east + y * north
    # The part along the roll goes down, the part that was up goes along the roll, the rest stays.
    return (x - along * east + z * east, y - along * north + z * north, -along)


def _along_the_path(state: RollState) -> Iterator[dict[Vector, str]]:
    """Which mark points where: at START, and after every roll."""
    pointing = {vector: state.cube.mark(face) for face, vector in _POINTS.items()}
    yield pointing
    for here, there in pairwise(state.path):
        towards = (there.column - here.column, here.row - there.row)
        pointing = {_quarter_turn(arrow, towards): mark for arrow, mark in pointing.items()}
        yield pointing


def answer(state: RollState, question: RollQuestion) -> Any:
    """Work the answer out from the arrows."""
    seen = list(_along_the_path(state))
    match question:
        case TopFace():
            return seen[-1][_POINTS[Face.TOP]]
        case SelectedFaces(faces=faces):
            return {str(face): seen[-1][_POINTS[face]] for face in faces}
        case AllFaces():
            return {str(face): seen[-1][_POINTS[face]] for face in Face}
        case CheckpointFaces(steps=steps):
            return tuple(seen[step][_POINTS[Face.TOP]] for step in steps)


def check(state: RollState, question: RollQuestion, given: Any) -> Verdict:
    """Every asked mark must be the one that the roll brings there."""
    return compare(given, answer(state, question))


VERIFIER: Verifier[RollState, RollQuestion] = Verifier(
    name=__name__, state=RollState, question=RollQuestion, check=check, answer=answer
)
