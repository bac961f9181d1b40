"""Icons for items and marks: solid silhouettes that no turn makes alike.

Each is drawn inside the unit circle (y down) and moved and enlarged by the canvas. Its ink is one colour; holes show
the paper that lies behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point, heart, on_circle, star
from gametasks.renderers.kit.themes import RGB

__all__ = ["ICONS", "draw_icon"]


def draw_icon(
    canvas: Canvas, name: str, x: float, y: float, r: float, ink: RGB, paper: RGB, *, outline: RGB | None = None
) -> None:
    """Draw the icon of a name around (x, y), within `r` pixels.

    Args:
        canvas: The picture.
        name: One of :data:`ICONS`.
        x: Its middle.
        y: Its middle.
        r: Its radius in pixels, with the outline.
        ink: Its colour.
        paper: The colour behind it, which its holes show.
        outline: The colour of a line around it, for an ink that has less than 3 : 1 on `paper`.

    Raises:
        ValueError: There is no icon of that name.
    """
    if name not in _DRAWINGS:
        raise ValueError(f"unknown icon {name!r}; there are {', '.join(ICONS)}")
    if outline is not None:
        width = max(2.0, 0.09 * r)
        r -= width
        for degrees in range(0, 360, 15):
            with canvas.at(*on_circle(x, y, width, degrees), scale=r):
                _DRAWINGS[name](canvas, outline, outline)
    with canvas.at(x, y, scale=r):
        _DRAWINGS[name](canvas, ink, paper)


def _mirrored(right: list[Point]) -> list[Point]:
    """The whole outline of a shape that is its own mirror image, from its right half."""
    return right + [(-x, y) for x, y in reversed(right)]


def _between(start: float, stop: float) -> list[float]:
    return [start + (stop - start) * i / 40 for i in range(41)]


def _star(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon(star(0, 0.08, 1.02, 5, 0.42), fill=ink)


def _heart(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon(heart(0, 0, 1), fill=ink)


def _moon(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    # A unit disc without the disc of radius 0.82 around (0.45, 0): the circles meet at 53.9 degrees of the
    # first and 80.2 degrees of the second.
    outer = [on_circle(0.24, 0, 1, degrees) for degrees in _between(53.9, 306.1)]
    inner = [on_circle(0.69, 0, 0.82, degrees) for degrees in _between(279.8, 80.2)]
    canvas.polygon([*outer, *inner], fill=ink)


def _sun(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, 0, 0.48, fill=ink)
    for angle in range(0, 360, 45):
        canvas.line([on_circle(0, 0, 0.68, angle), on_circle(0, 0, 0.95, angle)], ink, 0.17)


def _tree(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    right: list[Point] = [(0, -1), (0.42, -0.42), (0.22, -0.42), (0.62, 0.12), (0.36, 0.12), (0.8, 0.68)]
    right += [(0.14, 0.68), (0.14, 1)]
    canvas.polygon(_mirrored(right), fill=ink)


def _house(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon([(0.36, -0.86), (0.6, -0.86), (0.6, -0.2), (0.36, -0.2)], fill=ink)
    canvas.polygon(_mirrored([(0, -0.92), (1, -0.02), (0.74, -0.02), (0.74, 0.84)]), fill=ink)
    canvas.rect(-0.2, 0.26, 0.4, 0.58, fill=paper)


def _fish(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    body: list[Point] = [(-0.98, 0), (-0.62, -0.38), (-0.1, -0.5), (0.52, 0), (-0.1, 0.5), (-0.62, 0.38)]
    canvas.curve(body, ink, 0.04, closed=True, fill=ink)
    canvas.polygon([(0.3, 0), (0.98, -0.52), (0.8, 0), (0.98, 0.52)], fill=ink)
    canvas.polygon([(-0.3, -0.42), (0.1, -0.78), (0.28, -0.3)], fill=ink)
    canvas.circle(-0.58, -0.1, 0.1, fill=paper)


def _key(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, -0.58, 0.42, fill=ink)
    canvas.circle(0, -0.58, 0.18, fill=paper)
    canvas.rect(-0.1, -0.3, 0.2, 1.3, fill=ink)
    canvas.rect(0.05, 0.8, 0.4, 0.2, fill=ink)
    canvas.rect(0.05, 0.42, 0.32, 0.2, fill=ink)


def _bell(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    right: list[Point] = [(0.16, -0.84), (0.4, -0.7), (0.54, -0.36), (0.58, 0.1), (0.7, 0.36), (0.9, 0.56)]
    canvas.polygon(_mirrored(right), fill=ink)
    canvas.circle(0, -0.84, 0.15, fill=ink)
    canvas.circle(0, 0.78, 0.2, fill=ink)


def _anchor(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, -0.76, 0.17, stroke=ink, width=0.13)
    canvas.line([(0, -0.58), (0, 0.86)], ink, 0.18)
    canvas.line([(-0.42, -0.34), (0.42, -0.34)], ink, 0.16)
    canvas.arc(0, 0.1, 0.78, 15, 165, ink, 0.18)
    for side in (-1, 1):
        canvas.polygon([(side * 0.78, -0.02), (side * 1.0, 0.42), (side * 0.52, 0.34)], fill=ink)


def _door(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    """A door with a round top, a keyhole and a sill."""
    canvas.circle(0, -0.42, 0.56, fill=ink)
    canvas.rect(-0.56, -0.42, 1.12, 1.26, fill=ink)
    canvas.rect(-0.74, 0.72, 1.48, 0.2, fill=ink)
    canvas.circle(0, -0.1, 0.17, fill=paper)
    canvas.polygon([(-0.07, -0.05), (0.07, -0.05), (0.15, 0.38), (-0.15, 0.38)], fill=paper)


def _tent(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    """A tent from the front, its poles crossed on top and its entrance open."""
    canvas.line([(-0.14, -0.9), (0.14, -0.5)], ink, 0.12)
    canvas.line([(0.14, -0.9), (-0.14, -0.5)], ink, 0.12)
    canvas.polygon(_mirrored([(0, -0.72), (0.94, 0.7), (0.36, 0.7), (0, -0.08)]), fill=ink)


def _target(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.circle(0, 0, 0.96, fill=ink)
    canvas.circle(0, 0, 0.68, fill=paper)
    canvas.circle(0, 0, 0.4, fill=ink)


def _lamp(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    """A bulb with two gaps in its socket."""
    canvas.circle(0, -0.34, 0.6, fill=ink)
    canvas.polygon(_mirrored([(0.36, 0), (0.27, 0.34), (0.27, 0.78), (0.13, 0.96)]), fill=ink)
    for y in (0.4, 0.64):
        canvas.line([(-0.3, y), (0.3, y)], paper, 0.1, cap="butt")


def _lock(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.line([(-0.38, 0), (-0.38, -0.46)], ink, 0.2)
    canvas.line([(0.38, 0), (0.38, -0.46)], ink, 0.2)
    canvas.arc(0, -0.46, 0.38, 180, 360, ink, 0.2)
    canvas.rect(-0.68, -0.16, 1.36, 1.06, fill=ink, radius=0.12)
    canvas.circle(0, 0.26, 0.15, fill=paper)
    canvas.rect(-0.07, 0.28, 0.14, 0.34, fill=paper)


def _crown(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon(_mirrored([(0, -0.62), (0.36, 0.06), (0.9, -0.48), (0.72, 0.44)]), fill=ink)
    canvas.rect(-0.72, 0.54, 1.44, 0.22, fill=ink)
    for x, y in ((-0.9, -0.52), (0, -0.66), (0.9, -0.52)):
        canvas.circle(x, y, 0.13, fill=ink)


def _gem(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    """A cut stone; two cuts show the paper."""
    canvas.polygon(_mirrored([(0.54, -0.68), (0.98, -0.16), (0, 0.88)]), fill=ink)
    canvas.line([(-0.9, -0.16), (0.9, -0.16)], paper, 0.1, cap="butt")
    canvas.line([(-0.36, -0.12), (0, 0.7), (0.36, -0.12)], paper, 0.08, cap="butt")


def _bolt(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    zigzag: list[Point] = [(0.28, -1), (-0.56, 0.16), (-0.06, 0.16), (-0.28, 1), (0.56, -0.24), (0.06, -0.24)]
    canvas.polygon(zigzag, fill=ink)


def _cup(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    """A winner's cup with two handles."""
    for side in (-1, 1):
        canvas.circle(side * 0.58, -0.44, 0.27, stroke=ink, width=0.13)
    canvas.polygon(
        _mirrored([(0.58, -0.86), (0.5, -0.2), (0.1, 0.2), (0.1, 0.6), (0.48, 0.72), (0.48, 0.92)]), fill=ink
    )


def _boat(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    canvas.polygon([(-0.94, 0.36), (0.94, 0.36), (0.58, 0.84), (-0.6, 0.84)], fill=ink)
    canvas.polygon([(-0.08, -0.94), (-0.08, 0.24), (-0.76, 0.24)], fill=ink)
    canvas.polygon([(0.08, -0.7), (0.72, 0.24), (0.08, 0.24)], fill=ink)


def _flower(canvas: Canvas, ink: RGB, paper: RGB) -> None:
    for angle in range(-90, 270, 72):
        canvas.circle(*on_circle(0, 0, 0.56, angle), 0.37, fill=ink)
    canvas.circle(0, 0, 0.27, fill=paper)


_DRAWINGS: Final[Mapping[str, Callable[[Canvas, RGB, RGB], None]]] = {
    "star": _star,
    "heart": _heart,
    "moon": _moon,
    "sun": _sun,
    "tree": _tree,
    "house": _house,
    "fish": _fish,
    "key": _key,
    "bell": _bell,
    "anchor": _anchor,
    "door": _door,
    "tent": _tent,
    "target": _target,
    "lamp": _lamp,
    "lock": _lock,
    "crown": _crown,
    "gem": _gem,
    "bolt": _bolt,
    "cup": _cup,
    "boat": _boat,
    "flower": _flower,
}
ICONS: Final = tuple(_DRAWINGS)
