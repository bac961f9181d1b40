"""Block counting, plainly: build the blocks cube by cube, paint what is nearer over what is farther, and look.

In the isometric view every face falls into two triangles of one net of equal triangles. Each half of a face is painted
into its triangle, from the farthest cube to the nearest; what is left in a triangle at the end is what is seen there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gametasks.schemas import Cell
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.block_counting import (
    VERSION,
    BlockQuestion,
    BlockState,
    ColumnHeights,
    FloorSide,
    HiddenBlocks,
    Outline,
    SideView,
    TotalBlocks,
)
from gametasks.verifiers import CORRECT, Verdict, Verifier, compare, wrong

__all__ = ["VERIFIER"]

_FLOOR = 0
"""Levels of cubes are counted from 1; a floor tile has only a top, on level 0."""

_Corner = tuple[int, int, int]
_NEAREST: _Corner = (1, 1, 1)
_FACES: dict[str, tuple[_Corner, tuple[_Corner, _Corner]]] = {
    "top": ((0, 0, 1), ((1, 0, 1), (0, 1, 1))),
    "front": ((0, 1, 0), ((0, 1, 1), (1, 1, 0))),
    "right": ((1, 0, 0), ((1, 0, 1), (1, 1, 0))),
}
"""Of every face towards the viewer: the corner opposite to the one nearest to the viewer, and the other two. The
diagonal between the first two parts it into its halves. Corners are (to the right, to the front, up)."""

_Face = tuple[Cell, int, str]


def _seen_faces(state: BlockState) -> set[_Face]:
    """The faces of which a half at least is seen, each with its column and level."""
    picture: dict[tuple[int, int], _Face] = {}
    for cell, level in sorted(_cubes(state), key=lambda cube: (sum(cube[0]) + cube[1], cube)):
        for face, (opposite, others) in _FACES.items():
            if level > _FLOOR or face == "top":
                for other in others:
                    place = _triangle(cell, level, (_NEAREST, opposite, other))
                    picture[place] = (cell, level, face)
    return set(picture.values())


def _cubes(state: BlockState) -> Iterator[tuple[Cell, int]]:
    """The tile of floor under every column, as level 0, and its cubes."""
    for r, row in enumerate(state.heights, 1):
        for c, height in enumerate(row, 1):
            for level in range(_FLOOR, height + 1):
                yield Cell(r, c), level


def _triangle(cell: Cell, level: int, corners: tuple[_Corner, _Corner, _Corner]) -> tuple[int, int]:
    """Where a half lies on the picture: three times the middle of its corners.

    Points on one sight line have the same place: one step to the right, one to the front and one up lead along it.
    """
    right = sum(cell.column + x for x, _, _ in corners)
    front = sum(cell.row + y for _, y, _ in corners)
    up = sum(level + z for _, _, z in corners)
    return right - up, front - up


def _hides_a_top(state: BlockState) -> bool:
    """Whether less than half is seen of the top of a column, or of the tile of an empty cell."""
    seen = _seen_faces(state)
    return any(
        (Cell(r, c), height, "top") not in seen
        for r, row in enumerate(state.heights, 1)
        for c, height in enumerate(row, 1)
    )


def _count_hidden(state: BlockState) -> int:
    """Count the cubes that show not even the half of one face."""
    seen = {(cell, level) for cell, level, _ in _seen_faces(state)}
    return sum(cube not in seen for cube in _cubes(state) if cube[1] > _FLOOR)


def _view_from(state: BlockState, side: FloorSide) -> Outline:
    """What an observer sees: walk along the side from the observer's left, and look into each line of columns."""
    rows, columns = range(state.rows), range(state.columns)
    lines: dict[FloorSide, list[list[int]]] = {
        FloorSide.FRONT: [[state.heights[r][c] for r in rows] for c in columns],
        FloorSide.BACK: [[state.heights[r][c] for r in rows] for c in reversed(columns)],
        FloorSide.LEFT: [[state.heights[r][c] for c in columns] for r in rows],
        FloorSide.RIGHT: [[state.heights[r][c] for c in columns] for r in reversed(rows)],
    }
    return tuple(max(line) for line in lines[side])


def answer(state: BlockState, question: BlockQuestion) -> Any:
    """Count, or look; None where the blocks cannot be told from the view, or there is not exactly one right option."""
    if _hides_a_top(state):
        return None
    match question:
        case TotalBlocks():
            return sum(level > _FLOOR for _, level in _cubes(state))
        case HiddenBlocks():
            return _count_hidden(state)
        case ColumnHeights():
            return tuple("".join(str(height) for height in row) for row in state.heights)
        case SideView(side=side, options=options):
            view = _view_from(state, side)
            letters = [letter for letter, option in zip(OPTION_LETTERS, options, strict=True) if option == view]
            return letters[0] if len(letters) == 1 else None


def check(state: BlockState, question: BlockQuestion, given: Any) -> Verdict:
    """Heights are compared column by column, an option place by place; a number must be exact."""
    match question:
        case ColumnHeights():
            return _check_heights(state, given)
        case SideView(side=side, options=options):
            option, view = options[OPTION_LETTERS.index(given)], _view_from(state, side)
            places = [place for place, pair in enumerate(zip(option, view, strict=True), 1) if pair[0] != pair[1]]
            if not places:
                return CORRECT
            return wrong("wrong_option", f"the view from the {side} differs in place {places[0]} from the left")
        case _:
            return compare(given, answer(state, question))


def _check_heights(state: BlockState, given: Any) -> Verdict:
    """Name the first column that has another number of cubes."""
    for r, (row, digits) in enumerate(zip(state.heights, given, strict=True), 1):
        for c, (height, digit) in enumerate(zip(row, digits, strict=True), 1):
            if int(digit) != height:
                place = (r - 1) * state.columns + c
                return wrong("wrong_height", f"{Cell(r, c)}, counted from the back left, has not {digit} cubes", place)
    return CORRECT


VERIFIER: Verifier[BlockState, BlockQuestion] = Verifier(
    name=__name__, version=VERSION, state=BlockState, question=BlockQuestion, check=check, answer=answer
)
