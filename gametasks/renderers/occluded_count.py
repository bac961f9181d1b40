"""Occluded count, the picture: objects on a table, and something flat and opaque on top."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from gametasks.renderers import (
    RGB,
    Page,
    Picture,
    Point,
    Region,
    Theme,
    contrast,
    minimum_text_size,
    mix,
    pattern,
    style_ranges,
)
from gametasks.renderers.kit.patterns import PatternName
from gametasks.schemas import Ranges, Role, Style, StyleRanges
from gametasks.schemas.occluded_count import STEP, OccludedQuestion, OccludedState, Occluder, Shape, outline, places

__all__ = ["LOOKS", "OCCLUDERS", "draw", "styles"]

LOOKS: Final = ("coins", "beads", "tiles", "plants", "sweets")

OCCLUDERS: Final[dict[Occluder, tuple[str, PatternName]]] = {
    Occluder.PAPER: ("a sheet of paper", "horizontal"),
    Occluder.LEAF: ("a leaf", "diagonal"),
    Occluder.CLOUD: ("a cloud", "dots"),
}
"""What lies on the objects: in words, and its faint pattern."""

_SIZES: Final = {Ranges.DATASET: (512, 640, 768, 896, 1024), Ranges.EVALUATION: (576, 704, 832, 960, 1024)}
_LEAST_SIDE: Final = 288
_LEAST_STEP: Final = 44
_GREATEST_STEP: Final = 100
_LEAST_CONTRAST: Final = 3.0
_FAINT: Final = 0.08
_MARK: Final = 0.4
"""Share of ink in the marks on objects; the rest is their own colour, so that no mark has the tone of what covers."""

_PAINTS: Final = ("yellow", "orange", "pink", "cyan", "green", "red", "blue", "purple", "brown", "black")


class _View(NamedTuple):
    """Where the scene lies in the picture.

    Attributes:
        width, height: Of the picture.
        left, top: Of the scene, in units.
        margin: Pixels around the scene.
        scale: Pixels per unit.
    """

    width: int
    height: int
    left: int
    top: int
    margin: int
    scale: float

    def at(self, point: tuple[int, int]) -> Point:
        """The pixel of a point of the state."""
        return self.margin + (point[0] - self.left) * self.scale, self.margin + (point[1] - self.top) * self.scale


def styles(ranges: Ranges, state: OccludedState) -> StyleRanges:
    """Sizes are those at which objects are neither small nor clumsy."""
    fits = {size: STEP * _view(state, size).scale for size in _SIZES[ranges]}
    sizes = tuple(size for size, step in fits.items() if _LEAST_STEP <= step <= _GREATEST_STEP)
    return style_ranges(LOOKS, sizes or _SIZES[ranges][-2:])


def draw(state: OccludedState, question: OccludedQuestion, style: Style) -> Sequence[Picture]:
    """Draw one picture of the scene from above."""
    view = _view(state, style.size)
    page = Page(view.width, view.height, style)
    theme, frame = page.theme, view.margin // 2
    across, down = view.width - 2 * frame, view.height - 2 * frame
    page.rect(frame, frame, across, down, theme.surface, theme.grid, 2, radius=page.text_size)
    regions: dict[str, Region] = {}
    radius = state.radius * view.scale
    fill = _paint(theme, style.look)
    for number, spot in enumerate((spot for line in places(state) for spot in line), 1):
        x, y = view.at(spot)
        _draw_object(page, state, view, (x, y), radius, fill)
        regions[f"object {number}"] = page.region(x - radius, y - radius, 2 * radius, 2 * radius)
    name, texture = OCCLUDERS[state.occluder]
    corners = [view.at(corner) for corner in state.corners]
    spacing = max(8, round(STEP * view.scale / 10) * 2)
    faint = mix(theme.wall, theme.surface, _FAINT)
    page.polygon(corners, fill=pattern(texture, faint, theme.wall, spacing, max(2, spacing / 5)))
    (left, right), (top, bottom) = ((min(values), max(values)) for values in zip(*corners, strict=True))
    regions["occluder"] = page.region(left, top, right - left, bottom - top)
    caption = f"the objects from above: equal {style.look}, some of them under {name}"
    return [page.picture(Role.QUESTION, caption, regions)]


def _view(state: OccludedState, size: int) -> _View:
    """The scene, as large as the picture allows, with a margin all around."""
    spots = [spot for line in places(state) for spot in line]
    bounds = []
    for axis in (0, 1):
        values = [corner[axis] for corner in state.corners]
        low = min(*values, *(spot[axis] - state.radius for spot in spots))
        high = max(*values, *(spot[axis] + state.radius for spot in spots))
        bounds.append((low, high - low))
    (left, across), (top, down) = bounds
    margin = 4 * minimum_text_size(size, size)
    scale = (size - 2 * margin) / max(across, down)
    short = min(size, max(_LEAST_SIDE, round(min(across, down) * scale) + 2 * margin))
    width, height = (size, short) if across >= down else (short, size)
    # What the least height of a picture leaves over goes to both sides alike.
    spare = (width - 2 * margin) / scale - across, (height - 2 * margin) / scale - down
    return _View(width, height, left - round(max(0, spare[0]) / 2), top - round(max(0, spare[1]) / 2), margin, scale)


def _paint(theme: Theme, look: str) -> RGB:
    """The colour of the objects: one that stands out from what covers them."""
    wall = theme.wall
    paints = [theme.palette[name] for name in _PAINTS if contrast(theme.palette[name], wall) >= _LEAST_CONTRAST]
    return paints[LOOKS.index(look) % len(paints)]


def _draw_object(page: Page, state: OccludedState, view: _View, center: Point, radius: float, fill: RGB) -> None:
    """Draw one object, its outline in ink inside its silhouette, and what tells its kind."""
    x, y = center
    stroke = max(2.0, 0.09 * radius)
    ink = page.theme.ink

    def shape(share: float, fill: RGB | None, width: float, line: RGB) -> None:
        if state.shape is Shape.DISC:
            page.circle(x, y, share * radius - width / 2, fill, line, width)
            return
        reach = share * radius - width / 2
        unit = reach / state.radius
        points = [(x + px * unit, y + py * unit) for px, py in outline(state.shape, state.radius)]
        page.polygon(points, fill, line, width)

    shape(1, fill, stroke, ink)
    mark = mix(fill, ink, _MARK)
    thin = max(2.0, 0.07 * radius)
    match page.style.look:
        case "coins":
            shape(0.72, None, thin, mark)
            page.line([(x, y - 0.3 * radius), (x, y + 0.3 * radius)], mark, 1.5 * thin)
        case "beads":
            page.circle(x, y, 0.27 * radius, page.theme.surface, mark, thin)
        case "tiles":
            reach = 0.55 * radius
            page.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], None, mark, thin)
        case "plants":
            for turn in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                tip = x + 0.58 * radius * turn[0], y + 0.58 * radius * turn[1]
                page.line([(x, y), tip], mark, thin)
            page.circle(x, y, 0.22 * radius, mark)
        case _:
            for level in (y - 0.28 * radius, y + 0.28 * radius):
                page.line([(x - 0.5 * radius, level), (x + 0.5 * radius, level)], mark, 1.4 * thin)
