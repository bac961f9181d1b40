"""The cylinder as a viewer sees it: its wall with the patches, on a panel with a title."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from gametasks.renderers import Page, Point, Region, minimum_text_size, mix, on
from gametasks.renderers.cylinder_coloring.builds import BUILDS, Body, ring_outline
from gametasks.renderers.kit.cylinder import cylinder_patches
from gametasks.schemas import Style
from gametasks.schemas.cylinder_coloring import View

__all__ = ["PADDING", "TITLE", "draw_body", "draw_panel", "draw_single_view", "line_width"]

PADDING: Final = 1.2
"""Between a panel's edge and what it holds, in heights of text."""
TITLE: Final = 2.8
"""Room for a title above a panel, in heights of text."""

_LARGEST_SINGLE: Final = 512


def line_width(page: Page) -> float:
    """Of the lines around patches, in pixels: thin, as the patches at the outline are narrow."""
    return max(2.0, 0.5 * page.stroke)


def draw_panel(page: Page, x: float, y: float, w: float, h: float) -> None:
    """A plate that colours stand out from in every theme."""
    page.rect(x, y, w, h, page.theme.surface, page.theme.grid, 2, radius=0.6 * page.text_size)


def draw_single_view(view: View, title: str, style: Style) -> tuple[Page, dict[str, Region]]:
    """A page with one view.

    Regions: ``view``, the box of the wall; ``view lid``, the box of its upper edge, an ellipse; the flat middles
    of the patches, ``view R1C2`` with band and place from the left.
    """
    size = min(style.size, _LARGEST_SINGLE)
    text = minimum_text_size(size, size)
    margin, padding = 1.6 * text, PADDING * text
    unit = Body(BUILDS[style.look], 2 * len(view[0]), len(view), 0, 0, 1).extent()
    across, down = 2 * (margin + padding), 2 * (margin + padding) + TITLE * text
    radius = min((size - across) / (2 * unit.aside), (size - down) / (unit.above + unit.below))
    width = max(round(2 * unit.aside * radius + across), size // 2)
    page = Page(width, size, style)
    top = margin + TITLE * text
    page.draw_title(title, width / 2, margin + TITLE * text / 2 - 0.3 * text, width - 2 * margin, style.labels)
    draw_panel(page, margin, top, width - 2 * margin, size - margin - top)
    y = top + padding + unit.above * radius + (size - down - (unit.above + unit.below) * radius) / 2
    return page, draw_body(page, view, round(width / 2), round(y), radius, "view")


def draw_body(page: Page, view: View, x: float, y: float, radius: float, name: str) -> dict[str, Region]:
    """Draw a cylinder around the middle of its axis; returns its regions, which begin with a name."""
    places = len(view[0])
    body = Body(BUILDS[page.style.look], 2 * places, len(view), x, y, radius)
    build, line = body.build, line_width(page)
    hoop = max(line, build.hoop * radius)
    build.draw_under(page, body)
    colours = [colour for band in view for colour in band]
    for outline, colour in zip(_patch_outlines(body), colours, strict=True):
        page.polygon(outline, fill=page.theme.palette[colour])
    _draw_borders(page, body, line, hoop)
    build.draw_over(page, body)
    return _regions(page, body, line, hoop, name)


@lru_cache(maxsize=16)
def _patch_outlines(body: Body) -> tuple[tuple[Point, ...], ...]:
    """The patches that are seen, band by band from the top, each from left to right; kept as rings are."""
    patches = cylinder_patches(body.sectors, body.bands, 0, body.radius, body.height, body.build.tilt)
    return tuple(tuple((body.x + x, body.y + y) for x, y in patch.outline) for patch in patches)


def _draw_borders(page: Page, body: Body, line: float, hoop: float) -> None:
    """Draw the borders between patches, a light line between two dark ones or the other way round, and the outline.

    So a border stands out from any colour: by the light from black, by the dark from yellow.
    """
    theme, top, height = page.theme, body.height / 2, body.height
    width = 360 / body.sectors
    upright = [
        [body.point(place * width - 90, top), body.point(place * width - 90, -top)]
        for place in range(1, body.sectors // 2)
    ]
    for points in upright:
        page.line(points, theme.ink, 3 * line, cap="butt")
    for points in upright:
        page.line(points, on(theme.ink), line, cap="butt")
    light = mix(theme.surface_alt, on(theme.ink), 0.4) if body.build.hoop else on(theme.ink)
    for color, half in ((theme.ink, hoop / 2 + line), (light, hoop / 2)):
        for z in (top - height * band / body.bands for band in range(1, body.bands)):
            page.polygon(ring_outline(body, z + half, z - half), fill=color)
    page.polygon(ring_outline(body, top, -top), stroke=theme.ink, width=line)


def _regions(page: Page, body: Body, line: float, hoop: float, name: str) -> dict[str, Region]:
    """The box of the wall, that of its upper edge, and of each patch the part that no border comes near."""
    places, width, r = body.sectors // 2, 360 / body.sectors, body.radius
    lift = math.radians(body.build.tilt)
    depth, tall = r * math.sin(lift), body.height * math.cos(lift)
    regions = {
        name: page.region(body.x - r, body.y - tall / 2, 2 * r, tall + depth),
        f"{name} lid": page.region(body.x - r, body.y - tall / 2 - depth, 2 * r, 2 * depth),
    }
    for band in range(body.bands):
        for place in range(places):
            start, end = place * width - 90, (place + 1) * width - 90
            near = 1.0 if start < 0 < end else max(math.cos(math.radians(angle)) for angle in (start, end))
            far = min(math.cos(math.radians(angle)) for angle in (start, end))
            left = body.x + r * math.sin(math.radians(start)) + (1.5 * line if place else line / 2)
            right = body.x + r * math.sin(math.radians(end)) - (1.5 * line if place < places - 1 else line / 2)
            above = body.y - tall / 2 + tall * band / body.bands + near * depth
            below = body.y - tall / 2 + tall * (band + 1) / body.bands + far * depth
            above += line + (hoop / 2 if band else 0.04 * r)
            below -= line + (hoop / 2 if band < body.bands - 1 else 0.04 * r)
            x0, y0, x1, y1 = math.ceil(left) + 1, math.ceil(above) + 1, math.floor(right) - 1, math.floor(below) - 1
            regions[f"{name} R{band + 1}C{place + 1}"] = (x0, y0, x1 - x0, y1 - y0)
    return regions
