"""Boards of rows and columns: their cells, the four directions on them, and boards written as text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from gametasks.errors import BoardError
from gametasks.schemas._notation import Cell, shown

__all__ = [
    "Axis",
    "Direction",
    "Side",
    "cell_bits",
    "cells_of_board",
    "cells_of_line",
    "is_on_board",
    "line_numbers",
    "neighbours",
    "read_rows",
    "split_last_line",
    "step",
    "write_rows",
]


class Axis(StrEnum):
    """A line of the board: along a row or along a column."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"

    @property
    def directions(self) -> tuple[Direction, Direction]:
        """The two directions along the line: towards the board's left or top side first."""
        return _ALONG[self]


class Direction(StrEnum):
    """One of the four directions of the screen, as a move is written: U, D, L or R."""

    UP = "U"
    DOWN = "D"
    LEFT = "L"
    RIGHT = "R"

    @property
    def delta(self) -> tuple[int, int]:
        """What one step adds to a cell's row and column."""
        return _DELTAS[self]

    @property
    def opposite(self) -> Direction:
        """The direction back."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 2) % 4]

    @property
    def clockwise(self) -> Direction:
        """The direction after a quarter turn clockwise: up becomes right."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 1) % 4]

    @property
    def counterclockwise(self) -> Direction:
        """The direction after a quarter turn counterclockwise: up becomes left."""
        return _CLOCKWISE[(_CLOCKWISE.index(self) + 3) % 4]

    @property
    def axis(self) -> Axis:
        """The line along which the direction leads."""
        return Axis.HORIZONTAL if self in _ALONG[Axis.HORIZONTAL] else Axis.VERTICAL

    @classmethod
    def between(cls, here: Cell, there: Cell) -> Direction:
        """The direction of the step from a cell to a cell beside it.

        Raises:
            ValueError: The cells do not share an edge.
        """
        try:
            return _BY_DELTA[there.row - here.row, there.column - here.column]
        except KeyError:
            raise ValueError(f"no single step leads from {here} to {there}") from None


_DELTAS = {Direction.UP: (-1, 0), Direction.DOWN: (1, 0), Direction.LEFT: (0, -1), Direction.RIGHT: (0, 1)}
_BY_DELTA = {delta: direction for direction, delta in _DELTAS.items()}
_CLOCKWISE = (Direction.UP, Direction.RIGHT, Direction.DOWN, Direction.LEFT)
_ALONG = {
    Axis.HORIZONTAL: (Direction.LEFT, Direction.RIGHT),
    Axis.VERTICAL: (Direction.UP, Direction.DOWN),
}


class Side(StrEnum):
    """A side of the board, or of a cell."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"

    @property
    def direction(self) -> Direction:
        """The direction that leads to the side."""
        return _TOWARDS[self]


_TOWARDS = {
    Side.LEFT: Direction.LEFT,
    Side.RIGHT: Direction.RIGHT,
    Side.TOP: Direction.UP,
    Side.BOTTOM: Direction.DOWN,
}


def step(cell: Cell, direction: Direction, distance: int = 1) -> Cell:
    """The cell that lies so many steps from a cell in a direction; it may be off the board."""
    rows, columns = _DELTAS[direction]
    return Cell(cell.row + distance * rows, cell.column + distance * columns)


def is_on_board(cell: Cell, rows: int, columns: int) -> bool:
    """Whether a board of this size has the cell."""
    return 1 <= cell.row <= rows and 1 <= cell.column <= columns


def cells_of_board(rows: int, columns: int) -> tuple[Cell, ...]:
    """All cells of a board, row by row from the top left."""
    return tuple(Cell(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1))


def cells_of_line(axis: Axis, number: int, rows: int, columns: int) -> tuple[Cell, ...]:
    """The cells of a row, or of a column where the axis is vertical, from its left or top end."""
    if axis is Axis.HORIZONTAL:
        return tuple(Cell(number, column) for column in range(1, columns + 1))
    return tuple(Cell(row, number) for row in range(1, rows + 1))


def cell_bits(cells: Iterable[Cell], columns: int) -> int:
    """Cells as the bits of a number: bit 0 is R1C1, and the others follow row by row."""
    return sum(1 << (row - 1) * columns + column - 1 for row, column in cells)


def neighbours(cell: Cell, rows: int, columns: int) -> Iterator[tuple[Direction, Cell]]:
    """The cells of a board that share an edge with a cell, clockwise from the top, each with the direction to it."""
    for direction in _CLOCKWISE:
        beside = step(cell, direction)
        if is_on_board(beside, rows, columns):
            yield direction, beside


_LABEL = re.compile(r"[rRcC][0-9]+")


def write_rows(rows: Sequence[Sequence[str]]) -> str:
    """Write a board as text: one token for each cell, the columns' labels above and the rows' labels at the left.

    ::

            C1 C2 C3
        R1  .  G  .
        R2  .  G  #

    Args:
        rows: The tokens, row by row from the top; rows are equally long.

    Returns:
        Lines without spaces at their ends and without a line break after the last one. :func:`read_rows` reads them
        back.

    Raises:
        ValueError: A row is empty or of another length than the first one, or a token is empty, holds white space, or
            looks like a label.
    """
    if not rows or not rows[0]:
        raise ValueError("a board has at least one row and one column")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} has {len(row)} cells instead of {len(rows[0])}")
        for token in row:
            if token.split() != [token] or _LABEL.fullmatch(token):
                raise ValueError(f"row {number}: {token!r} cannot stand for a cell: it is no word, or reads as a label")
    labels = [f"R{number}" for number in range(1, len(rows) + 1)]
    lines = [["", *_column_labels(len(rows[0]))], *([label, *row] for label, row in zip(labels, rows, strict=True))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    widths[0] += 1  # parts the labels from the cells for the eye
    return "\n".join(" ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def read_rows(text: str, *, first_line: int = 1) -> tuple[tuple[str, ...], ...]:
    """Read the tokens of a board that is written as text.

    Tokens are parted by white space, and lines without any are passed over. The labels of the rows and columns may be
    left out, but only all together.

    Args:
        text: The board.
        first_line: The number of the text's first line, where the board is part of a longer text.

    Returns:
        The tokens, row by row from the top; rows are equally long.

    Raises:
        BoardError: There is no row, a label is not the one expected there, or a row is too short or too long.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), first_line) if line.strip()]
    labelled = bool(lines) and bool(_LABEL.fullmatch(lines[0][1][0]))
    if labelled:
        number, header = lines.pop(0)
        _require_labels(header, number)
    if not lines:
        raise BoardError(0, "there are no rows")
    columns = len(header) if labelled else len(lines[0][1])
    rows = []
    for row, (number, words) in enumerate(lines, 1):
        if labelled and words[0].upper() != f"R{row}":
            raise BoardError(number, f"{shown(words[0])} stands where the label R{row} is expected")
        tokens = words[1:] if labelled else words
        if len(tokens) != columns:
            raise BoardError(number, f"the number of cells is {len(tokens)} instead of {columns}")
        rows.append(tuple(tokens))
    return tuple(rows)


def line_numbers(text: str, rows: Sequence[object], *, first_line: int = 1) -> tuple[int, ...]:
    """The number of the line in which each row stands that :func:`read_rows` read, for messages about its tokens."""
    numbers = [number for number, line in enumerate(text.splitlines(), first_line) if line.strip()]
    return tuple(numbers[-len(rows) :])


def split_last_line(text: str) -> tuple[str, int, str]:
    """Part a board from the line below it that says what rows of tokens cannot.

    Returns:
        The text above the last line that is not blank, that line's number, and the line with single spaces.

    Raises:
        BoardError: There is no such line.
    """
    lines = text.splitlines()
    last = max((number for number, line in enumerate(lines, 1) if line.strip()), default=0)
    if not last:
        raise BoardError(0, "the text is empty")
    return "\n".join(lines[: last - 1]), last, " ".join(lines[last - 1].split())


def _column_labels(count: int) -> list[str]:
    return [f"C{number}" for number in range(1, count + 1)]


def _require_labels(header: Sequence[str], number: int) -> None:
    for label, expected in zip(header, _column_labels(len(header)), strict=True):
        if label.upper() != expected:
            raise BoardError(number, f"{shown(label)} stands where the label {expected} is expected")
