"""The board with the path of the cube, in four looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final, Literal

from gametasks.renderers import (
    RGB,
    Grid,
    Page,
    Picture,
    Point,
    board_page,
    draw_arrowheads,
    draw_board,
    draw_compass,
    draw_end_names,
    draw_flag,
    draw_route,
    on,
    pattern,
)
from gametasks.renderers.kit.paths import heading
from gametasks.schemas import Cell, Role, Side, Style
from gametasks.schemas.rolling_cube import RollState

__all__ = ["LOOKS", "draw_board_and_path"]


def draw_board_and_path(state: RollState, checkpoints: Sequence[int], style: Style) -> Picture:
    """Draw the board from above, north at the top, with flags at the given steps of the path."""
    beside = Side.RIGHT if state.rows >= state.columns else Side.TOP
    compass: Literal["rose", "needle"] = "rose" if style.look in ("boardgame", "tiles") else "needle"
    rooms_asked = {beside: 6.5 if compass == "rose" else 5.0}
    frame = style.size // 64
    page, grid, regions, rooms = board_page(style, state.rows, state.columns, frame=frame, rooms=rooms_asked)
    points = [grid.center(cell) for cell in state.path]
    LOOKS[style.look](page, grid, points)
    x, y, w, h = rooms[beside]
    width = 0.92 * min(w, h)
    draw_compass(page, x + w - width / 2, y + width / 2, width, compass)
    # The hatching of a blueprint's ends would cross plain letters.
    hatched = style.look == "blueprint" and style.labels == "plain"
    draw_end_names(page, points, grid.unit, "outlined" if hatched else style.labels, flagged=checkpoints)
    caption = (
        "the board from above, north at the top, with the path from START to END, along its arrows or the toes of its "
        "footprints"
    )
    if state.rolls:
        _draw_frame(page, grid, state.path[state.rolls])
        caption += "; the cube stands on the cell with a frame"
    for number, step in enumerate(checkpoints, 1):
        draw_flag(page, str(number), *points[step], grid.unit)
    if checkpoints:
        caption += "; the places on the path with numbered flags are the checkpoints, and END may be one"
    return page.picture(Role.QUESTION, caption, regions)


def _draw_frame(page: Page, grid: Grid, cell: Cell) -> None:
    """Where the cube stands."""
    page.rect(*grid.rect(cell, grid.unit // 12), stroke=page.theme.ink, width=2 * page.stroke)


def _draw_ends(page: Page, points: Sequence[Point], radius: float, fill: RGB, rim: RGB, dot: RGB) -> None:
    """A disc at either end of the path, with a dot in the last one."""
    for point in (points[0], points[-1]):
        page.circle(*point, radius, fill=fill, stroke=rim, width=page.stroke)
    page.circle(*points[-1], 0.45 * radius, fill=dot)


def _draw_ribbon(page: Page, grid: Grid, points: Sequence[Point]) -> None:
    """A printed board game: chequered board, a broad ribbon with chevrons."""
    theme, unit = page.theme, grid.unit
    draw_board(page, grid, "checker", frame=max(4, round(0.06 * unit)), shadow=True)
    draw_route(page, points, theme.accent, 0.24 * unit, outline=theme.ink, border=page.stroke, radius=0.2 * unit)
    draw_arrowheads(page, points, "chevron", 0.14 * unit, on(theme.accent))
    _draw_ends(page, points, 0.1 * unit, on(theme.accent), on(theme.accent), theme.accent)


def _draw_dashes(page: Page, grid: Grid, points: Sequence[Point]) -> None:
    """A technical drawing: thin grid on squared paper, dashed centre line, slender arrowheads, hatched ends."""
    theme, unit, line = page.theme, grid.unit, page.stroke
    page.draw_ornament("squares")
    page.draw_ornament(page.style.decoration)
    draw_board(page, grid, "lines", frame=2)
    spacing = 2 * (unit // 14)
    first, last = (pattern(name, theme.grid, theme.surface, spacing) for name in ("diagonal", "crosshatch"))
    for (x, y), hatching in ((points[0], first), (points[-1], last)):
        page.rect(x - unit / 2, y - unit / 2, unit, unit, fill=hatching, stroke=theme.ink, width=line)
    draw_route(page, points, theme.accent, 1.6 * line, outline=theme.surface, dash=(0.09 * unit, 0.06 * unit))
    for x, y in points[1:-1]:
        page.circle(x, y, 0.05 * unit, fill=theme.surface, stroke=theme.accent)
    draw_arrowheads(page, points, "slender", 0.28 * unit, theme.ink)
    _draw_ends(page, points, 0.1 * unit, theme.surface, theme.ink, theme.ink)


def _draw_pebbles(page: Page, grid: Grid, points: Sequence[Point]) -> None:
    """Wooden tiles in a tray: a row of round dots, a triangle where the cube tips over an edge."""
    theme, unit = page.theme, grid.unit
    draw_board(page, grid, "tiles", frame=max(6, round(0.08 * unit)))
    for x, y in (points[0], points[-1]):
        side = unit - 2 * max(3, unit // 16)
        page.rect(x - side / 2, y - side / 2, side, side, fill=theme.accent_soft, radius=unit / 10)
    for step, ((x0, y0), (x1, y1)) in enumerate(pairwise(points)):
        for share in (0, 0.14, 0.28, 0.72, 0.86)[step == 0 :]:  # a disc lies on START
            _draw_pebble(page, x0 + share * (x1 - x0), y0 + share * (y1 - y0), 0.042 * unit)
    draw_arrowheads(page, points, "triangle", 0.24 * unit, theme.ink, outline=theme.surface)
    _draw_ends(page, points, 0.12 * unit, theme.accent, theme.ink, theme.surface)


def _draw_pebble(page: Page, x: float, y: float, r: float) -> None:
    page.circle(x, y, r, fill=page.theme.accent)


def _draw_paws(page: Page, grid: Grid, points: Sequence[Point]) -> None:
    """Stitched cloth: a soft trail with paw prints."""
    theme, unit = page.theme, grid.unit
    draw_board(page, grid, "dashes", frame=max(3, round(page.stroke)))
    page.line(points, theme.accent_soft, 0.3 * unit)
    foot = 1
    for start, end in pairwise(points):
        with page.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, heading(start, end)):
            # Near the border between two cells: flags and names stand farther in.
            for along in (-0.14, 0.12):
                _draw_paw(page, along * unit, foot * 0.065 * unit, 0.085 * unit)
                foot = -foot
    _draw_ends(page, points, 0.13 * unit, theme.surface, theme.accent, theme.accent)


def _draw_paw(page: Page, x: float, y: float, r: float) -> None:
    """A print that walks to the right: a pad and four toes before it."""
    page.ellipse(x - 0.2 * r, y, 0.62 * r, 0.72 * r, fill=page.theme.ink)
    for ahead, aside in ((0.5, -0.85), (0.95, -0.32), (0.95, 0.32), (0.5, 0.85)):
        page.circle(x + ahead * r, y + aside * r, 0.27 * r, fill=page.theme.ink)


LOOKS: Final[Mapping[str, Callable[[Page, Grid, Sequence[Point]], None]]] = {
    "boardgame": _draw_ribbon,
    "blueprint": _draw_dashes,
    "tiles": _draw_pebbles,
    "footprints": _draw_paws,
}
