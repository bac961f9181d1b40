"""The net of the cube: a cross, seen from outside, with the name of its side in every face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from gametasks.renderers import RGB, Page, Picture, Point, Region, contrast, fit_text_size
from gametasks.renderers.rolling_cube.marks import draw_mark
from gametasks.schemas import Role, Style
from gametasks.schemas.rolling_cube import Face, MarkSet, RollState

__all__ = ["NET", "draw_net"]

NET: Final[Mapping[Face, tuple[int, int]]] = {
    Face.NORTH: (0, 1),
    Face.WEST: (1, 0),
    Face.TOP: (1, 1),
    Face.EAST: (1, 2),
    Face.SOUTH: (2, 1),
    Face.BOTTOM: (3, 1),
}
"""Row and column of every face: what a viewer above the cube sees when the sides fold outwards, the bottom
hanging on the south side."""

_ROWS, _COLUMNS = 4, 3
_LARGEST = 768


def draw_net(state: RollState, style: Style) -> Picture:
    """Draw the picture of the net; its regions are the faces, by the names of their sides."""
    size = min(style.size, _LARGEST)
    margin = round(0.06 * size)
    side = (size - 2 * margin) // _ROWS
    page = Page(_COLUMNS * side + 2 * margin, size, style)
    top = (size - _ROWS * side) // 2
    faces = {face: (margin + column * side, top + row * side, side, side) for face, (row, column) in NET.items()}
    _lay_out_sheet(page, faces)
    for face, region in faces.items():
        _draw_face(page, state, face, region)
    if style.look in ("blueprint", "footprints"):
        _draw_edges(page, faces)
    now = f"after {state.rolls} rolls" if state.rolls else "at START"
    caption = (
        f"the cube as it stands {now}, cut open and laid flat; every face is seen from outside and labelled with the "
        "side on which it lies: TOP, NORTH, EAST, SOUTH, WEST or BOTTOM"
    )
    return page.picture(Role.REFERENCE, caption, {face.upper(): region for face, region in faces.items()})


def _draw_face(page: Page, state: RollState, face: Face, region: Region) -> None:
    """Draw a face: its paper, the name of its side, and its mark in the middle of what the name leaves."""
    theme, mark = page.theme, state.cube.mark(face)
    paper = theme.palette[mark] if state.mark_set is MarkSet.COLOURS else theme.surface
    size = fit_text_size("BOTTOM", 0.68 * region[2], round(1.25 * page.text_size), "bold", page.font, page.text_size)
    name, (x, y, w, h) = _PAPERS[page.style.look](page, region, paper, round(2.1 * size))
    page.text(face.upper(), *name, size, theme.ink, weight="bold")
    accented = page.style.look in ("tiles", "blueprint") and contrast(theme.accent, paper) >= 4.5
    ink = theme.accent if accented else theme.ink
    draw_mark(page, state.mark_set, mark, x + w / 2, y + h / 2, 0.42 * min(w, h), ink, paper)


# Each draws the paper of a face with a strip for its name, and returns the middle of the name and what is left.


def _draw_card(page: Page, region: Region, paper: RGB, strip: int) -> tuple[Point, Region]:
    """A rounded card with a thick outline; the name on a pill."""
    x, y, w, h = region
    page.rect(x, y, w, h, fill=paper, stroke=page.theme.ink, width=2 * page.stroke, radius=0.1 * w)
    top = y + round(0.07 * h)
    page.rect(x + 0.1 * w, top, 0.8 * w, strip, fill=page.theme.accent_soft, stroke=page.theme.ink, radius=strip / 2)
    return (x + w / 2, top + strip / 2), (x, top + strip, w, y + h - top - strip)


def _draw_part(page: Page, region: Region, paper: RGB, strip: int) -> tuple[Point, Region]:
    """A part of a technical drawing; the name in a strip of its own."""
    x, y, w, h = region
    page.rect(x, y, w, strip, fill=page.theme.surface)
    page.rect(x, y + strip, w, h - strip, fill=paper)
    page.line([(x, y + strip), (x + w, y + strip)], page.theme.muted, 2, cap="butt")
    return (x + w / 2, y + strip / 2), (x, y + strip, w, h - strip)


def _draw_cut(page: Page, region: Region, paper: RGB, strip: int) -> tuple[Point, Region]:
    """Cut paper; the name in ink at the lower edge."""
    x, y, w, h = region
    page.rect(x, y, w, h - strip, fill=paper)
    page.rect(x, y + h - strip, w, strip, fill=page.theme.surface_alt)
    page.line([(x, y + h - strip), (x + w, y + h - strip)], page.theme.muted, 2, cap="butt")
    return (x + w / 2, y + h - strip / 2), (x, y, w, h - strip)


def _draw_tile(page: Page, region: Region, paper: RGB, strip: int) -> tuple[Point, Region]:
    """A wooden tile with a well for the mark; the name on its frame."""
    x, y, w, h = region
    inset, edge = max(3, round(0.03 * w)), round(0.09 * w)
    page.rect(
        x + inset, y + inset, w - 2 * inset, h - 2 * inset, page.theme.surface_alt, page.theme.wall, 3, radius=0.09 * w
    )
    well = (x + edge, y + inset + strip, w - 2 * edge, h - inset - strip - edge)
    page.rect(*well, fill=paper, stroke=page.theme.wall)
    return (x + w / 2, y + inset + strip / 2), well


_PAPERS: Final[Mapping[str, Callable[[Page, Region, RGB, int], tuple[Point, Region]]]] = {
    "boardgame": _draw_card,
    "blueprint": _draw_part,
    "tiles": _draw_tile,
    "footprints": _draw_cut,
}
"""How each look of the task draws a face."""


def _lay_out_sheet(page: Page, faces: Mapping[Face, Region]) -> None:
    """Draw what lies under the faces: squared paper, the hinges of tiles, else shadows."""
    side = faces[Face.TOP][2]
    if page.style.look == "blueprint":
        page.draw_ornament("squares")
        page.draw_ornament(page.style.decoration)
        return
    if page.style.look != "tiles":
        radius = 0.1 * side if page.style.look == "boardgame" else 0.0
        for region in faces.values():
            page.soft_shadow(*region, radius=radius)
        if page.style.look == "boardgame" and _rim(page) != page.theme.ink:
            grown = 2.5 * page.stroke
            for left, top, w, h in faces.values():
                outer = (left - grown, top - grown, w + 2 * grown, h + 2 * grown)
                page.rect(*outer, fill=_rim(page), radius=radius + grown)
        return
    folds, _ = _edges(faces)
    for (x0, y0), (x1, y1) in folds:
        for share in (0.25, 0.75):
            x, y, r = x0 + share * (x1 - x0), y0 + share * (y1 - y0), 0.07 * max(x1 - x0, y1 - y0)
            page.rect(x - r, y - r, 2 * r, 2 * r, fill=page.theme.wall, radius=r / 2)


def _edges(faces: Mapping[Face, Region]) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
    """The folds, between two faces, and the cuts."""
    times: Counter[tuple[Point, Point]] = Counter()
    for x, y, w, h in faces.values():
        corners: tuple[Point, ...] = ((x, y), (x + w, y), (x, y + h), (x + w, y + h))
        times.update((corners[first], corners[second]) for first, second in ((0, 1), (2, 3), (0, 2), (1, 3)))
    return [edge for edge, n in times.items() if n == 2], [edge for edge, n in times.items() if n == 1]


def _draw_edges(page: Page, faces: Mapping[Face, Region]) -> None:
    """Draw the net's edges: folds dashed, on a line that parts two dark faces, and cuts solid."""
    folds, cuts = _edges(faces)
    for edge in folds:
        page.line(edge, page.theme.surface, page.stroke, cap="butt")
        page.line(edge, page.theme.ink, page.stroke, dash=(4 * page.stroke, 3 * page.stroke), cap="butt")
    for edge in cuts:
        page.line(edge, _rim(page), page.stroke, cap="square")


def _rim(page: Page) -> RGB:
    """The colour of an outline against the page, where a black face would melt into a dark one."""
    theme = page.theme
    return max((theme.ink, theme.page_ink), key=lambda ink: contrast(ink, theme.page))
