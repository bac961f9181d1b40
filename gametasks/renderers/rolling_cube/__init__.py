"""Rolling cube in pictures: the board with the path, and the net of the cube as it stands."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.renderers import NAME_STYLES, Picture, style_ranges
from gametasks.renderers.rolling_cube.board import LOOKS, draw_board_and_path
from gametasks.renderers.rolling_cube.net import draw_net
from gametasks.schemas import Ranges, Style, StyleRanges
from gametasks.schemas.rolling_cube import CheckpointFaces, RollQuestion, RollState

__all__ = ["draw", "styles"]


def styles(ranges: Ranges, state: RollState) -> StyleRanges:
    """Every look in every theme; the two sets of ranges differ in the sizes of their pictures.

    The word START must fit into a cell, so large boards get no small picture.
    """
    sizes: tuple[int, ...] = (512, 640, 768, 1024) if ranges is Ranges.DATASET else (576, 704, 832, 960)
    if max(state.rows, state.columns) > 6:
        sizes = tuple(size for size in sizes if size > 512)
    return style_ranges(tuple(LOOKS), sizes, NAME_STYLES)


def draw(state: RollState, question: RollQuestion, style: Style) -> Sequence[Picture]:
    """Draw the board with the path, and the net of the cube.

    Only a question about checkpoints puts flags on the board. Regions: the cells ``R1C1``, ... of the board;
    the faces ``TOP``, ... of the net.
    """
    steps = question.steps if isinstance(question, CheckpointFaces) else ()
    return draw_board_and_path(state, steps, style), draw_net(state, style)
