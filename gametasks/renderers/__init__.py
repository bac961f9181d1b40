"""Pictures of states. A renderer knows schemas only: it cannot give away what it never saw.

The names below are the drawing kit for task authors, which ``docs/drawing-kit.md`` shows; lengths are pixels, colours
are RGB bytes, angles are degrees clockwise.
"""

from gametasks.renderers.kit.bands import LABEL_STYLES, Band, LabelStyle, band_margins, cell_labels, draw_bands
from gametasks.renderers.kit.board import BOARD_STYLES, BoardColors, BoardStyle, draw_board, draw_walls, ground
from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.grid import Grid, Margins
from gametasks.renderers.kit.icons import ICONS, draw_icon
from gametasks.renderers.kit.legend import draw_list, list_width
from gametasks.renderers.kit.page import ORNAMENTS, TITLE_STYLES, BoardPage, Page, board_page, style_ranges
from gametasks.renderers.kit.panels import Panels, fit_panels, option_pictures
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.picture import Picture
from gametasks.renderers.kit.routes import (
    NAME_STYLES,
    draw_arrowheads,
    draw_compass,
    draw_end_names,
    draw_flag,
    draw_name,
    draw_route,
)
from gametasks.renderers.kit.text import fit_text_size, minimum_text_size
from gametasks.renderers.kit.themes import RGB, THEMES, Theme, contrast, mix, on, outline_for

__all__ = [
    "BOARD_STYLES",
    "ICONS",
    "LABEL_STYLES",
    "NAME_STYLES",
    "ORNAMENTS",
    "RGB",
    "THEMES",
    "TITLE_STYLES",
    "Band",
    "BoardColors",
    "BoardPage",
    "BoardStyle",
    "Canvas",
    "Grid",
    "LabelStyle",
    "Margins",
    "Page",
    "Panels",
    "Picture",
    "Point",
    "Region",
    "Theme",
    "band_margins",
    "board_page",
    "cell_labels",
    "contrast",
    "draw_arrowheads",
    "draw_bands",
    "draw_board",
    "draw_compass",
    "draw_end_names",
    "draw_flag",
    "draw_icon",
    "draw_list",
    "draw_name",
    "draw_route",
    "draw_walls",
    "fit_panels",
    "fit_text_size",
    "ground",
    "list_width",
    "minimum_text_size",
    "mix",
    "on",
    "option_pictures",
    "outline_for",
    "pattern",
    "style_ranges",
]
