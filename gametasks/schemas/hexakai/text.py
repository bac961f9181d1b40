"""Hexakai as text: the diamond with a sign for each hexagon, each row shifted by half a cell.

A digit is given, a dot is a blank::

            1
          3   2
        0   .   3
          4   .
            0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gametasks.errors import BoardError
from gametasks.schemas._notation import Cell, shown
from gametasks.schemas.hexakai import HexakaiState, HexDirection, row_length

__all__ = ["parse", "text", "write_diamond"]

_BLANK = "."
_PITCH = 4
"""Distance of neighbours in a row, in characters."""

_ARROWS = {
    # The place of a hexagon's neighbour as (lines, characters), and the arrow that points away from it.
    HexDirection.RIGHT: (0, -_PITCH, "→"),
    HexDirection.LEFT: (0, _PITCH, "←"),
    HexDirection.DOWN_RIGHT: (-1, -_PITCH // 2, "↘"),
    HexDirection.DOWN_LEFT: (-1, _PITCH // 2, "↙"),
    HexDirection.UP_RIGHT: (1, -_PITCH // 2, "↗"),
    HexDirection.UP_LEFT: (1, _PITCH // 2, "↖"),
}


def text(state: HexakaiState) -> str:
    """Write the diamond."""
    return write_diamond(state)


def write_diamond(
    state: HexakaiState, marks: Mapping[Cell, str] | None = None, arrow: tuple[Cell, HexDirection] | None = None
) -> str:
    """Write the diamond with marks in some blanks, or an arrow outside it.

    Args:
        state: The board.
        marks: Signs of one character that stand in the place of a blank's dot.
        arrow: The first cell of a line and the direction in which it is read. The arrow stands where the cell before
            the first one would be.
    """
    marks = marks or {}
    lines: dict[int, dict[int, str]] = {}
    for row, digits in enumerate(state.rows, 1):
        for place, digit in enumerate(digits, 1):
            sign = marks.get(Cell(row, place), _BLANK if digit is None else str(digit))
            lines.setdefault(row, {})[_column(state.size, Cell(row, place))] = sign
    if arrow is not None:
        start, direction = arrow
        down, right, sign = _ARROWS[direction]
        lines.setdefault(start.row + down, {})[_column(state.size, start) + right] = sign
    left = min(column for signs in lines.values() for column in signs)
    return "\n".join(_line({column - left: sign for column, sign in lines[row].items()}) for row in sorted(lines))


def _column(size: int, cell: Cell) -> int:
    """Where a cell's sign stands in its line, counted in characters from the left end of the middle row."""
    return (size - row_length(size, cell.row)) * _PITCH // 2 + (cell.column - 1) * _PITCH


def _line(signs: Mapping[int, str]) -> str:
    return "".join(signs.get(column, " ") for column in range(max(signs) + 1))


def parse(text: str) -> HexakaiState:
    """Read a diamond; empty lines are passed over, and rows may be shifted as one likes.

    Raises:
        BoardError: A row has another number of cells than the diamond needs, or a sign is no digit of the board and no
            dot.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    size = _read_size([(number, len(signs)) for number, signs in lines])
    digits = {str(digit): digit for digit in range(size)}
    for number, signs in lines:
        for sign in signs:
            if sign not in digits and sign != _BLANK:
                raise BoardError(number, f"{shown(sign)} is no digit from 0 to {size - 1} and no dot")
    return HexakaiState(size=size, rows=tuple(tuple(digits.get(sign) for sign in signs) for _, signs in lines))


def _read_size(rows: Sequence[tuple[int, int]]) -> int:
    """The length of the middle row, where rows are given as (number of the line, number of cells)."""
    size = length = 0
    for number, cells in rows:
        still_growing = size == length
        possible = [length + 1] * still_growing + [length - 1] * (length > 1)
        if cells not in possible:
            expected = " or ".join(map(str, possible)) or "none: the diamond has ended"
            raise BoardError(number, f"the row has {cells} cells instead of {expected}")
        size, length = max(size, cells), cells
    if length != 1:
        raise BoardError(rows[-1][0] if rows else 0, f"the last row has {length} cells instead of 1")
    return size
