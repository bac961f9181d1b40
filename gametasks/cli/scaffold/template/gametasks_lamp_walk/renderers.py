"""Lamp walk, the picture: discs on a board, filled where they are lit, with a W at the walker and an E at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gametasks.renderers import (
    THEMES,
    BoardStyle,
    Canvas,
    LabelStyle,
    Picture,
    draw_board,
    fit_grid,
    label_margin,
    label_rows_and_columns,
    on,
)
from gametasks.schemas import Ranges, Role, Style, StyleRanges, cells_of_board
from gametasks_lamp_walk.schemas import LampQuestion, LampState

__all__ = ["draw", "styles"]

_LOOKS: Mapping[str, BoardStyle] = {"paper": "lines", "chessboard": "checker", "tray": "tiles"}
_LABELS: Mapping[str, LabelStyle] = {"1": "plain", "R1": "prefixed"}
_CAPTION = (
    "the board from above: a filled disc is a lit lamp, an empty circle a dark one; W is the walker's lamp, E the end"
)


def styles(ranges: Ranges, state: LampState) -> StyleRanges:
    """All themes, three looks, two ways of labelling."""
    sizes = (512, 640) if ranges is Ranges.DATASET else (576, 704)
    return StyleRanges(themes=tuple(sorted(THEMES)), looks=tuple(_LOOKS), sizes=sizes, labels=tuple(_LABELS))


def draw(state: LampState, question: LampQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with its row and column labels; where the walker stands changes nothing but the letters."""
    theme = THEMES[style.theme]
    canvas = Canvas(style.size, style.size, theme)
    margin = label_margin(style.size, style.size)
    grid = fit_grid(state.rows, state.columns, style.size, style.size, (margin, margin, 24, 24))
    draw_board(canvas, grid, _LOOKS[style.look])
    label_rows_and_columns(canvas, grid, _LABELS[style.labels], font=style.font)
    letters = {state.walker: "W"}
    letters[state.end] = letters.get(state.end, "") + "E"
    regions = {}
    for cell in cells_of_board(state.rows, state.columns):
        place = (cell.row - 1, cell.column - 1)
        x, y = grid.center(*place)
        fill = theme.ink if cell in state.lit else None
        canvas.circle(x, y, 0.36 * grid.cell, fill=fill, stroke=theme.ink, width=style.stroke)
        if cell in letters:
            canvas.text(letters[cell], x, y, grid.cell // 3, on(theme.ink), weight="bold", font=style.font)
        regions[str(cell)] = grid.rect(*place)
    return [Picture(Role.QUESTION, _CAPTION, canvas.image(), regions)]
