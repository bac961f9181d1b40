"""Rolling cube as text: the board with the path in arrows, and a line with the cube.

The arrow in a cell points to the next cell of the path; a dot is a cell beside the path::

            C1     C2     C3
        R1  START> v      .
        R2  .      >      END

        CUBE AT START (pips): TOP=1, NORTH=2, EAST=3, SOUTH=5, WEST=4, BOTTOM=6

A cube under way stands ``AT`` the cell that it has reached: ``CUBE AT R2C2 (pips): ...``. A path of a single cell is
written ``START=END``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from gametasks.errors import BoardError
from gametasks.schemas._board import Cell, Direction, step
from gametasks.schemas._board_text import BoardText, read_board, write_board
from gametasks.schemas._notation import shown
from gametasks.schemas.rolling_cube import MARKS, Cube, Face, MarkSet, RollState

__all__ = ["parse", "text"]

_ARROWS = {Direction.UP: "^", Direction.DOWN: "v", Direction.LEFT: "<", Direction.RIGHT: ">"}
_DIRECTIONS = {arrow: direction for direction, arrow in _ARROWS.items()}
_START, _END, _OFF_PATH = "START", "END", "."
_SINGLE = f"{_START}={_END}"
_SIGNS = {*_DIRECTIONS, *(_START + arrow for arrow in _DIRECTIONS), _END, _SINGLE}

_CUBE = "CUBE AT {} ({}): " + ", ".join(f"{face.upper()}={{}}" for face in Face)
"""The line of the cube: its place, the kind of its marks, and the marks in the order of their sides."""
_CUBE_FORM = _CUBE.format("<START or cell>", "<marks>", *["<mark>"] * len(Face))
_CUBE_PATTERN = re.compile(re.escape(_CUBE).replace(re.escape("{}"), r"(\S+)"))


def text(state: RollState, checkpoints: Sequence[int] = ()) -> str:
    """Write the board with the path, and the cube.

    Args:
        state: The board.
        checkpoints: Places on the path, START being 0. Their numbers stand before the arrows: ``(1)>``.
    """
    signs = [*(_ARROWS[Direction.between(here, there)] for here, there in pairwise(state.path)), _END]
    signs[0] = _START + signs[0] if len(signs) > 1 else _SINGLE
    for number, place in enumerate(checkpoints, 1):
        signs[place] = f"({number}){signs[place]}"
    at = state.path[state.rolls] if state.rolls else _START
    cube = _CUBE.format(at, state.mark_set, *state.cube.marks())
    tokens = dict(zip(state.path, signs, strict=True))
    return write_board(tokens, state.rows, state.columns, empty=_OFF_PATH, below=[cube])


def parse(text: str) -> RollState:
    """Read a board and a cube; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, the arrows are no path from START to END, or the cube is not on it.
    """
    board = read_board(text, below=1)
    match = _CUBE_PATTERN.fullmatch(board.below[0])
    if match is None:
        raise board.error_below(f"the last line is not {_CUBE_FORM}")
    at, name, *marks = match.groups()
    if name not in MARKS:
        raise board.error_below(f"{shown(name)} is none of the kinds of marks {', '.join(MARKS)}")
    mark_set = MarkSet(name)
    for mark in marks:
        if mark not in MARKS[mark_set]:
            raise board.error_below(f"{shown(mark)} is none of the {name} {', '.join(MARKS[mark_set])}")
        if marks.count(mark) > 1:
            raise board.error_below(f"{mark} lies on two sides")
    path = _read_path(board)
    places = [_START, *map(str, path[1:])]
    if at not in places:
        raise board.error_below(f"{shown(at)} is not {_START} and no further cell of the path")
    return RollState(
        rows=board.rows,
        columns=board.columns,
        path=path,
        mark_set=mark_set,
        cube=Cube.of(marks),
        rolls=places.index(at),
    )


def _read_path(board: BoardText) -> tuple[Cell, ...]:
    """Follow the arrows from START to END."""
    ahead = {cell: sign for cell, sign in board.tokens.items() if sign != _OFF_PATH}
    for cell, sign in ahead.items():
        if sign not in _SIGNS:
            raise board.error(cell, f"{shown(sign)} is no dot, arrow, {_START} with arrow, or {_END}")
    path = [cell for cell, sign in ahead.items() if sign.startswith(_START)]
    if not path:
        raise BoardError(0, f"{_START} is missing")
    if len(path) > 1:
        raise board.error(path[1], f"{_START} occurs {len(path)} times")
    while not (sign := ahead.pop(path[-1])).endswith(_END):
        there = step(path[-1], _DIRECTIONS[sign[-1]])
        if there not in ahead:
            reason = f"the arrow in {path[-1]} leads to {there}, which is no further cell of the path"
            raise board.error(path[-1], reason)
        path.append(there)
    for cell, sign in ahead.items():
        raise board.error(cell, f"the path from {_START} does not reach the {sign} in {cell}")
    return tuple(path)
