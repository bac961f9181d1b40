"""Block counting: blocks in an isometric view, and six outlines as flat pictures of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gametasks.renderers import Page, Picture, style_ranges
from gametasks.renderers.block_counting.blocks import draw_arrow, draw_cubes, draw_slab, fit
from gametasks.renderers.block_counting.materials import LOOKS, material
from gametasks.renderers.block_counting.outlines import draw_outlines
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks.schemas.block_counting import BlockQuestion, BlockState, SideView

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
    """All themes and fonts, and four materials; an edge of a cube has 38 pixels at least."""
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
    return [picture, *draw_outlines(question.options, state.tallest, style)]
