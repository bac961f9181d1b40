"""An upright cylinder of coloured patches, seen from an azimuth: k sectors around, b bands from the top down.

Azimuths are degrees, counter-clockwise seen from above: for a viewer at azimuth 0, 90 lies to the right. Sector borders
are laid so that the outline of every view falls on two of them: the first border lies at 90 modulo the sector's width,
which is 0 for 8 and 12 sectors and half a sector for 6 and 10.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.themes import RGB

__all__ = ["CylinderPatch", "cylinder_patches", "cylinder_top", "draw_cylinder", "sector_start", "wall_point"]


@dataclass(frozen=True, slots=True)
class CylinderPatch:
    """A patch that is seen.

    Attributes:
        band: Its band, 1 on top.
        sector: Its sector, from 0; it begins at ``sector_start``.
        outline: Its outline in pixels around the middle of the cylinder's axis.
    """

    band: int
    sector: int
    outline: tuple[Point, ...]


def sector_start(sectors: int, sector: int) -> float:
    """The azimuth in degrees, 0 to 360, where a sector begins; it ends where the next one begins.

    Raises:
        ValueError: The number of sectors is odd, so that an outline would cut one of them.
    """
    if sectors < 4 or sectors % 2:
        raise ValueError(f"a cylinder has an even number of sectors from 4 up, not {sectors}")
    width = 360 / sectors
    return (90 % width + sector * width) % 360


def wall_point(azimuth: float, z: float, radius: float, tilt: float = 15) -> Point:
    """The place of a point of the wall in pixels around the middle of the axis.

    Args:
        azimuth: Degrees relative to the viewer: 0 is nearest, 90 lies to the right.
        z: Pixels up from the middle of the axis.
        radius: Of the cylinder, in pixels.
        tilt: How many degrees the viewer looks down.
    """
    angle, lift = math.radians(azimuth), math.radians(tilt)
    return radius * math.sin(angle), radius * math.cos(angle) * math.sin(lift) - z * math.cos(lift)


def cylinder_patches(
    sectors: int, bands: int, azimuth: float, radius: float, height: float, tilt: float = 15
) -> list[CylinderPatch]:
    """The patches that a viewer sees, band by band from the top, each from left to right; none covers another.

    Args:
        sectors: Patches around the cylinder.
        bands: Patches above each other.
        azimuth: Where the viewer stands, a multiple of 360 / sectors degrees.
        radius: Of the cylinder, in pixels.
        height: Of the cylinder, in pixels.
        tilt: How many degrees the viewer looks down, from 0 to below 90; parallel projection.

    Raises:
        ValueError: The azimuth is no such multiple, or the number of sectors is odd.
    """
    width, patches = 360 / sectors, []
    if abs(azimuth / width - round(azimuth / width)) > 1e-9:
        raise ValueError(f"a view of {sectors} sectors is taken at a multiple of {width:g} degrees, not at {azimuth:g}")
    for band in range(1, bands + 1):
        above, below = (height / 2 - height * line / bands for line in (band - 1, band))
        for place in range(sectors // 2):
            start = -90 + place * width
            sector = round((azimuth + start - sector_start(sectors, 0)) / width) % sectors
            angles = [start + width * i / 16 for i in range(17)]
            upper = [wall_point(angle, above, radius, tilt) for angle in angles]
            lower = [wall_point(angle, below, radius, tilt) for angle in reversed(angles)]
            patches.append(CylinderPatch(band, sector, (*upper, *lower)))
    return patches


def cylinder_top(radius: float, height: float, tilt: float = 15) -> tuple[Point, ...]:
    """The outline of the lid."""
    return tuple(wall_point(angle, height / 2, radius, tilt) for angle in range(0, 360, 5))


def draw_cylinder(
    canvas: Canvas,
    middle: Point,
    patches: list[CylinderPatch],
    top: tuple[Point, ...],
    color: Callable[[int, int], RGB],
    edge: RGB,
    width: float = 2,
) -> None:
    """Draw patches around a middle in pixels; `color` is called with band and sector, the lid shows the page's surface.

    Patches are outlined with `edge`, `width` pixels wide; nothing else breaks the cylinder's symmetry.
    """
    x, y = middle
    for patch in patches:
        outline = [(x + px, y + py) for px, py in patch.outline]
        canvas.polygon(outline, fill=color(patch.band, patch.sector), stroke=edge, width=width)
    canvas.polygon([(x + px, y + py) for px, py in top], fill=canvas.theme.surface, stroke=edge, width=width)
