"""The ways in which a hexakai board is drawn: printed honeycomb, raised tiles, linked rings, dark stones.

Every look draws the cells and the given digits, and sets the middle row off from the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gametasks.renderers import RGB, Page, contrast, mix, on, pattern
from gametasks.renderers.hexakai.layout import HexLayout
from gametasks.schemas import Cell
from gametasks.schemas.hexakai import HexakaiState
from gametasks.schemas.hexakai.diamond import RIGHTWARDS, lines_of

__all__ = ["LOOKS", "line_width"]


def line_width(page: Page) -> float:
    """The width of a cell's border: a board has hundreds of them, so they get two thirds of the stroke."""
    return max(2.0, page.stroke * 2 / 3)


def _write(page: Page, layout: HexLayout, cell: Cell, digit: int, color: RGB) -> None:
    page.text(str(digit), *layout.center(cell), round(layout.radius * 0.7), color, weight="bold")


def _honeycomb(page: Page, layout: HexLayout, state: HexakaiState) -> None:
    """Printed in a magazine: touching white cells, a heavy rim, the middle row tinted and framed."""
    theme, line = page.theme, line_width(page)
    rim = mix(theme.page_ink, theme.page, 0.15) if theme.dark else theme.ink
    for cell in layout.cells():
        page.polygon(layout.hexagon(cell), stroke=rim, width=4 * line)
    middle = layout.middle_row()
    for cell in layout.cells():
        fill = theme.accent_soft if cell in middle else theme.surface
        page.polygon(layout.hexagon(cell), fill=fill, stroke=theme.muted, width=line)
    page.polygon(layout.middle_outline(), stroke=theme.ink, width=1.8 * line)
    for cell, digit in state.given().items():
        _write(page, layout, cell, digit, theme.ink)


def _tiles(page: Page, layout: HexLayout, state: HexakaiState) -> None:
    """On a wooden tray: given digits on raised tiles, blanks as empty sockets, a coloured bed under the middle row."""
    theme, radius = page.theme, layout.radius
    tray = mix(theme.wall, (0, 0, 0), 0.3) if theme.dark else theme.wall
    for color, lift in ((mix(theme.page, (0, 0, 0), 0.25), radius * 0.14), (tray, 0.0)):
        with page.at(0, round(lift)):
            for cell in layout.cells():
                page.polygon(layout.hexagon(cell), fill=color, stroke=color, width=radius * 0.42)
    bed = max(theme.accent, mix(theme.accent, theme.accent_soft, 0.5), key=lambda color: contrast(color, tray))
    for cell in layout.middle_row():
        page.polygon(layout.hexagon(cell, 1.04), fill=bed, stroke=bed, width=radius * 0.08)
    edge = mix(theme.surface_alt, (0, 0, 0), 0.42)
    # A tray of dark slots swallows the tiles unless the sockets are darker still.
    socket = mix(theme.surface_alt, (0, 0, 0), 0.12 if on(theme.surface) == (0, 0, 0) else 0.4)
    drop = max(2, round(radius * 0.1))
    for cell in layout.cells():
        digit = state.digit(cell)
        if digit is None:
            page.polygon(layout.hexagon(cell, 0.74), fill=socket, stroke=edge, width=radius * 0.16)
            page.polygon(layout.hexagon(cell, 0.74), fill=socket, stroke=socket, width=radius * 0.04)
            continue
        with page.at(0, drop):
            page.polygon(layout.hexagon(cell, 0.76), fill=edge, stroke=edge, width=radius * 0.22)
        page.polygon(layout.hexagon(cell, 0.76), fill=theme.surface, stroke=theme.surface, width=radius * 0.22)
        _write(page, layout, cell, digit, theme.ink)


def _rings(page: Page, layout: HexLayout, state: HexakaiState) -> None:
    """A plan: rings joined along the three directions, a double line and a band along the middle row."""
    theme, line = page.theme, line_width(page)
    radius = layout.radius
    for cell in layout.cells():
        page.polygon(layout.hexagon(cell), fill=theme.surface, stroke=theme.surface, width=radius * 0.3)
    paper = pattern("grid", mix(theme.surface, theme.grid, 0.35), theme.surface, spacing=12, width=1)
    for cell in layout.cells():
        page.polygon(layout.hexagon(cell), fill=paper)
    band = layout.center(layout.middle_row()[0]), layout.center(layout.middle_row()[-1])
    page.line(band, theme.accent_soft, width=radius * 1.7)
    for direction in RIGHTWARDS:
        for cells in lines_of(layout.size, direction):
            page.line((layout.center(cells[0]), layout.center(cells[-1])), theme.muted, width=line)
    page.line(band, theme.accent, width=2.6 * line)
    for cell in layout.cells():
        digit = state.digit(cell)
        x, y = layout.center(cell)
        if digit is None:
            page.circle(x, y, radius * 0.66, fill=theme.surface, stroke=theme.muted, width=line)
        else:
            page.circle(x, y, radius * 0.68, fill=theme.surface_alt, stroke=theme.ink, width=1.6 * line)
            _write(page, layout, cell, digit, theme.ink)


def _stones(page: Page, layout: HexLayout, state: HexakaiState) -> None:
    """Cut stones: given digits in dark cells, blanks left light, the middle row between two coloured cords."""
    theme, line = page.theme, line_width(page)
    for cell in layout.cells():
        page.polygon(layout.hexagon(cell, 1.1), fill=theme.surface_alt)
    for cell in layout.cells():
        digit = state.digit(cell)
        if digit is None:
            page.polygon(layout.hexagon(cell, 0.9), fill=theme.surface, stroke=theme.grid, width=line)
            continue
        page.polygon(layout.hexagon(cell, 0.92), fill=theme.ink)
        facet = mix(theme.ink, theme.surface, 0.3)
        page.polygon(layout.hexagon(cell, 0.74), stroke=facet, width=max(1.5, line * 0.75))
        _write(page, layout, cell, digit, on(theme.ink))
    page.polygon(layout.middle_outline(), stroke=theme.accent, width=2.2 * line)


LOOKS: Mapping[str, Callable[[Page, HexLayout, HexakaiState], None]] = {
    "honeycomb": _honeycomb,
    "tiles": _tiles,
    "rings": _rings,
    "stones": _stones,
}
