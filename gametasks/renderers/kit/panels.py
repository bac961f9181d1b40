"""Several panels on one page, and options that are pictures of their own: all laid out alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gametasks.renderers.kit.canvas import Region
from gametasks.renderers.kit.grid import Grid, Margins
from gametasks.renderers.kit.page import Page
from gametasks.renderers.kit.picture import Picture
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._record import Role

__all__ = ["LEAST_SIDE", "Panels", "fit_panels", "option_pictures"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Panels:
    """A page with equal boards on it.

    Attributes:
        width, height: Size of the page in pixels.
        grids: The boards, row by row.
        period: What the cells and the distances of the boards are multiples of, in pixels.
    """

    width: int
    height: int
    grids: tuple[Grid, ...]
    period: int


LEAST_SIDE = 256
"""Least shorter side of a picture, which `gametasks check` asks for."""


def fit_panels(
    rows: int,
    columns: int,
    count: int,
    size: int,
    margins: Margins,
    *,
    across: int | None = None,
    units: Sequence[tuple[int, int]] | None = None,
) -> Panels | None:
    """Lay out `count` boards of `rows` by `columns` cells on a page whose longer side is `size` pixels.

    Boards lie whole periods apart, so that a pattern fill of that spacing has the same pixels in each of them. The
    shorter side of the page is at least 256 pixels: flat boards get room above and below.

    Args:
        rows: Rows of each board.
        columns: Columns of each board.
        count: How many boards.
        size: Longer side of the page.
        margins: Pixels around each board, for its frame, labels and title.
        across: Boards in a row of the page; default: all in one row.
        units: Sides of a cell with their periods, the largest first; default: every even side from 16 pixels up.

    Returns:
        The page with the largest cells; None if none fits.
    """
    across = across or count
    for unit, period in units or [(unit, 2) for unit in range(size // 2 * 2, 15, -2)]:
        xs = _starts(across, margins.left, columns * unit, margins.right, period)
        ys = _starts(-(-count // across), margins.top, rows * unit, margins.bottom, period)
        page = [xs[-1] + columns * unit + margins.right, ys[-1] + rows * unit + margins.bottom]
        if max(page) > size:
            continue
        shift = [0, 0]
        longer = page.index(max(page))
        for side, least in ((longer, size), (1 - longer, min(size, LEAST_SIDE))):
            if page[side] < least:
                shift[side] = (least - page[side]) // 2 // period * period
                page[side] = least
        grids = [Grid(x + shift[0], y + shift[1], unit, rows, columns) for y in ys for x in xs]
        return Panels(page[0], page[1], tuple(grids[:count]), period)
    return None


def _starts(count: int, before: int, length: int, after: int, period: int) -> list[int]:
    """Where boards begin along one side of the page."""
    first, step = (-(-pixels // period) * period for pixels in (before, before + length + after))
    return [first + i * step for i in range(count)]


def option_pictures(
    options: Sequence[T], draw: Callable[[T, str], tuple[Page, dict[str, Region]]], what: str
) -> list[Picture]:
    """One picture for each option, in order: A, B, ...

    Args:
        options: At most six.
        draw: Called with an option and the title ``OPTION A``, ...; returns the page and its regions.
        what: The noun of the captions: ``"panel"`` for *the option panel A*.

    Raises:
        ValueError: Two options differ in size or layout, by which one could tell them apart.
    """
    drawn = [draw(option, f"OPTION {letter}") for option, letter in zip(options, OPTION_LETTERS, strict=False)]
    for letter, (page, regions) in zip(OPTION_LETTERS, drawn, strict=False):
        first, places = drawn[0]
        if (page.width, page.height, regions) != (first.width, first.height, places):
            raise ValueError(f"the pictures of the options A and {letter} are not laid out alike")
    return [
        page.picture(Role.OPTION, f"the option {what} {letter}", regions)
        for letter, (page, regions) in zip(OPTION_LETTERS, drawn, strict=False)
    ]
