"""Block counting, exactly, by thresholds: what must not be exceeded in front of a face for it to be seen.

The viewer looks along (-1, -1, -1). The sight line from a half of a face passes, cube by cube, over the two columns
beside the diagonal that leads from its own column to the front right; each step along the diagonal it is one level
higher. So a half is seen from a level on that is the greatest of those columns' heights, less the steps, and no cube
has to be looked at by itself.

**Why the heights are determined.** On one diagonal, the top of (r, c) at height h and that of (r + k, c + k) at height
h + k fall on the same place of the picture, and the nearer one hides the other wholly. So if a part of every top is
seen, tops of one diagonal lie at different places, and the farther a column, the higher up its place: a column (r, c)
whose top lies as high up as that of (r + k, c + k), or lower, would be hidden by it. Hence the n places at which tops
(or floor tiles) of a diagonal are seen belong, from the highest to the lowest, to its n columns from back to front, and
a place with its column gives the height. Another map of the same floor shows fewer places, or other ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.block_counting import (
    BlockQuestion,
    BlockState,
    ColumnHeights,
    FloorSide,
    HiddenBlocks,
    Outline,
    SideView,
    TotalBlocks,
)
from gametasks.solvers import Solution

__all__ = ["count_hidden", "every_top_is_seen", "lowest_seen_top", "outline", "solve"]

Map = Sequence[Sequence[int]]


def every_top_is_seen(heights: Map) -> bool:
    """Whether a half, at least, of the top of every column is seen, or of the floor tile where there is none."""
    return all(
        height >= lowest_seen_top(heights, r, c) for r, row in enumerate(heights) for c, height in enumerate(row)
    )


def lowest_seen_top(heights: Map, r: int, c: int) -> int:
    """The least height at which half of a column's top is seen over the columns in front of it."""
    beside_front = _least_seen(heights, r, c, 1, 0, 0)
    return min(beside_front, _least_seen(heights, r, c, 0, 1, 0)) if beside_front else 0


def count_hidden(heights: Map) -> int:
    """Count the cubes of which neither the front nor the right face is seen by half, below tops that are seen."""
    hidden = 0
    for r, row in enumerate(heights):
        for c, height in enumerate(row):
            if height > 1 and (seen_from := _least_seen(heights, r, c, 1, 0, 1)):
                hidden += min(height - 1, seen_from, _least_seen(heights, r, c, 0, 1, 1))
    return hidden


def _least_seen(heights: Map, r: int, c: int, down: int, across: int, lower: int) -> int:
    """The least level from which one half of a face of a column is seen.

    The half lies on the side of the front neighbour, with `down` 1 and `across` 0, or of the right one, with 0 and 1.
    Of a top (`lower` 0), it is the half beside that neighbour. Of the face towards the neighbour (`lower` 1), it is
    the half that is seen whenever the other one is: its sight line rises before it goes on to the diagonal.
    """
    least, steps, rows, columns = 0, 0, len(heights), len(heights[0])
    while r + down < rows and c + across < columns:
        least = max(least, heights[r + down][c + across] - steps)
        r, c = r + 1, c + 1
        if r < rows and c < columns:
            least = max(least, heights[r][c] - steps - lower)
        steps += 1
    return least


def outline(heights: Map, side: FloorSide) -> Outline:
    """What an observer sees who stands at a side: the tallest column of each line, from the observer's left."""
    lines = heights if side in (FloorSide.RIGHT, FloorSide.LEFT) else zip(*heights, strict=True)
    seen = tuple(max(line) for line in lines)
    return seen[::-1] if side in (FloorSide.RIGHT, FloorSide.BACK) else seen


def solve(state: BlockState, question: BlockQuestion) -> Solution:
    """Answer from the heights; they are the only ones that look like this if every top is seen by half."""
    heights = state.heights
    unique = every_top_is_seen(heights)
    match question:
        case TotalBlocks():
            return Solution(sum(map(sum, heights)), unique=unique)
        case HiddenBlocks():
            return Solution(count_hidden(heights), unique=unique)
        case ColumnHeights():
            return Solution(tuple("".join(map(str, row)) for row in heights), unique=unique)
        case SideView(side=side, options=options):
            seen = outline(heights, side)
            right = [letter for letter, option in zip(OPTION_LETTERS, options, strict=True) if option == seen]
            return Solution(right[0] if right else None, unique=unique and len(right) == 1)
