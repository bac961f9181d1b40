"""What a camera sees: a floor, a horizon, and pillars in central projection."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from gametasks.renderers import Page, Picture, Point, Region, mix, on
from gametasks.renderers.kit.perspective import Camera as Projection
from gametasks.renderers.kit.perspective import SeenPillar, seen_pillars
from gametasks.schemas import Role, Style
from gametasks.schemas.viewpoint_match import EYE, HEIGHT, LEAST_VIEW, RADIUS, Camera, Rings, ViewState

__all__ = ["RING_HEIGHTS", "draw_picture"]

_MARGIN = 16
_TILE = 20
"""Side of a tile of the floor, in units of the plan."""
_NEAREST = 4.0
"""Floor nearer than this is not drawn, in units of the plan."""

RING_HEIGHTS: Final[Mapping[Rings, tuple[tuple[float, float], ...]]] = {
    Rings.NONE: (),
    Rings.ONE: ((13, 17),),
    Rings.TWO: ((13, 17), (3, 7)),
}
"""From where to where rings go, in units over the floor; none is at the height of the eye."""


def draw_picture(state: ViewState, camera: Camera, style: Style) -> Picture:
    """Draw what a camera sees."""
    width = max(style.size, LEAST_VIEW + 2 * _MARGIN)
    w, h = width - 2 * _MARGIN, round(0.54 * (width - 2 * _MARGIN))
    page = Page(width, h + 2 * _MARGIN, style)
    frame = (_MARGIN, _MARGIN, w, h)
    middle = _MARGIN + h // 2
    with page.clip(*frame):
        page.rect(_MARGIN, _MARGIN, w, h, fill=page.theme.surface)
        page.rect(_MARGIN, middle, w, h, fill=page.theme.surface_alt)
        _BACKDROPS[style.look](page, frame, state, camera)
        page.line([(_MARGIN, middle), (_MARGIN + w, middle)], page.theme.muted, 2)
        projection = Projection((camera.x, camera.y), camera.heading, state.angle, EYE)
        places = [(pillar.x, pillar.y) for pillar in state.pillars]
        for seen in seen_pillars(projection, places, RADIUS, HEIGHT, (w, h)):
            _draw_pillar(page, frame, state, seen)
    page.rect(*frame, stroke=page.theme.page_ink, width=page.stroke)
    caption = "the photo that one of the cameras took; its edges are the edges of the angle of view"
    return page.picture(Role.REFERENCE, caption, {"view": frame, "eye line": (_MARGIN, middle - 2, w, 1)})


def _draw_pillar(page: Page, frame: Region, state: ViewState, seen: SeenPillar) -> None:
    """A pillar in its flat colour, with rings, and an outline that sets it off."""
    pillar = state.pillars[seen.number]
    paint = page.theme.palette[pillar.colour]
    outline = [(frame[0] + x, frame[1] + y) for x, y in seen.outline]
    page.polygon(outline, fill=paint)
    half = len(outline) // 2
    tops, bases = outline[:half], outline[half:][::-1]

    def level(height: float) -> list[Point]:
        """The line around the pillar at a height over the floor."""
        share = height / HEIGHT
        return [(x, base + (top - base) * share) for (x, top), (_, base) in zip(tops, bases, strict=True)]

    for low, high in RING_HEIGHTS[pillar.rings]:
        page.polygon([*level(low), *reversed(level(high))], fill=on(paint))
    page.polygon(outline, stroke=page.theme.ink, width=page.stroke)


# --- backdrops -------------------------------------------------------------------------------------------------------


def _floor_line(frame: Region, state: ViewState, camera: Camera, start: Point, stop: Point) -> list[Point] | None:
    """A straight line on the floor, projected; None where it lies behind the camera."""
    x, y, w, h = frame
    focus = w / 2 / math.tan(math.radians(state.angle / 2))
    c, s = math.cos(math.radians(camera.heading)), math.sin(math.radians(camera.heading))
    ends = []
    for px, py in (start, stop):
        dx, dy = px - camera.x, py - camera.y
        ends.append((dx * c + dy * s, dy * c - dx * s))
    (near, near_aside), (far, far_aside) = sorted(ends)
    if far <= _NEAREST:
        return None
    if near < _NEAREST:
        share = (_NEAREST - near) / (far - near)
        near, near_aside = _NEAREST, near_aside + share * (far_aside - near_aside)
    return [
        (x + w / 2 + focus * aside / ahead, y + h / 2 + focus * EYE / ahead)
        for ahead, aside in ((near, near_aside), (far, far_aside))
    ]


def _grid(state: ViewState) -> Iterator[tuple[Point, Point]]:
    """The borders of the tiles on the floor."""
    for x in (*range(0, state.width, _TILE), state.width):
        yield (x, 0), (x, state.depth)
    for y in (*range(0, state.depth, _TILE), state.depth):
        yield (0, y), (state.width, y)


def _hall(page: Page, frame: Region, state: ViewState, camera: Camera) -> None:
    """Tiles on the floor, panels on a wall far behind."""
    x, y, w, h = frame
    theme = page.theme
    soft = mix(theme.surface, theme.grid, 0.45)
    for number in range(9):
        page.rect(x + (number + 0.15) * w / 9, y + 0.3 * h, 0.7 * w / 9, 0.16 * h, stroke=soft, width=2)
    page.line([(x, y + 0.25 * h), (x + w, y + 0.25 * h)], soft, 3 * page.stroke)
    _rule(page, frame, state, camera)


def _rule(page: Page, frame: Region, state: ViewState, camera: Camera) -> None:
    """Thin lines where the tiles meet."""
    for start, stop in _grid(state):
        line = _floor_line(frame, state, camera, start, stop)
        if line is not None:
            page.line(line, page.theme.grid, 2)


def _paper(page: Page, frame: Region, state: ViewState, camera: Camera) -> None:
    """The borders of the tiles, dashed, and ticks along the horizon."""
    x, y, w, h = frame
    for start, stop in _grid(state):
        line = _floor_line(frame, state, camera, start, stop)
        if line is not None:
            page.line(line, page.theme.grid, 2, dash=(8, 5), cap="butt")
    for number in range(1, 24):
        tick = x + number * w / 24
        page.line([(tick, y + h / 2 - 8 - 6 * (number % 2)), (tick, y + h / 2)], page.theme.grid, 2, cap="butt")


def _hills(page: Page, frame: Region, state: ViewState, camera: Camera) -> None:
    """Hills behind a lawn with mown stripes."""
    x, y, w, h = frame
    theme = page.theme
    for height, waves, share in ((0.16, 2.5, 0.3), (0.09, 4.0, 0.55)):
        tone = mix(theme.surface, theme.grid, share)
        ridge = [
            (x + w * i / 60, y + h / 2 - h * height * (0.6 + 0.4 * math.sin(waves * math.pi * i / 30 + 9 * height)))
            for i in range(61)
        ]
        page.polygon([*ridge, (x + w, y + h / 2), (x, y + h / 2)], fill=tone)
    stripes = [0.0, 0.02, 0.05, 0.1, 0.17, 0.27, 0.4, 0.57, 0.78, 1.0]
    tone = mix(theme.surface_alt, theme.grid, 0.25)
    for near, far in list(pairwise(stripes))[::2]:
        page.rect(x, y + h / 2 + near * h / 2, w, (far - near) * h / 2, fill=tone)


_BACKDROPS: Final[Mapping[str, Callable[[Page, Region, ViewState, Camera], None]]] = {
    "museum": _hall,
    "survey": _paper,
    "garden": _hills,
}
