"""Rush exit: cars and lorries seen from above, their front to the right, and barriers."""

from __future__ import annotations

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.themes import WHITE, mix, on
from gametasks.renderers.rush_exit.body import Body, paint_of

__all__ = ["draw_barrier", "draw_car", "letter_shift"]

_TYRE, _GLASS, _EDGE = (40, 42, 46), (196, 222, 236), (52, 66, 80)


def letter_shift(body: Body) -> float:
    """How far from its middle a vehicle's letter stands, towards its front: behind the cab of a lorry."""
    return -0.34 * body.unit if body.length == 3 else 0


def draw_car(canvas: Canvas, body: Body) -> None:
    """A car (two cells) or a lorry (three)."""
    a, b, c = body.half_length, body.half_width * 0.88, body.unit
    body.throw_shadow(canvas, a, b, 0.2 * c)
    for x in (-0.62 * a, 0.6 * a) if body.length == 2 else (-0.78 * a, -0.5 * a, 0.72 * a):
        for y in (-b - 0.05 * c, b - 0.07 * c):
            rim = mix(_TYRE, WHITE, 0.35)
            canvas.rect(x - 0.12 * c, y, 0.24 * c, 0.12 * c, fill=_TYRE, stroke=rim, radius=0.03 * c)
    (_draw_saloon if body.length == 2 else _draw_lorry)(canvas, body, a, b)
    for y in (-0.61 * b, 0.61 * b):
        canvas.ellipse(a - 0.07 * c, y, 0.04 * c, 0.09 * c, fill=(255, 246, 196), stroke=(90, 84, 60))


def _draw_window(canvas: Canvas, x: float, narrow: float, wide: float, depth: float) -> None:
    """A window across the vehicle: ``narrow`` and ``wide`` are its half-widths at x and at x + depth."""
    canvas.polygon(((x, -narrow), (x + depth, -wide), (x + depth, wide), (x, narrow)), fill=_GLASS, stroke=_EDGE)


def _draw_saloon(canvas: Canvas, body: Body, a: float, b: float) -> None:
    c = body.unit
    body.draw_box(canvas, -a, -b, 2 * a, 2 * b, paint_of(canvas.theme, body), 0.24 * c)
    _draw_window(canvas, 0.33 * c, 0.56 * b, 0.8 * b, 0.17 * c)
    _draw_window(canvas, -0.33 * c, 0.56 * b, 0.8 * b, -0.15 * c)
    for side in (-1, 1):
        canvas.rect(-a + 0.03 * c, side * 0.62 * b - 0.08 * c, 0.05 * c, 0.16 * c, fill=(150, 20, 30))
        canvas.line(((-0.3 * c, side * 0.82 * b), (0.3 * c, side * 0.82 * b)), _EDGE, max(2, round(0.05 * c)))
        if body.is_target:
            for x0, x1 in ((0.55 * c, a - 0.13 * c), (-a + 0.12 * c, -0.53 * c)):
                canvas.line(((x0, side * 0.42 * b), (x1, side * 0.42 * b)), WHITE, max(3, 0.07 * c), cap="butt")


def _draw_lorry(canvas: Canvas, body: Body, a: float, b: float) -> None:
    c, paint = body.unit, paint_of(canvas.theme, body)
    cab = a - 0.62 * c
    body.draw_box(canvas, cab, -0.9 * b, 0.62 * c, 1.8 * b, mix(paint, WHITE, 0.25), 0.14 * c)
    _draw_window(canvas, cab + 0.26 * c, 0.6 * b, 0.82 * b, 0.14 * c)
    load = cab - 0.06 * c
    body.draw_box(canvas, -a, -b, load + a, 2 * b, paint, 0.06 * c)
    for x in (-a + 0.16 * c, -a + 0.34 * c, load - 0.34 * c, load - 0.16 * c):
        canvas.line(((x, -0.8 * b), (x, 0.8 * b)), mix(paint, on(paint), 0.3), 2, cap="butt")


def draw_barrier(canvas: Canvas, x: float, y: float, unit: int) -> None:
    """A concrete slab under a striped cover."""
    inset, spacing = round(unit * 0.05), 2 * max(6, round(unit * 0.14))
    stripes = pattern("diagonal", (245, 196, 36), (34, 34, 36), spacing=spacing, width=unit * 0.13)
    canvas.rect(x + inset, y + inset, unit - 2 * inset, unit - 2 * inset, fill=stripes, stroke=(20, 20, 22), width=4)
