"""Spot the difference: two panels in one picture, or a reference and six options as pictures of their own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from gametasks.renderers import Picture
from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.grid import LABEL_STYLES, GridLayout, LabelStyle, label_rows_and_columns
from gametasks.renderers.kit.text import minimum_text_size
from gametasks.renderers.kit.themes import THEMES
from gametasks.renderers.spot_difference.boards import CELLS, LOOKS, Board, draw_empty, ground
from gametasks.renderers.spot_difference.glyphs import draw_glyph
from gametasks.schemas import Ranges, Style, StyleRanges
from gametasks.schemas._record import Role
from gametasks.schemas.spot_difference import IdenticalPanel, Panel, SpotQuestion, SpotState

__all__ = ["draw", "styles"]

_PAIR_SIZES: Final = (640, 704, 768, 832, 896, 960, 1024, 1152, 1280)
_SINGLE_SIZES: Final = (512, 576, 640)
_LARGEST_STACK: Final = 1024
_CLUMSY_CELL: Final = 132
_FRAME: Final = 12  # what a look may draw outside of the cells, and the distance of the labels


def styles(ranges: Ranges, state: SpotState) -> StyleRanges:
    """Sizes are those at which the cells are large enough to tell glyphs apart, and not clumsy."""
    sizes: tuple[int, ...] = _SINGLE_SIZES
    if len(state.panels) == 2:
        largest = _LARGEST_STACK if _is_stacked(state) else _PAIR_SIZES[-1]
        pages = {size: _arrange(state, size, _pair_margins(size)) for size in _PAIR_SIZES if size <= largest}
        sizes = tuple(size for size, page in pages.items() if page and page.boards[0].grid.cell <= _CLUMSY_CELL)
    return StyleRanges(
        themes=tuple(THEMES),
        looks=LOOKS,
        sizes=tuple(sizes),
        strokes=(2.0, 2.25, 2.5),
        labels=LABEL_STYLES,
        fonts=("sans", "slab", "mono"),
        decorations=("none", "divider", "flourish", "banner"),
    )


def draw(state: SpotState, question: SpotQuestion, style: Style) -> Sequence[Picture]:
    """Draw the two panels in one picture, or one picture for the reference and one for each option."""
    if not isinstance(question, IdenticalPanel):
        return [_draw_pair(state, style)]
    options = zip("ABCDEF", question.options, strict=True)
    return [
        _draw_single(state, state.panels[0], Role.REFERENCE, "the reference panel", "REFERENCE", style),
        *(
            _draw_single(state, panel, Role.OPTION, f"the option panel {letter}", f"OPTION {letter}", style)
            for letter, panel in options
        ),
    ]


# --- where things lie ------------------------------------------------------------------------------------------------


def _is_stacked(state: SpotState) -> bool:
    """Whether the panels lie one above the other, which wide panels do."""
    return state.columns > state.rows


def _text_size(size: int) -> int:
    return minimum_text_size(size, size)


@dataclass(frozen=True, slots=True)
class _Page:
    """A picture's size in pixels and its one or two boards."""

    width: int
    height: int
    boards: tuple[Board, ...]


_Margins = tuple[int, int, int]
"""Pixels left of a board, above it, and right of or below it: labels, title and frame included."""


def _pair_margins(size: int) -> _Margins:
    text = _text_size(size)
    return _FRAME + 3 * text, _FRAME + round(4.9 * text), _FRAME + text


def _single_margins(size: int) -> _Margins:
    text = _text_size(size)
    return _FRAME + text // 2, _FRAME + 3 * text, _FRAME + text // 2


def _arrange(state: SpotState, size: int, margins: _Margins) -> _Page | None:
    """The page with the largest cells that is ``size`` pixels on its longer side; None where none is possible."""
    left, above, after = margins
    panels, stacked = len(state.panels), _is_stacked(state)
    for cell, spacing in CELLS:
        width, height = state.columns * cell, state.rows * cell
        xs = _places(1 if stacked else panels, left, width, after, spacing)
        ys = _places(panels if stacked else 1, above, height, after, spacing)
        page = [xs[-1] + width + after, ys[-1] + height + after]
        if max(page) > size:
            continue
        shifts = [0, 0]
        longer = page.index(max(page))
        shifts[longer] = (size - page[longer]) // 2 // spacing * spacing
        page[longer] = size
        grids = (GridLayout(x + shifts[0], y + shifts[1], cell, state.rows, state.columns) for y in ys for x in xs)
        return _Page(page[0], page[1], tuple(Board(grid, spacing) for grid in grids))
    return None


def _places(panels: int, before: int, length: int, after: int, spacing: int) -> list[int]:
    """Where panels begin along one side of the picture: patterns begin with the cells, so at whole periods only."""
    first, step = (math.ceil(pixels / spacing) * spacing for pixels in (before, before + length + after))
    return [first + i * step for i in range(panels)]


def _page(state: SpotState, size: int, margins: _Margins) -> _Page:
    page = _arrange(state, size, margins)
    if page is None:
        raise ValueError(f"panels of {state.rows} by {state.columns} cells do not fit into {size} px")
    return page


# --- drawing ---------------------------------------------------------------------------------------------------------


def _draw_pair(state: SpotState, style: Style) -> Picture:
    page = _page(state, style.size, _pair_margins(style.size))
    canvas = Canvas(page.width, page.height, THEMES[style.theme])
    regions: dict[str, Region] = {}
    if style.decoration == "divider":
        _draw_divider(canvas, page.boards, style)
    for number, (board, panel) in enumerate(zip(page.boards, state.panels, strict=True), 1):
        regions |= _draw_panel(canvas, board, panel, style, f"panel {number} ")
        regions[f"panel {number}"] = board.grid.bounds
        text = _text_size(style.size)
        label_rows_and_columns(
            canvas, board.grid, cast(LabelStyle, style.labels), text, gap=_FRAME + 2, font=style.font
        )
        _draw_title(canvas, board, f"PANEL {number}", board.grid.y0 - _FRAME - round(3.3 * text), style)
    where = "one above the other" if _is_stacked(state) else "side by side"
    caption = f"PANEL 1 and PANEL 2, {where}; along both, rows are numbered from the top and columns from the left"
    return Picture(Role.QUESTION, caption, canvas.image(), regions)


def _draw_single(state: SpotState, panel: Panel, role: Role, caption: str, title: str, style: Style) -> Picture:
    page = _page(state, style.size, _single_margins(style.size))
    (board,) = page.boards
    canvas = Canvas(page.width, page.height, THEMES[style.theme])
    regions = _draw_panel(canvas, board, panel, style, "") | {"panel": board.grid.bounds}
    _draw_title(canvas, board, title, board.grid.y0 - _FRAME - round(1.4 * _text_size(style.size)), style)
    return Picture(role, caption, canvas.image(), regions)


def _draw_panel(canvas: Canvas, board: Board, panel: Panel, style: Style, prefix: str) -> dict[str, Region]:
    """Draw a board with its glyphs; returns the regions of its cells."""
    draw_empty(canvas, board, style.look, max(2, round(style.stroke * style.size / 512)))
    regions = {}
    for row, column in board.grid.cells():
        region = x, y, side, _ = board.cell(row, column)
        # The outline takes the same share of every cell, so that a change is as clear in large cells as in small ones.
        stroke = max(2.0, side * 0.0182 * style.stroke)
        shade = ground(style.look, canvas.theme, row, column)
        center = (x + side / 2, y + side / 2)
        draw_glyph(canvas, panel[row][column], center, side / 2 - 0.5, stroke, board.spacing, shade)
        regions[f"{prefix}R{row + 1}C{column + 1}"] = region
    return regions


def _draw_title(canvas: Canvas, board: Board, title: str, y: int, style: Style) -> None:
    """Write a panel's title centred above it."""
    theme, font = canvas.theme, style.font
    size = round(1.15 * _text_size(style.size))
    x = board.grid.x0 + board.grid.width / 2
    half = canvas.text_width(title, size, "bold", font) / 2
    color = theme.page_ink
    if style.decoration == "banner":
        color = theme.ink
        canvas.rect(x - half - size, y - size, 2 * half + 2 * size, 2 * size, fill=theme.accent_soft, radius=size)
    elif style.decoration == "flourish":
        reach = board.grid.width / 2
        for side in (-1, 1):
            start, stop = x + side * (half + size), x + side * reach
            if abs(stop - start) > size and reach > half + size:
                canvas.line([(start, y), (stop, y)], color, 2)
                canvas.circle(start, y, 4, fill=color)
    canvas.text(title, x, y, size, color, weight="bold", font=font)


def _draw_divider(canvas: Canvas, boards: Sequence[Board], style: Style) -> None:
    """A dashed line halfway between the panels."""
    first, second = (board.grid for board in boards)
    left, above, after = _pair_margins(style.size)
    dash = (10, 8)
    if first.y0 == second.y0:
        x = (first.x0 + first.width + after + second.x0 - left) // 2
        canvas.line([(x, after), (x, canvas.height - after)], canvas.theme.page_ink, 2, dash)
    else:
        y = (first.y0 + first.height + after + second.y0 - above) // 2
        canvas.line([(after, y), (canvas.width - after, y)], canvas.theme.page_ink, 2, dash)
