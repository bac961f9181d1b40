"""Lists of texts with small drawings beside or below a board: legends, moves, what a player holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from gametasks.renderers.kit.canvas import Canvas, Region
from gametasks.renderers.kit.text import text_extents
from gametasks.schemas._style import Font

__all__ = ["ListItem", "draw_list", "list_width"]

ListItem = tuple[Callable[[float, float, float], None] | None, str]
"""A drawing, called with its middle and its reach in pixels, and the text beside it."""

LINE: Final = 2.2
"""From one line of a list to the next, in heights of text."""


def list_width(texts: Sequence[str], font: Font) -> float:
    """The width, in heights of text, of the room that a list of these texts with drawings needs."""
    return max(text_extents(label, 100, "regular", font).width for label in texts) / 100 + 1.1 * LINE + 1


def draw_list(canvas: Canvas, room: Region, items: Sequence[ListItem], columns: int = 1) -> None:
    """Write items into a room, from its top, in columns of equal width, read row by row.

    Raises:
        ValueError: The items do not fit into the room.
    """
    x, y, w, h = room
    text = canvas.text_size
    width, height = w / columns, LINE * text
    if -(-len(items) // columns) * height > h:
        raise ValueError(f"{len(items)} items in {columns} columns do not fit into {h} px at a text of {text} px")
    for i, (draw, label) in enumerate(items):
        left, middle = x + (i % columns) * width, y + (i // columns + 0.5) * height
        if draw is not None:
            draw(left + height / 2, middle, 0.42 * height)
            left += height * 1.1
        if left + canvas.text_width(label) > x + (i % columns + 1) * width:
            raise ValueError(f"the item {label!r} does not fit into a column of {width:.0f} px")
        canvas.text(label, left, middle, color=canvas.theme.page_ink, anchor="left")
