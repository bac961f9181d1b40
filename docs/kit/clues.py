"""A nonogram: clues at the left and on top, row and column labels outside of them."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Band, Picture, board_page, cell_labels, draw_board
from gametasks.schemas import Cell, Role, Side, Style

ROWS = (("2",), ("1", "1"), ("5",), ("1", "1", "1"), ("3",))
COLUMNS = (("3",), ("1", "2"), ("1", "3"), ("1", "1"), ("3",))
FILLED = (Cell(1, 2), Cell(1, 3), Cell(3, 1))


def draw(style: Style) -> Sequence[Picture]:
    """The bands stand outwards in their order: first the clues, then the labels."""
    bands = (Band(Side.LEFT, ROWS), Band(Side.TOP, COLUMNS), *cell_labels(5, 5, style.labels))
    page, grid, regions, _ = board_page(style, 5, 5, bands)
    draw_board(page, grid, "lines")
    for cell in FILLED:
        page.rect(*grid.rect(cell, inset=4), fill=page.theme.ink, radius=4)
    return [page.picture(Role.QUESTION, "the board with its clues", regions)]
