"""The whole cylinder in one picture: two views or the unrolled wall, and a plan with the azimuths."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from gametasks.renderers import Page, Picture, Region, minimum_text_size, on
from gametasks.renderers.cylinder_coloring.builds import BUILDS, Body
from gametasks.renderers.cylinder_coloring.plan import draw_plan
from gametasks.renderers.cylinder_coloring.view import PADDING, TITLE, draw_body, draw_panel, line_width
from gametasks.schemas import Role, Style
from gametasks.schemas.cylinder_coloring import REFERENCE_AZIMUTHS, CylinderState, Reference, View

__all__ = ["draw_reference"]

_PLAN: Final = 5.0
"""Radius of the plan, in heights of text."""
_PLAN_ROOM: Final = (5.2, 3.2)
"""Between the plan's circle and its panel's edge, for the degrees, in heights of text: beside it, and above."""


def draw_reference(state: CylinderState, reference: Reference, style: Style, role: Role) -> Picture:
    """Draw all patches and the plan.

    Regions: of two views those of single ones, with the names ``view 0`` and ``view 180`` in place of ``view``; of the
    unrolled wall ``unrolled``, the box of the wall, and ``unrolled R1C2``, the flat middles of the patches. The plan is
    ``plan``.
    """
    plan = "the plan, the cylinder from above, with 0° at the bottom, where a viewer at azimuth 0° stands"
    if reference is Reference.UNROLLED:
        page, regions = _unrolled_page(state, style)
        caption = (
            "the wall of the cylinder unrolled, as seen from outside, the azimuth growing to the right along the "
            f"degrees, the left edge and the right edge being the same line; below it {plan}"
        )
    else:
        page, regions = _views_page(state, style)
        caption = (
            f"the cylinder as seen from azimuth 0° at the left and from azimuth 180° at the right; below them {plan}"
        )
    return page.picture(role, caption, regions)


class _Lengths(NamedTuple):
    """Lengths of a page in pixels.

    Attributes:
        margin: Around all panels.
        padding: Inside a panel of the cylinder.
        gap: Between two panels.
        title: Height of a title.
        plan: Width and height of the panel with the plan.
    """

    margin: float
    padding: float
    gap: float
    title: float
    plan: tuple[float, float]


def _lengths(size: int) -> _Lengths:
    text = minimum_text_size(size, size)
    plan = (2 * (_PLAN + _PLAN_ROOM[0]) * text, 2 * (_PLAN + _PLAN_ROOM[1]) * text)
    return _Lengths(1.6 * text, PADDING * text, 1.2 * text, TITLE * text, plan)


def _view_from(state: CylinderState, azimuth: int) -> View:
    """The near half of the wall: the middles of its patches lie within a quarter turn of the azimuth."""
    sectors = range(state.sectors)
    middles = {state.first_border + (sector + 0.5) * state.width: sector for sector in sectors}
    seen = sorted(
        ((middle - azimuth + 180) % 360 - 180, sector)
        for middle, sector in middles.items()
        if abs((middle - azimuth + 180) % 360 - 180) < 90
    )
    return tuple(tuple(band[sector] for _, sector in seen) for band in state.bands)


def _views_page(state: CylinderState, style: Style) -> tuple[Page, dict[str, Region]]:
    size, lengths = style.size, _lengths(style.size)
    margin, padding, gap, title, plan = lengths
    unit = Body(BUILDS[style.look], state.sectors, len(state.bands), 0, 0, 1).extent()
    across = 2 * margin + gap + 4 * padding
    down = 2 * margin + title + 2 * padding + gap + plan[1]
    radii = (size - across) / (4 * unit.aside), (size - down) / (unit.above + unit.below)
    radius = min(radii)
    width = size if radius == radii[0] else round(across + 4 * unit.aside * radius)
    height = size if radius == radii[1] else round(down + (unit.above + unit.below) * radius)
    page = Page(width, height, style)
    panel, top, foot = (width - 2 * margin - gap) / 2, margin + title, height - margin - plan[1] - gap
    regions: dict[str, Region] = {}
    for left, azimuth in zip((margin, margin + panel + gap), REFERENCE_AZIMUTHS, strict=True):
        middle = left + panel / 2
        _draw_title(page, f"FROM {azimuth}°", middle, panel, lengths)
        draw_panel(page, left, top, panel, foot - top)
        y = (top + foot + (unit.above - unit.below) * radius) / 2
        regions |= draw_body(page, _view_from(state, azimuth), round(middle), round(y), radius, f"view {azimuth}")
    return page, regions | _draw_plan_panel(page, state, lengths)


def _draw_title(page: Page, title: str, x: float, width: float, lengths: _Lengths) -> None:
    y = lengths.margin + lengths.title / 2 - 0.3 * page.text_size
    page.draw_title(title, x, y, width, page.style.labels)


def _draw_plan_panel(page: Page, state: CylinderState, lengths: _Lengths) -> dict[str, Region]:
    """Draw the plan in the middle of the page's foot."""
    w, h = lengths.plan
    top = page.height - lengths.margin - h
    draw_panel(page, (page.width - w) / 2, top, w, h)
    return {"plan": draw_plan(page, state, page.width / 2, top + h / 2, _PLAN * page.text_size)}


def _unrolled_page(state: CylinderState, style: Style) -> tuple[Page, dict[str, Region]]:
    size, bands, lengths = style.size, len(state.bands), _lengths(style.size)
    margin, padding, gap, title, plan = lengths
    text = minimum_text_size(size, size)
    beside = padding + 1.5 * text  # half of the degrees at the ends stands beside the wall
    patch = math.floor((size - 2 * (margin + beside)) / state.sectors)
    down = 2 * margin + title + 2 * padding + 2.4 * text + gap + plan[1]
    tall = min(round(1.2 * patch), math.floor((size - down) / bands))
    page = Page(size, round(down + bands * tall), style)
    top = margin + title
    _draw_title(page, "UNROLLED", size / 2, size - 2 * margin, lengths)
    draw_panel(page, margin, top, size - 2 * margin, 2 * padding + 2.4 * text + bands * tall)
    regions = _draw_wall(page, state, round((size - patch * state.sectors) / 2), round(top + padding), patch, tall)
    return page, regions | _draw_plan_panel(page, state, lengths)


def _draw_wall(page: Page, state: CylinderState, x: int, y: int, patch: int, tall: int) -> dict[str, Region]:
    """The unrolled wall with degrees at the borders of sectors; returns its regions."""
    theme, line, bands = page.theme, line_width(page), len(state.bands)
    w, h = patch * state.sectors, tall * bands
    regions: dict[str, Region] = {"unrolled": (x, y, w, h)}
    inset = math.ceil(1.5 * line) + 1
    for row, band in enumerate(state.bands):
        for column, colour in enumerate(band):
            left, top = x + column * patch, y + row * tall
            page.rect(left, top, patch, tall, fill=theme.palette[colour])
            middle = (left + inset, top + inset, patch - 2 * inset, tall - 2 * inset)
            regions[f"unrolled R{row + 1}C{column + 1}"] = middle
    upright = [[(x + column * patch, y), (x + column * patch, y + h)] for column in range(state.sectors + 1)]
    level = [[(x, y + row * tall), (x + w, y + row * tall)] for row in range(bands + 1)]
    for points in (*upright, *level):
        page.line(points, theme.ink, 3 * line, cap="square")
    for points in (*upright, *level):
        page.line(points, on(theme.ink), line, cap="square")
    size = page.text_size
    for column in range(state.sectors + 1):
        degrees = (state.first_border + column * state.width) % 360
        at = x + column * patch
        page.line([(at, y + h + 1.5 * line), (at, y + h + 0.8 * size)], theme.ink, line, cap="butt")
        page.text(f"{degrees}°", at + 0.15 * size, y + h + 1.1 * size, size, theme.ink, "top")
    return regions
