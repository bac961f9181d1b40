"""Patch match: scenes of random marks on whole numbers; the answer is drawn first.

All is done in whole numbers, so that a scene is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gametasks.generators import Draft
from gametasks.schemas import Cell, Ranges, Statistics, cells_of_board
from gametasks.schemas.patch_match import (
    CropOrigin,
    Mark,
    MissingPatch,
    PatchState,
    PieceOrder,
    RotatedPiece,
    SceneKind,
)
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "SCENE_COLOURS",
    "PatchParams",
    "sample_crop_origin",
    "sample_missing_patch",
    "sample_piece_order",
    "sample_rotated_piece",
]

SCENE_COLOURS: Final = ("red", "blue", "green", "yellow", "orange", "pink", "gray", "cyan")
"""The colours that black outlines stand out from in every theme."""

_COLOURS_OF_A_SCENE: Final = 6
_OPTIONS: Final = 6
_TEXTURES: Final = 3
_OUTLINES: Final = 6

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PatchParams:
    """Structural ranges of a level.

    Attributes:
        pieces: Possible (rows, columns) where pieces are put in order.
        cells: Possible (width, height) of such a piece, in units of the scene.
        boards: Possible (rows, columns) of the other families, whose cells are square.
        side: Side of their cells in units.
        grain: Distance of neighbouring marks in units.
    """

    pieces: tuple[Size, ...]
    cells: tuple[Size, ...]
    boards: tuple[Size, ...]
    side: int
    grain: int


LEVELS: Mapping[Ranges, Sequence[PatchParams]] = {
    Ranges.DATASET: (
        PatchParams(((2, 2),), ((180, 180),), ((3, 3),), 144, 60),
        PatchParams(((2, 3),), ((144, 144),), ((3, 3),), 144, 54),
        PatchParams(((3, 3),), ((144, 144),), ((4, 4),), 120, 54),
        PatchParams(((3, 3),), ((144, 144),), ((4, 4),), 120, 48),
        PatchParams(((3, 3),), ((132, 132),), ((5, 5),), 102, 44),
    ),
    # Oblong boards, and oblong pieces where pieces are not turned.
    Ranges.EVALUATION: (
        PatchParams(((2, 3), (3, 2)), ((168, 126), (126, 168)), ((3, 4),), 138, 60),
        PatchParams(((3, 2), (2, 3)), ((160, 120), (120, 160)), ((4, 3), (3, 4)), 138, 54),
        PatchParams(((3, 3),), ((160, 120), (120, 160)), ((3, 5), (4, 5)), 114, 54),
        PatchParams(((3, 3),), ((156, 117), (117, 156)), ((4, 5), (5, 4)), 114, 48),
        PatchParams(((3, 3),), ((148, 111), (111, 148)), ((4, 6), (5, 6)), 98, 44),
    ),
}


def sample_missing_patch(params: PatchParams, rng: Stream) -> Draft[PatchState, MissingPatch]:
    """Draw a hole that touches no edge, and five patches from the scene beyond the board."""
    rows, columns = rng.choice(params.boards)
    hole = Cell(rng.within((2, rows - 1)), rng.within((2, columns - 1)))
    beyond = -(-(_OPTIONS - 1) // rows)
    outside = [cell for cell in cells_of_board(rows, columns + beyond) if cell.column > columns]
    options = rng.shuffle([hole, *rng.sample(outside, _OPTIONS - 1)])
    state = _state((rows, columns), (params.side, params.side), params.grain, rng, beyond=beyond)
    return Draft(state, MissingPatch(hole=hole, options=tuple(options)), _statistics(state, params))


def sample_piece_order(params: PatchParams, rng: Stream) -> Draft[PatchState, PieceOrder]:
    """Draw an order that is not its own inverse: it could be read both ways."""
    rows, columns = rng.choice(params.pieces)
    cells = cells_of_board(rows, columns)
    places = list(range(len(cells)))
    order = places
    while all(order[order[place]] == place for place in places):
        order = rng.shuffle(places)
    state = _state((rows, columns), rng.choice(params.cells), params.grain, rng)
    return Draft(state, PieceOrder(pieces=tuple(cells[place] for place in order)), _statistics(state, params))


def sample_crop_origin(params: PatchParams, rng: Stream) -> Draft[PatchState, CropOrigin]:
    """Draw the cell, then a scene."""
    board = rng.choice(params.boards)
    cell = rng.choice(cells_of_board(*board))
    state = _state(board, (params.side, params.side), params.grain, rng)
    return Draft(state, CropOrigin(cell=cell), _statistics(state, params))


def sample_rotated_piece(params: PatchParams, rng: Stream) -> Draft[PatchState, RotatedPiece]:
    """Draw the piece and its turn, then a scene."""
    board = rng.choice(params.boards)
    cell = rng.choice(cells_of_board(*board))
    question = RotatedPiece(cell=cell, turned=rng.choice((90, 180, 270)))
    state = _state(board, (params.side, params.side), params.grain, rng)
    return Draft(state, question, _statistics(state, params))


def _state(board: Size, cell: Size, grain: int, rng: Stream, beyond: int = 0) -> PatchState:
    """A random scene that covers a board and columns of cells at its right."""
    rows, columns = board
    kind = rng.choice(list(SceneKind))
    colours = rng.sample(SCENE_COLOURS, _COLOURS_OF_A_SCENE)
    marks = _SCENES[kind](((columns + beyond) * cell[0], rows * cell[1]), grain, rng)
    return PatchState(
        rows=rows,
        columns=columns,
        width=cell[0],
        height=cell[1],
        kind=kind,
        colours=tuple(colours),
        marks=tuple(marks),
    )


def _statistics(state: PatchState, params: PatchParams) -> Statistics:
    return {
        "rows": state.rows,
        "columns": state.columns,
        "cell_width": state.width,
        "cell_height": state.height,
        "grain": params.grain,
        "marks": len(state.marks),
    }


def _scattered(size: Size, step: int, rng: Stream) -> list[Size]:
    """Points that lie about a step apart, over an area of this size and a step beyond its edges."""
    wobble = (-2 * step // 5, 2 * step // 5)
    return [
        (x + rng.within(wobble), y + rng.within(wobble))
        for y in range(-step // 2, size[1] + step, step)
        for x in range(-step // 2, size[0] + step, step)
    ]


def _colour(rng: Stream) -> int:
    return rng.integers(0, _COLOURS_OF_A_SCENE)


def _tiles(size: Size, grain: int, rng: Stream) -> list[Mark]:
    return [
        Mark(_colour(rng), rng.integers(0, _TEXTURES), 0, (site,)) for site in _scattered(size, grain * 9 // 8, rng)
    ]


def _shapes(size: Size, grain: int, rng: Stream) -> list[Mark]:
    """Shapes in random order, so that no corner of the scene lies on top."""
    radii = (grain * 11 // 20, grain * 7 // 8)
    centers = rng.shuffle(_scattered(size, grain, rng))
    return [Mark(_colour(rng), rng.integers(0, _TEXTURES * _OUTLINES), rng.within(radii), (at,)) for at in centers]


def _stripes(size: Size, grain: int, rng: Stream) -> list[Mark]:
    """Stripes that share their bends, and differ a little in width."""
    width, height = size
    step = grain * 3 // 2
    xs = range(-step, width + 2 * step, step)
    bends = [rng.within((-grain * 3 // 2, grain * 3 // 2)) for _ in xs]
    wobble = (-grain // 5, grain // 5)
    marks: list[Mark] = []
    for top in range(-2 * grain, height + 2 * grain, grain * 3 // 5):
        last = marks[-1].colour if marks else -1
        colour = rng.choice([number for number in range(_COLOURS_OF_A_SCENE) if number != last])
        curve = tuple((x, top + bend + rng.within(wobble) // 2) for x, bend in zip(xs, bends, strict=True))
        marks.append(Mark(colour, rng.integers(0, _TEXTURES), 0, curve))
    return marks


_DIRECTIONS: Final = ((1024, 0), (724, 724), (0, 1024), (-724, 724), (-1024, 0), (-724, -724), (0, -1024), (724, -724))
"""Eight directions, in parts of 1024."""


def _map(size: Size, grain: int, rng: Stream) -> list[Mark]:
    """Land with a coast, a second height on it, and roads over all."""
    marks = []
    for x, y in rng.shuffle(_scattered(size, grain * 3 // 2, rng)):
        reach = [rng.within((grain * 11 // 20, grain * 6 // 5)) for _ in _DIRECTIONS]
        low = _colour(rng)
        high = rng.choice([number for number in range(_COLOURS_OF_A_SCENE) if number != low])
        for colour, share in ((low, 8), (high, 4)):
            coast = tuple(
                (x + dx * r * share // 8192, y + dy * r * share // 8192)
                for (dx, dy), r in zip(_DIRECTIONS, reach, strict=True)
            )
            marks.append(Mark(colour, rng.integers(0, _TEXTURES), 0, coast))
    step = 2 * grain
    for start in range(grain, size[1], 3 * grain):
        across = range(-step, size[0] + 2 * step, step)
        marks.append(Mark(_colour(rng), -1, 0, tuple((x, start + rng.within((-grain, grain))) for x in across)))
    for start in range(grain, size[0], 3 * grain):
        down = range(-step, size[1] + 2 * step, step)
        marks.append(Mark(_colour(rng), -1, 0, tuple((start + rng.within((-grain, grain)), y) for y in down)))
    return marks


_SCENES: Final[Mapping[SceneKind, Callable[[Size, int, Stream], list[Mark]]]] = {
    SceneKind.TILES: _tiles,
    SceneKind.STRIPES: _stripes,
    SceneKind.SHAPES: _shapes,
    SceneKind.MAP: _map,
}
