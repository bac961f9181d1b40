"""Marks on the faces of a cube: digits, letters, pips and icons, each told apart at any turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gametasks.renderers import RGB, Canvas, draw_icon
from gametasks.schemas.rolling_cube import MarkSet

__all__ = ["draw_mark"]

_PIPS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Columns and rows of a die's pips, from -1 to 1."""


def draw_mark(canvas: Canvas, mark_set: MarkSet, mark: str, x: float, y: float, r: float, ink: RGB, paper: RGB) -> None:
    """Draw a mark around (x, y), within about ``r`` pixels; ``paper`` is the colour behind it.

    Colours, which fill a whole face, have no shape.
    """
    match mark_set:
        case MarkSet.COLOURS:
            return
        case MarkSet.PIPS:
            for column, row in _PIPS[mark]:
                canvas.circle(x + column * 0.56 * r, y + row * 0.56 * r, 0.21 * r, fill=ink)
        case MarkSet.ICONS:
            draw_icon(canvas, mark, x, y, r, ink, paper)
        case _:
            canvas.text(mark, x, y, round(1.3 * r), ink, weight="bold")
