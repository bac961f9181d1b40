"""Patch match: a scene cut into cells, of which one is missing, cropped or turned, or all are shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec

from gametasks.schemas._board import BoardSize, Cell, cells_of_board
from gametasks.schemas._question import Question, State

__all__ = [
    "VERSION",
    "CropOrigin",
    "Mark",
    "MissingPatch",
    "PatchQuestion",
    "PatchState",
    "PieceOrder",
    "RotatedPiece",
    "SceneKind",
    "equivalent_forms",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""


class SceneKind(StrEnum):
    """What a scene consists of, and so what the points of its marks mean.

    Tiles are the Voronoi cells of sites. Stripes reach from a curve down to the bottom, the upper ones first. Shapes
    lie around a centre, the later ones on top. Maps consist of closed coastlines and of open roads.
    """

    TILES = "tiles"
    STRIPES = "stripes"
    SHAPES = "shapes"
    MAP = "map"


class Mark(msgspec.Struct, frozen=True, order=True, array_like=True, forbid_unknown_fields=True):
    """One tile, stripe, shape, coast or road of a scene.

    Attributes:
        colour: Place of its colour among those of the scene, from 0.
        form: Which texture it has; of a shape which outline, too; of a road, -1.
        size: Radius of a shape in units of the scene; 0 for other marks.
        points: Its site, its centre, or the points that its curve passes through, in units of the scene.
    """

    colour: Annotated[int, msgspec.Meta(ge=0)]
    form: int
    size: Annotated[int, msgspec.Meta(ge=0)]
    points: tuple[tuple[int, int], ...]


class PatchState(State, frozen=True, kw_only=True):
    """A scene and the cells that it is cut into.

    The scene may reach beyond the cells of the board: to the right of them it goes on in cells of the same size.

    Attributes:
        rows, columns: Size of the board.
        width, height: Size of a cell in units of the scene.
        kind: What the scene consists of.
        colours: Its named colours; the first one is the ground.
        marks: What lies on the ground, in the order of painting.
    """

    rows: BoardSize
    columns: BoardSize
    width: Annotated[int, msgspec.Meta(ge=1)]
    height: Annotated[int, msgspec.Meta(ge=1)]
    kind: SceneKind
    colours: tuple[str, ...]
    marks: tuple[Mark, ...]


class MissingPatch(Question, frozen=True, kw_only=True, tag="missing_patch"):
    """Which of six patches, in the order of their letters, fills the hole.

    Attributes:
        hole: The cell that is cut out.
        options: The cells that the patches show; all but one lie at the right of the board.
    """

    hole: Cell
    options: tuple[Cell, ...]


class PieceOrder(Question, frozen=True, kw_only=True, tag="piece_order"):
    """Which piece belongs in each place, in reading order.

    Attributes:
        pieces: The cell that each piece shows, in the order of their numbers, from 1.
    """

    pieces: tuple[Cell, ...]


class CropOrigin(Question, frozen=True, kw_only=True, tag="crop_origin"):
    """Which cell a crop was taken from."""

    cell: Cell


class RotatedPiece(Question, frozen=True, kw_only=True, tag="rotated_piece"):
    """Which piece was turned, and the turn that puts it right.

    Attributes:
        cell: The turned piece.
        turned: By how many degrees it was turned clockwise.
    """

    cell: Cell
    turned: Literal[90, 180, 270]


PatchQuestion = MissingPatch | PieceOrder | CropOrigin | RotatedPiece


def equivalent_forms(state: PatchState, question: PatchQuestion) -> Iterator[tuple[Any, Any]]:
    """The one form of a puzzle: neither the letters of patches nor the numbers of pieces have content."""
    match question:
        case MissingPatch(hole=hole, options=options):
            asked: list[Any] = [*hole, *sorted(map(list, options))]
        case PieceOrder():
            asked = [list(cell) for cell in cells_of_board(state.rows, state.columns)]
        case CropOrigin(cell=cell):
            asked = [*cell]
        case RotatedPiece(cell=cell, turned=turned):
            asked = [*cell, turned]
    yield msgspec.to_builtins(state), [question.family, asked]
