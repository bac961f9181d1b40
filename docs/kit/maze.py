"""A maze: walls, ports, items, a route, and a legend in the room that the page left for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gametasks.renderers import (
    Band,
    Picture,
    board_page,
    draw_arrowheads,
    draw_board,
    draw_end_names,
    draw_flag,
    draw_icon,
    draw_list,
    draw_route,
    draw_walls,
    ground,
    list_width,
    outline_for,
)
from gametasks.schemas import Cell, Role, Side, Style

PORTS = Band(Side.BOTTOM, ((), ("1",), (), ("2",), ()), plate="disc", name="port")
WALLS = ((Cell(2, 2), Side.RIGHT), (Cell(3, 2), Side.RIGHT), (Cell(3, 4), Side.TOP))
ITEMS = {"key": Cell(2, 5), "door": Cell(4, 1), "lamp": Cell(4, 3)}
ROUTE = tuple(Cell(*cell) for cell in ((1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5)))


def draw(style: Style) -> Sequence[Picture]:
    """Colours have names: a blue key is drawn in ``theme.palette["blue"]``, with an outline where that is weak."""
    room = {Side.RIGHT: list_width(tuple(ITEMS), style.font)}
    page, grid, regions, rooms = board_page(style, 4, 5, [PORTS], rooms=room)
    draw_board(page, grid, "checker")
    draw_walls(page, grid, WALLS, 3 * page.stroke)
    theme, blue = page.theme, page.theme.palette["blue"]
    for name, cell in ITEMS.items():
        paper = ground(theme, "checker", cell)
        draw_icon(page, name, *grid.center(cell), 0.3 * grid.unit, blue, paper, outline=outline_for(theme, blue))
    points = [grid.center(cell) for cell in ROUTE]
    draw_route(page, points, page.theme.accent, 0.16 * grid.unit, outline=page.theme.ink, radius=0.2 * grid.unit)
    draw_arrowheads(page, points, "triangle", 0.3 * grid.unit, page.theme.ink)
    draw_end_names(page, points, grid.unit, "plate")
    draw_flag(page, "1", *points[3], grid.unit)

    def swatch(name: str) -> Callable[[float, float, float], None]:
        return lambda x, y, r: draw_icon(page, name, x, y, r, page.theme.page_ink, page.theme.page)

    draw_list(page, rooms[Side.RIGHT], [(swatch(name), name) for name in ITEMS])
    return [page.picture(Role.QUESTION, "the maze from above, with its ports 1 and 2 and a legend", regions)]
