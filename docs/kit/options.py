"""A choice among pictures: a reference with two panels, and six options that are laid out alike."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import Margins, Page, Picture, Region, draw_board, fit_panels, option_pictures
from gametasks.schemas import Cell, Role, Style

PATTERNS = ((1, 4), (2, 3), (1, 2), (3, 4), (2, 4), (1, 3))


def draw(style: Style) -> Sequence[Picture]:
    """``option_pictures`` refuses options that differ in size or layout, and gives them roles, captions and letters."""
    page, regions = draw_panels(style, PATTERNS[:2], ("BEFORE", "AFTER"))
    options = option_pictures(PATTERNS, lambda pattern, title: draw_panels(style, [pattern], [title]), "panel")
    return [page.picture(Role.REFERENCE, "the panels BEFORE and AFTER", regions), *options]


def draw_panels(
    style: Style, patterns: Sequence[tuple[int, ...]], titles: Sequence[str]
) -> tuple[Page, dict[str, Region]]:
    """Equal panels side by side, each with a title."""
    panels = fit_panels(2, 2, len(patterns), style.size, Margins(30, 60, 30, 30))
    if panels is None:
        raise ValueError(f"the panels do not fit into {style.size} px")
    page = Page(panels.width, panels.height, style)
    regions: dict[str, Region] = {}
    for number, (grid, pattern, title) in enumerate(zip(panels.grids, patterns, titles, strict=True), 1):
        draw_board(page, grid, "checker", frame=6)
        page.draw_title(title, grid.x + grid.width / 2, grid.y - 30, grid.width, "flourish")
        for corner in pattern:
            cell = Cell((corner + 1) // 2, 2 - corner % 2)
            page.circle(*grid.center(cell), 0.3 * grid.unit, fill=page.theme.palette["purple"])
        regions |= grid.regions(f"panel {number} ")
    return page, regions
