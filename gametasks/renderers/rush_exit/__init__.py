"""Rush exit: the board with its walls, its exit, its vehicles and its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gametasks.renderers import Picture
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.grid import GridLayout, fit_grid
from gametasks.renderers.kit.text import minimum_text_size
from gametasks.renderers.kit.themes import BLACK, RGB, THEMES, Theme, mix, on
from gametasks.renderers.rush_exit.body import Body
from gametasks.renderers.rush_exit.vehicles import BLOCKS, VEHICLES, draw_letter
from gametasks.schemas import Axis, Ranges, Side, Style, StyleRanges
from gametasks.schemas._record import Role
from gametasks.schemas.rush_exit import TARGET, RushQuestion, RushState, Vehicle

__all__ = ["LOOKS", "draw", "styles"]

LOOKS: Final = ("cars", "wood", "flat", "drawing")
_TRAY: Final[RGB] = (176, 124, 74)
_FLOOR: Final[RGB] = (78, 50, 30)


def styles(ranges: Ranges, state: RushState) -> StyleRanges:
    """The presentations of a board; the two sets of ranges share them."""
    return StyleRanges(
        themes=tuple(THEMES),
        looks=LOOKS,
        sizes=(512, 576, 640, 720, 768, 896, 1024),
        labels=("plain", "prefixed", "chips"),
        fonts=("sans", "slab", "mono"),
        decorations=("none", "shadow", "bolts"),
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """The measures of a picture: the grid, the thickness of the wall around it and its main lines, in pixels."""

    grid: GridLayout
    wall: int
    line: int
    text: int


def draw(state: RushState, question: RushQuestion, style: Style) -> Sequence[Picture]:
    """Draw the one picture of a sample; questions are not drawn."""
    canvas = Canvas(style.size, style.size, THEMES[style.theme])
    frame = _frame(state, style)
    if style.decoration == "shadow":
        _draw_board_shadow(canvas, frame)
    _draw_floor(canvas, frame, style)
    _draw_wall(canvas, state, frame, style)
    for cell in state.blocks:
        x, y, _, _ = frame.grid.rect(cell.row - 1, cell.column - 1)
        BLOCKS[style.look](canvas, x, y, frame.grid.cell, frame.line)
    for vehicle in state.vehicles:
        _draw_vehicle(canvas, state, vehicle, frame, style)
    _draw_exit(canvas, state, frame, style)
    _draw_labels(canvas, state, frame, style)
    regions = {f"R{row + 1}C{col + 1}": frame.grid.rect(row, col) for row, col in frame.grid.cells()}
    return [Picture(Role.QUESTION, _caption(state), canvas.image(), regions)]


def _caption(state: RushState) -> str:
    blocks = "; a single hatched cell is a fixed block" if state.blocks else ""
    return (
        "the walled board from above, its rows numbered from the top and its columns from the left; each vehicle bears "
        f"its letter, and where it is drawn with a front, the way that it points does not matter{blocks}; the exit is "
        "the gap in the wall beside the arrow and the sign EXIT"
    )


def _frame(state: RushState, style: Style) -> _Frame:
    """Leave room for the labels at one side and for the exit sign at the other where they would meet."""
    text = minimum_text_size(style.size, style.size)
    wall = 2 * round(style.size / 90)
    room = {Side.LEFT: 2 * text, Side.RIGHT: 2 * text, Side.TOP: 2 * text, Side.BOTTOM: 2 * text}
    for side in _label_sides(state):
        room[side] = round(3.2 * text)
    room[state.exit_side] = round(5.6 * text)
    margins = (room[Side.LEFT] + wall, room[Side.TOP] + wall, room[Side.RIGHT] + wall, room[Side.BOTTOM] + wall)
    grid = fit_grid(state.rows, state.columns, style.size, style.size, margins)
    return _Frame(grid, wall, max(2, round(style.stroke * style.size / 512)), text)


def _label_sides(state: RushState) -> tuple[Side, Side]:
    """Where the numbers of rows and of columns stand: left and top, unless the exit is there."""
    rows = Side.RIGHT if state.exit_side is Side.LEFT else Side.LEFT
    columns = Side.BOTTOM if state.exit_side is Side.TOP else Side.TOP
    return rows, columns


def _floor_colours(theme: Theme, look: str) -> tuple[RGB, RGB, RGB]:
    """Colours of the floor, its lines and the wall."""
    if look == "wood":
        return _FLOOR, mix(_FLOOR, BLACK, 0.35), _TRAY
    if look == "cars":
        return theme.surface_alt, theme.muted, theme.wall
    if look == "flat":
        return theme.surface_alt, theme.surface, theme.wall
    return theme.surface, theme.grid, theme.ink


def _draw_floor(canvas: Canvas, frame: _Frame, style: Style) -> None:
    """The floor with marks that let one count cells: bay lines, grooves, tiles or a grid."""
    grid, cell = frame.grid, frame.grid.cell
    floor, line, _ = _floor_colours(canvas.theme, style.look)
    canvas.rect(*grid.bounds, fill=floor)
    if style.look == "flat":
        inset = max(2, cell // 30)
        for row, col in grid.cells():
            canvas.rect(*grid.rect(row, col, inset), fill=line, radius=cell / 7)
        return
    dash = (0.18 * cell, 0.14 * cell) if style.look == "cars" else None
    for i in range(1, grid.cols):
        x, y = grid.vertex(0, i)
        canvas.line(((x, y), (x, y + grid.height)), line, width=2, dash=dash, cap="butt")
    for i in range(1, grid.rows):
        x, y = grid.vertex(i, 0)
        canvas.line(((x, y), (x + grid.width, y)), line, width=2, dash=dash, cap="butt")


def _draw_board_shadow(canvas: Canvas, frame: _Frame) -> None:
    x, y, w, h = frame.grid.bounds
    t = frame.wall
    canvas.soft_shadow(x - t, y - t, w + 2 * t, h + 2 * t, spread=max(6, t // 2))


def _draw_wall(canvas: Canvas, state: RushState, frame: _Frame, style: Style) -> None:
    """The wall around the floor with a gap beside the exit's border cell."""
    x, y, w, h = frame.grid.bounds
    t = frame.wall
    floor, _, wall = _floor_colours(canvas.theme, style.look)
    edge = mix(wall, BLACK, 0.4) if style.look != "drawing" else wall
    for rx, ry, rw, rh in (
        (x - t, y - t, w + 2 * t, t),
        (x - t, y + h, w + 2 * t, t),
        (x - t, y, t, h),
        (x + w, y, t, h),
    ):
        canvas.rect(rx, ry, rw, rh, fill=wall if style.look != "drawing" else canvas.theme.surface_alt)
    canvas.rect(x - t, y - t, w + 2 * t, h + 2 * t, stroke=edge, width=frame.line)
    canvas.rect(x, y, w, h, stroke=edge, width=frame.line)
    if style.decoration == "bolts":
        for cx in (x - t / 2, x + w + t / 2):
            for cy in (y - t / 2, y + h + t / 2):
                canvas.circle(cx, cy, 0.28 * t, fill=mix(canvas.theme.surface, wall, 0.2), stroke=edge)
    canvas.rect(*_gap(state, frame), fill=floor if style.look != "flat" else canvas.theme.surface)


def _gap(state: RushState, frame: _Frame) -> tuple[float, float, float, float]:
    """The opening of the wall, its outlines included."""
    cell = state.exit_cell()
    x, y, side, _ = frame.grid.rect(cell.row - 1, cell.column - 1)
    t, line = frame.wall, frame.line
    match state.exit_side:
        case Side.LEFT:
            return x - t - line, y + line, t + 2 * line, side - 2 * line
        case Side.RIGHT:
            return x + side - line, y + line, t + 2 * line, side - 2 * line
        case Side.TOP:
            return x + line, y - t - line, side - 2 * line, t + 2 * line
        case Side.BOTTOM:
            return x + line, y + side - line, side - 2 * line, t + 2 * line


def _draw_vehicle(canvas: Canvas, state: RushState, vehicle: Vehicle, frame: _Frame, style: Style) -> None:
    """Draw a vehicle with its front to the exit if it is the target, else by its letter to either side."""
    grid = frame.grid
    x0, y0 = grid.center(vehicle.cell.row - 1, vehicle.cell.column - 1)
    reach = (vehicle.length - 1) * grid.cell / 2
    horizontal = vehicle.axis is Axis.HORIZONTAL
    x, y = (x0 + reach, y0) if horizontal else (x0, y0 + reach)
    is_target = vehicle.letter == TARGET
    backwards = state.exit_side in (Side.LEFT, Side.TOP) if is_target else ord(vehicle.letter) % 2 == 0
    angle = (0 if horizontal else 90) + (180 if backwards else 0)
    body = Body(vehicle.letter, is_target, vehicle.length, grid.cell, frame.line, style.decoration == "shadow")
    with canvas.at(x, y, angle):
        VEHICLES[style.look](canvas, body)
    if style.look == "cars" and vehicle.length == 3:
        shift = 0.34 * grid.cell * (1 if backwards else -1)
        x, y = (x + shift, y) if horizontal else (x, y + shift)
    draw_letter(canvas, style.look, body, x, y, style.font)


def _draw_exit(canvas: Canvas, state: RushState, frame: _Frame, style: Style) -> None:
    """An arrow out through the gap and a sign with the word EXIT beside it."""
    cell = state.exit_cell()
    theme, side, t, text = canvas.theme, frame.grid.cell, frame.wall, frame.text
    cx, cy = frame.grid.center(cell.row - 1, cell.column - 1)
    dx, dy = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}[state.exit_side]
    edge_x, edge_y = cx + dx * side / 2, cy + dy * side / 2
    width = max(5, round(0.1 * side))
    length = t + 4.4 * text
    start, tip = t + 0.3 * text, length
    canvas.arrow(
        edge_x + dx * start,
        edge_y + dy * start,
        edge_x + dx * tip,
        edge_y + dy * tip,
        theme.page_ink,
        width,
        3.2 * width,
    )
    plate = theme.palette["green"]
    w = canvas.text_width("EXIT", text, "bold", style.font) + 1.1 * text
    h = 2 * text
    clear = 1.7 * width + 0.3 * text  # of the arrow's head
    if dx:
        up = 1 if cell.row == 1 else -1
        sign_x, sign_y = edge_x + dx * (t + 0.6 * text + w / 2), edge_y + up * (h / 2 + clear)
    else:
        out = -1 if cell.column == state.columns else 1
        sign_x, sign_y = edge_x + out * (w / 2 + clear), edge_y + dy * (t + 2.2 * text)
    canvas.rect(sign_x - w / 2, sign_y - h / 2, w, h, fill=plate, stroke=on(plate), width=2, radius=0.4 * text)
    canvas.text("EXIT", sign_x, sign_y, text, on(plate), weight="bold", font=style.font)


def _draw_labels(canvas: Canvas, state: RushState, frame: _Frame, style: Style) -> None:
    """Number the rows and columns from 1 on the sides without an exit."""
    grid, gap = frame.grid, frame.wall + frame.line + round(1.5 * frame.text)
    row_side, column_side = _label_sides(state)
    x = grid.x0 - gap if row_side is Side.LEFT else grid.x0 + grid.width + gap
    y = grid.y0 - gap if column_side is Side.TOP else grid.y0 + grid.height + gap
    prefixes = ("R", "C") if style.labels == "prefixed" else ("", "")
    places: list[tuple[str, float, float]] = [
        (f"{prefixes[0]}{row + 1}", x, grid.center(row, 0)[1]) for row in range(grid.rows)
    ]
    places += [(f"{prefixes[1]}{col + 1}", grid.center(0, col)[0], y) for col in range(grid.cols)]
    for label, cx, cy in places:
        colour = canvas.theme.page_ink
        if style.labels == "chips":
            canvas.circle(cx, cy, 1.15 * frame.text, fill=canvas.theme.accent_soft)
            colour = canvas.theme.ink
        canvas.text(label, cx, cy, frame.text, colour, font=style.font)
