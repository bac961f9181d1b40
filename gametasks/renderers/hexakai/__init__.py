"""Pictures of hexakai boards: the diamond, the marks of the asked blanks or the arrow of the asked line."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Picture
from gametasks.renderers.hexakai.layout import HexLayout, fit_diamond
from gametasks.renderers.hexakai.looks import LOOKS, Pens
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import on_circle
from gametasks.renderers.kit.text import fit_text_size, minimum_text_size
from gametasks.renderers.kit.themes import THEMES, mix, on
from gametasks.schemas import Cell, Ranges, Style, StyleRanges
from gametasks.schemas._record import Role
from gametasks.schemas.hexakai import (
    LETTERS,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    HexDirection,
    LineValues,
    SolutionOf,
)

__all__ = ["draw", "styles"]

_SIZES = {5: (512, 576, 640, 768), 7: (640, 704, 768, 896), 8: (704, 768, 896, 960), 9: (768, 832, 896, 1024)}


def styles(ranges: Ranges, state: HexakaiState) -> StyleRanges:
    """Presentation ranges; larger boards get larger pictures, so that their digits stay readable."""
    return StyleRanges(
        themes=tuple(THEMES),
        looks=tuple(LOOKS),
        sizes=_SIZES[state.size],
        labels=("disc", "square", "hexagon"),
        fonts=("sans", "slab", "mono"),
        decorations=("none", "ticks", "rosette", "title", "corners"),
    )


def draw(state: HexakaiState, question: HexakaiQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with what the question marks on it; regions are the cells and the arrow."""
    layout = fit_diamond(state.size, style.size)
    canvas = Canvas(layout.width, layout.height, THEMES[style.theme])
    # A board has hundreds of cell borders: they get two thirds of the stroke, rims and outlines more.
    line = max(2.0, style.stroke * style.size / 512 * 2 / 3)
    pens = Pens(canvas, layout, line, style.font)
    _decorate(pens, style.decoration, state.size)
    LOOKS[style.look](pens, state)
    regions = {str(cell): _bounds(canvas, layout, cell) for cell in layout.cells()}
    caption = "the board; cells with a digit are given, all others are blanks, and the middle row is highlighted"
    match question:
        case BlankValue(cell=cell) | Candidates(cell=cell):
            _mark_asked(pens, cell)
            caption += "; the blank that is asked for bears a question mark"
        case SolutionOf(cells=cells):
            for letter, cell in zip(LETTERS, cells, strict=False):
                _mark_lettered(pens, cell, letter, style.labels)
            caption += "; a letter in a coloured badge names the blank in which it stands"
        case LineValues(start=start, direction=direction):
            regions["arrow"] = _draw_arrow(pens, start, direction)
            caption += "; an arrow outside the diamond points along the line that is asked for"
    return [Picture(Role.QUESTION, caption, canvas.image(), regions)]


def _bounds(canvas: Canvas, layout: HexLayout, cell: Cell) -> tuple[int, int, int, int]:
    x, y = layout.center(cell)
    return canvas.region(x - layout.pitch / 2, y - layout.radius, layout.pitch, 2 * layout.radius)


def _mark_asked(pens: Pens, cell: Cell) -> None:
    """Highlight the one blank that is asked for, with a question mark in it."""
    canvas, layout, theme = pens.canvas, pens.layout, pens.canvas.theme
    canvas.polygon(layout.hexagon(cell, 0.94), fill=theme.accent_soft, stroke=theme.accent, width=3.2 * pens.line)
    canvas.polygon(layout.hexagon(cell, 1.05), stroke=theme.ink, width=1.2 * pens.line)
    canvas.text("?", *layout.center(cell), round(layout.radius * 0.8), theme.ink, weight="bold")


def _mark_lettered(pens: Pens, cell: Cell, letter: str, badge: str) -> None:
    """Name a blank by a letter in a filled badge, unlike any given digit."""
    canvas, layout, theme = pens.canvas, pens.layout, pens.canvas.theme
    x, y = layout.center(cell)
    r = layout.radius * 0.6
    if badge == "disc":
        canvas.circle(x, y, r, fill=theme.accent, stroke=theme.surface)
    elif badge == "square":
        side = 1.7 * r
        canvas.rect(x - side / 2, y - side / 2, side, side, fill=theme.accent, stroke=theme.surface, radius=r * 0.3)
    else:
        canvas.polygon(layout.hexagon(cell, 0.66), fill=theme.accent, stroke=theme.surface)
    size = max(minimum_text_size(canvas.width, canvas.height), round(layout.radius * 0.5))
    canvas.text(letter, x, y, size, on(theme.accent), weight="bold")


def _draw_arrow(pens: Pens, start: Cell, direction: HexDirection) -> tuple[int, int, int, int]:
    """A solid arrow outside the diamond that points along a line into its first cell."""
    canvas, layout = pens.canvas, pens.layout
    tail, tip = layout.beyond(start, direction, 3.05), layout.beyond(start, direction, 1.2)
    canvas.arrow(*tail, *tip, canvas.theme.page_ink, width=layout.radius * 0.36, head=layout.radius * 0.95)
    reach = layout.radius * 0.55
    x, y = min(tail[0], tip[0]) - reach, min(tail[1], tip[1]) - reach
    return canvas.region(x, y, abs(tail[0] - tip[0]) + 2 * reach, abs(tail[1] - tip[1]) + 2 * reach)


# --- ornaments, which say nothing that the text does not say ---------------------------------------------------


def _decorate(pens: Pens, decoration: str, size: int) -> None:
    """Draw an ornament in the free corners or around the rim."""
    canvas, layout = pens.canvas, pens.layout
    faint = mix(canvas.theme.page_ink, canvas.theme.page, 0.45)
    if decoration == "ticks":
        for cell, direction in (end[:2] for end in layout.line_ends() if end[2] == size):
            ends = layout.beyond(cell, direction, 1.3), layout.beyond(cell, direction, 1.62)
            canvas.line(ends, faint, width=pens.line)
    elif decoration == "rosette":
        x, y, r = canvas.width - 1.9 * layout.radius, canvas.height - 1.9 * layout.radius, layout.radius * 1.1
        for angle in (0, 60, 120):
            canvas.line((on_circle(x, y, r, angle), on_circle(x, y, r, angle + 180)), faint, width=pens.line)
        canvas.circle(x, y, r * 0.3, fill=canvas.theme.page, stroke=faint, width=pens.line)
    elif decoration == "title":
        _draw_title(pens, f"0–{size - 1}")
    elif decoration == "corners":
        inset, arm = 0.45 * layout.radius, 1.5 * layout.radius
        for x, to_right in ((inset, 1), (canvas.width - inset, -1)):
            for y, down in ((inset, 1), (canvas.height - inset, -1)):
                canvas.line(((x + arm * to_right, y), (x, y), (x, y + arm * down)), faint, width=pens.line)


def _draw_title(pens: Pens, digits: str) -> None:
    """The name of the puzzle, where there is room for it, and its digits in the upper left corner."""
    canvas, layout = pens.canvas, pens.layout
    smallest = minimum_text_size(canvas.width, canvas.height)
    free = canvas.width / 2 - 3.2 * layout.radius
    cap = fit_text_size("HEXAKAI", free, round(smallest * 1.5), "bold", pens.font, smallest=8)
    x = y = 0.8 * layout.radius
    if cap >= smallest:
        canvas.text("HEXAKAI", x, y, cap, canvas.theme.page_ink, "top-left", "bold", pens.font)
        y += 1.8 * cap
    canvas.text(digits, x, y, smallest, canvas.theme.page_ink, "top-left", "regular", pens.font)
