"""Block counting: blocks in an isometric view, and six outlines as flat pictures of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gametasks.renderers import Margins, Page, Picture, Region, fit_panels, option_pictures, style_ranges
from gametasks.renderers.block_counting.blocks import draw_arrow, draw_cubes, draw_slab, fit
from gametasks.renderers.block_counting.materials import LOOKS, Material, material
from gametasks.schemas import Cell, Ranges, Role, Style, StyleRanges
from gametasks.schemas.block_counting import BlockQuestion, BlockState, Outline, SideView

__all__ = ["draw", "styles"]

_SIZES: Final[Mapping[Ranges, tuple[int, ...]]] = {
    Ranges.DATASET: (576, 704, 832),
    Ranges.EVALUATION: (640, 768, 896),
}
_CAPTION: Final = (
    "the blocks in an isometric view, with FRONT at the lower left and RIGHT at the lower right; light faces are tops, "
    "dark tiles with a small frame are the floor of empty cells; a line is thick where what lies beside it is farther "
    "away"
)
_ARROW: Final = "; the arrow outside the floor shows where the observer stands, and points where the observer looks"


def styles(ranges: Ranges, state: BlockState) -> StyleRanges:
    """All themes and fonts, four materials; the edge of a cube has 35 pixels at least."""
    return style_ranges(tuple(LOOKS), _SIZES[ranges])


def draw(state: BlockState, question: BlockQuestion, style: Style) -> Sequence[Picture]:
    """Draw the blocks; where a side view is asked for, also the observer's arrow and the options."""
    layout = fit(state, style, arrow=isinstance(question, SideView))
    page, made = Page(layout.width, layout.height, style), material(style.look, style.theme)
    draw_slab(page, layout, state, made)
    caption = _CAPTION
    if isinstance(question, SideView):
        draw_arrow(page, layout, state, question.side)
        caption += _ARROW
    draw_cubes(page, layout, state, made)
    picture = page.picture(Role.QUESTION, caption, layout.regions(state))
    if not isinstance(question, SideView):
        return [picture]
    options = option_pictures(
        question.options, lambda outline, title: _draw_outline(outline, title, state.tallest, style), "side view"
    )
    return [picture, *options]


def _draw_outline(outline: Outline, title: str, tallest: int, style: Style) -> tuple[Page, dict[str, Region]]:
    """An outline as squares on the ground, from the observer's left to right."""
    size = max(288, min(384, style.size // 2))
    panels = fit_panels(tallest, len(outline), 1, size, Margins(30, 56, 30, 30))
    if panels is None:
        raise ValueError(f"an outline of {len(outline)} places and {tallest} levels does not fit into {size} px")
    page, made, (grid,) = Page(panels.width, panels.height, style), material(style.look, style.theme), panels.grids
    cells = [cell for cell in grid.cells() if outline[cell.column - 1] > tallest - cell.row]
    for cell in cells:
        page.rect(*grid.rect(cell), stroke=page.theme.page_ink, width=page.stroke + 4)
    for cell in cells:
        _draw_square(page, made, grid.rect(cell))
    left, bottom = grid.x - 16, grid.y + grid.height
    page.line([(left, bottom), (grid.x + grid.width + 16, bottom)], page.theme.page_ink, 2 * page.stroke)
    for place in range(grid.columns + 1):
        tick = grid.crossing(grid.rows, place)
        page.line([tick, (tick[0], tick[1] + 10)], page.theme.page_ink, page.stroke)
    page.draw_title(title, grid.x + grid.width / 2, grid.y - 26, grid.width)
    return page, {str(Cell(cell.row, cell.column)): grid.rect(cell) for cell in grid.cells()}


def _draw_square(page: Page, made: Material, square: Region) -> None:
    """The face of a cube, seen straight on."""
    left, top, side, _ = square
    page.rect(*square, fill=made.faces["front"])
    made.details(page, "front", lambda s, t: (left + s * side, top + side - t * side), 1.5)
    page.rect(*square, stroke=made.edge, width=page.stroke)
