"""Spot the difference as text: panels of codes, a code for each glyph.

A code joins shape, colour, size, rotation in degrees, and fill: ``STreL180so`` is a large solid red star, turned by
180 degrees. Two panels::

    PANEL 1
            C1         C2
        R1  STreL180so TRblS0ho
        R2  STreL0so   HEyeM90do

    PANEL 2
            C1         C2
        R1  STreL180so TRblS0ho
        R2  STreL0so   HEyeM90di

A state of one panel has the title ``PANEL``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from gametasks.errors import BoardError
from gametasks.schemas._board import Cell
from gametasks.schemas._board_text import BoardText, read_board, write_board
from gametasks.schemas._notation import shown
from gametasks.schemas._palette import COLOUR_CODES
from gametasks.schemas.spot_difference import (
    SHAPES,
    Attribute,
    Fill,
    Glyph,
    Panel,
    Size,
    SpotState,
    glyphs_of,
    panel_of,
)

__all__ = ["legend", "parse", "text", "write_panels"]

_CODES: Mapping[Attribute, Mapping[Any, str]] = {
    Attribute.SHAPE: {shape: facts.code for shape, facts in SHAPES.items()},
    Attribute.COLOUR: COLOUR_CODES,
    Attribute.SIZE: {Size.LARGE: "L", Size.MEDIUM: "M", Size.SMALL: "S"},
    Attribute.ROTATION: {degrees: str(degrees) for degrees in range(0, 360, 45)},
    Attribute.FILL: {
        Fill.SOLID: "so",
        Fill.HOLLOW: "ho",
        Fill.DIAGONAL: "di",
        Fill.BARS: "ba",
        Fill.DOTS: "do",
        Fill.NET: "ne",
    },
}
_VALUES = {attribute: {code: value for value, code in codes.items()} for attribute, codes in _CODES.items()}
_CODE = re.compile(r"([A-Z]{2})([a-z]{2})([A-Z])([0-9]{1,3})([a-z]{2})")
_TITLES = (("PANEL",), ("PANEL 1", "PANEL 2"))


def text(state: SpotState) -> str:
    """Write the panels, each under its title."""
    return write_panels(_TITLES[len(state.panels) - 1], state.panels)


def write_panels(titles: Iterable[str], panels: Iterable[Panel]) -> str:
    """Write panels, each under a title, all with columns of one width."""
    coded = [_codes(panel) for panel in panels]
    width = max(len(code) for codes in coded for code in codes.values())  # columns of unequal width would tell
    boards = [write_board(codes, *max(codes), width=width) for codes in coded]
    return "\n\n".join(f"{title}\n{board}" for title, board in zip(titles, boards, strict=True))


def _codes(panel: Panel) -> dict[Cell, str]:
    return {
        cell: "".join(codes[getattr(glyph, attribute)] for attribute, codes in _CODES.items())
        for cell, glyph in glyphs_of(panel).items()
    }


def legend(panels: Iterable[Panel]) -> str:
    """Say what the codes mean that occur in the panels."""
    glyphs = [glyph for panel in panels for glyph in glyphs_of(panel).values()]
    lines = ["Each cell holds the code of its glyph: shape, colour, size, rotation in degrees clockwise, fill."]
    for attribute, codes in _CODES.items():
        if attribute is not Attribute.ROTATION:
            used = {getattr(glyph, attribute) for glyph in glyphs}
            meanings = ", ".join(f"{code} {value}" for value, code in codes.items() if value in used)
            lines.append(f"{attribute.capitalize()}s: {meanings}.")
    return "\n".join(lines)


def parse(text: str) -> SpotState:
    """Read one panel or two; lines without a sign are passed over, and the labels of a panel may be left out.

    Raises:
        BoardError: A line cannot be read, the titles are not those of one panel or two, or the panels differ in size.
    """
    lines = text.splitlines()
    heads = [number for number, line in enumerate(lines, 1) if line.lstrip().startswith("PANEL")]
    titles = tuple(" ".join(lines[number - 1].split()) for number in heads)
    if titles not in _TITLES:
        raise BoardError(heads[0] if heads else 0, "the titles are neither PANEL nor PANEL 1 and PANEL 2")
    for number, line in enumerate(lines[: heads[0] - 1], 1):
        if line.strip():
            raise BoardError(number, f"{shown(line)} stands above the title {titles[0]}")
    boards = [
        read_board("\n".join(lines[head : following - 1]), first_line=head + 1)
        for head, following in pairwise([*heads, len(lines) + 1])
    ]
    rows, columns = boards[0].rows, boards[0].columns
    for head, board in zip(heads, boards, strict=True):
        if (board.rows, board.columns) != (rows, columns):
            reason = f"the panel has {board.rows} x {board.columns} cells, the first one {rows} x {columns}"
            raise BoardError(head, reason)
    return SpotState(rows=rows, columns=columns, panels=tuple(map(_read_panel, boards)))


def _read_panel(board: BoardText) -> Panel:
    return panel_of({cell: _read_glyph(board, cell) for cell in board.tokens})


def _read_glyph(board: BoardText, cell: Cell) -> Glyph:
    code = board.tokens[cell]
    match = _CODE.fullmatch(code)
    if match is None:
        reason = f"{shown(code)} is no code of shape, colour, size, rotation and fill, such as STreL180so"
        raise board.error(cell, reason)
    values = {}
    for (attribute, known), part in zip(_VALUES.items(), match.groups(), strict=True):
        if part not in known:
            raise board.error(cell, f"{shown(code)}: {part} is no {attribute}; there are {', '.join(known)}")
        values[str(attribute)] = known[part]
    glyph = Glyph(**values)
    rotations = SHAPES[glyph.shape].rotations
    if glyph.rotation not in rotations:
        allowed = ", ".join(map(str, rotations))
        reason = f"{shown(code)}: a {glyph.shape} is turned by {allowed} degrees, not by {glyph.rotation}"
        raise board.error(cell, reason)
    return glyph
