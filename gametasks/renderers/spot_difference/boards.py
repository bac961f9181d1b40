"""Empty panels of spot_difference: where their cells lie, and the five looks of a board.

Inside the region of a cell the ground is one flat colour. Everything else of a board stays outside these regions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.grid import GridLayout, draw_board
from gametasks.renderers.kit.themes import RGB, Theme, mix

__all__ = ["CELLS", "LOOKS", "Board", "draw_empty", "ground"]

CELLS: Final = tuple(
    sorted(
        {
            (spacing * periods, spacing)
            for spacing in range(6, 26, 2)
            for periods in (6, 7, 8)
            if spacing * periods >= 48
        },
        reverse=True,
    )
)
"""Possible (cell, spacing) in pixels, largest first: a cell holds six to eight periods of a pattern.

At 44 px the patterns of two fills are hard to tell apart.
"""


@dataclass(frozen=True, slots=True)
class Board:
    """Where a panel lies.

    Attributes:
        grid: Its cells, whose side is a multiple of ``spacing``.
        spacing: Period of the fill patterns in pixels. Panels that are compared lie whole periods apart.
    """

    grid: GridLayout
    spacing: int

    def cell(self, row: int, column: int) -> Region:
        """The region of a cell that holds its glyph, on flat ground; indices from 0."""
        return self.grid.rect(row, column, max(4, round(self.grid.cell * 0.075)))


def ground(look: str, theme: Theme, row: int, column: int) -> RGB:
    """The colour that a cell's glyph lies on."""
    return theme.surface_alt if look == "checker" and (row + column) % 2 else theme.surface


def draw_empty(canvas: Canvas, board: Board, look: str, line: int) -> None:
    """Draw the panel without glyphs; ``line`` is the width of its main lines in pixels."""
    _LOOKS[look](canvas, board.grid, line)


def _magazine(canvas: Canvas, grid: GridLayout, line: int) -> None:
    """A printed puzzle: fine lines in a plain frame."""
    draw_board(canvas, grid, "lines", line=2, frame=line)


def _tiles(canvas: Canvas, grid: GridLayout, line: int) -> None:
    """Rounded tiles that lie apart on a tray."""
    x, y, w, h = grid.bounds
    canvas.soft_shadow(x - 6, y - 6, w + 12, h + 12, radius=14)
    canvas.rect(x - 6, y - 6, w + 12, h + 12, fill=mix(canvas.theme.accent_soft, canvas.theme.wall, 0.25), radius=14)
    for row, column in grid.cells():
        canvas.rect(*grid.rect(row, column, 2), fill=canvas.theme.surface, radius=grid.cell / 9)


def _stamps(canvas: Canvas, grid: GridLayout, line: int) -> None:
    """Perforated stamps on the dark leaf of an album."""
    theme = canvas.theme
    x, y, w, h = grid.bounds
    canvas.rect(x - 8, y - 8, w + 16, h + 16, fill=theme.wall, radius=3)
    holes = max(7, round(grid.cell / 7.5))
    step = (grid.cell - 2) / holes
    for row, column in grid.cells():
        left, top, side, _ = grid.rect(row, column, 1)
        right, bottom = left + side, top + side
        canvas.rect(left, top, side, side, fill=theme.surface)
        edge = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        # Dashes without length and with round ends are dots: the holes of the perforation.
        canvas.line(edge, theme.wall, min(step * 0.6, 6.0), dash=(0, step))


def _checker(canvas: Canvas, grid: GridLayout, line: int) -> None:
    """A board of two tones in a solid frame with a fillet."""
    theme = canvas.theme
    x, y, w, h = grid.bounds
    canvas.rect(x - 10, y - 10, w + 20, h + 20, fill=theme.wall, radius=2)
    canvas.rect(x - 5, y - 5, w + 10, h + 10, stroke=mix(theme.wall, theme.surface, 0.5), width=2)
    for row, column in grid.cells():
        canvas.rect(*grid.rect(row, column), fill=ground("checker", theme, row, column))


def _pinboard(canvas: Canvas, grid: GridLayout, line: int) -> None:
    """A sheet without lines: small pins mark the corners of the cells, and the sheet has a dashed seam."""
    theme = canvas.theme
    x, y, w, h = grid.bounds
    canvas.rect(x - 10, y - 10, w + 20, h + 20, fill=theme.surface, radius=18)
    canvas.rect(x - 5, y - 5, w + 10, h + 10, stroke=theme.accent, width=2, radius=13, dash=(7, 5))
    for row in range(1, grid.rows):
        for column in range(1, grid.cols):
            canvas.circle(*grid.vertex(row, column), 2.5, fill=theme.muted)


_LOOKS: Final[Mapping[str, Callable[[Canvas, GridLayout, int], None]]] = {
    "magazine": _magazine,
    "tiles": _tiles,
    "stamps": _stamps,
    "checker": _checker,
    "pinboard": _pinboard,
}
LOOKS: Final = tuple(_LOOKS)
