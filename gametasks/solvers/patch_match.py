"""Patch match, exactly: cells of one scene are equal if and only if they are the same cell.

That no two of them look alike is measured on the pixels by the verifier, which refuses the sample otherwise.
"""

from __future__ import annotations

from gametasks.schemas import cells_of_board
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.patch_match import CropOrigin, MissingPatch, PatchQuestion, PatchState, PieceOrder, RotatedPiece
from gametasks.solvers import Solution

__all__ = ["solve"]


def solve(state: PatchState, question: PatchQuestion) -> Solution:
    """Answer by the cells that patches and pieces show; unique where no cell is shown twice."""
    cells = cells_of_board(state.rows, state.columns)
    match question:
        case MissingPatch(hole=hole, options=options):
            letters = [letter for letter, cell in zip(OPTION_LETTERS, options, strict=True) if cell == hole]
            return Solution(letters[0] if letters else None, unique=len(letters) == 1)
        case PieceOrder(pieces=pieces):
            numbers = {cell: number for number, cell in enumerate(pieces, 1)}
            order = tuple(numbers.get(cell, 0) for cell in cells)
            return Solution(order if 0 not in order else None, unique=len(numbers) == len(pieces) == len(cells))
        case CropOrigin(cell=cell):
            return Solution(cell, unique=cells.count(cell) == 1)
        case RotatedPiece(cell=cell, turned=turned):
            return Solution({"piece": cell, "turn": str(-turned % 360)}, unique=cells.count(cell) == 1)
