"""Boards as text: a word for each cell, with the labels of rows and columns, and lines below the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.errors import BoardError
from gametasks.schemas._board import Cell, cells_of_board
from gametasks.schemas._notation import shown

__all__ = ["BoardText", "read_board", "write_board"]

_LABEL = re.compile(r"[rRcC][0-9]+")


def write_board(
    tokens: Mapping[Cell, str], rows: int, columns: int, *, empty: str = ".", width: int = 1, below: Sequence[str] = ()
) -> str:
    """Write a board as text: one token for each cell, the columns' labels above and the rows' labels at the left.

    ::

            C1 C2 C3
        R1  .  G  .
        R2  .  G  #

        EXIT above R1C2

    Args:
        tokens: What stands in cells.
        rows: Rows of the board.
        columns: Columns of the board.
        empty: What stands in the other cells.
        width: Characters that a column has at least, so that several boards can have the same columns.
        below: Lines that say what tokens cannot.

    Returns:
        Lines without spaces at their ends and without a line break after the last one. :func:`read_board` reads them
        back.

    Raises:
        ValueError: The board has no cells, a cell is not on it, or a token is empty, holds white space, or looks like
            a label.
    """
    if not (rows and columns):
        raise ValueError("a board has at least one row and one column")
    all_tokens = {**dict.fromkeys(cells_of_board(rows, columns), empty), **tokens}
    if len(all_tokens) != rows * columns:
        raise ValueError(f"{list(all_tokens)[rows * columns]} is not on the {rows} x {columns} board")
    for cell, token in all_tokens.items():
        if token.split() != [token] or _LABEL.fullmatch(token):
            raise ValueError(f"{token!r} cannot stand for {cell}: it is no word, or reads as a label")
    words = list(all_tokens.values())
    header = ["", *_column_labels(columns)]
    lines = [header, *([f"R{row}", *words[(row - 1) * columns : row * columns]] for row in range(1, rows + 1))]
    widths = [max(width, *map(len, column)) for column in zip(*lines, strict=True)]
    widths[0] = len(f"R{rows}") + 1  # parts the labels from the cells for the eye
    board = "\n".join(" ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
    return "\n".join((board, "", *below)) if below else board


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board that was read from text.

    Attributes:
        rows, columns: Its size.
        tokens: What stands in each cell, in reading order.
        below: The lines below it, with single spaces.
        lines: For each row, then for each line below, its number in the text.
    """

    rows: int
    columns: int
    tokens: Mapping[Cell, str]
    below: tuple[str, ...]
    lines: tuple[int, ...]

    def error(self, cell: Cell, reason: str) -> BoardError:
        """An error about what stands in a cell."""
        return BoardError(self.lines[cell.row - 1], reason)

    def error_below(self, reason: str, number: int = 1) -> BoardError:
        """An error about a line below the board, the first one having the number 1."""
        return BoardError(self.lines[self.rows + number - 1], reason)


def read_board(text: str, *, below: int = 0, first_line: int = 1) -> BoardText:
    """Read a board that is written as text.

    Tokens are parted by white space, and lines without any are passed over. The labels of the rows and columns may be
    left out, but only all together.

    Args:
        text: The board.
        below: How many lines stand below the rows.
        first_line: The number of the text's first line, where the board is part of a longer text.

    Raises:
        BoardError: There is no row, a label is not the one expected there, or a row is too short or too long.
    """
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), first_line) if line.strip()]
    rows = max(0, len(lines) - below)
    lines, rest = lines[:rows], lines[rows:]
    labelled = bool(lines) and bool(_LABEL.fullmatch(lines[0][1][0]))
    if labelled:
        number, header = lines.pop(0)
        for label, expected in zip(header, _column_labels(len(header)), strict=True):
            _require_label(label, expected, number)
    if not lines:
        raise BoardError(0, "there are no rows")
    columns = len(header) if labelled else len(lines[0][1])
    tokens: dict[Cell, str] = {}
    for row, (number, words) in enumerate(lines, 1):
        if labelled:
            _require_label(words.pop(0), f"R{row}", number)
        if len(words) != columns:
            raise BoardError(number, f"the number of cells is {len(words)} instead of {columns}")
        tokens |= {Cell(row, column): word for column, word in enumerate(words, 1)}
    return BoardText(
        rows=len(lines),
        columns=columns,
        tokens=tokens,
        below=tuple(" ".join(words) for _, words in rest),
        lines=tuple(number for number, _ in (*lines, *rest)),
    )


def _column_labels(count: int) -> list[str]:
    return [f"C{number}" for number in range(1, count + 1)]


def _require_label(label: str, expected: str, line: int) -> None:
    if label.upper() != expected:
        raise BoardError(line, f"{shown(label)} stands where the label {expected} is expected")
