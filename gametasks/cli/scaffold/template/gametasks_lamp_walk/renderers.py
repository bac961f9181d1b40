"""Lamp walk, the picture: discs on a board, filled where they are lit, with a W at the walker and an E at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gametasks.renderers import LABEL_STYLES, BoardStyle, Picture, board_page, cell_labels, draw_board, on, style_ranges
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks_lamp_walk.schemas import LampQuestion, LampState

__all__ = ["draw", "styles"]

_LOOKS: Mapping[str, BoardStyle] = {"paper": "lines", "chessboard": "checker", "tray": "tiles"}
_CAPTION = (
    "the board from above: a filled disc is a lit lamp, an empty circle a dark one; W is the walker's lamp, E the end"
)


def styles(ranges: Ranges, state: LampState) -> StyleRanges:
    """All themes and fonts, three looks, three ways of labelling."""
    return style_ranges(tuple(_LOOKS), (512, 640) if ranges is Ranges.DATASET else (576, 704), LABEL_STYLES)


def draw(state: LampState, question: LampQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with its row and column labels; where the walker stands changes nothing but the letters."""
    labels = cell_labels(state.rows, state.columns, style.labels)
    page, grid, regions, _ = board_page(style, state.rows, state.columns, labels)
    draw_board(page, grid, _LOOKS[style.look])
    ink, letters = page.theme.ink, {state.walker: "W"}
    letters[state.end] = letters.get(state.end, "") + "E"
    for cell in grid.cells():
        x, y = grid.center(cell)
        page.circle(x, y, 0.36 * grid.unit, fill=ink if cell in state.lit else None, stroke=ink, width=page.stroke)
        if cell in letters:
            page.text(letters[cell], x, y, grid.unit // 3, on(ink), weight="bold")
    return [page.picture(Role.QUESTION, _CAPTION, regions)]
