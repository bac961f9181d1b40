"""Rush exit: vehicles and blocks in four looks: cars, wooden blocks, flat blocks, technical drawing.

A vehicle is drawn lying to the right around (0, 0) and turned by the canvas; its letter is written upright afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.text import Font
from gametasks.renderers.kit.themes import BLACK, RGB, WHITE, Theme, mix, on
from gametasks.renderers.rush_exit.body import Body, paint_of
from gametasks.renderers.rush_exit.cars import draw_barrier, draw_car
from gametasks.schemas.rush_exit import LETTERS

__all__ = ["BLOCKS", "LETTER_INKS", "VEHICLES", "draw_letter"]

_WOODS: Final[tuple[RGB, ...]] = (
    (226, 190, 137), (196, 146, 89), (238, 213, 170), (168, 117, 68), (212, 166, 110), (182, 133, 92), (230, 200, 155),
)  # fmt: skip
_TARGET_WOOD: Final[RGB] = (178, 34, 34)


def _wood(body: Body) -> RGB:
    return _TARGET_WOOD if body.is_target else _WOODS[LETTERS.index(body.letter) % len(_WOODS)]


# --- wooden blocks -------------------------------------------------------------------------------------------------


def _draw_wooden(canvas: Canvas, body: Body) -> None:
    """A bevelled wooden block with its grain along the axis."""
    a, b, c, wood = body.half_length + 1, body.half_width + 1, body.cell, _wood(body)
    if body.shadow:
        canvas.soft_shadow(-a, -b, 2 * a, 2 * b, radius=0.06 * c, spread=max(4, round(0.06 * c)), strength=0.4)
    canvas.rect(-a, -b, 2 * a, 2 * b, fill=wood, stroke=mix(wood, BLACK, 0.55), width=body.line, radius=0.07 * c)
    bevel = 0.1 * c
    light, dark = mix(wood, WHITE, 0.3), mix(wood, BLACK, 0.22)
    canvas.polygon(((-a, -b), (a, -b), (a - bevel, -b + bevel), (-a + bevel, -b + bevel)), fill=light)
    canvas.polygon(((-a, -b), (-a, b), (-a + bevel, b - bevel), (-a + bevel, -b + bevel)), fill=light)
    canvas.polygon(((-a, b), (a, b), (a - bevel, b - bevel), (-a + bevel, b - bevel)), fill=dark)
    canvas.polygon(((a, -b), (a, b), (a - bevel, b - bevel), (a - bevel, -b + bevel)), fill=dark)
    grain = mix(wood, BLACK, 0.13)
    for share, bow in ((-0.52, 0.05), (-0.2, -0.04), (0.16, 0.04), (0.5, -0.05)):
        ys = [share * b + bow * c * wave for wave in (0, 1, 0, -1, 0)]
        xs = [-a + bevel * 1.4 + i * (2 * a - 2.8 * bevel) / 4 for i in range(5)]
        canvas.curve(list(zip(xs, ys, strict=True)), grain, width=2)
    canvas.rect(-a, -b, 2 * a, 2 * b, stroke=mix(wood, BLACK, 0.55), width=body.line, radius=0.07 * c)
    if body.is_target:
        canvas.rect(
            -a + 1.5 * bevel, -b + 1.5 * bevel, 2 * a - 3 * bevel, 2 * b - 3 * bevel, stroke=(250, 214, 120), width=3
        )


def _draw_iron(canvas: Canvas, x: float, y: float, cell: int, line: int) -> None:
    """An iron plate, hatched and screwed down."""
    inset, iron = round(cell * 0.03), (58, 60, 66)
    side = cell - 2 * inset
    hatch = pattern("crosshatch", (104, 108, 116), iron, spacing=2 * max(4, round(cell * 0.09)), width=2)
    canvas.rect(x + inset, y + inset, side, side, fill=hatch, stroke=(24, 25, 28), width=2 * line)
    for dx in (0.17, 0.83):
        for dy in (0.17, 0.83):
            canvas.circle(x + dx * cell, y + dy * cell, 0.075 * cell, fill=(190, 194, 200), stroke=(24, 25, 28))


# --- flat blocks ---------------------------------------------------------------------------------------------------


def _draw_flat(canvas: Canvas, body: Body) -> None:
    """A rounded bar with a plate for its letter and chevrons that point both ways along its axis."""
    a, b, c, paint = body.half_length, body.half_width, body.cell, paint_of(canvas.theme, body)
    if body.shadow:
        canvas.soft_shadow(-a, -b, 2 * a, 2 * b, radius=b, spread=max(3, round(0.05 * c)), strength=0.25)
    canvas.rect(-a, -b, 2 * a, 2 * b, fill=paint, radius=b)
    if body.is_target:
        edge = canvas.theme.ink
        canvas.rect(
            -a + body.line,
            -b + body.line,
            2 * (a - body.line),
            2 * (b - body.line),
            stroke=edge,
            width=2 * body.line,
            radius=b,
        )
    sign = on(paint)
    for side in (-1, 1):
        tip = side * (a - 0.2 * c)
        back = tip - side * 0.13 * c
        canvas.line(((back, -0.14 * c), (tip, 0), (back, 0.14 * c)), sign, width=max(3, round(0.055 * c)))
    canvas.circle(0, 0, 0.33 * c, fill=sign)


def _draw_slab(canvas: Canvas, x: float, y: float, cell: int, line: int) -> None:
    """A solid square with a hatching."""
    theme = canvas.theme
    hatch = pattern(
        "diagonal", mix(theme.wall, theme.surface, 0.45), theme.wall, spacing=2 * max(4, round(cell * 0.08)), width=2
    )
    canvas.rect(x + line, y + line, cell - 2 * line, cell - 2 * line, fill=hatch, stroke=theme.ink, width=2 * line)


# --- technical drawing ---------------------------------------------------------------------------------------------


def _draw_outline(canvas: Canvas, body: Body) -> None:
    """An outline with bumpers and a dashed centre line, as on a drawing board; the target is tinted.

    Only blocks are hatched in this look: a hatching must say one thing.
    """
    a, b, c, theme = body.half_length, body.half_width * 0.94, body.cell, canvas.theme
    ink = theme.accent if body.is_target else theme.ink
    fill = theme.accent_soft if body.is_target else theme.surface
    canvas.rect(-a, -b, 2 * a, 2 * b, fill=fill, stroke=ink, width=body.line + (2 if body.is_target else 0))
    inner = 0.1 * c
    if body.is_target:
        canvas.rect(-a + inner, -b + inner, 2 * (a - inner), 2 * (b - inner), fill=theme.accent, stroke=ink, width=2)
    else:
        canvas.rect(-a + inner, -b + inner, 2 * (a - inner), 2 * (b - inner), stroke=theme.muted, width=2)
        canvas.line(
            ((-a + inner, 0), (a - inner, 0)),
            theme.muted,
            width=2,
            dash=(0.16 * c, 0.07 * c, 0.03 * c, 0.07 * c),
            cap="butt",
        )
        for x in (-a + 0.24 * c, a - 0.24 * c):
            canvas.circle(x, 0, 0.07 * c, fill=theme.surface, stroke=theme.muted)
    canvas.rect(-0.3 * c, -0.3 * c, 0.6 * c, 0.6 * c, fill=theme.surface, stroke=ink, width=2)


def _draw_filled(canvas: Canvas, x: float, y: float, cell: int, line: int) -> None:
    """A cell that is hatched both ways and crossed out."""
    theme = canvas.theme
    hatch = pattern("crosshatch", theme.ink, theme.surface_alt, spacing=2 * max(4, round(cell * 0.06)), width=2)
    canvas.rect(x + line, y + line, cell - 2 * line, cell - 2 * line, fill=hatch, stroke=theme.ink, width=2 * line)


VEHICLES: Final[Mapping[str, Callable[[Canvas, Body], None]]] = {
    "cars": draw_car,
    "wood": _draw_wooden,
    "flat": _draw_flat,
    "drawing": _draw_outline,
}
BLOCKS: Final[Mapping[str, Callable[[Canvas, float, float, int, int], None]]] = {
    "cars": draw_barrier,
    "wood": _draw_iron,
    "flat": _draw_slab,
    "drawing": _draw_filled,
}


def _ink_on_paint(theme: Theme, body: Body) -> RGB:
    return on(paint_of(theme, body))


def _ink_on_wood(theme: Theme, body: Body) -> RGB:
    return on(_wood(body))


def _ink_on_plate(theme: Theme, body: Body) -> RGB:
    return on(on(paint_of(theme, body)))


def _ink_on_board(theme: Theme, body: Body) -> RGB:
    return theme.ink


LETTER_INKS: Final[Mapping[str, Callable[[Theme, Body], RGB]]] = {
    "cars": _ink_on_paint,
    "wood": _ink_on_wood,
    "flat": _ink_on_plate,
    "drawing": _ink_on_board,
}


def draw_letter(canvas: Canvas, look: str, body: Body, x: float, y: float, font: Font) -> None:
    """Write a vehicle's letter upright around (x, y)."""
    canvas.text(
        body.letter, x, y, round(0.35 * body.cell), LETTER_INKS[look](canvas.theme, body), weight="bold", font=font
    )
