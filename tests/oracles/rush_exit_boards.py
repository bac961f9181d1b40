"""Rush exit boards as text: a dot is a free cell, # a block, a letter a vehicle."""

from gametasks.schemas import Axis, Cell, Side
from gametasks.schemas.rush_exit import LETTERS, RushState, Vehicle


def read(text, side="right"):
    """The state of a board drawn as rows of text."""
    rows = text.split()
    cells = {}
    for r, row in enumerate(rows, 1):
        for c, mark in enumerate(row, 1):
            cells.setdefault(mark, []).append(Cell(r, c))
    cells.pop(".", None)
    blocks = tuple(cells.pop("#", ()))
    vehicles = [
        Vehicle(
            letter=letter,
            cell=own[0],
            length=len(own),
            axis=Axis.HORIZONTAL if own[0].row == own[1].row else Axis.VERTICAL,
        )
        for letter, own in cells.items()
    ]
    vehicles.sort(key=lambda vehicle: vehicle.cell)
    return RushState(
        rows=len(rows), columns=len(rows[0]), exit_side=Side(side), vehicles=tuple(vehicles), blocks=blocks
    )


def write(state):
    """The board of a state as text."""
    rows = [["."] * state.columns for _ in range(state.rows)]
    for row, column in state.blocks:
        rows[row - 1][column - 1] = "#"
    for vehicle in state.vehicles:
        for row, column in vehicle.cells():
            rows[row - 1][column - 1] = vehicle.letter
    return "\n".join(map("".join, rows))


def read_36(text):
    """A board in the notation of published lists: 36 marks, o free, x a block, A the target; the exit is right."""
    letters = dict(zip("BCDEFGHIJKLMN", LETTERS, strict=True)) | {"A": "X", "o": ".", "x": "#"}
    marks = "".join(letters[mark] for mark in text)
    return read(" ".join(marks[i : i + 6] for i in range(0, 36, 6)))
