"""The net of the cube at START: a cross, seen from outside, with the name of its side in every face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.drawing import Picture
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.text import fit_text_size, minimum_text_size
from gametasks.renderers.kit.themes import RGB, THEMES, contrast, on
from gametasks.renderers.rolling_cube.marks import draw_mark
from gametasks.renderers.rolling_cube.page import draw_page, line_width
from gametasks.schemas import Style
from gametasks.schemas._record import Role
from gametasks.schemas.rolling_cube import Cube, Face, MarkSet

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

_FOLDS: Final = (
    (Face.NORTH, Face.TOP),
    (Face.WEST, Face.TOP),
    (Face.TOP, Face.EAST),
    (Face.TOP, Face.SOUTH),
    (Face.SOUTH, Face.BOTTOM),
)
"""Faces that hang together, the left or upper one first."""

_ROWS, _COLUMNS = 4, 3
_CAPTION: Final = (
    "the cube as it stands at START, cut open and laid flat; every face is seen from outside and labelled with the "
    "side on which it lies: TOP, NORTH, EAST, SOUTH, WEST or BOTTOM"
)
_LARGEST = 768


def draw_net(cube: Cube, mark_set: MarkSet, style: Style) -> Picture:
    """Draw the picture of the net; its regions are the faces, by the names of their sides."""
    size = min(style.size, _LARGEST)
    margin = round(0.06 * size)
    side = (size - 2 * margin) // _ROWS
    canvas = Canvas(_COLUMNS * side + 2 * margin, size, THEMES[style.theme])
    draw_page(canvas, style)
    top = (size - _ROWS * side) // 2
    faces = {face: (margin + column * side, top + row * side, side, side) for face, (row, column) in NET.items()}
    _LOOKS[style.look](canvas, cube, mark_set, style, faces)
    regions = {face.upper(): region for face, region in faces.items()}
    return Picture(Role.REFERENCE, _CAPTION, canvas.image(), regions)


def _draw_cards(canvas: Canvas, cube: Cube, mark_set: MarkSet, style: Style, faces: Mapping[Face, Region]) -> None:
    """Rounded cards with thick outlines; names on coloured pills."""
    theme, line = canvas.theme, 2 * line_width(style, canvas)
    for x, y, w, h in faces.values():
        canvas.soft_shadow(x, y, w, h, radius=0.1 * w)
    for face, (x, y, w, h) in faces.items():
        mark = cube.mark(face)
        paper = theme.palette[mark] if mark_set is MarkSet.COLOURS else theme.surface
        canvas.rect(x, y, w, h, fill=paper, stroke=theme.ink, width=line, radius=0.1 * w)
        size = _name_size(canvas, style, w)
        plate_width, plate = 0.8 * w, 2 * size
        fill = theme.surface if mark_set is MarkSet.COLOURS else theme.accent
        edge = theme.ink if mark_set is MarkSet.COLOURS else None
        canvas.rect(
            x + (w - plate_width) / 2, y + 0.07 * h, plate_width, plate, fill=fill, stroke=edge, radius=plate / 2
        )
        colour = theme.ink if mark_set is MarkSet.COLOURS else on(fill)
        canvas.text(face.upper(), x + w / 2, y + 0.07 * h + plate / 2, size, colour, weight="bold", font=style.font)
        _draw_mark_below(canvas, mark_set, mark, style, (x, y, w, h), 0.07 * h + plate, paper)


def _draw_sheet(canvas: Canvas, cube: Cube, mark_set: MarkSet, style: Style, faces: Mapping[Face, Region]) -> None:
    """A technical drawing: thin outlines, dashed folds, names in a strip of their own."""
    theme, line = canvas.theme, line_width(style, canvas)
    for face, (x, y, w, h) in faces.items():
        mark = cube.mark(face)
        size = _name_size(canvas, style, w)
        strip = round(2.1 * size)
        canvas.rect(x, y, w, h, fill=theme.surface)
        paper = theme.palette[mark] if mark_set is MarkSet.COLOURS else theme.surface
        canvas.rect(x, y + strip, w, h - strip, fill=paper)
        canvas.text(face.upper(), x + 0.08 * w, y + strip / 2, size, theme.ink, "left", "bold", style.font)
        canvas.line([(x, y + strip), (x + w, y + strip)], theme.muted, 2, cap="butt")
        _draw_mark_below(canvas, mark_set, mark, style, (x, y, w, h), strip, paper)
    _outline(canvas, faces, theme.ink, line, (4 * line, 3 * line))


def _draw_paper(canvas: Canvas, cube: Cube, mark_set: MarkSet, style: Style, faces: Mapping[Face, Region]) -> None:
    """Cut paper: one sheet with dotted folds; names in ink at the lower edge of every face."""
    theme, line = canvas.theme, 1.5 * line_width(style, canvas)
    for x, y, w, h in faces.values():
        canvas.soft_shadow(x, y, w, h)
    for face, (x, y, w, h) in faces.items():
        mark = cube.mark(face)
        size = _name_size(canvas, style, w)
        strip = round(2.1 * size)
        paper = theme.palette[mark] if mark_set is MarkSet.COLOURS else theme.surface
        canvas.rect(x, y, w, h, fill=paper)
        canvas.rect(x, y + h - strip, w, strip, fill=theme.surface_alt)
        canvas.line([(x, y + h - strip), (x + w, y + h - strip)], theme.muted, 2, cap="butt")
        canvas.text(face.upper(), x + w / 2, y + h - strip / 2, size, theme.ink, weight="bold", font=style.font)
        _draw_mark_below(canvas, mark_set, mark, style, (x, y, w, h - strip), 0, paper)
    _outline(canvas, faces, theme.ink, line, (0.1, 2.2 * line))


def _draw_tiles(canvas: Canvas, cube: Cube, mark_set: MarkSet, style: Style, faces: Mapping[Face, Region]) -> None:
    """Separate wooden tiles, hinged to their neighbours; names in a frame of their own."""
    theme = canvas.theme
    inset = max(3, round(0.03 * next(iter(faces.values()))[2]))
    for first, second in _FOLDS:
        x, y, w, _ = faces[second]
        below = first is not Face.WEST and second is not Face.EAST
        for share in (0.25, 0.75):
            hinge_x, hinge_y = (x + share * w, y) if below else (x, y + share * w)
            reach = 2.2 * inset
            canvas.rect(hinge_x - reach, hinge_y - reach, 2 * reach, 2 * reach, fill=theme.wall, radius=inset)
    for face, (x, y, w, _) in faces.items():
        mark = cube.mark(face)
        size = _name_size(canvas, style, w)
        strip = round(2.2 * size)
        left, top, side = x + inset, y + inset, w - 2 * inset
        canvas.rect(left, top, side, side, fill=theme.surface_alt, stroke=theme.wall, width=3, radius=0.09 * w)
        edge = round(0.06 * w)
        well = (left + edge, top + strip, side - 2 * edge, side - strip - edge)
        paper = theme.palette[mark] if mark_set is MarkSet.COLOURS else theme.surface
        canvas.rect(*well, fill=paper, stroke=theme.wall, width=2)
        canvas.text(face.upper(), x + w / 2, top + strip / 2, size, theme.ink, weight="bold", font=style.font)
        _draw_mark_below(canvas, mark_set, mark, style, well, 0, paper)


def _draw_mark_below(
    canvas: Canvas, mark_set: MarkSet, mark: str, style: Style, face: Region, taken: float, paper: RGB
) -> None:
    """Draw a mark in the middle of what the name, ``taken`` pixels at the top, leaves of a face."""
    if mark_set is MarkSet.COLOURS:
        return
    x, y, w, h = face
    theme = canvas.theme
    coloured = style.look in ("tiles", "blueprint") and contrast(theme.accent, paper) >= 4.5
    ink = theme.accent if coloured else theme.ink
    reach = 0.42 * min(w, h - taken)
    draw_mark(canvas, mark_set, mark, x + w / 2, y + taken + (h - taken) / 2, reach, ink, paper, style.font)


def _outline(canvas: Canvas, faces: Mapping[Face, Region], ink: RGB, width: float, dash: tuple[float, float]) -> None:
    """Draw the net's edges: folds, between two faces, dashed; cuts solid."""
    times: dict[tuple[Point, Point], int] = {}
    for x, y, w, h in faces.values():
        corners: tuple[Point, ...] = ((x, y), (x + w, y), (x, y + h), (x + w, y + h))
        for first, second in ((0, 1), (2, 3), (0, 2), (1, 3)):
            edge = corners[first], corners[second]
            times[edge] = times.get(edge, 0) + 1
    folds = [edge for edge, count in times.items() if count == 2]
    for edge in folds:
        canvas.line(edge, ink, width, dash=dash, cap="round" if dash[0] < 1 else "butt")
    for edge in times:
        if edge not in folds:
            canvas.line(edge, ink, width, cap="square")


def _name_size(canvas: Canvas, style: Style, face: int) -> int:
    """Height of the sides' names: one size for all six."""
    smallest = minimum_text_size(canvas.width, canvas.height)
    return fit_text_size("BOTTOM", 0.68 * face, round(1.25 * smallest), "bold", style.font, smallest)


_LOOKS: Final[Mapping[str, Callable[[Canvas, Cube, MarkSet, Style, Mapping[Face, Region]], None]]] = {
    "boardgame": _draw_cards,
    "blueprint": _draw_sheet,
    "tiles": _draw_tiles,
    "footprints": _draw_paper,
}
"""How each look of the task draws the net."""
