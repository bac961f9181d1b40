"""Styles to draw in, and pixels to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gametasks.qa_families import Task
from gametasks.renderers import Picture
from gametasks.schemas import Ranges, Style, StyleRanges

__all__ = ["Pixels", "changed_box", "every_look", "part", "pixels", "style_of"]

Pixels = NDArray[np.int16]
"""Height, width, and red, green and blue from 0 to 255; signed, so that they can be subtracted."""


def style_of(task: Task[Any], state: Any, ranges: Ranges = Ranges.DATASET, **values: Any) -> Style:
    """A style of the task: the first of everything that it offers, except for the given values.

    Raises:
        ValueError: It is a task of text alone.
    """
    return replace(_first_style(_styles(task, state, ranges)), **values)


def every_look(task: Task[Any], state: Any, ranges: Ranges = Ranges.DATASET) -> Iterator[Style]:
    """Styles with every theme in every look, and the first of everything else.

    Raises:
        ValueError: It is a task of text alone.
    """
    offered = _styles(task, state, ranges)
    for theme in offered.themes:
        for look in offered.looks:
            yield replace(_first_style(offered), theme=theme, look=look)


def _styles(task: Task[Any], state: Any, ranges: Ranges) -> StyleRanges:
    if task.styles is None:
        raise ValueError(f"{task.name} is a task of text alone and has no styles")
    return task.styles(ranges, state)


def _first_style(offered: StyleRanges) -> Style:
    return Style(
        theme=offered.themes[0],
        look=offered.looks[0],
        size=offered.sizes[0],
        stroke=offered.strokes[0],
        labels=offered.labels[0],
        font=offered.fonts[0],
        decoration=offered.decorations[0],
    )


def pixels(picture: Picture) -> Pixels:
    """The picture as an array of shape (height, width, 3).

    Its numbers are signed, so that a difference of two pictures does not wrap; viewers take ``picture.image``.
    """
    return np.asarray(picture.image.convert("RGB")).astype(np.int16)


def part(picture: Picture, region: str) -> Pixels:
    """The pixels of one of the picture's regions.

    Raises:
        KeyError: It has no region of that name.
    """
    x, y, width, height = picture.regions[region]
    return pixels(picture)[y : y + height, x : x + width]


def changed_box(before: Picture, after: Picture) -> tuple[int, int, int, int] | None:
    """The smallest box around all pixels in which two pictures of one size differ.

    Returns:
        x, y, width and height in pixels, as regions are given; None where the pictures are equal.
    """
    rows, columns = np.nonzero((pixels(before) != pixels(after)).any(axis=2))
    if not rows.size:
        return None
    left, top = int(columns.min()), int(rows.min())
    return left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top
