"""Side views: outlines as squares on the ground, each a picture of its own, all laid out alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gametasks.renderers import Canvas, Grid, Margins, Page, Picture, Region, fit_panels, option_pictures
from gametasks.renderers.block_counting.materials import Material, material
from gametasks.schemas import Style
from gametasks.schemas.block_counting import Outline

__all__ = ["draw_outlines"]

_SIZE: Final = 512
_MARGINS: Final = Margins(36, 64, 36, 36)


def draw_outlines(outlines: Sequence[Outline], tallest: int, style: Style) -> list[Picture]:
    """Draw an option's picture for each outline, from the observer's left to right.

    The page, which all have alike, and the square of a cube are drawn once and copied.
    """
    places = len(outlines[0])
    panels = fit_panels(tallest, places, 1, _SIZE, _MARGINS)
    if panels is None:
        raise ValueError(f"an outline of {places} places and {tallest} levels does not fit into {_SIZE} px")
    (grid,), made = panels.grids, material(style.look, style.theme)
    empty = Page(panels.width, panels.height, style)
    _draw_ground(empty, grid)
    square = _square(empty, made, grid.unit)

    def draw_option(outline: Outline, title: str) -> tuple[Page, dict[str, Region]]:
        page = Page(panels.width, panels.height, style)
        page.paste(empty, (0, 0, panels.width, panels.height), 0, 0)
        _draw_squares(page, grid, outline, square, made)
        page.draw_title(title, grid.x + grid.width / 2, grid.y - 30, grid.width)
        return page, grid.regions()

    return option_pictures(outlines, draw_option, "side view")


def _draw_ground(page: Page, grid: Grid) -> None:
    """Draw the ground below the outline, with a tick at each end of a place."""
    ink, bottom = page.theme.page_ink, grid.y + grid.height
    page.line([(grid.x - 16, bottom), (grid.x + grid.width + 16, bottom)], ink, 2 * page.stroke)
    for place in range(grid.columns + 1):
        x, y = grid.crossing(grid.rows, place)
        page.line([(x, y), (x, y + 10)], ink, page.stroke)


def _square(page: Page, made: Material, side: int) -> Canvas:
    """The face of a cube, seen straight on, without its edges."""
    square = Canvas(side, side, page.theme)
    square.fill(made.faces["front"])
    made.details(square, "front", lambda s, t: (s * side, side - t * side), 2.0)
    return square


def _draw_squares(page: Page, grid: Grid, outline: Outline, square: Canvas, made: Material) -> None:
    """Draw the cubes that are seen, with a rim that stands out from the page."""
    cells = [cell for cell in grid.cells() if outline[cell.column - 1] > grid.rows - cell.row]
    for cell in cells:
        page.rect(*grid.rect(cell), stroke=page.theme.page_ink, width=page.stroke + 4)
    for cell in cells:
        x, y, side, _ = grid.rect(cell)
        page.paste(square, (0, 0, side, side), x, y)
    for cell in cells:
        page.rect(*grid.rect(cell), stroke=made.edge, width=page.stroke)
