"""Pictures of hexakai boards: the diamond, the marks of the asked blanks or the arrow of the asked line."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Page, Picture, Region, on, style_ranges
from gametasks.renderers.hexakai.layout import HexLayout, fit_diamond
from gametasks.renderers.hexakai.looks import LOOKS, line_width
from gametasks.schemas import Cell, Ranges, Role, Style, StyleRanges
from gametasks.schemas.hexakai import BlankValue, Candidates, HexakaiQuestion, HexakaiState, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import HexDirection

__all__ = ["draw", "styles"]

_SIZES = {5: (512, 576, 640, 768), 7: (640, 704, 768, 896), 8: (704, 768, 896, 960), 9: (768, 832, 896, 1024)}


def styles(ranges: Ranges, state: HexakaiState) -> StyleRanges:
    """Presentation ranges; larger boards get larger pictures, so that their digits stay readable."""
    return style_ranges(tuple(LOOKS), _SIZES[state.size], labels=("disc", "square", "hexagon"))


def draw(state: HexakaiState, question: HexakaiQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with what the question marks on it; regions are the cells and the arrow."""
    layout = fit_diamond(state.size, style.size)
    page = Page(layout.width, layout.height, style)
    LOOKS[style.look](page, layout, state)
    regions = {str(cell): _bounds(page, layout, cell) for cell in layout.cells()}
    caption = (
        "the board; cells with a digit are given, all others are blanks, and the middle row is tinted to guide the eye"
    )
    match question:
        case BlankValue(cell=cell) | Candidates(cell=cell):
            _mark_asked(page, layout, cell)
            caption += "; the blank that is asked for bears a question mark"
        case SolutionOf():
            for cell, letter in question.lettered().items():
                _mark_lettered(page, layout, cell, letter)
            caption += "; a letter in a coloured badge names the blank in which it stands"
        case LineValues(start=start, direction=direction):
            regions["arrow"] = _draw_arrow(page, layout, start, direction)
            caption += "; an arrow outside the diamond points along the line that is asked for"
    return [page.picture(Role.QUESTION, caption, regions)]


def _bounds(page: Page, layout: HexLayout, cell: Cell) -> Region:
    x, y = layout.center(cell)
    return page.region(x - layout.pitch / 2, y - layout.radius, layout.pitch, 2 * layout.radius)


def _mark_asked(page: Page, layout: HexLayout, cell: Cell) -> None:
    """Highlight the one blank that is asked for, with a question mark in it."""
    theme, line = page.theme, line_width(page)
    # A ring in the colour of the board, since the tray around a tile may be as dark as ink.
    page.polygon(layout.hexagon(cell, 1.05), stroke=theme.surface, width=1.2 * line + 6)
    page.polygon(layout.hexagon(cell, 0.94), fill=theme.accent_soft, stroke=theme.accent, width=3.2 * line)
    page.polygon(layout.hexagon(cell, 1.05), stroke=theme.ink, width=1.2 * line)
    page.text("?", *layout.center(cell), round(layout.radius * 0.8), weight="bold", font="sans")


def _mark_lettered(page: Page, layout: HexLayout, cell: Cell, letter: str) -> None:
    """Name a blank by a letter in a filled badge, unlike any given digit."""
    x, y = layout.center(cell)
    r, fill, rim = layout.radius * 0.6, page.theme.accent, page.theme.ink
    if page.style.labels == "disc":
        page.circle(x, y, r, fill=fill, stroke=rim)
    elif page.style.labels == "square":
        page.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r, fill=fill, stroke=rim, radius=r * 0.3)
    else:
        page.polygon(layout.hexagon(cell, 0.66), fill=fill, stroke=rim)
    page.text(letter, x, y, max(page.text_size, round(layout.radius * 0.5)), on(fill), weight="bold", font="sans")


def _draw_arrow(page: Page, layout: HexLayout, start: Cell, direction: HexDirection) -> Region:
    """A solid arrow outside the diamond that points along a line into its first cell."""
    tail, tip = layout.beyond(start, direction, 2.5), layout.beyond(start, direction, 1.27)
    page.arrow(*tail, *tip, page.theme.page_ink, width=layout.radius * 0.36, head=layout.radius * 0.85)
    reach = layout.radius * 0.55
    x, y = min(tail[0], tip[0]) - reach, min(tail[1], tip[1]) - reach
    return page.region(x, y, abs(tail[0] - tip[0]) + 2 * reach, abs(tail[1] - tip[1]) + 2 * reach)
