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
from collections.abc import Collection, Iterable

from gametasks.errors import BoardError
from gametasks.schemas._board import line_numbers, read_rows, write_rows
from gametasks.schemas._notation import shown
from gametasks.schemas.spot_difference import SHAPES, Fill, Glyph, Panel, Shape, Size, SpotState

__all__ = ["legend", "parse", "text", "write_panel"]

_SHAPE_CODES = {
    Shape.CIRCLE: "CI",
    Shape.SQUARE: "SQ",
    Shape.TRIANGLE: "TR",
    Shape.STAR: "ST",
    Shape.CROSS: "CR",
    Shape.HEART: "HE",
    Shape.ARROW: "AR",
    Shape.CRESCENT: "CT",
    Shape.DROP: "DR",
    Shape.HALF_DISC: "HD",
    Shape.HOURGLASS: "HG",
    Shape.RHOMBUS: "RH",
    Shape.TEE: "TE",
    Shape.CHEVRON: "CV",
    Shape.SPARKLE: "SP",
    Shape.PIE: "PI",
}
_COLOUR_CODES = {
    "red": "re",
    "blue": "bu",
    "green": "ge",
    "yellow": "ye",
    "orange": "or",
    "purple": "pu",
    "pink": "pk",
    "brown": "bn",
    "black": "bk",
    "gray": "gy",
    "cyan": "cy",
}
_SIZE_CODES = {Size.LARGE: "L", Size.MEDIUM: "M", Size.SMALL: "S"}
_FILL_CODES = {
    Fill.SOLID: "so",
    Fill.HOLLOW: "ho",
    Fill.DIAGONAL: "di",
    Fill.BARS: "ba",
    Fill.DOTS: "do",
    Fill.NET: "ne",
}
_SHAPES = {code: shape for shape, code in _SHAPE_CODES.items()}
_COLOURS = {code: colour for colour, code in _COLOUR_CODES.items()}
_SIZES = {code: size for size, code in _SIZE_CODES.items()}
_FILLS = {code: fill for fill, code in _FILL_CODES.items()}
_CODE = re.compile(r"([A-Z]{2})([a-z]{2})([A-Z])(0|[1-9][0-9]{0,2})([a-z]{2})")
_TITLES = (("PANEL",), ("PANEL 1", "PANEL 2"))


def text(state: SpotState) -> str:
    """Write the panels, each under its title."""
    titles = _TITLES[len(state.panels) - 1]
    return "\n\n".join(write_panel(title, panel) for title, panel in zip(titles, state.panels, strict=True))


def write_panel(title: str, panel: Panel) -> str:
    """Write a panel under a title."""
    return f"{title}\n{write_rows([[_code(glyph) for glyph in row] for row in panel])}"


def _code(glyph: Glyph) -> str:
    shape, colour = _SHAPE_CODES[glyph.shape], _COLOUR_CODES[glyph.colour]
    return f"{shape}{colour}{_SIZE_CODES[glyph.size]}{glyph.rotation}{_FILL_CODES[glyph.fill]}"


def legend(panels: Iterable[Panel]) -> str:
    """Say what the codes mean that occur in the panels."""
    glyphs = [glyph for panel in panels for row in panel for glyph in row]
    return "\n".join(
        (
            "Each cell holds the code of its glyph: shape, colour, size, rotation in degrees clockwise, fill.",
            _meanings("Shapes", _SHAPE_CODES.items(), {glyph.shape for glyph in glyphs}),
            _meanings("Colours", _COLOUR_CODES.items(), {glyph.colour for glyph in glyphs}),
            _meanings("Sizes", _SIZE_CODES.items(), {glyph.size for glyph in glyphs}),
            _meanings("Fills", _FILL_CODES.items(), {glyph.fill for glyph in glyphs}),
        )
    )


def _meanings(what: str, codes: Iterable[tuple[str, str]], used: Collection[str]) -> str:
    return f"{what}: {', '.join(f'{code} {name}' for name, code in codes if name in used)}."


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
    ends = [*(number - 1 for number in heads[1:]), len(lines)]
    panels = [_read_panel("\n".join(lines[head:end]), head + 1) for head, end in zip(heads, ends, strict=True)]
    rows, columns = len(panels[0]), len(panels[0][0])
    for head, panel in zip(heads, panels, strict=True):
        if (len(panel), len(panel[0])) != (rows, columns):
            raise BoardError(
                head, f"the panel has {len(panel)} x {len(panel[0])} cells, the first one {rows} x {columns}"
            )
    return SpotState(rows=rows, columns=columns, panels=tuple(panels))


def _read_panel(text: str, first_line: int) -> Panel:
    rows = read_rows(text, first_line=first_line)
    lines = line_numbers(text, rows, first_line=first_line)
    return tuple(tuple(_read_code(code, line) for code in row) for row, line in zip(rows, lines, strict=True))


def _read_code(code: str, line: int) -> Glyph:
    match = _CODE.fullmatch(code)
    if match is None:
        raise BoardError(
            line, f"{shown(code)} is no code of shape, colour, size, rotation and fill, such as STreL180so"
        )
    shape, colour, size, degrees, fill = match.groups()
    parts = ((shape, "shape", _SHAPES), (colour, "colour", _COLOURS), (size, "size", _SIZES), (fill, "fill", _FILLS))
    for part, what, known in parts:
        if part not in known:
            raise BoardError(line, f"{shown(code)}: {part} is no {what}; there are {', '.join(known)}")
    rotation, rotations = int(degrees), SHAPES[_SHAPES[shape]].rotations
    if rotation not in rotations:
        allowed = ", ".join(map(str, rotations))
        raise BoardError(line, f"{shown(code)}: a {_SHAPES[shape]} is turned by {allowed} degrees, not by {rotation}")
    return Glyph(_SHAPES[shape], _COLOURS[colour], _SIZES[size], rotation, _FILLS[fill])
