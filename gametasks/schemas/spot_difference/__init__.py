"""Spot the difference: two panels show the same grid of glyphs, but for a few cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from itertools import groupby
from typing import Annotated, Any, NamedTuple

import msgspec

from gametasks.schemas._board import BoardSize, Cell
from gametasks.schemas._question import Question, State

__all__ = [
    "PLAIN_FILLS",
    "SHAPES",
    "SIZES",
    "VERSION",
    "Attribute",
    "ChangeKind",
    "DifferenceCells",
    "DifferenceCount",
    "Fill",
    "Glyph",
    "IdenticalPanel",
    "Panel",
    "Shape",
    "ShapeFacts",
    "Size",
    "SpotQuestion",
    "SpotState",
    "equivalent_forms",
    "glyphs_of",
    "panel_of",
]

VERSION = 3
"""Raised whenever a sample of the same id would change."""


class Attribute(StrEnum):
    """What a glyph consists of; a change alters exactly one of these."""

    SHAPE = "shape"
    COLOUR = "colour"
    SIZE = "size"
    ROTATION = "rotation"
    FILL = "fill"


class Shape(StrEnum):
    """The outline of a glyph. None is another's rotation or mirror image, and each is its own mirror image."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    STAR = "star"
    CROSS = "cross"
    HEART = "heart"
    ARROW = "arrow"
    CRESCENT = "crescent"
    DROP = "drop"
    HALF_DISC = "half disc"
    HOURGLASS = "hourglass"
    RHOMBUS = "rhombus"
    TEE = "tee"
    CHEVRON = "chevron"
    SPARKLE = "sparkle"
    PIE = "pie"


class Size(StrEnum):
    """How large a glyph is."""

    LARGE = "large"
    MEDIUM = "medium"
    SMALL = "small"


class Fill(StrEnum):
    """What is inside a glyph's outline. Patterns are fixed to the picture: they do not turn with the glyph."""

    SOLID = "solid"
    HOLLOW = "hollow"
    DIAGONAL = "diagonal stripes"
    BARS = "horizontal bars"
    DOTS = "dots"
    NET = "net"


class ShapeFacts(NamedTuple):
    """How a shape is written, and how it behaves when it turns.

    Attributes:
        code: What stands for it on panels as text.
        order: Of its rotational symmetry: a turn by 360 / order degrees changes nothing; 0 for a circle.
        rotations: The turns (degrees clockwise) it is drawn at; any two differ by 30 or more modulo the symmetry.
    """

    code: str
    order: int
    rotations: tuple[int, ...]


_QUARTERS = tuple(range(0, 360, 90))
_EIGHTHS = tuple(range(0, 360, 45))

SHAPES: dict[Shape, ShapeFacts] = {
    Shape.CIRCLE: ShapeFacts("CI", 0, (0,)),
    Shape.SQUARE: ShapeFacts("SQ", 4, (0, 45)),
    Shape.TRIANGLE: ShapeFacts("TR", 3, _QUARTERS),
    Shape.STAR: ShapeFacts("ST", 5, (0, 180)),
    Shape.CROSS: ShapeFacts("CR", 4, (0, 45)),
    Shape.HEART: ShapeFacts("HE", 1, _QUARTERS),
    Shape.ARROW: ShapeFacts("AR", 1, _EIGHTHS),
    Shape.CRESCENT: ShapeFacts("CT", 1, _EIGHTHS),
    Shape.DROP: ShapeFacts("DR", 1, _QUARTERS),
    Shape.HALF_DISC: ShapeFacts("HD", 1, _EIGHTHS),
    Shape.HOURGLASS: ShapeFacts("HG", 2, (0, 45, 90, 135)),
    Shape.RHOMBUS: ShapeFacts("RH", 2, (0, 45, 90, 135)),
    Shape.TEE: ShapeFacts("TE", 1, _EIGHTHS),
    Shape.CHEVRON: ShapeFacts("CV", 1, _EIGHTHS),
    Shape.SPARKLE: ShapeFacts("SP", 4, (0, 45)),
    Shape.PIE: ShapeFacts("PI", 1, _EIGHTHS),
}

SIZES: dict[Size, float] = {Size.LARGE: 1.0, Size.MEDIUM: 0.77, Size.SMALL: 0.59}
"""Relative lengths; any two differ by a factor of 1.3 or more."""

PLAIN_FILLS = (Fill.SOLID, Fill.HOLLOW)
"""The fills of small glyphs: a pattern would have no room in them to be told from another fill."""


class Glyph(msgspec.Struct, frozen=True, order=True, array_like=True, forbid_unknown_fields=True):
    """What a cell shows; one field for each :class:`Attribute`, in the same order.

    Attributes:
        shape: Its outline.
        colour: A named colour of the palette.
        size: How large it is.
        rotation: Its turn in degrees clockwise, one of those of its shape.
        fill: What is inside the outline.
    """

    shape: Shape
    colour: str
    size: Size
    rotation: Annotated[int, msgspec.Meta(ge=0, lt=360)]
    fill: Fill


Panel = tuple[tuple[Glyph, ...], ...]
"""A grid of glyphs, row by row."""


def glyphs_of(panel: Panel) -> dict[Cell, Glyph]:
    """The glyphs of a panel by their cells, row by row from the top left."""
    return {Cell(r, c): glyph for r, row in enumerate(panel, 1) for c, glyph in enumerate(row, 1)}


def panel_of(glyphs: Mapping[Cell, Glyph]) -> Panel:
    """The panel with these glyphs, one in each of its cells, given row by row."""
    return tuple(tuple(glyph for _, glyph in row) for _, row in groupby(glyphs.items(), lambda item: item[0].row))


class SpotState(State, frozen=True, kw_only=True):
    """The two panels that are compared, or the one panel that six options are compared with.

    Attributes:
        rows, columns: Size of every panel.
        panels: One or two panels.
    """

    rows: BoardSize
    columns: BoardSize
    panels: tuple[Panel, ...]


class DifferenceCount(Question, frozen=True, kw_only=True, tag="difference_count"):
    """How many cells differ."""


class DifferenceCells(Question, frozen=True, kw_only=True, tag="difference_cells"):
    """Which cells differ."""


class ChangeKind(Question, frozen=True, kw_only=True, tag="change_kind"):
    """Which attribute differs in the one cell that differs."""


class IdenticalPanel(Question, frozen=True, kw_only=True, tag="identical_panel"):
    """Which of six panels, in the order of their letters, equals the panel of the state."""

    options: tuple[Panel, ...]


SpotQuestion = DifferenceCount | DifferenceCells | ChangeKind | IdenticalPanel


def equivalent_forms(state: SpotState, question: SpotQuestion) -> Iterator[tuple[Any, Any]]:
    """Both orders of the panels: it does not matter which is the first.

    Nothing else is without content. A mirror image of a panel is another panel, because its glyphs are turned.
    """
    options = question.options if isinstance(question, IdenticalPanel) else ()
    asked = [question.family, sorted(msgspec.to_builtins(option) for option in options)]
    panels = [msgspec.to_builtins(panel) for panel in state.panels]
    yield panels, asked
    if len(panels) > 1:
        yield panels[::-1], asked
