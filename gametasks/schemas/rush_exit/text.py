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
from gametasks.schemas._board import Axis, Side, cells_of_board, line_numbers, read_rows, split_last_line, write_rows
from gametasks.schemas._notation import Cell, shown
from gametasks.schemas.rush_exit import LETTERS, TARGET, RushState, Vehicle

__all__ = ["parse", "text"]

_FREE, _BLOCK = ".", "#"
_EXIT = {Side.LEFT: "EXIT left of", Side.RIGHT: "EXIT right of", Side.TOP: "EXIT above", Side.BOTTOM: "EXIT below"}
_ENDS = {Axis.HORIZONTAL: (Side.LEFT, Side.RIGHT), Axis.VERTICAL: (Side.TOP, Side.BOTTOM)}


def text(state: RushState) -> str:
    """Write the board and the exit."""
    tokens = {cell: vehicle.letter for vehicle in state.vehicles for cell in vehicle.cells()}
    tokens |= dict.fromkeys(state.blocks, _BLOCK)
    columns = range(1, state.columns + 1)
    rows = [[tokens.get(Cell(row, column), _FREE) for column in columns] for row in range(1, state.rows + 1)]
    return f"{write_rows(rows)}\n\n{_exit_line(state)}"


def _exit_line(state: RushState) -> str:
    return f"{_EXIT[state.exit_side]} {state.exit_cell()}"


def parse(text: str) -> RushState:
    """Read a board and its exit; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, the cells of a letter are no vehicle, or the exit is not at the end of the
            target's line.
    """
    board, last, line = split_last_line(text)
    tokens = read_rows(board)
    lines = line_numbers(board, tokens)
    cells: dict[str, list[Cell]] = {}
    for cell in cells_of_board(len(tokens), len(tokens[0])):
        cells.setdefault(tokens[cell.row - 1][cell.column - 1], []).append(cell)
    cells.pop(_FREE, None)
    blocks = tuple(cells.pop(_BLOCK, ()))
    vehicles = tuple(_vehicle(letter, own, lines[own[0].row - 1]) for letter, own in cells.items())
    target = next((vehicle for vehicle in vehicles if vehicle.letter == TARGET), None)
    if target is None:
        raise BoardError(0, f"the target {TARGET} is missing")
    ends = []
    for side in _ENDS[target.axis]:
        state = RushState(rows=len(tokens), columns=len(tokens[0]), exit_side=side, vehicles=vehicles, blocks=blocks)
        if line == _exit_line(state):
            return state
        ends.append(_exit_line(state))
    raise BoardError(last, f"{shown(line)} is not {' or '.join(ends)}, the ends of the line of {TARGET}")


def _vehicle(letter: str, cells: Sequence[Cell], line: int) -> Vehicle:
    """The vehicle that covers just these cells, given row by row from its left or top end."""
    if letter != TARGET and letter not in LETTERS:
        known = ", ".join((*LETTERS, TARGET))
        raise BoardError(line, f"{shown(letter)} is no free cell {_FREE}, no block {_BLOCK}, and no vehicle of {known}")
    axis = Axis.VERTICAL if len({cell.column for cell in cells}) == 1 else Axis.HORIZONTAL
    vehicle = Vehicle(letter=letter, cell=cells[0], length=len(cells), axis=axis)
    if len(cells) < 2 or vehicle.cells() != tuple(cells):
        raise BoardError(line, f"the cells of {letter} are not two or more in one line, side by side")
    return vehicle
