"""Rolling cube as text: the board with the path in arrows, and a line with the cube.

The arrow in a cell points to the next cell of the path; a dot is a cell beside the path::

            C1     C2     C3
        R1  START> v      .
        R2  .      >      END

        CUBE AT START (pips): TOP=1, NORTH=2, EAST=3, SOUTH=5, WEST=4, BOTTOM=6

A path of a single cell is written ``START=END``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from gametasks.errors import BoardError
from gametasks.schemas._board import (
    Direction,
    cells_of_board,
    line_numbers,
    read_rows,
    split_last_line,
    step,
    write_rows,
)
from gametasks.schemas._notation import Cell, shown
from gametasks.schemas.rolling_cube import MARKS, Cube, Face, MarkSet, RollState

__all__ = ["parse", "text", "write_board", "write_cube"]

_ARROWS = {Direction.UP: "^", Direction.DOWN: "v", Direction.LEFT: "<", Direction.RIGHT: ">"}
_DIRECTIONS = {arrow: direction for direction, arrow in _ARROWS.items()}
_START, _END, _OFF_PATH = "START", "END", "."
_SINGLE = f"{_START}={_END}"
_CUBE = "CUBE AT START"
_CUBE_LINE = re.compile(rf"{_CUBE} \((\w+)\): " + ", ".join(rf"{face.upper()}=(\w+)" for face in Face))


def text(state: RollState) -> str:
    """Write the board with the path, and the cube at START."""
    return f"{write_board(state)}\n\n{write_cube(state)}"


def write_board(state: RollState, names: Mapping[int, str] | None = None) -> str:
    """Write the board with the path; ``names`` stand before the arrows of some steps, START being step 0."""
    tokens = {here: _ARROWS[Direction.between(here, there)] for here, there in pairwise(state.path)}
    start, end = state.path[0], state.path[-1]
    tokens |= {start: _START + tokens[start], end: _END} if len(state.path) > 1 else {start: _SINGLE}
    for number, name in (names or {}).items():
        tokens[state.path[number]] = name + tokens[state.path[number]]
    columns = range(1, state.columns + 1)
    return write_rows(
        [[tokens.get(Cell(row, column), _OFF_PATH) for column in columns] for row in range(1, state.rows + 1)]
    )


def write_cube(state: RollState) -> str:
    """Write the line that says which mark lies on which side at START."""
    return f"{_CUBE} ({state.mark_set}): " + ", ".join(f"{face.upper()}={state.cube.mark(face)}" for face in Face)


def parse(text: str) -> RollState:
    """Read a board and a cube; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, or the arrows are no path from START to END.
    """
    board, last, line = split_last_line(text)
    mark_set, cube = _read_cube(line, last)
    tokens = read_rows(board)
    path = _read_path(tokens, line_numbers(board, tokens))
    return RollState(rows=len(tokens), columns=len(tokens[0]), path=path, mark_set=mark_set, cube=cube)


def _read_cube(line: str, number: int) -> tuple[MarkSet, Cube]:
    form = f"{_CUBE} (<marks>): " + ", ".join(f"{face.upper()}=<mark>" for face in Face)
    match = _CUBE_LINE.fullmatch(line)
    if match is None or match[1] not in MARKS:
        raise BoardError(number, f"the last line is not {form}, where <marks> is one of {', '.join(MARKS)}")
    known = MARKS[MarkSet(match[1])]
    marks = match.groups()[1:]
    for mark in marks:
        if mark not in known:
            raise BoardError(number, f"{shown(mark)} is none of the {match[1]} {', '.join(known)}")
        if marks.count(mark) > 1:
            raise BoardError(number, f"{mark} lies on two sides")
    return MarkSet(match[1]), Cube(**dict(zip(Face, marks, strict=True)))


def _read_path(tokens: Sequence[Sequence[str]], lines: Sequence[int]) -> tuple[Cell, ...]:
    """Follow the arrows from START to END."""
    cells = cells_of_board(len(tokens), len(tokens[0]))
    on_path = {cell: token for cell in cells if (token := tokens[cell.row - 1][cell.column - 1]) != _OFF_PATH}
    signs = {*_DIRECTIONS, *(_START + arrow for arrow in _DIRECTIONS), _END, _SINGLE}
    for cell, token in on_path.items():
        if token not in signs:
            raise BoardError(lines[cell.row - 1], f"{shown(token)} is no dot, arrow, {_START} with arrow, or {_END}")
    starts = [cell for cell, token in on_path.items() if token.startswith(_START)]
    if len(starts) != 1:
        raise BoardError(lines[starts[1].row - 1] if starts else 0, f"{_START} occurs {len(starts)} times")
    path = starts
    while not (token := on_path.pop(path[-1])).endswith(_END):
        there = step(path[-1], _DIRECTIONS[token[-1]])
        if there not in on_path:
            where = f"{path[-1]} leads to {there}, which is no further cell of the path"
            raise BoardError(lines[path[-1].row - 1], f"the arrow in {where}")
        path = [*path, there]
    for cell, token in on_path.items():
        raise BoardError(lines[cell.row - 1], f"the path from {_START} does not reach the {token} in {cell}")
    return tuple(path)
