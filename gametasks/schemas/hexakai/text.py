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
from gametasks.schemas._board import Cell
from gametasks.schemas._board_text import numbered_lines
from gametasks.schemas._notation import shown
from gametasks.schemas.hexakai import LARGEST_SIZE, HexakaiState
from gametasks.schemas.hexakai.diamond import HexDirection, cells_of, coordinates

__all__ = ["parse", "text"]

_BLANK = "."
_ARROWS = dict(zip(HexDirection, "→↘↙←↖↗", strict=True))


def text(
    state: HexakaiState, marks: Mapping[Cell, str] | None = None, arrow: tuple[Cell, HexDirection] | None = None
) -> str:
    """Write the diamond, with marks in some blanks or an arrow outside it where a question has them.

    Args:
        state: The board.
        marks: Signs of one character that stand in the place of a blank's dot.
        arrow: The first cell of a line and the direction in which it is read. The arrow stands where the cell before
            the first one would be.
    """
    signs: dict[tuple[int, int], str] = {}
    for cell in cells_of(state.size):
        digit = state.digit(cell)
        sign = _BLANK if digit is None else str(digit)
        signs[coordinates(state.size, cell)] = marks.get(cell, sign) if marks else sign
    if arrow is not None:
        (x, y), (step_x, step_y) = coordinates(state.size, arrow[0]), arrow[1].delta
        signs[x - step_x, y - step_y] = _ARROWS[arrow[1]]
    left = min(x - y for x, y in signs)
    lines: dict[int, str] = {}
    for x, y in sorted(signs, key=lambda place: (sum(place), place)):
        # Two characters to the right for each x, and to the left for each y.
        lines[x + y] = lines.get(x + y, "").ljust(2 * (x - y - left)) + signs[x, y]
    return "\n".join(lines.values())


def parse(text: str) -> HexakaiState:
    """Read a diamond; empty lines are skipped, and rows may be shifted at will.

    Raises:
        BoardError: A row has another number of cells than the diamond needs, a sign is no digit of the board and no
            dot, or the text is too long.
    """
    lines = numbered_lines(text)
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
    if size > LARGEST_SIZE:
        raise BoardError(0, f"the middle row has {size} cells; at most {LARGEST_SIZE} are read")
    return size
