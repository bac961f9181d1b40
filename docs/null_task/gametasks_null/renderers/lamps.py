"""Lamps: discs on a board, filled where they are lit."""

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
)
from gametasks.schemas import Cell, Ranges, Role, Style, StyleRanges
from gametasks_null.schemas.lamps import LampsQuestion, LampState

__all__ = ["draw", "styles"]

_LOOKS: Mapping[str, BoardStyle] = {"paper": "lines", "chessboard": "checker", "tray": "tiles"}
_LABELS: Mapping[str, LabelStyle] = {"1": "plain", "R1": "prefixed"}


def styles(ranges: Ranges, state: LampState) -> StyleRanges:
    """All themes, three looks, two ways of labelling."""
    sizes = (512, 640) if ranges is Ranges.DATASET else (576, 704)
    return StyleRanges(themes=tuple(sorted(THEMES)), looks=tuple(_LOOKS), sizes=sizes, labels=tuple(_LABELS))


def draw(state: LampState, question: LampsQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with its row and column labels."""
    theme = THEMES[style.theme]
    canvas = Canvas(style.size, style.size, theme)
    margin = label_margin(style.size, style.size)
    layout = fit_grid(state.rows, state.columns, style.size, style.size, (margin, margin, 24, 24))
    draw_board(canvas, layout, _LOOKS[style.look])
    label_rows_and_columns(canvas, layout, _LABELS[style.labels], font=style.font)
    for row, column in layout.cells():
        lit = Cell(row + 1, column + 1) in state.lit
        x, y = layout.center(row, column)
        canvas.circle(x, y, 0.3 * layout.cell, fill=theme.ink if lit else None, stroke=theme.ink, width=style.stroke)
    regions = {str(Cell(row + 1, column + 1)): layout.rect(row, column) for row, column in layout.cells()}
    return [Picture(Role.QUESTION, "the board of lamps", canvas.image(), regions)]
