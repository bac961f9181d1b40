"""Lamps: discs on a board, filled where they are lit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gametasks.renderers import LABEL_STYLES, BoardStyle, Picture, board_page, cell_labels, draw_board, style_ranges
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks_null.schemas.lamps import LampsQuestion, LampState

__all__ = ["draw", "styles"]

_LOOKS: Mapping[str, BoardStyle] = {"paper": "lines", "chessboard": "checker", "tray": "tiles"}


def styles(ranges: Ranges, state: LampState) -> StyleRanges:
    """All themes and fonts, three looks, three ways of labelling."""
    return style_ranges(tuple(_LOOKS), (512, 640) if ranges is Ranges.DATASET else (576, 704), LABEL_STYLES)


def draw(state: LampState, question: LampsQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with its row and column labels."""
    labels = cell_labels(state.rows, state.columns, style.labels)
    page, grid, regions, _ = board_page(style, state.rows, state.columns, labels)
    draw_board(page, grid, _LOOKS[style.look])
    for cell in grid.cells():
        fill = page.theme.ink if cell in state.lit else None
        page.circle(*grid.center(cell), 0.3 * grid.unit, fill=fill, stroke=page.theme.ink, width=page.stroke)
    caption = "the board of lamps, rows numbered from the top and columns from the left; a filled disc is a lit lamp"
    return [page.picture(Role.QUESTION, caption, regions)]
