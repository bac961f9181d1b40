"""Rush exit as text: the board with the letters of the vehicles, and a line with the exit.

A dot is a free cell, ``#`` a fixed block; the exit is named by the border cell beside it::

            C1 C2 C3 C4
        R1  .  .  G  .
        R2  X  X  G  .
        R3  #  .  .  .

        EXIT right of R2C4
"""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.errors import BoardError
from gametasks.schemas._board import Axis, Cell, Side
from gametasks.schemas._board_text import BoardText, read_board, write_board
from gametasks.schemas._notation import shown
from gametasks.schemas.rush_exit import LETTERS, TARGET, RushState, Vehicle

__all__ = ["parse", "text"]

_FREE, _BLOCK = ".", "#"
_EXIT = {Side.LEFT: "EXIT left of", Side.RIGHT: "EXIT right of", Side.TOP: "EXIT above", Side.BOTTOM: "EXIT below"}


def text(state: RushState) -> str:
    """Write the board and the exit."""
    tokens = {cell: vehicle.letter for vehicle in state.vehicles for cell in vehicle.cells()}
    tokens |= dict.fromkeys(state.blocks, _BLOCK)
    return write_board(tokens, state.rows, state.columns, empty=_FREE, below=[_exit_line(state)])


def _exit_line(state: RushState) -> str:
    return f"{_EXIT[state.exit_side]} {state.exit_cell()}"


def parse(text: str) -> RushState:
    """Read a board and its exit; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, the cells of a letter are no vehicle, or the exit is not at the end of the
            target's line.
    """
    board = read_board(text, below=1)
    cells: dict[str, list[Cell]] = {}
    for cell, token in board.tokens.items():
        cells.setdefault(token, []).append(cell)
    cells.pop(_FREE, None)
    blocks = tuple(cells.pop(_BLOCK, ()))
    vehicles = tuple(_vehicle(board, letter, own) for letter, own in cells.items())
    target = next((vehicle for vehicle in vehicles if vehicle.letter == TARGET), None)
    if target is None:
        raise BoardError(0, f"the target {TARGET} is missing")
    ends = []
    for side in (side for side in Side if side.axis is target.axis):
        state = RushState(rows=board.rows, columns=board.columns, exit_side=side, vehicles=vehicles, blocks=blocks)
        if board.below[0] == _exit_line(state):
            return state
        ends.append(_exit_line(state))
    raise board.error_below(f"{shown(board.below[0])} is not {' or '.join(ends)}, the ends of the line of {TARGET}")


def _vehicle(board: BoardText, letter: str, cells: Sequence[Cell]) -> Vehicle:
    """The vehicle that covers just these cells, given row by row from its left or top end."""
    if letter != TARGET and letter not in LETTERS:
        known = ", ".join((*LETTERS, TARGET))
        raise board.error(
            cells[0], f"{shown(letter)} is no free cell {_FREE}, no block {_BLOCK}, and no vehicle of {known}"
        )
    axis = Axis.VERTICAL if len({cell.column for cell in cells}) == 1 else Axis.HORIZONTAL
    vehicle = Vehicle(letter=letter, cell=cells[0], length=len(cells), axis=axis)
    if len(cells) < 2 or vehicle.cells() != tuple(cells):
        raise board.error(cells[0], f"the cells of {letter} are not two or more in one line, side by side")
    return vehicle
