"""Block counting as text: the height of every column, the back row first, and the most cubes that a column may have.

::

        C1 C2 C3
    R1  3  2  1
    R2  2  0  1

    AT MOST 4 CUBES HIGH
"""

from __future__ import annotations

import re

from gametasks.errors import BoardError
from gametasks.schemas._board import Cell
from gametasks.schemas._board_text import read_board, write_board
from gametasks.schemas._notation import shown
from gametasks.schemas.block_counting import LARGEST_SIDE, BlockState, Outline

__all__ = ["parse", "text", "write_outline"]

_TALLEST = re.compile(r"AT MOST ([1-9]) CUBES? HIGH")


def text(state: BlockState) -> str:
    """Write the heights, and the line that says how high columns may be."""
    heights = {Cell(r, c): str(height) for r, row in enumerate(state.heights, 1) for c, height in enumerate(row, 1)}
    tallest = f"AT MOST {state.tallest} {'CUBE' if state.tallest == 1 else 'CUBES'} HIGH"
    return write_board(heights, state.rows, state.columns, below=[tallest])


def write_outline(outline: Outline, tallest: int) -> str:
    """Draw a side view with a # for each cube that is seen, in as many lines as a column may have cubes."""
    lines = ("".join("#" if height >= level else "." for height in outline) for level in range(tallest, 0, -1))
    return "\n".join(lines)


def parse(text: str) -> BlockState:
    """Read heights; the labels of the rows and columns may be left out.

    Raises:
        BoardError: A cell holds no height that is allowed, the floor is too large, or the last line does not say how
            high columns may be.
    """
    board = read_board(text, below=1)
    match = _TALLEST.fullmatch(board.below[0]) if board.below else None
    if match is None:
        raise board.error_below("the last line does not say AT MOST ... CUBES HIGH, with a number from 1 to 9")
    if max(board.rows, board.columns) > LARGEST_SIDE:
        raise BoardError(0, f"a floor of {board.rows} x {board.columns} cells; a side has at most {LARGEST_SIDE}")
    tallest = int(match[1])
    for cell, token in board.tokens.items():
        if not re.fullmatch("[0-9]", token) or int(token) > tallest:
            raise board.error(cell, f"{cell} holds {shown(token)}; a height is a number from 0 to {tallest}")
    heights = [int(token) for token in board.tokens.values()]
    rows = range(0, len(heights), board.columns)
    return BlockState(heights=tuple(tuple(heights[i : i + board.columns]) for i in rows), tallest=tallest)
