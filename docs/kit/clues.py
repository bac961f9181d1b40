"""A nonogram: clues at the left and on top, a marked cell, row and column labels at the other sides."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Band, Picture, board_page, cell_labels, draw_board
from gametasks.schemas import Cell, Role, Side, Style

ROWS = (("2",), ("1", "1"), ("5",), ("1", "1", "1"), ("3",))
COLUMNS = (("3",), ("1", "2"), ("1", "3"), ("1", "1"), ("3",))
MARKED = Cell(4, 4)
FILLED = (Cell(1, 2), Cell(1, 3), Cell(3, 1))


def draw(style: Style) -> Sequence[Picture]:
    """Labels may be plain numbers, as clues are, so the two never stand at the same side."""
    labels = cell_labels(5, 5, style.labels, (Side.RIGHT, Side.BOTTOM))
    clues = (Band(Side.LEFT, ROWS, weight="bold"), Band(Side.TOP, COLUMNS, weight="bold"))
    page, grid, regions, _ = board_page(style, 5, 5, (*clues, *labels))
    draw_board(page, grid, "tiles", tints={MARKED: page.theme.accent_soft})
    for cell in FILLED:
        page.rect(*grid.rect(cell, inset=4), fill=page.theme.ink, radius=4)
    return [
        page.picture(
            Role.QUESTION, "the board with its clues at the left and on top; the marked cell is tinted", regions
        )
    ]
