"""How the cylinder is built: a can, a drum or a lantern. Each looks the same from every azimuth of a view."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gametasks.renderers import RGB, Page, Point, mix
from gametasks.renderers.kit.cylinder import wall_point

__all__ = ["BUILDS", "Body", "Build", "Extent", "ring_outline"]

_SLICES: Final = 24
"""Slices in which a ring is shaded."""
_LIGHT: Final = 25
"""Degrees from the viewer's direction, to the right, from which rings are lit."""
_SHADE: Final = 0.36
"""Share of ink in a ring where it turns away from the light."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How far a body reaches from the middle of its axis, in pixels: up, down, and to either side."""

    above: float
    below: float
    aside: float


@dataclass(frozen=True, slots=True)
class Build:
    """How a look builds a cylinder; lengths are shares of its radius.

    Attributes:
        tilt: How many degrees the viewer looks down.
        overhang: The radius of the widest ring.
        cap: How far the body reaches above and below the wall.
        hoop: Width of the band between two bands of patches; 0 for a thin line.
        draw_under: Draws what the wall covers in part.
        draw_over: Draws what covers the wall in part.
    """

    tilt: float
    overhang: float
    cap: tuple[float, float]
    hoop: float
    draw_under: Callable[[Page, Body], None]
    draw_over: Callable[[Page, Body], None]


@dataclass(frozen=True, slots=True)
class Body:
    """A cylinder in a picture.

    Attributes:
        build: How it is built.
        sectors: Patches around it.
        bands: Patches above each other.
        x, y: The middle of its axis.
        radius: Of its wall, in pixels.
    """

    build: Build
    sectors: int
    bands: int
    x: float
    y: float
    radius: float

    @property
    def height(self) -> float:
        """Of the wall, in pixels."""
        return self.radius * (1.2 + 0.2 * self.bands)

    def point(self, azimuth: float, z: float, reach: float = 1) -> Point:
        """A point of the picture.

        Args:
            azimuth: Degrees from the viewer's direction, to the right.
            z: Pixels up from the middle of the axis.
            reach: Distance from the axis, in radii of the wall.
        """
        x, y = wall_point(azimuth, z, reach * self.radius, self.build.tilt)
        return self.x + x, self.y + y

    def extent(self) -> Extent:
        """What the whole body takes."""
        lift = math.radians(self.build.tilt)
        depth = self.build.overhang * self.radius * math.sin(lift)
        above, below = ((self.height / 2 + cap * self.radius) * math.cos(lift) + depth for cap in self.build.cap)
        return Extent(above, below, self.build.overhang * self.radius)


@lru_cache(maxsize=256)
def ring_outline(body: Body, top: float, bottom: float, reach: tuple[float, float] = (1, 1)) -> tuple[Point, ...]:
    """The near half of a ring around the axis, from a height down to another; `reach` at its upper and lower edge.

    It is kept, since the six options of a question have bodies of one size at one place.
    """
    angles = [angle * 180 / _SLICES - 90 for angle in range(_SLICES + 1)]
    upper = [body.point(angle, top, reach[0]) for angle in angles]
    return (*upper, *(body.point(angle, bottom, reach[1]) for angle in reversed(angles)))


def _draw_disc(page: Page, body: Body, z: float, reach: float, fill: RGB, stroke: RGB | None = None) -> None:
    """A level disc around the axis."""
    x, y = body.x, body.y - z * math.cos(math.radians(body.build.tilt))
    r = reach * body.radius
    page.ellipse(x, y, r, r * math.sin(math.radians(body.build.tilt)), fill, stroke, 2)


def _draw_ring(page: Page, body: Body, top: float, bottom: float, reach: tuple[float, float], color: RGB) -> None:
    """The near half of a ring, shaded towards its sides."""
    outline = ring_outline(body, top, bottom, reach)
    page.polygon(outline, fill=color)
    for i in range(_SLICES):
        middle = (i + 0.5) * 180 / _SLICES - 90
        shade = _SHADE * math.sin(math.radians(middle - _LIGHT)) ** 2
        j = min(i + 2, _SLICES)  # under the next slice, so that no seam shows
        sliced = outline[i : j + 1] + outline[len(outline) - 1 - j : len(outline) - i]
        page.polygon(sliced, fill=mix(color, page.theme.ink, shade))
    page.polygon(outline, stroke=page.theme.ink, width=2)


def _draw_shadow(page: Page, body: Body, z: float, reach: float) -> None:
    _draw_disc(page, body, z, reach, mix(page.theme.surface, page.theme.ink, 0.16))


# --- a can: rims of metal, a sunk lid --------------------------------------------------------------------------------


def _metal(page: Page) -> RGB:
    return mix(page.theme.surface_alt, page.theme.muted, 0.25)


def _draw_can_foot(page: Page, body: Body) -> None:
    foot, rim = -body.height / 2, 0.09 * body.radius
    _draw_shadow(page, body, foot - rim, 1.08)
    _draw_disc(page, body, foot, 1.03, _metal(page), page.theme.ink)
    _draw_ring(page, body, foot, foot - rim, (1.03, 1.0), _metal(page))


def _draw_can_lid(page: Page, body: Body) -> None:
    head, rim = body.height / 2, 0.09 * body.radius
    _draw_ring(page, body, head + rim, head, (1.0, 1.03), _metal(page))
    _draw_disc(page, body, head + rim, 1.0, mix(page.theme.surface, page.theme.muted, 0.08), page.theme.ink)
    _draw_disc(page, body, head + rim, 0.88, mix(page.theme.surface, page.theme.muted, 0.3), page.theme.muted)
    _draw_disc(page, body, head + 0.4 * rim, 0.74, mix(page.theme.surface, page.theme.muted, 0.16), page.theme.muted)


# --- a drum: broad hoops with tacks at the borders of sectors, a skin ------------------------------------------------


def _draw_hoop(page: Page, body: Body, top: float) -> None:
    bottom = top - 0.2 * body.radius
    _draw_ring(page, body, top, bottom, (1.07, 1.07), page.theme.surface_alt)
    width = 360 / body.sectors
    for place in range(1, body.sectors // 2):
        x, y = body.point(place * width - 90, (top + bottom) / 2, 1.07)
        page.circle(x, y, max(2.5, 0.035 * body.radius), fill=page.theme.ink)


def _draw_drum_foot(page: Page, body: Body) -> None:
    foot = -body.height / 2
    _draw_shadow(page, body, foot - 0.2 * body.radius, 1.1)
    _draw_disc(page, body, foot, 1.07, page.theme.surface_alt, page.theme.ink)
    _draw_hoop(page, body, foot)


def _draw_drum_skin(page: Page, body: Body) -> None:
    head = body.height / 2 + 0.2 * body.radius
    _draw_hoop(page, body, head)
    _draw_disc(page, body, head, 1.07, page.theme.surface_alt, page.theme.ink)
    _draw_disc(page, body, head, 0.97, page.theme.surface, page.theme.muted)


# --- a lantern: a cap like a roof with a knob, a narrow base with a tassel -------------------------------------------


def _draw_lantern_base(page: Page, body: Body) -> None:
    foot, r = -body.height / 2, body.radius
    x, y = body.point(0, foot - 0.28 * r, 0)
    for offset in (-0.1, -0.05, 0, 0.05, 0.1):
        page.line([(x, y), (x + offset * r, y + 0.34 * r)], page.theme.muted, 2, cap="butt")
    page.circle(x, y + 0.1 * r, 0.07 * r, fill=page.theme.wall, stroke=page.theme.ink)
    _draw_ring(page, body, foot, foot - 0.26 * r, (0.8, 0.5), page.theme.wall)


def _draw_lantern_roof(page: Page, body: Body) -> None:
    head, r = body.height / 2, body.radius
    _draw_disc(page, body, head, 1.0, page.theme.surface_alt, page.theme.ink)
    _draw_ring(page, body, head + 0.24 * r, head, (0.42, 0.86), page.theme.wall)
    _draw_disc(page, body, head + 0.24 * r, 0.42, mix(page.theme.wall, page.theme.ink, 0.3), page.theme.ink)
    x, y = body.point(0, head + 0.33 * r, 0)
    page.circle(x, y, 0.1 * r, fill=page.theme.wall, stroke=page.theme.ink)


BUILDS: Final[Mapping[str, Build]] = {
    "can": Build(16, 1.03, (0.09, 0.14), 0, _draw_can_foot, _draw_can_lid),
    "drum": Build(17, 1.07, (0.2, 0.26), 0.08, _draw_drum_foot, _draw_drum_skin),
    "lantern": Build(11, 1.0, (0.36, 0.46), 0.04, _draw_lantern_base, _draw_lantern_roof),
}
