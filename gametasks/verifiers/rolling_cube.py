"""Rolling cube, plainly: every mark points somewhere, and a roll turns all of these arrows.

The cube's frame is x to the east, y to the north, z up. Rolling towards a direction d turns the cube by a
quarter about the horizontal axis at right angles to d: what pointed up now points along d, what pointed
along d now points down.
"""

from __future__ import annotations

from typing import Any

from gametasks.schemas.rolling_cube import AllFaces, CheckpointFaces, Face, Questions, RollState, SelectedFaces, TopFace
from gametasks.verifiers import Verdict, Verifier
from gametasks.verifiers._compare import same

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


def _faces_after(state: RollState, steps: int) -> dict[str, str]:
    """The mark on every side, by the side's name, after so many rolls along the path."""
    arrows = {state.cube.mark(face): _POINTS[face] for face in Face}
    for here, there in zip(state.path[:steps], state.path[1 : steps + 1], strict=True):
        towards = (there.column - here.column, here.row - there.row)
        arrows = {mark: _quarter_turn(arrow, towards) for mark, arrow in arrows.items()}
    side = {vector: face for face, vector in _POINTS.items()}
    marks = {side[arrow]: mark for mark, arrow in arrows.items()}
    return {str(face): marks[face] for face in Face}


def answer(state: RollState, question: Questions) -> Any:
    """Work the answer out from the arrows."""
    last = len(state.path) - 1
    match question:
        case TopFace():
            return _faces_after(state, last)["top"]
        case SelectedFaces(faces=faces):
            return {str(face): _faces_after(state, last)[face] for face in faces}
        case AllFaces():
            return _faces_after(state, last)
        case CheckpointFaces(steps=steps):
            return tuple(_faces_after(state, step)["top"] for step in steps)


def check(state: RollState, question: Questions, given: Any) -> Verdict:
    """Every asked mark must be the one that the roll brings there."""
    return same(given, answer(state, question))


VERIFIER: Verifier[RollState, Questions] = Verifier(
    name=__name__, state=RollState, question=Questions, check=check, answer=answer
)
