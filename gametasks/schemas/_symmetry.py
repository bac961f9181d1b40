"""The eight symmetries of a board, and what each does to cells, directions, sides, axes, slides and clues.

A task that counts turned or mirrored boards as one goes over :func:`symmetries` in its ``equivalent_forms``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from gametasks.schemas._board import Axis, Cell, Direction, Side
from gametasks.schemas._notation import Slide

__all__ = ["Symmetry", "rotations", "symmetries"]

T = TypeVar("T")

_SIDES = {side.direction: side for side in Side}


class Symmetry(NamedTuple):
    """A board mirrored left to right or not, then turned clockwise by some quarter turns.

    Attributes:
        rows, columns: Size of the board before.
        mirrored: Whether left and right change places.
        turns: Number of quarter turns, 0 to 3.
    """

    rows: int
    columns: int
    mirrored: bool
    turns: int

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the board after."""
        return (self.columns, self.rows) if self.turns % 2 else (self.rows, self.columns)

    def cell(self, cell: Cell) -> Cell:
        """Where a cell of the board goes."""
        row, column = cell
        rows, columns = self.rows, self.columns
        if self.mirrored:
            column = columns + 1 - column
        for _ in range(self.turns):
            row, column = column, rows + 1 - row
            rows, columns = columns, rows
        return Cell(row, column)

    def direction(self, direction: Direction) -> Direction:
        """Where a direction points; a sequence of moves is mapped one by one."""
        if self.mirrored and direction.axis is Axis.HORIZONTAL:
            direction = direction.opposite
        for _ in range(self.turns):
            direction = direction.clockwise
        return direction

    def side(self, side: Side) -> Side:
        """Where a side of the board or of a cell goes."""
        return _SIDES[self.direction(side.direction)]

    def axis(self, axis: Axis) -> Axis:
        """How a line lies afterwards."""
        return self.direction(axis.directions[0]).axis

    def beside(self, of_rows: Sequence[T], of_columns: Sequence[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
        """What stands beside the rows and below the columns of the board after, such as their counts.

        Args:
            of_rows: One value for each row before, from the top.
            of_columns: One value for each column before, from the left.
        """
        rows, columns = tuple(of_rows), tuple(of_columns)
        if self.mirrored:
            columns = columns[::-1]
        for _ in range(self.turns):
            rows, columns = columns, rows[::-1]
        return rows, columns

    def slide(self, slide: Slide) -> Slide:
        """The command that does the same on the board after; pieces keep their names."""
        return slide._replace(direction=self.direction(slide.direction))


def rotations(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """The four turns of a board, for games in which a mirror image is another situation; the first changes nothing."""
    return tuple(Symmetry(rows, columns, False, turns) for turns in range(4))


def symmetries(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """All eight symmetries of a board; the first changes nothing."""
    return tuple(Symmetry(rows, columns, mirrored, turns) for mirrored in (False, True) for turns in range(4))
