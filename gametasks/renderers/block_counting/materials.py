"""What blocks are made of: tones by the direction of a face, and lines on it that mean nothing.

Tones are found by their luminance, so that every material has 3 : 1 where one thing has to be told from another:
between edges and all faces, and between a floor tile and tops or its frame.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gametasks.renderers import RGB, THEMES, Canvas, Point, mix
from gametasks.renderers.kit.isometric import BlockFace
from gametasks.renderers.kit.themes import BLACK, WHITE, luminance

__all__ = ["LOOKS", "Material", "material"]

Place = Callable[[float, float], Point]
"""From the place on a face, (0, 0) at its lower left and (1, 1) at its upper right, to the place on the picture."""

_LUMINANCES: Final[Mapping[BlockFace, float]] = {"top": 0.6, "front": 0.38, "right": 0.24, "floor": 0.14}
_OF_EDGES: Final = 0.004
_OF_SLAB: Final = 0.28
_OF_FRAME: Final = 0.6


@dataclass(frozen=True, slots=True)
class Material:
    """How blocks look in one theme.

    Attributes:
        faces: The tone of each face, and of the floor tile of an empty cell.
        edge: The lines between faces.
        slab: What shows of the ground around the cells.
        frame: The small frame on the floor tile of an empty cell.
        details: Draws the lines on a face: the canvas, the face, its places, and a width in pixels.
    """

    faces: Mapping[BlockFace, RGB]
    edge: RGB
    slab: RGB
    frame: RGB
    details: Callable[[Canvas, BlockFace, Place, float], None]


@lru_cache(maxsize=128)
def material(look: str, theme: str) -> Material:
    """The material of a look, on a floor in the colours of a theme."""
    base, details = LOOKS[look]
    color = THEMES[theme].accent if base is None else base
    ground = THEMES[theme].wall
    tones = {face: _lit(ground if face == "floor" else color, light) for face, light in _LUMINANCES.items()}
    return Material(
        faces=tones,
        edge=_lit(color, _OF_EDGES),
        slab=_lit(ground, _OF_SLAB),
        frame=_lit(ground, _OF_FRAME),
        details=lambda *given: details(tones, *given),
    )


def _lit(color: RGB, light: float) -> RGB:
    """The colour, made lighter or darker until it has a luminance."""
    end = WHITE if luminance(color) < light else BLACK
    low, high = 0.0, 1.0
    for _ in range(12):
        share = (low + high) / 2
        if (luminance(mix(color, end, share)) < light) == (end == WHITE):
            low = share
        else:
            high = share
    return mix(color, end, (low + high) / 2)


_Tones = Mapping[BlockFace, RGB]
_Details = Callable[[_Tones, Canvas, BlockFace, Place, float], None]


def _draw_grain(tones: _Tones, canvas: Canvas, face: BlockFace, place: Place, width: float) -> None:
    """Wood: wavy lines along the board, and a knot on the top."""
    color = mix(tones[face], BLACK, 0.22)
    for t, bend in ((0.2, 0.05), (0.48, -0.06), (0.78, 0.04)):
        canvas.line([place(s, t + bend * math.sin(5 * s)) for s in (0.08, 0.3, 0.52, 0.74, 0.92)], color, width)
    if face == "top":
        canvas.line(_ring(place, 0.62, 0.63, 0.07), color, width)


def _draw_courses(tones: _Tones, canvas: Canvas, face: BlockFace, place: Place, width: float) -> None:
    """Bricks: three courses with joints of mortar on the walls, two slabs on the top."""
    color = mix(tones[face], WHITE, 0.4)
    if face == "top":
        canvas.line([place(0.5, 0.06), place(0.5, 0.94)], color, width)
        return
    for t in (1 / 3, 2 / 3):
        canvas.line([place(0.05, t), place(0.95, t)], color, width)
    for s, course in ((0.5, 0), (0.25, 1), (0.75, 1), (0.5, 2)):
        canvas.line([place(s, course / 3 + 0.05), place(s, course / 3 + 0.3)], color, width)


def _draw_glints(tones: _Tones, canvas: Canvas, face: BlockFace, place: Place, width: float) -> None:
    """Ice: a bright inner edge on two sides, and short slanting glints."""
    color = mix(tones[face], WHITE, 0.55)
    canvas.line([place(0.13, 0.2), place(0.13, 0.87), place(0.8, 0.87)], color, 1.4 * width)
    for s, length in ((0.4, 0.3), (0.58, 0.2)):
        canvas.line([place(s, 0.3), place(s + length, 0.3 + length)], color, width)


def _draw_studs(tones: _Tones, canvas: Canvas, face: BlockFace, place: Place, width: float) -> None:
    """Toy bricks: a ring on every face, filled on the top."""
    ring, color = _ring(place, 0.5, 0.5, 0.27), mix(tones[face], BLACK, 0.2)
    canvas.polygon(ring, fill=mix(tones[face], WHITE, 0.3) if face == "top" else None, stroke=color, width=width)


def _ring(place: Place, s: float, t: float, radius: float) -> Sequence[Point]:
    """A circle on a face."""
    turns = (math.tau * i / 20 for i in range(21))
    return [place(s + radius * math.cos(turn), t + radius * math.sin(turn)) for turn in turns]


LOOKS: Final[Mapping[str, tuple[RGB | None, _Details]]] = {
    "wood": ((214, 158, 92), _draw_grain),
    "bricks": ((204, 92, 60), _draw_courses),
    "ice": ((120, 190, 226), _draw_glints),
    "toys": (None, _draw_studs),
}
"""The colour of each material, None for the accent of the theme, and what draws the lines on a face."""
