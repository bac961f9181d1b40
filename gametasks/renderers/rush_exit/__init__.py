"""Rush exit: the board with its walls, its exit, its vehicles and its blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gametasks.renderers import (
    LABEL_STYLES,
    BoardColors,
    BoardStyle,
    Grid,
    Page,
    Picture,
    board_page,
    cell_labels,
    draw_board,
    fit_text_size,
    style_ranges,
)
from gametasks.renderers.kit.themes import BLACK, RGB, Theme, mix, on
from gametasks.renderers.rush_exit.body import Body
from gametasks.renderers.rush_exit.vehicles import LOOKS
from gametasks.schemas import Axis, Cell, Ranges, Role, Side, Style, StyleRanges
from gametasks.schemas.rush_exit import TARGET, RushQuestion, RushState, Vehicle

__all__ = ["draw", "styles"]

_TRAY: Final[RGB] = (176, 124, 74)
_FLOOR: Final[RGB] = (78, 50, 30)


def styles(ranges: Ranges, state: RushState) -> StyleRanges:
    """The presentations of a board; the two sets of ranges share them."""
    sizes = (512, 576, 640, 720, 768, 896, 1024)
    return style_ranges(tuple(LOOKS), sizes, LABEL_STYLES, decorations=("none", "shadow", "bolts"))


def draw(state: RushState, question: RushQuestion, style: Style) -> Sequence[Picture]:
    """Draw the one picture of a sample; questions are not drawn."""
    # Labels stand at the left and on top, unless the exit is there.
    sides = (
        Side.RIGHT if state.exit_side is Side.LEFT else Side.LEFT,
        Side.BOTTOM if state.exit_side is Side.TOP else Side.TOP,
    )
    labels = cell_labels(state.rows, state.columns, style.labels, sides)
    wall = 2 * round(style.size / 90)
    page, grid, regions, _ = board_page(
        style, state.rows, state.columns, labels, frame=wall, rooms={state.exit_side: 3.6}
    )
    board_style, colors = _board_look(page.theme, style.look)
    shadow = style.decoration == "shadow"
    draw_board(page, grid, board_style, line=round(page.stroke), frame=wall, shadow=shadow, colors=colors)
    if style.decoration == "bolts":
        x, y, w, h = grid.bounds(wall // 2)
        for cx, cy in ((x, y), (x + w, y), (x, y + h), (x + w, y + h)):
            page.circle(cx, cy, 0.28 * wall, fill=mix(page.theme.surface, colors.rim, 0.2), stroke=colors.edge)
    _draw_exit(page, grid, state, wall, colors)
    for cell in state.blocks:
        _draw_block(page, grid, cell)
    for vehicle in state.vehicles:
        _draw_vehicle(page, grid, state, vehicle)
    blocks = "; each cell filled by a hatched or riveted plate is a fixed block" if state.blocks else ""
    caption = (
        "the walled board from above, its rows numbered from the top and its columns from the left; each vehicle bears "
        "its letter; a cab or a front, where it has one, belongs to it, and the way that it points does not matter"
        f"{blocks}; the exit is the gap in the wall beside the arrow and the sign EXIT"
    )
    return [page.picture(Role.QUESTION, caption, regions)]


def _board_look(theme: Theme, look: str) -> tuple[BoardStyle, BoardColors]:
    """The style and the colours of the board: marks on its floor let one count cells."""
    match look:
        case "wood":
            return "lines", BoardColors(_FLOOR, mix(_FLOOR, BLACK, 0.35), _TRAY, mix(_TRAY, BLACK, 0.4))
        case "cars":
            return "dashes", BoardColors(theme.surface_alt, theme.muted, theme.wall, mix(theme.wall, BLACK, 0.4))
        case "flat":
            return "tiles", BoardColors(theme.surface, theme.surface_alt, theme.wall, mix(theme.wall, BLACK, 0.4))
        case _:
            return "lines", BoardColors(theme.surface, theme.grid, theme.surface_alt, theme.ink)


def _draw_exit(page: Page, grid: Grid, state: RushState, wall: int, colors: BoardColors) -> None:
    """A gap in the wall, an arrow out through it and beside it a sign."""
    side, cell, text, line = state.exit_side, state.exit_cell(), page.text_size, round(page.stroke)
    right = side.axis is Axis.HORIZONTAL
    number = cell.row if right else cell.column
    middle, gap = grid.port(side, number, wall / 2), (wall + 2 * line, grid.unit)
    across, high = gap if right else gap[::-1]
    page.rect(middle[0] - across / 2, middle[1] - high / 2, across, high, fill=colors.floor)
    # The two ends of the wall; at a corner, one is where the next wall begins.
    reach = wall / 2 + line / 2
    for end in (-grid.unit / 2, grid.unit / 2):
        places = [(along, end) if right else (end, along) for along in (-reach, reach)]
        ends_of_wall = [(middle[0] + dx, middle[1] + dy) for dx, dy in places]
        page.line(ends_of_wall, colors.edge or page.theme.ink, line, cap="butt")
    width = max(5, round(0.1 * grid.unit))
    _draw_sign(page, grid, state, wall, width)
    ends = grid.port(side, number, wall + 0.3 * text), grid.port(side, number, wall + 4.4 * text)
    page.arrow(*ends[0], *ends[1], page.theme.page_ink, width, 3.2 * width)


def _draw_sign(page: Page, grid: Grid, state: RushState, wall: int, arrow: float) -> None:
    """The word EXIT on a plate, clear of an arrow of a width."""
    side, cell, text = state.exit_side, state.exit_cell(), page.text_size
    right = side.axis is Axis.HORIZONTAL
    number = cell.row if right else cell.column
    plate = page.theme.palette["green"]
    w, h = page.text_width("EXIT", weight="bold") + 1.1 * text, 2 * text
    aside = 1.7 * arrow + 0.3 * text + (h if right else w) / 2  # clear of the arrow's head
    x, y = grid.port(side, number, wall + 0.6 * text + (w if right else 1.6 * h) / 2)
    if right:
        y += aside if cell.row == 1 else -aside
    else:
        x += -aside if cell.column == grid.columns else aside
    page.rect(x - w / 2, y - h / 2, w, h, fill=plate, stroke=page.theme.page_ink, width=2, radius=0.4 * text)
    page.text("EXIT", x, y, color=on(plate), weight="bold")


def _draw_block(page: Page, grid: Grid, cell: Cell) -> None:
    x, y, unit, _ = grid.rect(cell)
    LOOKS[page.style.look].draw_block(page, x, y, unit)


def _draw_vehicle(page: Page, grid: Grid, state: RushState, vehicle: Vehicle) -> None:
    """Draw a vehicle with its front to the exit if it is the target, else by its letter to either side."""
    (x0, y0), (x1, y1) = grid.center(vehicle.cell), grid.center(vehicle.cells()[-1])
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    horizontal, is_target = vehicle.axis is Axis.HORIZONTAL, vehicle.letter == TARGET
    backwards = state.exit_side.is_first if is_target else ord(vehicle.letter) % 2 == 0
    body = Body(
        vehicle.letter, is_target, vehicle.length, grid.unit, round(page.stroke), page.style.decoration == "shadow"
    )
    look = LOOKS[page.style.look]
    with page.at(x, y, (0 if horizontal else 90) + (180 if backwards else 0)):
        look.draw_vehicle(page, body)
    shift = look.letter_shift(body) * (-1 if backwards else 1)
    x, y = (x + shift, y) if horizontal else (x, y + shift)
    # M and W are as wide as the others, and not as high.
    size = fit_text_size(body.letter, 0.42 * grid.unit, round(0.35 * grid.unit), "bold", page.font)
    page.text(body.letter, x, y, size, on(look.plate(page.theme, body)), weight="bold")
