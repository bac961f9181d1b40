"""Rush exit: the measures of a vehicle and its colour, which all looks share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.themes import BLACK, RGB, Theme, mix, outline_for
from gametasks.schemas.rush_exit import LETTERS

__all__ = ["Body", "paint_of"]

T = TypeVar("T")

_PAINTS: Final = ("blue", "yellow", "green", "purple", "cyan", "brown", "gray", "black")
"""Colours of vehicles: all but red, which only the target has, and what could be taken for red."""


@dataclass(frozen=True, slots=True)
class Body:
    """One vehicle to draw.

    Attributes:
        letter: Its letter.
        is_target: Whether it is the one that has to reach the exit.
        length: Cells that it covers.
        unit: Side of a cell in pixels.
        line: Width of main lines in pixels.
        shadow: Whether it throws a shadow.
    """

    letter: str
    is_target: bool
    length: int
    unit: int
    line: int
    shadow: bool

    @property
    def half_length(self) -> float:
        """Half of the room along the axis, in pixels, a small gap to the next cell left out."""
        return self.unit * self.length / 2 - max(3, round(self.unit * 0.06))

    @property
    def half_width(self) -> float:
        """Half of the room across the axis."""
        return self.unit / 2 - max(3, round(self.unit * 0.06))

    def choose(self, kinds: Sequence[T]) -> T:
        """One of several colours or shapes, by the letter."""
        return kinds[LETTERS.index(self.letter) % len(kinds)]

    def draw_box(self, canvas: Canvas, x: float, y: float, w: float, h: float, fill: RGB, radius: float) -> None:
        """A filled rounded rectangle with a darker outline of the same colour, or one of ink where that is weak."""
        shade = mix(fill, BLACK, 0.5)
        edge = outline_for(canvas.theme, shade) or shade
        canvas.rect(x, y, w, h, fill=fill, stroke=edge, width=self.line, radius=radius)

    def throw_shadow(self, canvas: Canvas, a: float, b: float, radius: float) -> None:
        """The shadow of a rounded rectangle of half-length ``a`` and half-width ``b``, in looks that have one."""
        if self.shadow:
            spread = max(4, round(0.06 * self.unit))
            canvas.soft_shadow(-a, -b, 2 * a, 2 * b, radius=radius, spread=spread, strength=0.3)


def paint_of(theme: Theme, body: Body) -> RGB:
    """A vehicle's colour; it says nothing but which vehicle is the target."""
    return theme.palette["red"] if body.is_target else body.choose(tuple(theme.palette[name] for name in _PAINTS))
