"""Rolling cube: a cube with six different marks rolls over a board along a path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from typing import Annotated, Any, ClassVar

import msgspec

from gametasks.schemas._board import MOST_LINES, BoardSize, Cell, Direction
from gametasks.schemas._letters import MOVE_LETTERS, letters
from gametasks.schemas._palette import PAINTS
from gametasks.schemas._question import Question, State
from gametasks.schemas._symmetry import Symmetry, rotations

__all__ = [
    "MARKS",
    "VERSION",
    "AllFaces",
    "CheckpointFaces",
    "Cube",
    "Face",
    "MarkSet",
    "RollQuestion",
    "RollState",
    "SelectedFaces",
    "TopFace",
    "equivalent_forms",
]

VERSION = 3
"""Raised whenever a sample of the same id would change."""


class Face(StrEnum):
    """A side in space. Sides are fixed to the board: north is the top of the picture."""

    TOP = "top"
    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"
    BOTTOM = "bottom"


class MarkSet(StrEnum):
    """A family of marks that a cube may carry."""

    DIGITS = "digits"
    LETTERS = "letters"
    COLOURS = "colours"
    PIPS = "pips"
    ICONS = "icons"


MARKS: dict[MarkSet, tuple[str, ...]] = {
    # A rolled mark is seen at any turn, so no two marks of a set are alike when turned (no 9 beside 6).
    MarkSet.DIGITS: ("1", "2", "3", "4", "5", "6", "7", "8"),
    # Nor does a letter name a direction or a side, and Z is an N when turned.
    MarkSet.LETTERS: letters(without=MOVE_LETTERS + "NESWTB" + "Z"),
    MarkSet.COLOURS: PAINTS,
    MarkSet.PIPS: ("1", "2", "3", "4", "5", "6"),
    MarkSet.ICONS: ("star", "heart", "moon", "sun", "tree", "house", "fish", "key", "bell", "anchor"),
}


class Cube(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which mark lies on which side."""

    top: str
    north: str
    east: str
    south: str
    west: str
    bottom: str

    @classmethod
    def of(cls, marks: Sequence[str]) -> Cube:
        """The cube with six marks in the order of :class:`Face`."""
        return cls(**dict(zip(map(str, Face), marks, strict=True)))

    def mark(self, face: Face) -> str:
        """The mark on a side."""
        return str(getattr(self, face))

    def marks(self) -> tuple[str, ...]:
        """The six marks in the order of :class:`Face`."""
        return tuple(self.mark(face) for face in Face)


_Step = Annotated[int, msgspec.Meta(ge=0, lt=MOST_LINES**2)]
"""A place on a path, which visits no cell twice."""


class RollState(State, frozen=True, kw_only=True, omit_defaults=True):
    """A board, a path over it and the cube that stands on a cell of the path.

    Attributes:
        rows, columns: Size of the board.
        path: Cells from START to END, each beside the one before and none twice.
        mark_set: The set that the cube's marks come from.
        cube: The cube as it lies now.
        rolls: Number of rolls that were made already: the cube stands on ``path[rolls]``, at first on START.
    """

    rows: BoardSize
    columns: BoardSize
    path: tuple[Cell, ...]
    mark_set: MarkSet
    cube: Cube
    rolls: _Step = 0

    def way(self) -> tuple[Cell, ...]:
        """The cells from the cube to END, both included."""
        return self.path[self.rolls :]

    def directions(self) -> tuple[Direction, ...]:
        """The directions in which the cube rolls from here to END."""
        return tuple(Direction.between(here, there) for here, there in pairwise(self.way()))


class TopFace(Question, frozen=True, kw_only=True, tag="top_face"):
    """Which mark is on top at END."""


class SelectedFaces(Question, frozen=True, kw_only=True, tag="selected_faces"):
    """Which marks are on two or three named sides at END."""

    faces: tuple[Face, ...]


class AllFaces(Question, frozen=True, kw_only=True, tag="all_faces"):
    """Which marks are on all six sides at END."""

    faces: ClassVar[tuple[Face, ...]] = tuple(Face)


class CheckpointFaces(Question, frozen=True, kw_only=True, tag="checkpoint_faces"):
    """Which mark is on top at each checkpoint; ``steps`` are their places on the path, START being 0."""

    steps: tuple[_Step, ...]


RollQuestion = TopFace | SelectedFaces | AllFaces | CheckpointFaces

_COMPASS = {
    Face.NORTH: Direction.UP,
    Face.EAST: Direction.RIGHT,
    Face.SOUTH: Direction.DOWN,
    Face.WEST: Direction.LEFT,
}
_FACING = {direction: face for face, direction in _COMPASS.items()}


def _turned(face: Face, turn: Symmetry) -> Face:
    return _FACING[turn.direction(_COMPASS[face])] if face in _COMPASS else face


def equivalent_forms(state: RollState, question: RollQuestion) -> Iterator[tuple[Any, Any]]:
    """The same rolls with the whole scene turned by 0, 90, 180 and 270 degrees.

    Where the path lies on the board, how large the board is, and which way the cube has come, has no content. The
    marks have.
    """
    asked = question.faces if isinstance(question, SelectedFaces) else ()
    checkpoints = [step - state.rolls for step in question.steps] if isinstance(question, CheckpointFaces) else []
    for turn in rotations(state.rows, state.columns):
        cube = sorted((_turned(face, turn), state.cube.mark(face)) for face in Face)
        path = [turn.direction(roll).delta for roll in state.directions()]
        yield (
            [state.mark_set, cube, path],
            [question.family, sorted(_turned(face, turn) for face in asked), checkpoints],
        )
