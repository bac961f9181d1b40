"""Routes over a board: polylines with rounded corners and arrowheads, the names of their ends, flags, a compass."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import pairwise
from typing import Final, Literal, get_args

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.page import Page
from gametasks.renderers.kit.paths import Point, heading, on_circle, rounded
from gametasks.renderers.kit.pen import Paint
from gametasks.renderers.kit.text import fit_text_size
from gametasks.renderers.kit.themes import RGB, mix, on

__all__ = [
    "NAME_STYLES",
    "Arrowhead",
    "NameStyle",
    "draw_arrowheads",
    "draw_compass",
    "draw_end_names",
    "draw_flag",
    "draw_name",
    "draw_route",
]

Arrowhead = Literal["chevron", "triangle", "slender"]
NameStyle = Literal["plain", "plate", "outlined"]
NAME_STYLES: Final[tuple[NameStyle, ...]] = get_args(NameStyle)


_NAME_PADDING: Final = 0.3
"""What the plate of a name is wider than it, in heights of its text."""


def draw_route(
    canvas: Canvas,
    points: Sequence[Point],
    color: Paint,
    width: float,
    *,
    outline: RGB | None = None,
    border: float = 2,
    radius: float = 0,
    dash: tuple[float, float] | None = None,
) -> None:
    """A line through points, `width` pixels broad, with an outline of `border` pixels on both sides if it has a colour.

    Inner corners are rounded with `radius` pixels; 0 leaves the middle line as it is.
    """
    line = rounded(points, radius) if radius else points
    if outline is not None:
        canvas.line(line, outline, width + 2 * border)
    canvas.line(line, color, width, dash=dash, cap="butt" if dash else "round")


def draw_arrowheads(
    canvas: Canvas, points: Sequence[Point], shape: Arrowhead, size: float, color: RGB, outline: RGB | None = None
) -> None:
    """An arrowhead of `size` pixels in the middle of every step, which tells the direction of the route.

    Triangles and slender ones may have an outline, where they lie on lines that are much like them.
    """
    for (x0, y0), (x1, y1) in pairwise(points):
        with canvas.at((x0 + x1) / 2, (y0 + y1) / 2, heading((x0, y0), (x1, y1))):
            if shape == "chevron":
                ends = [(-0.4 * size, -0.5 * size), (0.2 * size, 0), (-0.4 * size, 0.5 * size)]
                canvas.line(ends, color, 0.32 * size)
            else:
                half = 0.5 if shape == "triangle" else 0.25
                corners = [(0.5 * size, 0), (-0.5 * size, -half * size), (-0.5 * size, half * size)]
                if outline is not None:
                    canvas.polygon(corners, stroke=outline, width=4)
                canvas.polygon(corners, fill=color)


def draw_end_names(page: Page, points: Sequence[Point], unit: int, style: str, *, flagged: Container[int] = ()) -> None:
    """Write START and END on a route's ends, at the edge of their cells, whose side is `unit`, clear of their middles.

    Args:
        page: The picture.
        points: The route.
        unit: Side of a cell in pixels; names stay in their cells with their plates.
        style: One of ``NAME_STYLES``.
        flagged: Numbers of points that `draw_flag` marks: a name beside a flag moves to the left.

    Raises:
        ValueError: A name does not fit into a cell.
    """
    names = ("START", "END")
    largest = max(page.text_size, min(round(1.3 * page.text_size), round(0.2 * unit)))
    room = unit - _NAME_PADDING * page.text_size - 2
    size = fit_text_size(max(names, key=len), room, largest, "bold", page.font, page.text_size)
    shift = unit / 2 - 0.95 * size
    for name, step in zip(names, (0, len(points) - 1), strict=True):
        (x, y), above = points[step], _name_is_above(points, step)
        if above and step in flagged:
            x -= (unit - page.text_width(name, size, "bold") - _NAME_PADDING * size) / 2 - 2
        draw_name(page, name, x, y - shift if above else y + shift, size, style)


def _name_is_above(points: Sequence[Point], step: int) -> bool:
    """Whether the name of an end, the first or the last step, stands above its middle: not where the route runs up."""
    neighbour = points[1] if step == 0 else points[step - 1]
    return neighbour[1] >= points[step][1]


def draw_name(canvas: Canvas, name: str, x: float, y: float, size: int, style: str) -> None:
    """Write a name around (x, y) on the board: "plain" on its surface, on a dark "plate", or "outlined"."""
    theme = canvas.theme
    w, h = canvas.text_width(name, size, "bold") + _NAME_PADDING * size, 1.6 * size
    box = (x - w / 2, y - h / 2, w, h)
    if style == "plate":
        canvas.rect(*box, fill=theme.ink, radius=0.3 * size)
    elif style == "outlined":
        canvas.rect(*box, fill=theme.surface, stroke=theme.ink, width=2)
    canvas.text(name, x, y, size, on(theme.ink) if style == "plate" else theme.ink, weight="bold")


def draw_flag(page: Page, label: str, x: float, y: float, unit: int) -> None:
    """Mark a cell of `unit` pixels around (x, y) with a flag, which stands right above its middle in every cell."""
    ink, rim = page.theme.ink, page.theme.surface
    size = max(page.text_size, round(0.2 * unit))
    left, top, foot = x + 0.2 * unit, y - 0.46 * unit, y - 0.04 * unit
    w, h = min(1.5 * size, 0.28 * unit), min(1.5 * size, 0.32 * unit)
    page.line([(left, top), (left, foot)], rim, page.stroke + 4)
    page.rect(left, top, w, h, fill=ink, stroke=rim, width=2)
    page.line([(left, top), (left, foot)], ink, page.stroke)
    page.text(label, left + w / 2, top + h / 2, size, on(ink), weight="bold")


def draw_compass(canvas: Canvas, x: float, y: float, width: float, style: Literal["rose", "needle"] = "rose") -> None:
    """A compass of about `width` pixels around (x, y) on the page, a rose of four names or a needle to N."""
    size, ink, page = canvas.text_size, canvas.theme.page_ink, canvas.theme.page
    if style == "rose":
        r = width / 2 - 1.6 * size
        for i, name in enumerate("NESW"):
            angle = 90 * i - 90
            tip = on_circle(x, y, r, angle)
            dark, light = ([tip, on_circle(x, y, 0.34 * r, angle + turn), (x, y)] for turn in (45, -45))
            canvas.polygon(dark, fill=ink)
            canvas.polygon(light, fill=mix(page, ink, 0.45), stroke=ink, width=1)
            canvas.text(name, *on_circle(x, y, r + 0.95 * size, angle), size, ink, weight="bold")
        return
    r = width / 2 - size
    top = y - r + 0.9 * size
    canvas.text("N", x, y - r, round(1.2 * size), ink, weight="bold")
    canvas.polygon([(x, top), (x + 0.34 * r, y + r), (x, y + 0.62 * r)], fill=ink)
    canvas.polygon([(x, top), (x - 0.34 * r, y + r), (x, y + 0.62 * r)], fill=page, stroke=ink, width=2)
