"""The plan: the cylinder from above, with the azimuths from which views are taken."""

from __future__ import annotations

from gametasks.renderers import Page, Region
from gametasks.renderers.cylinder_coloring.view import line_width
from gametasks.renderers.kit.paths import on_circle
from gametasks.schemas.cylinder_coloring import REFERENCE_AZIMUTHS, CylinderState

__all__ = ["draw_plan"]


def _on_screen(azimuth: float) -> float:
    """An azimuth as an angle on screen: 0 lies at the bottom, 90 at the right."""
    return 90 - azimuth


def draw_plan(page: Page, state: CylinderState, x: float, y: float, r: float) -> Region:
    """Draw the wall from above as a ring that borders divide, with a tick and degrees for each view.

    An arrow tells which way the degrees grow. Returns the box of the ring.
    """
    theme, line, size = page.theme, line_width(page), page.text_size
    page.circle(x, y, r, fill=theme.surface_alt, stroke=theme.ink, width=line)
    page.circle(x, y, 0.8 * r, fill=theme.surface, stroke=theme.ink, width=line)
    for sector in range(state.sectors):
        border = _on_screen(state.first_border + sector * state.width)
        page.line([on_circle(x, y, 0.8 * r, border), on_circle(x, y, r, border)], theme.ink, line, cap="butt")
        azimuth = sector * state.width
        angle, asked = _on_screen(azimuth), azimuth not in REFERENCE_AZIMUTHS
        page.line([on_circle(x, y, r, angle), on_circle(x, y, r + 0.6 * size, angle)], theme.ink, line, cap="butt")
        across, down = on_circle(0, 0, 1, angle)
        place = (x + (r + 3 * size) * across, y + (r + 1.75 * size) * down)
        page.text(f"{azimuth}°", *place, size, theme.ink, weight="regular" if asked else "bold")
    bend = 0.5 * r
    page.arc(x, y, bend, _on_screen(75), _on_screen(0), theme.ink, line)
    tip, base = on_circle(x, y, bend, _on_screen(98)), _on_screen(74)
    page.polygon([tip, on_circle(x, y, 0.68 * bend, base), on_circle(x, y, 1.32 * bend, base)], fill=theme.ink)
    return page.region(x - r, y - r, 2 * r, 2 * r)
