"""Pictures of states. A renderer knows schemas only: it cannot give away what it never saw.

The names below are the drawing kit for task authors; lengths are pixels, colours are RGB bytes.
"""

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.drawing import Picture
from gametasks.renderers.kit.grid import (
    BOARD_STYLES,
    LABEL_STYLES,
    BoardStyle,
    GridLayout,
    LabelStyle,
    draw_board,
    fit_grid,
    label_margin,
    label_rows_and_columns,
)
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.themes import THEMES, Theme, mix, on

__all__ = [
    "BOARD_STYLES",
    "LABEL_STYLES",
    "THEMES",
    "BoardStyle",
    "Canvas",
    "GridLayout",
    "LabelStyle",
    "Picture",
    "Theme",
    "draw_board",
    "fit_grid",
    "label_margin",
    "label_rows_and_columns",
    "mix",
    "on",
    "pattern",
]
