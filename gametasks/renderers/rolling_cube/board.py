"""The board with the path of the cube, in four looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.drawing import Picture
from gametasks.renderers.kit.grid import GridLayout, draw_board
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.patterns import PatternName, pattern
from gametasks.renderers.kit.text import fit_text_size, minimum_text_size
from gametasks.renderers.kit.themes import THEMES, on
from gametasks.renderers.rolling_cube.page import draw_page, line_width
from gametasks.renderers.rolling_cube.signs import draw_compass, draw_flag, draw_name
from gametasks.schemas import Cell, Style
from gametasks.schemas._record import Role
from gametasks.schemas.rolling_cube import RollState

__all__ = ["LABELS", "LOOKS", "draw_board_and_path"]

LABELS: Final = ("plain", "plate", "outlined")


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where things lie on the picture: its size, the board, and the middle and width of the compass, in pixels."""

    width: int
    height: int
    layout: GridLayout
    compass: Point
    compass_size: float


def draw_board_and_path(state: RollState, checkpoints: Sequence[int], style: Style) -> Picture:
    """Draw the board from above, north at the top, with flags at the given steps of the path."""
    plan = _plan(state, style)
    canvas = Canvas(plan.width, plan.height, THEMES[style.theme])
    layout = plan.layout
    draw_page(canvas, style)
    draw_compass(canvas, *plan.compass, plan.compass_size, style)
    points = [layout.center(cell.row - 1, cell.column - 1) for cell in state.path]
    LOOKS[style.look](canvas, layout, points, style)
    _write_names(canvas, layout, points, style)
    for number, step in enumerate(checkpoints, 1):
        below = step == len(points) - 1 and _name_is_above(points, step)
        draw_flag(canvas, str(number), *points[step], layout.cell, below, style)
    regions = {
        str(Cell(row + 1, column + 1)): canvas.region(*layout.rect(row, column)) for row, column in layout.cells()
    }
    flags = "; dots on the path with numbered flags are the checkpoints" if checkpoints else ""
    caption = f"the board from above, north at the top, with the path from START to END{flags}"
    return Picture(Role.QUESTION, caption, canvas.image(), regions)


def _plan(state: RollState, style: Style) -> _Plan:
    """Lay the picture out: the compass stands where the board leaves room, at the right or on top."""
    rows, columns = state.rows, state.columns
    margin, compass = round(0.05 * style.size), round(0.15 * style.size)
    beside = rows >= columns
    free = style.size - 2 * margin
    cell = min((free - beside * compass) // columns, (free - (not beside) * compass) // rows)
    width = 2 * margin + columns * cell + beside * compass
    height = 2 * margin + rows * cell + (not beside) * compass
    # The longer side gets exactly the size that was asked for; what the division left over goes to its margins.
    if width >= height:
        width = style.size
    else:
        height = style.size
    x0 = (width - columns * cell - beside * compass) // 2
    y0 = (height - rows * cell + (not beside) * compass) // 2
    layout = GridLayout(x0, y0, cell, rows, columns)
    if beside:
        middle = (x0 + layout.width + 0.6 * compass, y0 + 0.45 * compass)
    else:
        middle = (x0 + layout.width - 0.45 * compass, y0 - 0.6 * compass)
    return _Plan(width, height, layout, middle, 0.9 * compass)


def _name_is_above(points: Sequence[Point], step: int) -> bool:
    """Whether the name of an end of the path is written above its middle: not where the path runs up."""
    neighbour = points[1] if step == 0 else points[step - 1]
    return neighbour[1] >= points[step][1]


def _write_names(canvas: Canvas, layout: GridLayout, points: Sequence[Point], style: Style) -> None:
    """Write START and END at the edge of their cells, clear of the discs in the middle."""
    smallest, cell = minimum_text_size(canvas.width, canvas.height), layout.cell
    largest = min(round(1.3 * smallest), round(0.2 * cell))
    size = fit_text_size("START", 0.9 * cell, max(smallest, largest), "bold", style.font, smallest)
    shift = cell / 2 - 0.95 * size
    for name, step in (("START", 0), ("END", len(points) - 1)):
        x, y = points[step]
        draw_name(canvas, name, x, y - shift if _name_is_above(points, step) else y + shift, size, style)


def _heading(start: Point, end: Point) -> tuple[float, float, float]:
    """The middle of a step and its direction in degrees."""
    (x0, y0), (x1, y1) = start, end
    angle = (0 if x1 > x0 else 180) if y0 == y1 else (90 if y1 > y0 else -90)
    return (x0 + x1) / 2, (y0 + y1) / 2, angle


def _draw_ribbon(canvas: Canvas, layout: GridLayout, points: Sequence[Point], style: Style) -> None:
    """A printed board game: chequered board, a broad ribbon with chevrons."""
    theme, cell = canvas.theme, layout.cell
    draw_board(canvas, layout, "checker", frame=max(4, round(0.06 * cell)), shadow=True)
    canvas.line(points, theme.ink, 0.24 * cell + 2 * line_width(style, canvas))
    canvas.line(points, theme.accent, 0.24 * cell)
    for start, end in pairwise(points):
        x, y, angle = _heading(start, end)
        chevron = [(-0.05 * cell, -0.07 * cell), (0.03 * cell, 0), (-0.05 * cell, 0.07 * cell)]
        with canvas.at(x, y, angle):
            canvas.line(chevron, on(theme.accent), 0.045 * cell)
    for point in (points[0], points[-1]):
        canvas.circle(*point, 0.15 * cell, fill=theme.accent, stroke=theme.ink, width=line_width(style, canvas))
        canvas.circle(*point, 0.09 * cell, fill=on(theme.accent))
    canvas.circle(*points[-1], 0.045 * cell, fill=theme.accent)


def _draw_dashes(canvas: Canvas, layout: GridLayout, points: Sequence[Point], style: Style) -> None:
    """A technical drawing: thin grid, dashed centre line with slender arrowheads, hatched ends."""
    theme, cell, line = canvas.theme, layout.cell, line_width(style, canvas)
    draw_board(canvas, layout, "lines", frame=2)
    hatchings: tuple[tuple[Point, PatternName], ...] = ((points[0], "diagonal"), (points[-1], "crosshatch"))
    for (x, y), name in hatchings:
        fill = pattern(name, theme.grid, theme.surface, spacing=2 * (cell // 14))
        canvas.rect(x - cell / 2, y - cell / 2, cell, cell, fill=fill, stroke=theme.ink, width=line)
    canvas.line(points, theme.accent, 1.2 * line, dash=(0.09 * cell, 0.06 * cell), cap="butt", join="miter")
    for x, y in points[1:-1]:
        canvas.circle(x, y, 0.05 * cell, fill=theme.surface, stroke=theme.accent, width=max(2, 0.8 * line))
    for start, end in pairwise(points):
        x, y, angle = _heading(start, end)
        head = [(0.17 * cell, 0), (-0.11 * cell, -0.07 * cell), (-0.11 * cell, 0.07 * cell)]
        with canvas.at(x, y, angle):
            canvas.polygon(head, fill=theme.ink)
    for point in (points[0], points[-1]):
        canvas.circle(*point, 0.1 * cell, fill=theme.surface, stroke=theme.ink, width=line)
    canvas.circle(*points[-1], 0.05 * cell, fill=theme.ink)


def _draw_pebbles(canvas: Canvas, layout: GridLayout, points: Sequence[Point], style: Style) -> None:
    """Wooden tiles in a tray: a row of round dots, a triangle where the cube tips over an edge."""
    theme, cell = canvas.theme, layout.cell
    x, y, w, h = layout.bounds
    rim = max(6, round(0.1 * cell))
    canvas.rect(x - rim, y - rim, w + 2 * rim, h + 2 * rim, fill=theme.wall, radius=rim)
    canvas.rect(x, y, w, h, fill=theme.wall)
    for row, column in layout.cells():
        canvas.rect(*layout.rect(row, column, max(1, cell // 40)), fill=theme.surface, radius=cell / 9)
    for px, py in (points[0], points[-1]):
        inset = cell / 2 - max(3, cell // 16)
        canvas.rect(px - inset, py - inset, 2 * inset, 2 * inset, fill=theme.accent_soft, radius=cell / 10)
    for (x0, y0), (x1, y1) in pairwise(points):
        for share in (0.14, 0.28, 0.72, 0.86):
            canvas.circle(x0 + share * (x1 - x0), y0 + share * (y1 - y0), 0.042 * cell, fill=theme.accent)
        mx, my, angle = _heading((x0, y0), (x1, y1))
        with canvas.at(mx, my, angle):
            triangle = [(0.14 * cell, 0), (-0.1 * cell, -0.12 * cell), (-0.1 * cell, 0.12 * cell)]
            canvas.polygon(triangle, fill=theme.accent, stroke=theme.ink, width=2)
    for px, py in points[1:-1]:
        canvas.circle(px, py, 0.042 * cell, fill=theme.accent)
    for px, py in (points[0], points[-1]):
        canvas.circle(px, py, 0.12 * cell, fill=theme.accent, stroke=theme.ink, width=line_width(style, canvas))
    canvas.circle(*points[-1], 0.06 * cell, fill=theme.surface, stroke=theme.ink, width=2)


def _draw_paws(canvas: Canvas, layout: GridLayout, points: Sequence[Point], style: Style) -> None:
    """Stitched cloth: a soft trail with paw prints."""
    theme, cell = canvas.theme, layout.cell
    draw_board(canvas, layout, "frame", frame=max(3, round(line_width(style, canvas))))
    x0, y0, w, h = layout.bounds
    stitches = (cell / 12, cell / 12)  # an even number of dashes in a cell makes the corners alike
    for row in range(1, layout.rows):
        canvas.line([(x0, y0 + row * cell), (x0 + w, y0 + row * cell)], theme.grid, 2, dash=stitches, cap="butt")
    for column in range(1, layout.cols):
        canvas.line([(x0 + column * cell, y0), (x0 + column * cell, y0 + h)], theme.grid, 2, dash=stitches, cap="butt")
    canvas.line(points, theme.accent_soft, 0.3 * cell)
    foot = 1
    for start, end in pairwise(points):
        x, y, angle = _heading(start, end)
        with canvas.at(x, y, angle):
            for along in (-0.2, 0.16):
                _draw_paw(canvas, along * cell, foot * 0.08 * cell, 0.1 * cell)
                foot = -foot
    for x, y in (points[0], points[-1]):
        canvas.circle(x, y, 0.13 * cell, fill=theme.surface, stroke=theme.accent, width=1.5 * line_width(style, canvas))
    canvas.circle(*points[-1], 0.06 * cell, fill=theme.accent)


def _draw_paw(canvas: Canvas, x: float, y: float, r: float) -> None:
    """A print that walks to the right: a pad and four toes before it."""
    canvas.ellipse(x - 0.2 * r, y, 0.62 * r, 0.72 * r, fill=canvas.theme.ink)
    for ahead, aside in ((0.5, -0.85), (0.95, -0.32), (0.95, 0.32), (0.5, 0.85)):
        canvas.circle(x + ahead * r, y + aside * r, 0.27 * r, fill=canvas.theme.ink)


LOOKS: Final[Mapping[str, Callable[[Canvas, GridLayout, Sequence[Point], Style], None]]] = {
    "boardgame": _draw_ribbon,
    "blueprint": _draw_dashes,
    "tiles": _draw_pebbles,
    "footprints": _draw_paws,
}
