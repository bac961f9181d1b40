"""The plan: pillars as discs with their letters, cameras on the rim with their names, headings and angles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from gametasks.renderers import Page, Picture, Point, Region, minimum_text_size, mix, on, outline_for, pattern
from gametasks.renderers.kit.paths import on_circle
from gametasks.schemas import Role, Style
from gametasks.schemas.viewpoint_match import RADIUS, Camera, Pillar, Rings, ViewState

__all__ = ["LOOKS", "draw_plan"]

_TILE = 20
"""Side of a tile of the floor, in units of the plan."""
_WEDGE = 32
"""Length of the edges of a wedge, in units of the plan."""
_ARROW = 15
"""Length of an arrow, in units of the plan: it ends before the nearest pillar."""
_NEAR_RIGHT = 34
"""Letters of pillars nearer than this to the right rim, in units of the plan, stand at the left, clear of cameras."""
_MARGIN = 3.8
"""Around the floor, where names of cameras stand, in heights of text."""
_FOOT = 2.2
"""Room below for the angle, in heights of text."""


@dataclass(frozen=True, slots=True)
class Floor:
    """Where the floor lies on the page: its corner and size in pixels, and the pixels of a unit."""

    x: float
    y: float
    width: float
    depth: float
    scale: float

    def place(self, x: float, y: float) -> Point:
        """Where a place of the plan lies on the page."""
        return self.x + x * self.scale, self.y + y * self.scale


def draw_plan(state: ViewState, names: str, style: Style) -> Picture:
    """Draw the plan; the cameras have the given names."""
    page, floor = _lay_out(state, style)
    look = LOOKS[style.look]
    look.floor(page, floor)
    with page.clip(floor.x, floor.y, floor.width, floor.depth):
        for camera in state.cameras:
            look.wedge(page, floor.place(camera.x, camera.y), camera.heading, state.angle, _WEDGE * floor.scale)
    for camera in state.cameras:
        x, y = floor.place(camera.x, camera.y)
        tip = on_circle(x, y, _ARROW * floor.scale, camera.heading)
        page.arrow(x, y, *tip, page.theme.ink, page.stroke, 4.5 * page.stroke)
    regions = {}
    for name, camera in zip(names, state.cameras, strict=False):
        regions[f"camera {name}"] = _draw_camera(page, look, floor, state, camera, name)
    for pillar in state.pillars:
        leftwards = pillar.x > state.width - _NEAR_RIGHT
        regions |= _draw_pillar(page, floor, pillar, -1 if leftwards else 1)
    below = floor.y + floor.depth + (_MARGIN + 0.3 * _FOOT) * page.text_size
    angle, size = f"angle of view: {state.angle}°", round(1.15 * page.text_size)
    page.text(angle, page.width / 2, below, size, page.theme.page_ink)
    caption = (
        "the floor from above, with the pillars and their letters; each camera stands at its name on the rim and looks "
        "along its arrow, and the wedge shows how wide its angle of view is, but not how far it sees"
    )
    return page.picture(Role.QUESTION, caption, regions)


def _lay_out(state: ViewState, style: Style) -> tuple[Page, Floor]:
    """The longer side of the page is the style's size."""
    text = minimum_text_size(style.size, style.size)
    across, down = 2 * _MARGIN * text, (2 * _MARGIN + _FOOT) * text
    scale = min((style.size - across) / state.width, (style.size - down) / state.depth)
    width, height = across + scale * state.width, down + scale * state.depth
    if width >= height:
        size = style.size, round(height)
    else:
        size = round(width), style.size
    page = Page(*size, style)
    left, top = round((page.width - scale * state.width) / 2), round(_MARGIN * text)
    return page, Floor(left, top, scale * state.width, scale * state.depth, scale)


def _draw_pillar(page: Page, floor: Floor, pillar: Pillar, side: int) -> dict[str, Region]:
    """A disc with as many rings as the pillar has, and its letter at its left (-1) or right (1)."""
    x, y = floor.place(pillar.x, pillar.y)
    r, paint = RADIUS * floor.scale, page.theme.palette[pillar.colour]
    theme = page.theme
    edge = outline_for(theme, paint, theme.surface, theme.surface_alt, theme.accent_soft)
    page.circle(x, y, r, fill=paint, stroke=edge, width=2)
    for radius in RING_RADII[pillar.rings]:
        page.circle(x, y, radius * r, stroke=on(paint), width=max(2.0, 0.13 * r))
    size = round(1.2 * page.text_size)
    middle = x + side * (r + 0.95 * size)
    if page.style.labels == "plate":
        page.circle(middle, y, 0.85 * size, fill=page.theme.surface, stroke=page.theme.muted, width=2)
    else:
        page.circle(middle, y, 0.68 * size, fill=page.theme.surface)
    page.text(pillar.label, middle, y, size, page.theme.ink, weight="bold")
    return {
        f"pillar {pillar.label}": page.region(x - r, y - r, 2 * r, 2 * r),
        f"swatch {pillar.label}": page.region(round(x) - 1, round(y) - 1, 3, 3),
    }


RING_RADII: Final[Mapping[Rings, tuple[float, ...]]] = {Rings.NONE: (), Rings.ONE: (0.5,), Rings.TWO: (0.36, 0.7)}
"""Of the rings on top of a pillar, in shares of its radius."""


def _draw_camera(page: Page, look: Look, floor: Floor, state: ViewState, camera: Camera, name: str) -> Region:
    """A camera on the rim, with its name outside of the floor."""
    x, y = floor.place(camera.x, camera.y)
    r = 0.75 * page.text_size
    look.camera(page, (x, y), camera.heading, r)
    out = 2.15 * page.text_size
    dx = -1 if camera.x == 0 else 1 if camera.x == state.width else 0
    dy = -1 if camera.y == 0 else 1 if camera.y == state.depth else 0
    x, y = x + dx * out, y + dy * out
    page.circle(x, y, 1.05 * page.text_size, fill=page.theme.surface, stroke=page.theme.ink, width=2)
    page.text(name, x, y, round(1.2 * page.text_size), page.theme.ink, weight="bold")
    side = 1.05 * page.text_size
    return page.region(x - side, y - side, 2 * side, 2 * side)


# --- looks -----------------------------------------------------------------------------------------------------------


def _tiled_floor(page: Page, floor: Floor) -> None:
    """Chequered tiles in a broad frame."""
    theme, rim = page.theme, 2 * page.stroke
    page.rect(floor.x - rim, floor.y - rim, floor.width + 2 * rim, floor.depth + 2 * rim, fill=theme.ink, radius=rim)
    page.rect(floor.x, floor.y, floor.width, floor.depth, fill=theme.surface)
    tile = _TILE * floor.scale
    with page.clip(floor.x, floor.y, floor.width, floor.depth):
        for row in range(int(floor.depth / tile) + 1):
            for column in range(row % 2, int(floor.width / tile) + 1, 2):
                page.rect(floor.x + column * tile, floor.y + row * tile, tile, tile, fill=theme.surface_alt)


def _ruled_floor(page: Page, floor: Floor) -> None:
    """A thin frame with crossed corners, and squared paper in it."""
    theme, tile = page.theme, _TILE * floor.scale
    page.rect(floor.x, floor.y, floor.width, floor.depth, fill=theme.surface)
    right, bottom = floor.x + floor.width, floor.y + floor.depth
    for number in range(1, int(floor.width / tile) + 1):
        x = floor.x + number * tile
        page.line([(x, floor.y), (x, bottom)], theme.grid, 2, cap="butt")
    for number in range(1, int(floor.depth / tile) + 1):
        y = floor.y + number * tile
        page.line([(floor.x, y), (right, y)], theme.grid, 2, cap="butt")
    over = page.text_size
    for x in (floor.x, right):
        page.line([(x, floor.y - over), (x, bottom + over)], theme.page_ink, 2, cap="butt")
    for y in (floor.y, bottom):
        page.line([(floor.x - over, y), (right + over, y)], theme.page_ink, 2, cap="butt")


def _lawn(page: Page, floor: Floor) -> None:
    """A lawn with a rounded kerb of two lines."""
    theme = page.theme
    faint = mix(theme.surface, theme.grid, 0.5)
    for grow, color in ((3.5 * page.stroke, theme.page_ink), (1.5 * page.stroke, theme.ink)):
        page.rect(
            floor.x - grow, floor.y - grow, floor.width + 2 * grow, floor.depth + 2 * grow,
            theme.surface, color, page.stroke, radius=4 * page.stroke + grow,
        )  # fmt: skip
    inset = 4 * page.stroke
    page.rect(
        floor.x + inset, floor.y + inset, floor.width - 2 * inset, floor.depth - 2 * inset,
        fill=pattern("dots", faint, theme.surface, 2 * round(floor.scale * 3), 2.5), radius=inset,
    )  # fmt: skip


def _filled_wedge(page: Page, place: Point, heading: float, angle: float, reach: float) -> None:
    start, stop = heading - angle / 2, heading + angle / 2
    page.pie(*place, reach, start, stop, fill=page.theme.accent_soft)
    for edge in (start, stop):
        page.line([place, on_circle(*place, reach, edge)], page.theme.ink, 2)


def _dashed_wedge(page: Page, place: Point, heading: float, angle: float, reach: float) -> None:
    for edge in (heading - angle / 2, heading + angle / 2):
        dash = (3.5 * page.stroke, 2 * page.stroke)
        page.line([place, on_circle(*place, reach, edge)], page.theme.ink, 2, dash=dash, cap="butt")
    page.arc(*place, 0.45 * reach, heading - angle / 2, heading + angle / 2, page.theme.ink, 2)


def _outlined_wedge(page: Page, place: Point, heading: float, angle: float, reach: float) -> None:
    start, stop = heading - angle / 2, heading + angle / 2
    page.pie(*place, reach, start, stop, stroke=page.theme.ink, width=2)
    page.arc(*place, 0.93 * reach, start, stop, page.theme.ink, 2)


def _boxed_camera(page: Page, place: Point, heading: float, r: float) -> None:
    """A body with a lens."""
    theme = page.theme
    with page.at(*place, heading):
        page.polygon([(0, -0.5 * r), (1.2 * r, -0.9 * r), (1.2 * r, 0.9 * r), (0, 0.5 * r)], theme.ink, theme.surface)
        page.rect(-1.3 * r, -0.8 * r, 1.6 * r, 1.6 * r, theme.ink, theme.surface, 2, radius=0.25 * r)


def _pointed_camera(page: Page, place: Point, heading: float, r: float) -> None:
    """A surveyor's mark: a triangle with a dot at its tip's foot."""
    theme = page.theme
    with page.at(*place, heading):
        page.polygon([(1.2 * r, 0), (-0.9 * r, -r), (-0.9 * r, r)], fill=theme.surface, stroke=theme.ink, width=2.5)
        page.circle(-0.2 * r, 0, 0.25 * r, fill=theme.ink)


def _eye(page: Page, place: Point, heading: float, r: float) -> None:
    """An eye that looks ahead."""
    theme = page.theme
    page.circle(*place, 1.1 * r, fill=theme.surface, stroke=theme.ink, width=2.5)
    page.circle(*on_circle(*place, 0.4 * r, heading), 0.5 * r, fill=theme.ink)


@dataclass(frozen=True, slots=True)
class Look:
    """How a floor, an angle of view and a camera are drawn."""

    floor: Callable[[Page, Floor], None]
    wedge: Callable[[Page, Point, float, float, float], None]
    camera: Callable[[Page, Point, float, float], None]


LOOKS: Final[Mapping[str, Look]] = {
    "museum": Look(_tiled_floor, _filled_wedge, _boxed_camera),
    "survey": Look(_ruled_floor, _dashed_wedge, _pointed_camera),
    "garden": Look(_lawn, _outlined_wedge, _eye),
}
