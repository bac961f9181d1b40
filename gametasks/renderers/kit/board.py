"""Empty boards in several styles, and walls between their cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, get_args

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.grid import Grid
from gametasks.renderers.kit.themes import RGB, Theme
from gametasks.schemas import Cell, Side

__all__ = ["BOARD_STYLES", "BoardColors", "BoardStyle", "draw_board", "draw_walls", "ground"]

BoardStyle = Literal["lines", "checker", "tiles", "dots", "dashes", "stamps", "frame"]
BOARD_STYLES: Final[tuple[BoardStyle, ...]] = get_args(BoardStyle)


class BoardColors(NamedTuple):
    """Colours of a board.

    Attributes:
        floor: The cells.
        lines: The inner lines, and what is seen between tiles.
        rim: The frame.
        edge: The frame's inner and outer outline; None: it has none.
    """

    floor: RGB
    lines: RGB
    rim: RGB
    edge: RGB | None = None

    @classmethod
    def of(cls, theme: Theme, style: BoardStyle) -> BoardColors:
        """The usual colours of a theme: a tray around tiles and stamps, the sheet itself around dots, else ink."""
        if style in ("tiles", "stamps"):
            return cls(theme.surface, theme.wall, theme.wall)
        if style == "dots":
            return cls(theme.surface, theme.muted, theme.surface)
        return cls(theme.surface, theme.grid, theme.ink)


def ground(theme: Theme, style: BoardStyle, cell: Cell) -> RGB:
    """The one colour on which the marks of a cell lie."""
    return theme.surface_alt if _is_alternate(style, cell) else theme.surface


def _is_alternate(style: BoardStyle, cell: Cell) -> bool:
    return style == "checker" and (cell.row + cell.column) % 2 == 1


def draw_board(
    canvas: Canvas,
    grid: Grid,
    style: BoardStyle = "lines",
    *,
    line: int = 2,
    frame: int = 4,
    shadow: bool = False,
    colors: BoardColors | None = None,
    tints: Mapping[Cell, RGB] | None = None,
) -> None:
    """Draw the empty board.

    Args:
        canvas: The picture.
        grid: Where the cells lie.
        style: "lines"; "checker" (alternate cells in the second tone); "tiles" (rounded, separate cells); "dots"
            (points at the crossings, and a seam in the frame); "dashes" (dashed inner lines); "stamps" (perforated
            cells); "frame" (no inner lines).
        line: Width of the inner lines and of the frame's outline in pixels.
        frame: Width of the outer frame in pixels; it lies outside the cells.
        shadow: Whether the board throws a shadow onto the page.
        colors: Its colours; default: the usual ones of the theme.
        tints: Cells with a colour of their own, such as shaded ones; marks on them lie on that colour.
    """
    theme = canvas.theme
    floor, lines, rim, edge = colors or BoardColors.of(theme, style)
    if shadow:
        canvas.soft_shadow(*grid.bounds(frame), radius=frame / 2)
    canvas.rect(*grid.bounds(frame), fill=rim, stroke=edge, width=line, radius=frame / 2)
    canvas.rect(*grid.bounds(), fill=lines if style == "tiles" else floor, stroke=edge, width=line)
    own = {cell: theme.surface_alt for cell in grid.cells() if _is_alternate(style, cell)} | dict(tints or {})
    if style == "tiles":
        for cell in grid.cells():
            fill = own.get(cell, floor)
            canvas.rect(*grid.rect(cell, max(2, grid.unit // 32)), fill=fill, radius=grid.unit / 9)
    else:
        for cell, fill in own.items():
            canvas.rect(*grid.rect(cell), fill=fill)
    if style == "dots":
        for row in range(1, grid.rows):
            for column in range(1, grid.columns):
                canvas.circle(*grid.crossing(row, column), max(2, grid.unit / 32), fill=lines)
        canvas.rect(*grid.bounds(frame // 2), stroke=theme.accent, radius=frame / 2, dash=(7, 5))
    elif style == "stamps":
        _perforate(canvas, grid, rim)
    elif style in ("lines", "dashes"):
        _rule(canvas, grid, lines, line, style == "dashes")


def _rule(canvas: Canvas, grid: Grid, color: RGB, line: int, dashed: bool) -> None:
    """Draw the lines between the cells; an even number of dashes in a cell makes its corners alike."""
    dash = (grid.unit / 12, grid.unit / 12) if dashed else None
    for row in range(1, grid.rows):
        ends = grid.crossing(row, 0), grid.crossing(row, grid.columns)
        canvas.line(ends, color, line, dash=dash, cap="butt")
    for column in range(1, grid.columns):
        ends = grid.crossing(0, column), grid.crossing(grid.rows, column)
        canvas.line(ends, color, line, dash=dash, cap="butt")


def _perforate(canvas: Canvas, grid: Grid, color: RGB) -> None:
    """Draw the holes around every cell as dots: dashes without length, with round ends."""
    step = (grid.unit - 2) / max(7, round(grid.unit / 7.5))
    for cell in grid.cells():
        left, top, side, _ = grid.rect(cell, 1)
        right, bottom = left + side, top + side
        canvas.rect(left, top, side, side, stroke=color, width=2)
        edge = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        canvas.line(edge, color, min(step * 0.6, 6.0), dash=(0, step))


def draw_walls(canvas: Canvas, grid: Grid, walls: Iterable[tuple[Cell, Side]], width: float) -> None:
    """Draw walls in the theme's ink, each on a side of a cell, `width` pixels thick."""
    for cell, side in walls:
        canvas.line(grid.edge(cell, side), canvas.theme.ink, width, cap="square")
