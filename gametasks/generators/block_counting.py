"""Block counting: what is asked for is drawn first, then blocks are changed one by one until they have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from gametasks.errors import Rejection
from gametasks.generators import Draft, draw_number
from gametasks.generators._ring import ring
from gametasks.schemas import Ranges, Statistics
from gametasks.schemas.block_counting import (
    BlockState,
    ColumnHeights,
    FloorSide,
    HiddenBlocks,
    Outline,
    SideView,
    TotalBlocks,
)
from gametasks.solvers.block_counting import count_hidden, every_top_is_seen, lowest_seen_top, outline
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "BlockParams",
    "sample_column_heights",
    "sample_hidden_blocks",
    "sample_side_view",
    "sample_total_blocks",
]

_TRIES = 1500
_SHUFFLES = 4
"""Changes that are tried for each column, at least, so that little is left of how the blocks began."""
_LEAST_PLACES = 3
"""Of a side view: an outline of two places would leave too few wrong ones."""
_MOST_GAPS = 1
"""Places of an outline without a cube: with more of them there would be few columns to look at."""

_Map = list[list[int]]


@dataclass(frozen=True, slots=True)
class BlockParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        floors: Possible (rows, columns).
        tallest: Most cubes of a column.
        total: Number of cubes where they are counted.
        hidden: Number of hidden cubes where these are counted.
        sides: Where an observer can stand.
    """

    floors: tuple[tuple[int, int], ...]
    tallest: int
    total: tuple[int, int]
    hidden: tuple[int, int]
    sides: tuple[FloorSide, ...]


_SEEN_SIDES = (FloorSide.FRONT, FloorSide.RIGHT)
_ALL_SIDES = tuple(FloorSide)

LEVELS: Mapping[Ranges, Sequence[BlockParams]] = {
    Ranges.DATASET: (
        BlockParams(((3, 3),), 4, (8, 22), (0, 5), _SEEN_SIDES),
        BlockParams(((3, 4), (4, 3)), 4, (10, 28), (1, 8), _SEEN_SIDES),
        BlockParams(((4, 4),), 4, (13, 36), (3, 12), _ALL_SIDES),
        BlockParams(((4, 5), (5, 4)), 4, (20, 58), (6, 17), _ALL_SIDES),
        BlockParams(((5, 5),), 4, (26, 74), (10, 24), _ALL_SIDES),
    ),
    # Longer and narrower floors.
    Ranges.EVALUATION: (
        BlockParams(((2, 4), (4, 2)), 4, (8, 22), (0, 5), _SEEN_SIDES),
        BlockParams(((2, 5), (5, 2)), 4, (10, 28), (1, 8), _SEEN_SIDES),
        BlockParams(((3, 5), (5, 3)), 4, (13, 36), (3, 12), _ALL_SIDES),
        BlockParams(((3, 6), (6, 3)), 4, (20, 54), (6, 17), _ALL_SIDES),
        BlockParams(((4, 6), (6, 4)), 4, (26, 70), (10, 24), _ALL_SIDES),
    ),
}


def sample_total_blocks(params: BlockParams, rng: Stream) -> Draft[BlockState, TotalBlocks]:
    """Draw the number of cubes, then blocks of so many cubes."""
    total = draw_number(rng, *params.total)
    state = _blocks(params, rng, _total, total)
    return Draft(state, TotalBlocks(), _statistics(state))


def sample_hidden_blocks(params: BlockParams, rng: Stream) -> Draft[BlockState, HiddenBlocks]:
    """Draw the number of hidden cubes, then blocks that hide so many."""
    hidden = rng.within(params.hidden)
    state = _blocks(params, rng, count_hidden, hidden)
    return Draft(state, HiddenBlocks(), _statistics(state))


def sample_column_heights(params: BlockParams, rng: Stream) -> Draft[BlockState, ColumnHeights]:
    """Draw blocks of a number of cubes that is drawn first, so that low ones are as likely as high ones."""
    state = _blocks(params, rng, _total, rng.within(params.total))
    return Draft(state, ColumnHeights(), _statistics(state))


def sample_side_view(params: BlockParams, rng: Stream) -> Draft[BlockState, SideView]:
    """Draw six interchangeable outlines, which of them is seen, and blocks below it.

    The six are a ring of three changes: two places have another height, and the outline is mirrored or not. So
    comparing them without the blocks tells nothing, and whoever takes the observer's left for the right finds a wrong
    option.
    """
    rows, columns = rng.choice(params.floors)
    places = {side: columns if side in (FloorSide.FRONT, FloorSide.BACK) else rows for side in params.sides}
    side = rng.choice([side for side in params.sides if places[side] >= _LEAST_PLACES])
    options = rng.shuffle(_outlines(places[side], params.tallest, rng))
    heights = _below(rng.choice(options), side, rows, columns, rng)
    state = _state(heights, params)
    question = SideView(side=side, options=tuple(options))
    return Draft(state, question, _statistics(state) | {"side": str(side)})


def _total(heights: Sequence[Sequence[int]]) -> int:
    return sum(map(sum, heights))


def _blocks(
    params: BlockParams, rng: Stream, measure: Callable[[Sequence[Sequence[int]]], int], wanted: int
) -> BlockState:
    """Change blocks column by column, never away from the wanted figure, until they have it."""
    rows, columns = rng.choice(params.floors)
    heights = _random_blocks(rows, columns, params.tallest, rng)
    miss = abs(measure(heights) - wanted)
    for tried in range(_TRIES):
        if miss == 0 and tried >= _SHUFFLES * rows * columns:
            return _state(heights, params)
        r, c = rng.integers(0, rows), rng.integers(0, columns)
        before, heights[r][c] = heights[r][c], rng.within((0, params.tallest))
        if heights[r][c] != before:
            now = abs(measure(heights) - wanted)
            if now > miss or not every_top_is_seen(heights):
                heights[r][c] = before
            else:
                miss = now
    raise Rejection("no blocks with the drawn figure")


def _random_blocks(rows: int, columns: int, tallest: int, rng: Stream) -> _Map:
    """Stack the columns from the front to the back, each one high enough for its top to be seen."""
    heights = [[0] * columns for _ in range(rows)]
    for r, c in product(reversed(range(rows)), reversed(range(columns))):
        heights[r][c] = rng.within((lowest_seen_top(heights, r, c), tallest))
    return heights


def _outlines(places: int, tallest: int, rng: Stream) -> list[Outline]:
    """Draw six different outlines that form a ring; none is flat, its own mirror image or mostly empty."""
    for _ in range(_TRIES):
        first = [rng.within((0, tallest)) for _ in range(places)]
        changed = rng.sample(range(places), 2)
        others = [rng.choice([height for height in range(tallest + 1) if height != first[p]]) for p in changed]
        outlines = {_changed(first, made) for made in ring([*zip(changed, others, strict=True), None], rng)}
        if len(outlines) == 6 and all(drawn != drawn[::-1] and drawn.count(0) <= _MOST_GAPS for drawn in outlines):
            return sorted(outlines)
    raise Rejection("no six outlines")


def _changed(first: Sequence[int], made: Sequence[tuple[int, int] | None]) -> Outline:
    """An outline after changes: a place gets a height, or, for None, left and right change places."""
    heights = list(first)
    for change in made:
        if change is not None:
            heights[change[0]] = change[1]
    return tuple(reversed(heights) if None in made else heights)


def _below(seen: Outline, side: FloorSide, rows: int, columns: int, rng: Stream) -> _Map:
    """Draw blocks that have an outline: begin with a row of the farthest columns, then change column by column."""
    along = seen[::-1] if side in (FloorSide.RIGHT, FloorSide.BACK) else seen
    across = side in (FloorSide.RIGHT, FloorSide.LEFT)
    heights = [[0] * columns for _ in range(rows)]
    for place, height in enumerate(along):
        heights[place if across else 0][0 if across else place] = height
    for _ in range(5 * _SHUFFLES * rows * columns):
        r, c = rng.integers(0, rows), rng.integers(0, columns)
        most = along[r if across else c]
        # The greater of two heights, so that there are blocks on most of the floor.
        before, heights[r][c] = heights[r][c], max(rng.within((0, most)), rng.within((0, most)))
        if heights[r][c] != before and not (outline(heights, side) == seen and every_top_is_seen(heights)):
            heights[r][c] = before
    return heights


def _state(heights: _Map, params: BlockParams) -> BlockState:
    return BlockState(heights=tuple(map(tuple, heights)), tallest=params.tallest)


def _statistics(state: BlockState) -> Statistics:
    return {
        "rows": state.rows,
        "columns": state.columns,
        "tallest": state.tallest,
        "cubes": _total(state.heights),
        "hidden_cubes": count_hidden(state.heights),
        "empty_cells": sum(row.count(0) for row in state.heights),
    }
