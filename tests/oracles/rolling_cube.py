"""Rolling cube by rotation matrices: a third method, unlike the solver's permutations and the verifier's arrows.

The axes are x = east, y = north, z = up. Rolling along a unit vector d is the rotation by 90 degrees about
z x d (right-hand rule), whose matrix comes from Rodrigues' formula R = I + K + K K with K the cross-product
matrix of the axis (sin = 1, cos = 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

SIDES: dict[str, tuple[int, int, int]] = {
    "top": (0, 0, 1),
    "north": (0, 1, 0),
    "east": (1, 0, 0),
    "south": (0, -1, 0),
    "west": (-1, 0, 0),
    "bottom": (0, 0, -1),
}

Matrix = NDArray[np.int64]


def roll_matrix(east: int, north: int) -> Matrix:
    """The rotation of a cube that rolls by one cell."""
    x, y, z = np.cross([0, 0, 1], [east, north, 0])
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=np.int64)
    return np.eye(3, dtype=np.int64) + k + k @ k


def roll(cube: dict[str, str], path: Sequence[tuple[int, int]]) -> dict[str, str]:
    """The mark on each side after rolling along cells (row, column), rows counted from the north."""
    total: Matrix = np.eye(3, dtype=np.int64)
    for (row, column), (next_row, next_column) in pairwise(path):
        total = roll_matrix(next_column - column, row - next_row) @ total
    names = {vector: side for side, vector in SIDES.items()}
    after = {}
    for side, vector in SIDES.items():
        x, y, z = (int(value) for value in total @ np.array(vector))
        after[names[x, y, z]] = cube[side]
    return after


def objection(state, question, answer, images, regions):
    """What the matrices have to say against an answer, or None."""

    def after(steps):
        start = {side: getattr(state.cube, side) for side in SIDES}
        return roll(start, state.path[: steps + 1])

    last = len(state.path) - 1
    match question.family:
        case "top_face":
            expected = after(last)["top"]
        case "checkpoint_faces":
            expected = tuple(after(step)["top"] for step in question.steps)
        case "selected_faces":
            expected = {str(face): after(last)[face] for face in question.faces}
        case _:
            expected = after(last)
    return None if answer == expected else f"the matrices give {expected}"
