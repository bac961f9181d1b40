"""Rush exit: cars and lorries seen from above, and barriers.

A vehicle is drawn lying to the right around (0, 0) and turned by the canvas.
"""

from __future__ import annotations

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.patterns import pattern
from gametasks.renderers.kit.themes import BLACK, RGB, WHITE, mix, on
from gametasks.renderers.rush_exit.body import Body, paint_of

__all__ = ["draw_barrier", "draw_car"]


def draw_car(canvas: Canvas, body: Body) -> None:
    """A car (two cells) or a lorry (three), seen from above, its front to the right."""
    a, b, c = body.half_length, body.half_width * 0.88, body.cell
    wheel = (40, 42, 46)
    wheel_centres = (-0.62 * a, 0.6 * a) if body.length == 2 else (-0.78 * a, -0.5 * a, 0.72 * a)
    if body.shadow:
        canvas.soft_shadow(-a, -b, 2 * a, 2 * b, radius=0.2 * c, spread=max(4, round(0.07 * c)), strength=0.3)
    for x in wheel_centres:
        for y in (-b - 0.05 * c, b - 0.07 * c):
            canvas.rect(
                x - 0.12 * c, y, 0.24 * c, 0.12 * c, fill=wheel, stroke=mix(wheel, WHITE, 0.35), radius=0.03 * c
            )
    if body.length == 2:
        _draw_saloon(canvas, body, a, b)
    else:
        _draw_lorry(canvas, body, a, b)


def _glass(canvas: Canvas, x: float, narrow: float, wide: float, depth: float) -> None:
    """A window across the vehicle: ``narrow`` and ``wide`` are its half-widths at x and at x + depth."""
    glass = (196, 222, 236)
    points = ((x, -narrow), (x + depth, -wide), (x + depth, wide), (x, narrow))
    canvas.polygon(points, fill=glass, stroke=(52, 66, 80), width=2)


def _draw_lights(canvas: Canvas, a: float, b: float, c: float) -> None:
    for y in (-0.62 * b, 0.62 * b):
        canvas.ellipse(a - 0.07 * c, y, 0.04 * c, 0.09 * c, fill=(255, 246, 196), stroke=(90, 84, 60))
        canvas.rect(-a + 0.03 * c, y - 0.08 * c, 0.05 * c, 0.16 * c, fill=(150, 20, 30))


def _draw_saloon(canvas: Canvas, body: Body, a: float, b: float) -> None:
    c, paint = body.cell, paint_of(canvas.theme, body)
    _box(canvas, -a, -b, 2 * a, 2 * b, paint, 0.24 * c, body)
    _draw_lights(canvas, a, b, c)
    _glass(canvas, 0.33 * c, 0.56 * b, 0.8 * b, 0.17 * c)
    _glass(canvas, -0.33 * c, 0.56 * b, 0.8 * b, -0.15 * c)
    for side in (-1, 1):
        canvas.line(
            ((-0.3 * c, side * 0.82 * b), (0.3 * c, side * 0.82 * b)), (52, 66, 80), width=max(2, round(0.05 * c))
        )
    if body.is_target:
        for y in (-0.42 * b, 0.42 * b):
            for x0, x1 in ((0.55 * c, a - 0.13 * c), (-a + 0.12 * c, -0.53 * c)):
                canvas.line(((x0, y), (x1, y)), WHITE, width=max(3, round(0.07 * c)), cap="butt")


def _draw_lorry(canvas: Canvas, body: Body, a: float, b: float) -> None:
    c, paint = body.cell, paint_of(canvas.theme, body)
    cab = a - 0.62 * c
    _box(canvas, cab, -0.9 * b, 0.62 * c, 1.8 * b, mix(paint, WHITE, 0.25), 0.14 * c, body)
    _glass(canvas, cab + 0.26 * c, 0.6 * b, 0.82 * b, 0.14 * c)
    for y in (-0.6 * b, 0.6 * b):
        canvas.ellipse(a - 0.06 * c, y, 0.035 * c, 0.08 * c, fill=(255, 246, 196), stroke=(90, 84, 60))
    box_end = cab - 0.06 * c
    _box(canvas, -a, -b, box_end + a, 2 * b, paint, 0.06 * c, body)
    ribs = mix(paint, on(paint), 0.3)
    for x in (-a + 0.16 * c, -a + 0.34 * c, box_end - 0.34 * c, box_end - 0.16 * c):
        canvas.line(((x, -0.8 * b), (x, 0.8 * b)), ribs, width=2, cap="butt")


def draw_barrier(canvas: Canvas, x: float, y: float, cell: int, line: int) -> None:
    """A concrete slab under a striped cover."""
    inset = round(cell * 0.05)
    side = cell - 2 * inset
    stripes = pattern(
        "diagonal", (245, 196, 36), (34, 34, 36), spacing=2 * max(6, round(cell * 0.14)), width=cell * 0.13
    )
    canvas.rect(x + inset, y + inset, side, side, fill=stripes, stroke=(20, 20, 22), width=2 * line)


def _box(canvas: Canvas, x: float, y: float, w: float, h: float, fill: RGB, radius: float, body: Body) -> None:
    """A filled rounded rectangle with a darker outline of the same colour."""
    canvas.rect(x, y, w, h, fill=fill, stroke=mix(fill, BLACK, 0.5), width=body.line, radius=radius)
