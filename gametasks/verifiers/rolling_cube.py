"""Rolling cube, plainly: every mark points somewhere, and a roll turns all of these arrows.

The cube's frame is x to the east, y to the north, z up. Rolling towards a direction d turns the cube by a
quarter about the horizontal axis at right angles to d: what pointed up now points along d, what pointed
along d now points down.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

from msgspec.structs import replace

from gametasks.errors import RecordError
from gametasks.schemas import Diagnostic, Direction
from gametasks.schemas._board import step
from gametasks.schemas.rolling_cube import (
    VERSION,
    AllFaces,
    CheckpointFaces,
    Cube,
    Face,
    RollQuestion,
    RollState,
    SelectedFaces,
    TopFace,
)
from gametasks.verifiers import Moves, Verdict, Verifier, compare

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


class UnderWay(NamedTuple):
    """The cube somewhere on the path: how many rolls it has made, and which mark points where."""

    rolls: int
    pointing: dict[Vector, str]


def _start(state: RollState) -> UnderWay:
    return UnderWay(state.rolls, {vector: state.cube.mark(face) for face, vector in _POINTS.items()})


def _turned(pointing: dict[Vector, str], direction: Direction) -> dict[Vector, str]:
    """Which mark points where after a roll by one cell in a direction."""
    south, east = direction.delta
    turned = {}
    for (x, y, z), mark in pointing.items():
        along = x * east - y * south
        # The part along the roll goes down, the part that was up goes along the roll, the rest stays.
        turned[x - along * east + z * east, y + along * south - z * south, -along] = mark
    return turned


def _rolled(state: RollState, position: UnderWay, direction: Direction) -> UnderWay | Diagnostic:
    """The cube after a roll by one cell, which has to follow the path."""
    here = state.path[position.rolls]
    if here == state.path[-1]:
        return Diagnostic("at_the_end", "the cube is at END already")
    if step(here, direction) != state.path[position.rolls + 1]:
        return Diagnostic("off_the_path", f"the path leads from {here} to {state.path[position.rolls + 1]}")
    return UnderWay(position.rolls + 1, _turned(position.pointing, direction))


def _shown(state: RollState, position: UnderWay) -> RollState:
    cube = Cube.of([position.pointing[_POINTS[face]] for face in Face])
    return replace(state, rolls=position.rolls, cube=cube)


MOVES: Moves[RollState, UnderWay, Direction] = Moves(
    start=_start,
    move=_rolled,
    solved=lambda state, position: position.rolls == len(state.path) - 1,
    state=_shown,
    noun="roll",
)


def answer(state: RollState, question: RollQuestion) -> Any:
    """Work the answer out from the arrows, where the cube stands and after every further roll.

    Raises:
        RecordError: The cube has passed a checkpoint that is asked for.
    """
    seen = list(accumulate(state.directions(), _turned, initial=_start(state).pointing))
    match question:
        case TopFace():
            return seen[-1][_POINTS[Face.TOP]]
        case SelectedFaces(faces=faces) | AllFaces(faces=faces):
            return {str(face): seen[-1][_POINTS[face]] for face in faces}
        case CheckpointFaces(steps=steps):
            if min(steps) < state.rolls:
                raise RecordError("the cube has passed a checkpoint that is asked for")
            return tuple(seen[step - state.rolls][_POINTS[Face.TOP]] for step in steps)


def check(state: RollState, question: RollQuestion, given: Any) -> Verdict:
    """Every asked mark must be the one that the roll brings there."""
    return compare(given, answer(state, question))


VERIFIER: Verifier[RollState, RollQuestion] = Verifier(
    name=__name__, version=VERSION, state=RollState, question=RollQuestion, check=check, answer=answer, moves=MOVES
)
