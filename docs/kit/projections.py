"""Three projections: columns of cubes, a cylinder of patches, and pillars as a camera sees them."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import RGB, Page, Picture
from gametasks.renderers.kit.cylinder import cylinder_patches, cylinder_top, draw_cylinder
from gametasks.renderers.kit.isometric import BlockFace, draw_blocks
from gametasks.renderers.kit.perspective import Camera, draw_view, seen_pillars
from gametasks.renderers.kit.themes import mix
from gametasks.schemas import DISTINCT_COLOURS, Role, Style

HEIGHTS = ((3, 2, 1), (2, 0, 1), (1, 1, 0))
PILLARS = ((6.0, -1.5), (8.0, 0.5), (9.0, 1.6), (7.0, 2.8))


def draw(style: Style) -> Sequence[Picture]:
    """All lie in equal thirds of one page."""
    third = style.size // 3
    page, names = Page(style.size, third, style), DISTINCT_COLOURS[0]
    theme, unit = page.theme, third / 8
    tile = mix(theme.page, theme.page_ink, 0.2)
    tones: dict[BlockFace, RGB] = {"top": theme.surface, "front": theme.grid, "right": theme.muted, "floor": tile}
    draw_blocks(page, HEIGHTS, (third / 2, 0.45 * third), unit, tones, theme.page_ink, page.stroke)
    r, h = 0.26 * third, 0.55 * third
    draw_cylinder(
        page,
        (1.5 * third, 0.5 * third),
        cylinder_patches(8, 3, 90, r, h),
        cylinder_top(r, h),
        lambda band, sector: theme.palette[names[(band * 2 + sector) % 4]],
        theme.page_ink,
        page.stroke,
    )
    frame = (2 * third + 16, 24, third - 32, third - 48)
    view = seen_pillars(Camera((0.0, 0.0), 5, 50, 1.2), PILLARS, 0.5, 3, frame[2:])
    draw_view(
        page, frame, view, lambda number: theme.palette[names[number]], theme.surface, theme.surface_alt, theme.page_ink
    )
    regions = {name: (i * third, 0, third, third) for i, name in enumerate(("blocks", "cylinder", "view"))}
    return [page.picture(Role.QUESTION, "blocks, a cylinder and a view", regions)]
