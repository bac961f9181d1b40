"""Square grids on a canvas: whole-pixel layouts, boards and the row and column labels of the R2C5 convention."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.text import Font, Weight, minimum_text_size
from gametasks.renderers.kit.themes import RGB

LabelStyle = Literal["plain", "prefixed", "chips"]
BoardStyle = Literal["lines", "checker", "tiles", "dots", "frame"]
LABEL_STYLES: Final[tuple[LabelStyle, ...]] = get_args(LabelStyle)
BOARD_STYLES: Final[tuple[BoardStyle, ...]] = get_args(BoardStyle)


@dataclass(frozen=True, slots=True)
class GridLayout:
    """Where a grid lies: its top left corner, the side of a cell (whole pixels) and its numbers of rows and columns.

    Indices count from 0 here: the cell named R1C1 is (0, 0).
    """

    x0: int
    y0: int
    cell: int
    rows: int
    cols: int

    @property
    def width(self) -> int:
        """Width of the whole grid in pixels."""
        return self.cols * self.cell

    @property
    def height(self) -> int:
        """Height of the whole grid in pixels."""
        return self.rows * self.cell

    @property
    def bounds(self) -> Region:
        """The whole grid as (x, y, w, h)."""
        return self.x0, self.y0, self.width, self.height

    def rect(self, row: int, col: int, inset: int = 0) -> Region:
        """The cell as (x, y, w, h), made smaller by `inset` pixels on each side."""
        side = self.cell - 2 * inset
        return self.x0 + col * self.cell + inset, self.y0 + row * self.cell + inset, side, side

    def center(self, row: int, col: int) -> Point:
        """The middle of the cell (a half pixel where cells have an odd side)."""
        return self.x0 + (col + 0.5) * self.cell, self.y0 + (row + 0.5) * self.cell

    def vertex(self, row: int, col: int) -> Point:
        """The top left corner of the cell (row, col); rows 0..rows and columns 0..cols name all crossings of lines."""
        return self.x0 + col * self.cell, self.y0 + row * self.cell

    def cells(self) -> Iterator[tuple[int, int]]:
        """All (row, col), row by row."""
        return ((row, col) for row in range(self.rows) for col in range(self.cols))


def fit_grid(
    rows: int,
    cols: int,
    width: int,
    height: int,
    margins: int | tuple[int, int, int, int] = 24,
    largest_cell: int | None = None,
) -> GridLayout:
    """The largest whole-pixel grid inside an image of `width` by `height`, centred between its margins.

    `margins` is one number or (left, top, right, bottom) in pixels, labels included. Raises ValueError if cells of
    8 pixels do not fit.
    """
    left, top, right, bottom = (margins,) * 4 if isinstance(margins, int) else margins
    free_width, free_height = width - left - right, height - top - bottom
    cell = min(free_width // cols, free_height // rows)
    if largest_cell is not None:
        cell = min(cell, largest_cell)
    if cell < 8:
        raise ValueError(f"a grid of {rows} by {cols} cells does not fit into {free_width} by {free_height} px")
    return GridLayout(left + (free_width - cols * cell) // 2, top + (free_height - rows * cell) // 2, cell, rows, cols)


def draw_board(
    canvas: Canvas, layout: GridLayout, style: BoardStyle = "lines", line: int = 2, frame: int = 4, shadow: bool = False
) -> None:
    """Draw the empty board: the theme's surface with its inner grid (`line` px) and its outer frame (`frame` px).

    Styles: "lines", "checker" (alternate cells in the second tone), "tiles" (rounded, separate cells), "dots" (points
    at the crossings), "frame" (no inner lines). The frame lies outside the cells.
    """
    theme = canvas.theme
    x, y, w, h = layout.bounds
    outer = (x - frame, y - frame, w + 2 * frame, h + 2 * frame)
    if shadow:
        canvas.soft_shadow(*outer, radius=frame)
    canvas.rect(*outer, fill=theme.grid if style == "tiles" else theme.ink, radius=frame)
    if style == "tiles":
        _draw_tiles(canvas, layout)
        return
    canvas.rect(x, y, w, h, fill=theme.surface)
    if style == "checker":
        _draw_checkers(canvas, layout)
    elif style == "lines":
        _draw_lines(canvas, layout, line)
    elif style == "dots":
        _draw_dots(canvas, layout)


def _draw_tiles(canvas: Canvas, layout: GridLayout) -> None:
    inset = max(2, layout.cell // 24)
    for row, col in layout.cells():
        canvas.rect(*layout.rect(row, col, inset), fill=canvas.theme.surface, radius=layout.cell / 8)


def _draw_checkers(canvas: Canvas, layout: GridLayout) -> None:
    for row, col in layout.cells():
        if (row + col) % 2:
            canvas.rect(*layout.rect(row, col), fill=canvas.theme.surface_alt)


def _draw_dots(canvas: Canvas, layout: GridLayout) -> None:
    for row in range(1, layout.rows):
        for col in range(1, layout.cols):
            canvas.circle(*layout.vertex(row, col), max(2, layout.cell / 20), fill=canvas.theme.muted)


def _draw_lines(canvas: Canvas, layout: GridLayout, line: int) -> None:
    x, y, w, h = layout.bounds
    for row in range(1, layout.rows):
        canvas.rect(x, y + row * layout.cell - line // 2, w, line, fill=canvas.theme.grid)
    for col in range(1, layout.cols):
        canvas.rect(x + col * layout.cell - line // 2, y, line, h, fill=canvas.theme.grid)


def label_margin(width: int, height: int, style: LabelStyle = "plain", size: int | None = None) -> int:
    """How many pixels the labels of up to 99 rows need left of and above a grid in an image of this size.

    The distances to the grid and to the edge of the image are included.
    """
    size = minimum_text_size(width, height) if size is None else size
    return round(3.4 * size) if style == "plain" else round(4.2 * size)


def label_rows_and_columns(
    canvas: Canvas,
    layout: GridLayout,
    style: LabelStyle = "plain",
    size: int | None = None,
    color: RGB | None = None,
    gap: int = 12,
    weight: Weight = "regular",
    font: Font = "sans",
) -> None:
    """Number the rows at the left and the columns on top, from 1, so that a cell can be named as R2C5.

    Styles: "plain" (1, 2, 3), "prefixed" (R1, R2 / C1, C2), "chips" (plain numbers on small rounded plates). The text
    is `size` pixels high (default: the least size allowed in this image) and lies `gap` pixels outside the cells, the
    frame of the board included; label_margin() tells the room it needs. Raises ValueError if labels would touch.
    """
    size = minimum_text_size(canvas.width, canvas.height) if size is None else size
    color = canvas.theme.page_ink if color is None else color
    prefixes = ("R", "C") if style == "prefixed" else ("", "")
    row_labels = [f"{prefixes[0]}{row + 1}" for row in range(layout.rows)]
    col_labels = [f"{prefixes[1]}{col + 1}" for col in range(layout.cols)]
    row_width = max(_label_width(canvas, label, size, style, weight, font) for label in row_labels)
    col_width = max(_label_width(canvas, label, size, style, weight, font) for label in col_labels)
    height = _chip_height(size) if style == "chips" else size
    if col_width + 2 > layout.cell or height + 2 > layout.cell:
        raise ValueError(f"labels of {col_width:.0f} by {height} px do not fit beside cells of {layout.cell} px")
    x, y = layout.x0 - gap - row_width / 2, layout.y0 - gap - height / 2
    places = [(label, x, layout.center(row, 0)[1]) for row, label in enumerate(row_labels)]
    places += [(label, layout.center(0, col)[0], y) for col, label in enumerate(col_labels)]
    for label, cx, cy in places:
        if style == "chips":
            w = _label_width(canvas, label, size, style, weight, font)
            plate = (cx - w / 2, cy - height / 2, w, height)
            canvas.rect(*plate, fill=canvas.theme.accent_soft, radius=0.4 * size)
        canvas.text(label, cx, cy, size, canvas.theme.ink if style == "chips" else color, weight=weight, font=font)


def _chip_height(size: int) -> int:
    return size + 2 * round(0.4 * size)


def _label_width(canvas: Canvas, label: str, size: int, style: LabelStyle, weight: Weight, font: Font) -> float:
    width = canvas.text_width(label, size, weight, font)
    return max(_chip_height(size), width + 0.9 * size) if style == "chips" else width
