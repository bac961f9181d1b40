"""Spot the difference: two panels in one picture, or a reference and six options as pictures of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gametasks.renderers import (
    LABEL_STYLES,
    TITLE_STYLES,
    BoardStyle,
    Grid,
    Margins,
    Page,
    Panels,
    Picture,
    Region,
    cell_labels,
    draw_bands,
    draw_board,
    fit_panels,
    ground,
    minimum_text_size,
    option_pictures,
    style_ranges,
)
from gametasks.renderers.spot_difference.tiles import GlyphTiles
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks.schemas.spot_difference import IdenticalPanel, Panel, SpotQuestion, SpotState, glyphs_of

__all__ = ["LOOKS", "UNITS", "draw", "styles"]

LOOKS: Final[Mapping[str, BoardStyle]] = {
    "magazine": "lines",
    "tiles": "tiles",
    "stamps": "stamps",
    "checker": "checker",
    "pinboard": "dots",
}
UNITS: Final = tuple(
    sorted(
        {(period * count, period) for period in range(6, 26, 2) for count in (6, 7, 8) if period * count >= 48},
        reverse=True,
    )
)
"""Possible sides of a cell with the period of its patterns, in pixels, largest first: a cell holds six to eight
periods. At 44 px the patterns of two fills are hard to tell apart."""

_PAIR_SIZES: Final = (640, 704, 768, 832, 896, 960, 1024, 1152, 1280)
_SINGLE_SIZES: Final = (512, 576, 640)
_LARGEST_STACK: Final = 1024
_CLUMSY_CELL: Final = 132
_FRAME: Final = 10  # what a board draws outside of its cells


def styles(ranges: Ranges, state: SpotState) -> StyleRanges:
    """Sizes are those at which the cells are large enough to tell glyphs apart, and not clumsy."""
    sizes: tuple[int, ...] = _SINGLE_SIZES
    if len(state.panels) == 2:
        largest = _LARGEST_STACK if _is_stacked(state) else _PAIR_SIZES[-1]
        fits = {size: _arrange(state, size) for size in _PAIR_SIZES if size <= largest}
        sizes = tuple(size for size, panels in fits.items() if panels and panels.grids[0].unit <= _CLUMSY_CELL)
    decorations = ("none", "divider", *(style for style in TITLE_STYLES if style != "plain"))
    return style_ranges(tuple(LOOKS), sizes, LABEL_STYLES, decorations, strokes=(2.0, 2.25, 2.5))


def draw(state: SpotState, question: SpotQuestion, style: Style) -> Sequence[Picture]:
    """Draw the two panels in one picture, or one picture for the reference and one for each option."""
    panels = _arrange(state, style.size)
    if panels is None:
        raise ValueError(f"panels of {state.rows} by {state.columns} cells do not fit into {style.size} px")
    tiles = _tiles(panels, style)
    if not isinstance(question, IdenticalPanel):
        return [_draw_pair(state, panels, tiles, style)]

    empty = Page(panels.width, panels.height, style)
    _draw_empty(empty, panels.grids[0])

    def draw_single(panel: Panel, title: str) -> tuple[Page, dict[str, Region]]:
        return _draw_single(panel, title, panels, tiles, empty)

    page, regions = draw_single(state.panels[0], "REFERENCE")
    options = option_pictures(question.options, draw_single, "panel")
    return [page.picture(Role.REFERENCE, "the reference panel", regions), *options]


def _is_stacked(state: SpotState) -> bool:
    """Whether the panels lie one above the other, which wide panels do."""
    return state.columns > state.rows


def _arrange(state: SpotState, size: int) -> Panels | None:
    """Lay out the panels of a state, two with titles and labels or one with a title."""
    text, count = minimum_text_size(size, size), len(state.panels)
    margins = Margins.equal(_FRAME + text // 2 + 2)._replace(top=_FRAME + 3 * text)
    if count == 2:
        margins = Margins(_FRAME + round(3.6 * text), _FRAME + round(5.5 * text), _FRAME + text + 2, _FRAME + text + 2)
    across = 1 if _is_stacked(state) else count
    return fit_panels(state.rows, state.columns, count, size, margins, across=across, units=UNITS)


def _inset(grid: Grid) -> int:
    """Pixels at each side of a cell that glyphs keep clear of."""
    return max(4, round(grid.unit * 0.075))


def _tiles(panels: Panels, style: Style) -> GlyphTiles:
    """The glyphs of all panels, which have cells of one size."""
    grid = panels.grids[0]
    side = grid.unit - 2 * _inset(grid)
    # The outline takes the same share of every cell, so that a change is as clear in large cells as in small ones.
    return GlyphTiles(side, max(2.0, (side - 1) * 0.0182 * style.stroke), panels.period)


def _draw_pair(state: SpotState, panels: Panels, tiles: GlyphTiles, style: Style) -> Picture:
    page = Page(panels.width, panels.height, style)
    labels = cell_labels(state.rows, state.columns, style.labels)
    regions: dict[str, Region] = {}
    for number, (grid, panel) in enumerate(zip(panels.grids, state.panels, strict=True), 1):
        _draw_empty(page, grid)
        regions |= _draw_glyphs(page, grid, tiles, panel, f"panel {number} ")
        draw_bands(page, grid, labels, _FRAME)
        title_y = grid.y - _FRAME - 4 * page.text_size
        page.draw_title(f"PANEL {number}", grid.x + grid.width / 2, title_y, grid.width, style.decoration)
    if style.decoration == "divider":
        _draw_divider(page, *panels.grids)
    where = "one above the other" if _is_stacked(state) else "side by side"
    caption = f"PANEL 1 and PANEL 2, {where}; along both, rows are numbered from the top and columns from the left"
    return page.picture(Role.QUESTION, caption, regions)


def _draw_single(
    panel: Panel, title: str, panels: Panels, tiles: GlyphTiles, empty: Page
) -> tuple[Page, dict[str, Region]]:
    """A page with one panel; ``empty`` is the page with its board, which all panels of a sample have alike."""
    page, style = Page(panels.width, panels.height, empty.style), empty.style
    page.paste(empty, (0, 0, panels.width, panels.height), 0, 0)
    (grid,) = panels.grids
    regions = _draw_glyphs(page, grid, tiles, panel, "")
    title_y = grid.y - _FRAME - round(1.4 * page.text_size)
    page.draw_title(title, grid.x + grid.width / 2, title_y, grid.width, style.decoration)
    return page, regions


def _draw_empty(page: Page, grid: Grid) -> None:
    """Draw a board without glyphs."""
    look = LOOKS[page.style.look]
    draw_board(page, grid, look, frame=round(page.stroke) if look == "lines" else _FRAME)


def _draw_glyphs(page: Page, grid: Grid, tiles: GlyphTiles, panel: Panel, prefix: str) -> dict[str, Region]:
    """Draw the glyphs of a board; returns its region and those of its cells, which hold glyphs on flat ground.

    Where two panels share a picture, ``prefix`` names the panel: ``"panel 1 "``.
    """
    look, inset = LOOKS[page.style.look], _inset(grid)
    for cell, glyph in glyphs_of(panel).items():
        tiles.draw(page, glyph, ground(page.theme, look, cell), grid.rect(cell, inset))
    return grid.regions(prefix, inset) | {prefix.strip() or "panel": grid.bounds()}


def _draw_divider(page: Page, first: Grid, second: Grid) -> None:
    """A dashed line halfway between the first panel and the labels of the second."""
    margin = 2 * page.text_size
    if first.y == second.y:
        x = (first.x + first.width + second.x - 2 * page.text_size) // 2
        ends = [(x, margin), (x, page.height - margin)]
    else:
        y = (first.y + first.height + second.y - 4 * page.text_size) // 2
        ends = [(margin, y), (page.width - margin, y)]
    page.line(ends, page.theme.page_ink, 2, (10, 8))
