"""Cylinder coloring as text: the unrolled surface, a code for each patch, and a line that says where sectors begin.

A row is a band, the top one first; a column is a sector, azimuth growing to the right::

            C1 C2 C3 C4 C5 C6
        R1  re bu ye re bu ge
        R2  bu ge re ye re ye

        C1 FROM 30 TO 90 DEGREES
"""

from __future__ import annotations

from collections.abc import Iterable

from gametasks.errors import BoardError
from gametasks.schemas._board import Cell
from gametasks.schemas._board_text import read_board, write_board
from gametasks.schemas._notation import shown
from gametasks.schemas._palette import COLOUR_CODES
from gametasks.schemas.cylinder_coloring import LEAST_BANDS, MOST_BANDS, SECTORS, CylinderState, View

__all__ = ["codes", "parse", "text", "write_view"]

_COLOURS = {code: colour for colour, code in COLOUR_CODES.items()}


def text(state: CylinderState) -> str:
    """Write the unrolled surface."""
    tokens = {
        Cell(row, column): COLOUR_CODES[colour]
        for row, band in enumerate(state.bands, 1)
        for column, colour in enumerate(band, 1)
    }
    return write_board(tokens, len(state.bands), state.sectors, below=[_borders_line(state)])


def _borders_line(state: CylinderState) -> str:
    return f"C1 FROM {state.first_border} TO {state.first_border + state.width} DEGREES"


def write_view(view: View) -> str:
    """Write what a viewer sees: a line for each band from the top, in it the codes from left to right."""
    return "\n".join(" ".join(COLOUR_CODES[colour] for colour in band) for band in view)


def codes(colours: Iterable[str]) -> str:
    """Say what the codes of colours mean."""
    return ", ".join(f"{COLOUR_CODES[colour]} {colour}" for colour in colours)


def parse(text: str) -> CylinderState:
    """Read an unrolled surface; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, there are too few or too many bands or sectors, or the last line does not
            tell where the first sector lies.
    """
    board = read_board(text, below=1)
    if board.columns not in SECTORS:
        reason = f"the bands have {board.columns} sectors; a cylinder has {', '.join(map(str, SECTORS))}"
        raise BoardError(board.lines[0], reason)
    if not LEAST_BANDS <= board.rows <= MOST_BANDS:
        raise BoardError(0, f"there are {board.rows} bands; a cylinder has {LEAST_BANDS} to {MOST_BANDS}")
    for cell, code in board.tokens.items():
        if code not in _COLOURS:
            raise board.error(cell, f"{shown(code)} in {cell} is none of the colours {', '.join(_COLOURS)}")
    colours = [_COLOURS[code] for code in board.tokens.values()]
    bands = tuple(tuple(colours[start : start + board.columns]) for start in range(0, len(colours), board.columns))
    state = CylinderState(bands=bands)
    expected = _borders_line(state)
    if board.below[0].upper() != expected:
        raise board.error_below(f"{shown(board.below[0])} stands where {expected} is expected")
    return state
