"""Presentation parameters: how a state is shown, and never what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:  # scoring imports schemas, and must not pay for NumPy
    from gametasks.streams import Stream

__all__ = ["Font", "Style", "StyleRanges"]

Font = Literal["sans", "slab", "mono"]
"""The bundled fonts."""


class Style(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One drawn presentation.

    Attributes:
        theme: Name of a colour theme of ``renderers/kit/themes.py``.
        look: The task's own way of drawing (each task has at least three).
        size: Longer side of the main picture, in pixels.
        stroke: Width of the main lines, in pixels at a size of 512; never below 2.
        labels: How rows, columns or places are labelled; the task says which styles it knows.
        font: A bundled font.
        decoration: The task's own ornament, ``"none"`` among them; it carries no information.
    """

    theme: str
    look: str
    size: int
    stroke: float
    labels: str
    font: Font
    decoration: str


class StyleRanges(msgspec.Struct, frozen=True, kw_only=True):
    """The values from which a :class:`Style` is drawn, each evenly and independently."""

    themes: tuple[str, ...]
    looks: tuple[str, ...]
    sizes: tuple[int, ...]
    strokes: tuple[float, ...] = (2.0, 2.5, 3.0)
    labels: tuple[str, ...] = ("plain",)
    fonts: tuple[Font, ...] = ("sans",)
    decorations: tuple[str, ...] = ("none",)

    def draw(self, rng: Stream) -> Style:
        """Draw a style from the stream."""
        return Style(
            theme=rng.choice(self.themes),
            look=rng.choice(self.looks),
            size=rng.choice(self.sizes),
            stroke=rng.choice(self.strokes),
            labels=rng.choice(self.labels),
            font=rng.choice(self.fonts),
            decoration=rng.choice(self.decorations),
        )
