"""Patch match: a scene with a hole and six patches, numbered pieces, a scene and a crop of it, or a turned piece."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Final

from PIL import Image

from gametasks.renderers import (
    LABEL_STYLES,
    THEMES,
    BoardPage,
    Page,
    Picture,
    Region,
    board_page,
    cell_labels,
    minimum_text_size,
    option_pictures,
    style_ranges,
)
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.panels import LEAST_SIDE
from gametasks.renderers.kit.themes import BLACK, WHITE
from gametasks.renderers.patch_match.scene import LOOKS, draw_scene
from gametasks.schemas import Cell, Ranges, Role, Style, StyleRanges, cells_of_board
from gametasks.schemas.patch_match import (
    CropOrigin,
    MissingPatch,
    PatchQuestion,
    PatchState,
    PieceOrder,
    RotatedPiece,
)

__all__ = ["LOOKS", "draw", "styles"]

_SIZES: Final = (576, 640, 704, 768)
_LINE: Final = 1
"""Half the width of the lines between cells, in pixels: each cell gives up so much at each side."""
_TURNED: Final = {
    90: Image.Transpose.ROTATE_270,  # Pillow turns counter-clockwise
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}


def styles(ranges: Ranges, state: PatchState) -> StyleRanges:
    """Sizes are those at which a cell is large enough to be looked at."""
    return style_ranges(LOOKS, _SIZES, LABEL_STYLES)


def draw(state: PatchState, question: PatchQuestion, style: Style) -> Sequence[Picture]:
    """Draw the pictures of a question; cells and pieces are copied from one scene, pixel by pixel."""
    match question:
        case MissingPatch():
            return _draw_patches(state, question, style)
        case PieceOrder(pieces=pieces):
            return [_draw_pieces(state, pieces, style)]
        case CropOrigin(cell=cell):
            (page, grid, regions, _), scene = _draw_cells(state, style)
            where = "rows are numbered from the top and columns from the left"
            crop, places = _single(scene, cell, grid.unit - 2 * _LINE, "CROP", "crop", style)
            board = page.picture(Role.QUESTION, f"the scene, cut into cells; {where}", regions)
            return [board, crop.picture(Role.REFERENCE, "the crop, at the same scale", places)]
        case RotatedPiece(cell=cell, turned=turned):
            (page, _, regions, _), _ = _draw_cells(state, style)
            picture = page.picture(
                Role.QUESTION,
                "the pieces in their places, one of them turned; rows are numbered from the top and columns from the "
                "left",
                regions,
            )
            x, y, w, h = regions[str(cell)]
            piece = picture.image.crop((x, y, x + w, y + h))
            picture.image.paste(piece.transpose(_TURNED[turned]), (x, y))
            return [picture]


def _scene(state: PatchState, cell: tuple[int, int], columns: int, style: Style) -> Canvas:
    stroke = max(2.0, style.stroke * style.size / 512 * 0.8)
    return draw_scene(state, cell, columns, THEMES[style.theme], style.look, stroke)


def _draw_cells(state: PatchState, style: Style) -> tuple[BoardPage, Canvas]:
    """The board with its labels, its cells apart by a line; and the scene that they were copied from."""
    board = board_page(style, state.rows, state.columns, cell_labels(state.rows, state.columns, style.labels))
    page, grid, regions, _ = board
    side = grid.unit - 2 * _LINE
    scene = _scene(state, (side, side), state.columns, style)
    page.rect(*grid.bounds(_LINE), BLACK)
    for cell in grid.cells():
        # Black beside white: one of the two stands out from whatever lies there.
        left, top, _, _ = grid.rect(cell)
        page.rect(left, top, _LINE, grid.unit, WHITE)
        page.rect(left, top, grid.unit, _LINE, WHITE)
        x, y, _, _ = regions[str(cell)] = grid.rect(cell, _LINE)
        page.paste(scene, _place(cell, side, side), x, y)
    return board, scene


def _place(cell: Cell, width: int, height: int) -> Region:
    return (cell.column - 1) * width, (cell.row - 1) * height, width, height


def _single(
    scene: Canvas, cell: Cell, side: int, title: str, name: str, style: Style
) -> tuple[Page, dict[str, Region]]:
    """A page with a single cell under a title, at the scale of the scene."""
    text = minimum_text_size(LEAST_SIDE, LEAST_SIDE)
    width, height = max(LEAST_SIDE, side + 4 * text), max(LEAST_SIDE, side + 6 * text)
    page = Page(width, height, style)
    x, y = (width - side) // 2, (height - side + 2 * text) // 2
    page.draw_title(title, width / 2, (y - 2) / 2, side)
    page.rect(x - 2, y - 2, side + 4, side + 4, page.theme.page_ink)
    page.paste(scene, _place(cell, side, side), x, y)
    return page, {name: (x, y, side, side)}


def _draw_patches(state: PatchState, question: MissingPatch, style: Style) -> list[Picture]:
    """The scene with its hole, and the six patches; the scene is drawn as far as the patches come from."""
    page, grid, _, _ = board_page(style, state.rows, state.columns)
    side = grid.unit
    scene = _scene(state, (side, side), max(cell.column for cell in (*question.options, Cell(1, grid.columns))), style)
    page.rect(*grid.bounds(2), page.theme.page_ink)
    page.paste(scene, (0, 0, grid.width, grid.height), grid.x, grid.y)
    hole = grid.rect(question.hole)
    page.rect(*hole, page.theme.surface)
    page.text("?", *grid.center(question.hole), side // 3, weight="bold")
    options = option_pictures(
        question.options, lambda cell, title: _single(scene, cell, side, title, "patch", style), "patch"
    )
    caption = "the scene; one square was cut out of it, and a question mark stands in the hole"
    return [page.picture(Role.QUESTION, caption, {"hole": hole, "scene": grid.bounds()}), *options]


def _draw_pieces(state: PatchState, pieces: Sequence[Cell], style: Style) -> Picture:
    """All pieces apart from each other, each below its number."""
    text = minimum_text_size(style.size, style.size)
    gap, head = 2 * text, 3 * text
    part = gcd(state.width, state.height)
    across, down = state.width // part, state.height // part
    free = (style.size - (state.columns + 1) * gap, style.size - gap - state.rows * head)
    unit = min(free[0] // (state.columns * across), free[1] // (state.rows * down))
    width, height = unit * across, unit * down
    size = [state.columns * (width + gap) + gap, state.rows * (height + head) + gap]
    left, top = gap, 0
    if size[0] >= size[1]:
        left, size[0] = left + (style.size - size[0]) // 2, style.size
    else:
        top, size[1] = (style.size - size[1]) // 2, style.size
    scene = _scene(state, (width, height), state.columns, style)
    page = Page(size[0], size[1], style)
    regions = {}
    for number, (place, cell) in enumerate(zip(cells_of_board(state.rows, state.columns), pieces, strict=True), 1):
        x = left + (place.column - 1) * (width + gap)
        y = top + (place.row - 1) * (height + head) + head
        page.text(str(number), x + width / 2, y - head / 2 + 2, round(1.4 * text), page.theme.page_ink, weight="bold")
        page.rect(x - 2, y - 2, width + 4, height + 4, page.theme.page_ink)
        page.paste(scene, _place(cell, width, height), x, y)
        regions[f"piece {number}"] = (x, y, width, height)
    return page.picture(Role.QUESTION, "the pieces, shuffled, each below its number", regions)
