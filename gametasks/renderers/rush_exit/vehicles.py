"""Rush exit: vehicles and blocks in four looks: cars, wooden blocks, flat blocks, technical drawing.

A vehicle is drawn lying to the right around (0, 0) and turned by the canvas; its letter is written upright afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.themes import BLACK, RGB, WHITE, Theme, mix, on, outline_for
from gametasks.renderers.rush_exit.body import Body, paint_of
from gametasks.renderers.rush_exit.cars import draw_barrier, draw_car, letter_shift

__all__ = ["LOOKS", "Look"]

_WOODS: Final[tuple[RGB, ...]] = (
    (226, 190, 137), (196, 146, 89), (238, 213, 170), (168, 117, 68), (212, 166, 110), (182, 133, 92), (230, 200, 155),
)  # fmt: skip
_TARGET_WOOD: Final[RGB] = (178, 34, 34)
_GILT: Final[RGB] = (250, 214, 120)


@dataclass(frozen=True, slots=True)
class Look:
    """One way of drawing.

    Attributes:
        draw_vehicle: Draws a vehicle around (0, 0).
        draw_block: Draws a fixed block on the cell with a top left corner and a side.
        plate: The colour that a vehicle's letter is written on.
        letter_shift: How far from the middle the letter stands, towards the front.
    """

    draw_vehicle: Callable[[Canvas, Body], None]
    draw_block: Callable[[Canvas, float, float, int], None]
    plate: Callable[[Theme, Body], RGB]
    letter_shift: Callable[[Body], float] = lambda body: 0


def _wood(theme: Theme, body: Body) -> RGB:
    return _TARGET_WOOD if body.is_target else body.choose(_WOODS)


def _draw_wooden(canvas: Canvas, body: Body) -> None:
    """A bevelled wooden block with its grain along the axis and a light edge; the target is red with gilded frames."""
    a, b, c, wood = body.half_length + 1, body.half_width + 1, body.unit, _wood(canvas.theme, body)
    body.throw_shadow(canvas, a, b, 0.06 * c)
    canvas.rect(-a, -b, 2 * a, 2 * b, fill=wood, radius=0.07 * c)
    bevel = 0.1 * c
    for side in (-1, 1):
        shade = mix(wood, WHITE, 0.3) if side < 0 else mix(wood, BLACK, 0.22)
        x, y, inner_x, inner_y = side * a, side * b, side * (a - bevel), side * (b - bevel)
        canvas.polygon(((-a, y), (a, y), (a - bevel, inner_y), (-a + bevel, inner_y)), fill=shade)
        canvas.polygon(((x, -b), (x, b), (inner_x, b - bevel), (inner_x, -b + bevel)), fill=shade)
    for share, bow in ((-0.52, 0.05), (-0.2, -0.04), (0.16, 0.04), (0.5, -0.05)):
        xs = [-a + bevel * 1.4 + i * (2 * a - 2.8 * bevel) / 4 for i in range(5)]
        ys = [share * b + bow * c * wave for wave in (0, 1, 0, -1, 0)]
        canvas.curve(list(zip(xs, ys, strict=True)), mix(wood, BLACK, 0.13), width=2)
    edge = _GILT if body.is_target else mix(wood, WHITE, 0.4)
    canvas.rect(-a, -b, 2 * a, 2 * b, stroke=edge, width=body.line, radius=0.07 * c)
    if body.is_target:
        canvas.rect(-a + 0.15 * c, -b + 0.15 * c, 2 * a - 0.3 * c, 2 * b - 0.3 * c, stroke=_GILT, width=3)


def _draw_iron(canvas: Canvas, x: float, y: float, unit: int) -> None:
    """An iron plate, hatched and screwed down."""
    hatch = pattern("crosshatch", (104, 108, 116), (58, 60, 66), spacing=2 * max(4, round(unit * 0.09)))
    inset = round(unit * 0.03)
    canvas.rect(x + inset, y + inset, unit - 2 * inset, unit - 2 * inset, fill=hatch, stroke=(24, 25, 28), width=4)
    for dx in (0.17, 0.83):
        for dy in (0.17, 0.83):
            canvas.circle(x + dx * unit, y + dy * unit, 0.075 * unit, fill=(190, 194, 200), stroke=(24, 25, 28))


def _draw_flat(canvas: Canvas, body: Body) -> None:
    """A rounded bar with a plate for its letter and chevrons that point both ways along its axis."""
    a, b, c, paint = body.half_length, body.half_width, body.unit, paint_of(canvas.theme, body)
    body.throw_shadow(canvas, a, b, b)
    canvas.rect(-a, -b, 2 * a, 2 * b, fill=paint, radius=b)
    edge = outline_for(canvas.theme, paint)
    if edge is not None:
        canvas.rect(-a, -b, 2 * a, 2 * b, stroke=edge, width=body.line, radius=b)
    if body.is_target:
        x, y = a - body.line, b - body.line
        canvas.rect(-x, -y, 2 * x, 2 * y, stroke=canvas.theme.ink, width=2 * body.line, radius=b)
    for side in (-1, 1):
        tip, back = side * (a - 0.2 * c), side * (a - 0.33 * c)
        canvas.line(((back, -0.14 * c), (tip, 0), (back, 0.14 * c)), on(paint), max(3, round(0.055 * c)))
    canvas.circle(0, 0, 0.33 * c, fill=on(paint))


def _draw_slab(canvas: Canvas, x: float, y: float, unit: int) -> None:
    """A solid square with a hatching."""
    theme, spacing = canvas.theme, 2 * max(4, round(unit * 0.08))
    hatch = pattern("diagonal", mix(theme.wall, theme.surface, 0.45), theme.wall, spacing=spacing)
    canvas.rect(x + 3, y + 3, unit - 6, unit - 6, fill=hatch, stroke=theme.ink, width=4)


# The frames of drawn vehicles, alike from both ends: `x` and `y` are half of the room, `c` the side of a cell.


def _draw_axle(canvas: Canvas, x: float, y: float, c: int) -> None:
    dash = (0.16 * c, 0.07 * c, 0.03 * c, 0.07 * c)
    canvas.line(((-x, 0), (x, 0)), canvas.theme.muted, 2, dash, cap="butt")
    for end in (-x + 0.14 * c, x - 0.14 * c):
        canvas.circle(end, 0, 0.07 * c, fill=canvas.theme.surface, stroke=canvas.theme.muted)


def _draw_ribs(canvas: Canvas, x: float, y: float, c: int) -> None:
    for end in (-1, 1):
        for rib in (0.14, 0.28):
            canvas.line(((end * (x - rib * c), -y), (end * (x - rib * c), y)), canvas.theme.muted, 2, cap="butt")


def _draw_struts(canvas: Canvas, x: float, y: float, c: int) -> None:
    for end in (-1, 1):
        canvas.line(((end * x, -y), (end * 0.3 * c, 0), (end * x, y)), canvas.theme.muted, 2, cap="butt")


def _draw_rails(canvas: Canvas, x: float, y: float, c: int) -> None:
    for side in (-0.45, 0.45):
        canvas.line(((-x, side * y), (x, side * y)), canvas.theme.muted, 2, cap="butt")


_FRAMES: Final = (_draw_axle, _draw_ribs, _draw_struts, _draw_rails)


def _draw_outline(canvas: Canvas, body: Body) -> None:
    """An outline with bumpers and one of four frames, as on a drawing board; the target is tinted.

    Only blocks are hatched in this look: a hatching must say one thing.
    """
    a, b, c, theme = body.half_length, body.half_width * 0.94, body.unit, canvas.theme
    x, y = a - 0.1 * c, b - 0.1 * c
    ink = theme.accent if body.is_target else theme.ink
    if body.is_target:
        canvas.rect(-a, -b, 2 * a, 2 * b, fill=theme.accent_soft, stroke=ink, width=body.line + 2)
        canvas.rect(-x, -y, 2 * x, 2 * y, fill=theme.accent)
    else:
        canvas.rect(-a, -b, 2 * a, 2 * b, fill=theme.surface, stroke=ink, width=body.line)
        canvas.rect(-x, -y, 2 * x, 2 * y, stroke=theme.muted)
        body.choose(_FRAMES)(canvas, x, y, c)
    canvas.rect(-0.3 * c, -0.3 * c, 0.6 * c, 0.6 * c, fill=theme.surface, stroke=ink)


def _draw_filled(canvas: Canvas, x: float, y: float, unit: int) -> None:
    """A cell that is hatched both ways and framed."""
    theme = canvas.theme
    hatch = pattern("crosshatch", theme.ink, theme.surface_alt, spacing=2 * max(4, round(unit * 0.06)))
    canvas.rect(x + 3, y + 3, unit - 6, unit - 6, fill=hatch, stroke=theme.ink, width=4)


LOOKS: Final[Mapping[str, Look]] = {
    "cars": Look(draw_car, draw_barrier, paint_of, letter_shift),
    "wood": Look(_draw_wooden, _draw_iron, _wood),
    "flat": Look(_draw_flat, _draw_slab, lambda theme, body: on(paint_of(theme, body))),
    "drawing": Look(_draw_outline, _draw_filled, lambda theme, body: theme.surface),
}
