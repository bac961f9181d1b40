"""Spot the difference: panels of random glyphs; the number, places and kinds of the changes are drawn first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from gametasks.generators import Draft
from gametasks.generators._ring import CHANGES, ring
from gametasks.schemas import Cell, Ranges, Statistics, cells_of_board
from gametasks.schemas._palette import DISTINCT_COLOURS
from gametasks.schemas.spot_difference import (
    PLAIN_FILLS,
    SHAPES,
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    Fill,
    Glyph,
    IdenticalPanel,
    Shape,
    Size,
    SpotState,
    panel_of,
)
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "GlyphSet",
    "SpotParams",
    "sample_change_kind",
    "sample_difference_cells",
    "sample_difference_count",
    "sample_identical_panel",
]


@dataclass(frozen=True, slots=True)
class GlyphSet:
    """The shapes and fills of one puzzle. All that occur together are easily told apart."""

    shapes: tuple[Shape, ...]
    fills: tuple[Fill, ...]


@dataclass(frozen=True, slots=True)
class SpotParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        boards: Possible (rows, columns).
        counted: Number of changes where they are counted.
        listed: Number of changes where they are listed.
        glyph_sets: Possible sets of shapes and fills.
    """

    boards: tuple[tuple[int, int], ...]
    counted: tuple[int, int]
    listed: tuple[int, int]
    glyph_sets: tuple[GlyphSet, ...]


_CLASSIC_SHAPES = tuple(Shape)[:8]
_OTHER_SHAPES = tuple(Shape)[8:]
_CLASSIC = (GlyphSet(_CLASSIC_SHAPES, (*PLAIN_FILLS, Fill.DIAGONAL, Fill.DOTS)),)
_OTHER = tuple(GlyphSet(_OTHER_SHAPES, (*PLAIN_FILLS, pattern)) for pattern in (Fill.BARS, Fill.NET))

LEVELS: Mapping[Ranges, Sequence[SpotParams]] = {
    Ranges.DATASET: (
        SpotParams(((3, 3),), (1, 6), (1, 3), _CLASSIC),
        SpotParams(((4, 4),), (2, 7), (2, 4), _CLASSIC),
        SpotParams(((5, 5),), (2, 9), (2, 6), _CLASSIC),
        SpotParams(((6, 6),), (3, 11), (3, 7), _CLASSIC),
        SpotParams(((8, 8),), (4, 15), (3, 8), _CLASSIC),
    ),
    # Oblong boards of other shapes and fills; the pictures put wide panels one above the other.
    Ranges.EVALUATION: (
        SpotParams(((2, 5), (3, 4)), (1, 6), (1, 3), _OTHER),
        SpotParams(((3, 5), (3, 6), (5, 3)), (2, 7), (2, 4), _OTHER),
        SpotParams(((4, 6), (6, 4), (4, 7)), (2, 9), (2, 6), _OTHER),
        SpotParams(((5, 7), (7, 5)), (3, 11), (3, 7), _OTHER),
        SpotParams(((7, 9), (7, 8), (8, 7)), (4, 15), (3, 8), _OTHER),
    ),
}


def sample_difference_count(params: SpotParams, rng: Stream) -> Draft[SpotState, DifferenceCount]:
    """Draw how many cells differ, then two panels."""
    state, statistics = _pair(params, _kinds(rng.within(params.counted), rng), rng)
    return Draft(state, DifferenceCount(), statistics)


def sample_difference_cells(params: SpotParams, rng: Stream) -> Draft[SpotState, DifferenceCells]:
    """Draw how many cells differ, then two panels."""
    state, statistics = _pair(params, _kinds(rng.within(params.listed), rng), rng)
    return Draft(state, DifferenceCells(), statistics)


def sample_change_kind(params: SpotParams, rng: Stream) -> Draft[SpotState, ChangeKind]:
    """Draw the attribute that changes, then two panels that differ in one cell."""
    state, statistics = _pair(params, _kinds(1, rng), rng)
    return Draft(state, ChangeKind(), statistics)


def sample_identical_panel(params: SpotParams, rng: Stream) -> Draft[SpotState, IdenticalPanel]:
    """Draw six interchangeable panels, then which of them the reference equals.

    The six are a ring of three changes in different cells, so comparing them without the reference tells nothing.
    """
    kinds = rng.sample(list(Attribute), CHANGES)
    rows, columns = rng.choice(params.boards)
    glyphs, changes = _glyphs_with_changes(rows, columns, params, kinds, rng)
    options = rng.shuffle([panel_of(glyphs | dict(made)) for made in ring(changes, rng)])
    state = SpotState(rows=rows, columns=columns, panels=(rng.choice(options),))
    return Draft(state, IdenticalPanel(options=tuple(options)), _statistics(state, kinds))


def _kinds(count: int, rng: Stream) -> list[Attribute]:
    return [rng.choice(list(Attribute)) for _ in range(count)]


def _pair(params: SpotParams, kinds: Sequence[Attribute], rng: Stream) -> tuple[SpotState, Statistics]:
    """Two panels that differ by a change of each given kind, all in different cells."""
    rows, columns = rng.choice(params.boards)
    glyphs, changes = _glyphs_with_changes(rows, columns, params, kinds, rng)
    # A changed glyph has to be one that can change, so the panel it stands in is drawn as well.
    panels = rng.shuffle([panel_of(glyphs), panel_of(glyphs | dict(changes))])
    state = SpotState(rows=rows, columns=columns, panels=tuple(panels))
    return state, _statistics(state, kinds)


def _glyphs_with_changes(
    rows: int, columns: int, params: SpotParams, kinds: Sequence[Attribute], rng: Stream
) -> tuple[dict[Cell, Glyph], list[tuple[Cell, Glyph]]]:
    """A panel of random glyphs, and a change of each given kind: a cell of its own with another glyph."""
    glyph_set, colours = rng.choice(params.glyph_sets), rng.choice(DISTINCT_COLOURS)
    cells = cells_of_board(rows, columns)
    glyphs = {cell: _glyph(glyph_set, colours, rng) for cell in cells}
    changes = []
    for kind, cell in zip(kinds, rng.sample(cells, len(kinds)), strict=True):
        while not (others := list(_changed(glyphs[cell], kind, glyph_set, colours))):
            glyphs[cell] = _glyph(glyph_set, colours, rng)  # a circle, for example, cannot turn
        changes.append((cell, rng.choice(others)))
    return glyphs, changes


def _glyph(glyph_set: GlyphSet, colours: Sequence[str], rng: Stream) -> Glyph:
    shape, size = rng.choice(glyph_set.shapes), rng.choice(list(Size))
    fills = PLAIN_FILLS if size is Size.SMALL else glyph_set.fills
    return Glyph(shape, rng.choice(colours), size, rng.choice(SHAPES[shape].rotations), rng.choice(fills))


def _changed(glyph: Glyph, kind: Attribute, glyph_set: GlyphSet, colours: Sequence[str]) -> Iterator[Glyph]:
    """Every glyph of the set that differs from the given one in one attribute only."""
    values: Mapping[Attribute, Sequence[object]] = {
        Attribute.SHAPE: glyph_set.shapes,
        Attribute.COLOUR: colours,
        Attribute.SIZE: tuple(Size),
        Attribute.ROTATION: SHAPES[glyph.shape].rotations,
        Attribute.FILL: glyph_set.fills,
    }
    for value in values[kind]:
        other = replace(glyph, **{kind: value})
        if other != glyph and _exists(other):
            yield other


def _exists(glyph: Glyph) -> bool:
    """Whether the shape is drawn at that turn, and the fill at that size."""
    return glyph.rotation in SHAPES[glyph.shape].rotations and (
        glyph.size is not Size.SMALL or glyph.fill in PLAIN_FILLS
    )


def _statistics(state: SpotState, kinds: Sequence[Attribute]) -> Statistics:
    statistics: Statistics = {f"{kind}_changes": kinds.count(kind) for kind in Attribute}
    return statistics | {"rows": state.rows, "columns": state.columns}
