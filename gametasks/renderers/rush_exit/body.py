"""Rush exit: what all looks of a vehicle share: its measures and its colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gametasks.renderers.kit.themes import RGB, Theme
from gametasks.schemas.rush_exit import LETTERS

__all__ = ["Body", "paint_of"]

_PAINTS: Final = ("blue", "yellow", "green", "purple", "cyan", "brown", "gray", "black")
"""Colours of vehicles: all but red, which only the target has, and what could be taken for red."""


@dataclass(frozen=True, slots=True)
class Body:
    """One vehicle to draw.

    Attributes:
        letter: Its letter.
        is_target: Whether it is the one that has to reach the exit.
        length: Cells that it covers.
        cell: Side of a cell in pixels.
        line: Width of main lines in pixels.
        shadow: Whether it throws a shadow.
    """

    letter: str
    is_target: bool
    length: int
    cell: int
    line: int
    shadow: bool

    @property
    def half_length(self) -> float:
        """Half of the room along the axis, in pixels, a small gap to the next cell left out."""
        return self.cell * self.length / 2 - max(3, round(self.cell * 0.06))

    @property
    def half_width(self) -> float:
        """Half of the room across the axis."""
        return self.cell / 2 - max(3, round(self.cell * 0.06))


def paint_of(theme: Theme, body: Body) -> RGB:
    """A vehicle's colour; it says nothing but which vehicle is the target."""
    if body.is_target:
        return theme.palette["red"]
    return theme.palette[_PAINTS[LETTERS.index(body.letter) % len(_PAINTS)]]
