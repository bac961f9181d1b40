"""Boards as text: a word for each cell, with the labels and clues of rows and columns, and lines below the board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.errors import BoardError
from gametasks.schemas._board import MOST_LINES, Cell, cells_of_board
from gametasks.schemas._notation import shown

__all__ = ["MAX_BOARD_LENGTH", "BoardText", "numbered_lines", "read_board", "write_board"]

MAX_BOARD_LENGTH = 100_000
"""Longest text that is read as a board, in characters."""

_LABEL = re.compile(r"[rRcC][0-9]+")


def write_board(
    tokens: Mapping[Cell, str],
    rows: int,
    columns: int,
    *,
    empty: str = ".",
    width: int = 1,
    clues: tuple[Sequence[str], Sequence[str]] | None = None,
    below: Sequence[str] = (),
) -> str:
    """Write a board as text: one token for each cell, the columns' labels above and the rows' labels at the left.

    ::

            C1 C2 C3
        R1  .  G  .   1
        R2  .  G  #   2
            0  2  1

        EXIT above R1C2

    Args:
        tokens: What stands in cells.
        rows: Rows of the board.
        columns: Columns of the board.
        empty: What stands in the other cells.
        width: Characters that a column has at least, so that several boards can have the same columns.
        clues: A word for each row, which stands at its right, and one for each column, which stands below it.
        below: Lines that say what tokens cannot.

    Returns:
        Lines without spaces at their ends and without a line break after the last one. :func:`read_board` reads them
        back.

    Raises:
        ValueError: The board has no cells, a cell is not on it, the clues are not one for each row and column, or a
            token or clue is empty, holds white space, or looks like a label, or a line below is empty or has other
            white space than single spaces.
    """
    if not (rows and columns):
        raise ValueError("a board has at least one row and one column")
    all_tokens = {**dict.fromkeys(cells_of_board(rows, columns), empty), **tokens}
    if len(all_tokens) != rows * columns:
        raise ValueError(f"{list(all_tokens)[rows * columns]} is not on the {rows} x {columns} board")
    for cell, token in all_tokens.items():
        _require_word(token, str(cell))
    for line in below:
        if not line or " ".join(line.split()) != line:
            raise ValueError(f"{line!r} cannot stand below a board: it is empty, or its white space would be lost")
    words = list(all_tokens.values())
    lines = [["", *_column_labels(columns)]]
    lines += [[f"R{row}", *words[(row - 1) * columns : row * columns]] for row in range(1, rows + 1)]
    if clues is not None:
        lines = _with_clues(lines, *clues)
    widths = [max(width, *map(len, column)) for column in zip(*lines, strict=True)]
    widths[0] = len(f"R{rows}") + 1  # parts the labels from the cells for the eye
    widths[columns] += 1  # and the cells from the clues
    board = "\n".join(" ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
    return "\n".join((board, "", *below)) if below else board


def _with_clues(lines: list[list[str]], row_clues: Sequence[str], column_clues: Sequence[str]) -> list[list[str]]:
    """The lines of a board with the clues of its rows and a line for those of its columns."""
    rows, columns = len(lines) - 1, len(lines[0]) - 1
    if (len(row_clues), len(column_clues)) != (rows, columns):
        raise ValueError(
            f"{len(row_clues)} clues of rows and {len(column_clues)} of columns stand beside a {rows} x {columns} board"
        )
    for clue in (*row_clues, *column_clues):
        _require_word(clue, "a clue")
    ends = zip(lines, ["", *row_clues], strict=True)
    return [*([*line, clue] for line, clue in ends), ["", *column_clues, ""]]


def _require_word(word: str, place: str) -> None:
    if word.split() != [word] or _LABEL.fullmatch(word):
        raise ValueError(f"{word!r} cannot stand for {place}: it is no word, or reads as a label")


@dataclass(frozen=True, slots=True)
class BoardText:
    """A board that was read from text.

    Attributes:
        rows, columns: Its size.
        tokens: What stands in each cell, in reading order.
        row_clues: What stands at the right of each row; empty where the board was read without clues.
        column_clues: What stands below each column.
        below: The lines below it, with single spaces.
        lines: For each row, for the clues of the columns where there are any, and for each line below, its number in
            the text.
    """

    rows: int
    columns: int
    tokens: Mapping[Cell, str]
    row_clues: tuple[str, ...]
    column_clues: tuple[str, ...]
    below: tuple[str, ...]
    lines: tuple[int, ...]

    def error(self, cell: Cell, reason: str) -> BoardError:
        """An error about what stands in a cell."""
        return BoardError(self.lines[cell.row - 1], reason)

    def error_below(self, reason: str, number: int = 1) -> BoardError:
        """An error about a line below the board, the first one having the number 1."""
        return BoardError(self.lines[number - 1 - len(self.below)], reason)

    def error_in_clue(self, reason: str, *, row: int | None = None) -> BoardError:
        """An error about the clue of a row, counted from 1, or about those of the columns where no row is given."""
        return BoardError(self.lines[self.rows if row is None else row - 1], reason)


def read_board(text: str, *, clues: bool = False, below: int = 0, first_line: int = 1) -> BoardText:
    """Read a board that is written as text.

    Tokens are separated by white space; blank lines are skipped. The labels of the rows and columns may be
    left out, but only all together.

    Args:
        text: The board.
        clues: Whether a clue stands at the right of every row and below every column.
        below: How many lines stand below the rows.
        first_line: The number of the text's first line, where the board is part of a longer text.

    Raises:
        BoardError: There is no row, a label is not the one expected there, a row, with its clue, or the line of the
            columns' clues is too short or too long, or the board or the text is too large.
    """
    lines = numbered_lines(text, first_line)
    rows = max(0, len(lines) - below - clues)
    lines, rest = lines[:rows], lines[rows:]
    labelled = bool(lines) and bool(_LABEL.fullmatch(lines[0][1][0]))
    if labelled:
        number, header = lines.pop(0)
        for label, expected in zip(header, _column_labels(len(header)), strict=True):
            _require_label(label, expected, number)
    if not lines:
        raise BoardError(0, "there are no rows")
    columns = len(header) if labelled else len(lines[0][1]) - clues
    if max(len(lines), columns) > MOST_LINES:
        raise BoardError(
            0, f"a board of {len(lines)} rows and {columns} columns; at most {MOST_LINES} of each are read"
        )
    tokens: dict[Cell, str] = {}
    row_clues: list[str] = []
    for row, (number, words) in enumerate(lines, 1):
        if labelled:
            _require_label(words.pop(0), f"R{row}", number)
        if len(words) != columns + clues:
            what = "cells with the row's clue" if clues else "cells"
            raise BoardError(number, f"the number of {what} is {len(words)} instead of {columns + clues}")
        if clues:
            row_clues.append(words.pop())
        tokens |= {Cell(row, column): word for column, word in enumerate(words, 1)}
    column_clues = tuple(rest[0][1]) if clues else ()
    if clues and len(column_clues) != columns:
        raise BoardError(rest[0][0], f"the number of the columns' clues is {len(column_clues)} instead of {columns}")
    return BoardText(
        rows=len(lines),
        columns=columns,
        tokens=tokens,
        row_clues=tuple(row_clues),
        column_clues=column_clues,
        below=tuple(" ".join(words) for _, words in rest[clues:]),
        lines=tuple(number for number, _ in (*lines, *rest)),
    )


def numbered_lines(text: str, first_line: int = 1) -> list[tuple[int, list[str]]]:
    """The words of every line that has any, with the line's number.

    Raises:
        BoardError: The text is longer than ``MAX_BOARD_LENGTH``.
    """
    if len(text) > MAX_BOARD_LENGTH:
        raise BoardError(0, f"the text has {len(text)} characters; at most {MAX_BOARD_LENGTH} are read")
    lines = ((number, line.split()) for number, line in enumerate(text.splitlines(), first_line))
    return [(number, words) for number, words in lines if words]


def _column_labels(count: int) -> list[str]:
    return [f"C{number}" for number in range(1, count + 1)]


def _require_label(label: str, expected: str, line: int) -> None:
    if label.upper() != expected:
        raise BoardError(line, f"{shown(label)} stands where the label {expected} is expected")
