"""Block counting: columns of unit cubes on a floor, seen in an isometric view or from one side."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from gametasks.schemas._question import Question, State

__all__ = [
    "LARGEST_SIDE",
    "VERSION",
    "BlockQuestion",
    "BlockState",
    "ColumnHeights",
    "FloorSide",
    "Heights",
    "HiddenBlocks",
    "Outline",
    "SideView",
    "TotalBlocks",
    "equivalent_forms",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""

LARGEST_SIDE = 20
"""Most rows, and most columns, of a floor that is read from a record or a text."""

Height = Annotated[int, msgspec.Meta(ge=0, le=9)]
"""Cubes of one column; a digit of an answer."""

Outline = Annotated[tuple[Height, ...], msgspec.Meta(min_length=1, max_length=LARGEST_SIDE)]
"""A side view: the height of the outline in each place, from the observer's left to right."""

Heights = Annotated[tuple[Outline, ...], msgspec.Meta(min_length=1, max_length=LARGEST_SIDE)]
"""Cubes of every column: the back row first, each row from left to right as seen from the front."""


class FloorSide(StrEnum):
    """A side of the floor, where an observer can stand."""

    FRONT = "front"
    RIGHT = "right"
    BACK = "back"
    LEFT = "left"

    @property
    def opposite(self) -> FloorSide:
        """The side that an observer who stands here looks towards."""
        sides = list(FloorSide)
        return sides[(sides.index(self) + 2) % 4]

    @property
    def mirrored(self) -> FloorSide:
        """What the side becomes when front and right change places."""
        return _MIRRORED[self]


_MIRRORED = {
    FloorSide.FRONT: FloorSide.RIGHT,
    FloorSide.RIGHT: FloorSide.FRONT,
    FloorSide.BACK: FloorSide.LEFT,
    FloorSide.LEFT: FloorSide.BACK,
}


class BlockState(State, frozen=True, kw_only=True):
    """Columns of cubes, all solid down to the floor.

    Attributes:
        heights: The cubes of every column, the back row first.
        tallest: Most cubes that a column may have; a rule of the puzzle, which need not be reached.
    """

    heights: Heights
    tallest: Annotated[int, msgspec.Meta(ge=1, le=9)]

    def __post_init__(self) -> None:
        if len(set(map(len, self.heights))) != 1:
            raise ValueError("the rows of the floor differ in length")
        if max(map(max, self.heights)) > self.tallest:
            raise ValueError(f"a column has more than {self.tallest} cubes")

    @property
    def rows(self) -> int:
        """Rows of the floor; the first one is at the back."""
        return len(self.heights)

    @property
    def columns(self) -> int:
        """Places in a row."""
        return len(self.heights[0])


class TotalBlocks(Question, frozen=True, kw_only=True, tag="total_blocks"):
    """How many cubes there are."""


class HiddenBlocks(Question, frozen=True, kw_only=True, tag="hidden_blocks"):
    """How many cubes are hidden in the isometric view."""


class ColumnHeights(Question, frozen=True, kw_only=True, tag="column_heights"):
    """How many cubes every column has."""


class SideView(Question, frozen=True, kw_only=True, tag="side_view"):
    """Which of six outlines, in the order of their letters, an observer at a side of the floor sees."""

    side: FloorSide
    options: tuple[Outline, ...]


BlockQuestion = TotalBlocks | HiddenBlocks | ColumnHeights | SideView


def equivalent_forms(state: BlockState, question: BlockQuestion) -> Iterator[tuple[Any, Any]]:
    """The blocks, and their mirror image, in which front and right change places and outlines are mirrored.

    A turned floor is another puzzle: it hides other cubes.
    """
    side, options = None, []
    if isinstance(question, SideView):
        side, options = question.side, list(question.options)
    rows = [list(row) for row in state.heights]
    yield [state.tallest, rows], [question.family, side, sorted(map(list, options))]
    mirrored = [list(column) for column in zip(*rows, strict=True)]
    outlines = sorted(list(option[::-1]) for option in options)
    yield [state.tallest, mirrored], [question.family, side and side.mirrored, outlines]
