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
_FORM = "CUBE AT <START or cell> (<marks>): " + ", ".join(f"{face.upper()}=<mark>" for face in Face)
_CUBE_LINE = re.compile(
    r"CUBE AT (START|R[1-9][0-9]*C[1-9][0-9]*) \(([a-z]+)\): " + ", ".join(rf"{face.upper()}=(\S+)" for face in Face)
)


def text(state: RollState) -> str:
    """Write the board with the path, and the cube."""
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
    """Write the line that says where the cube stands and which mark lies on which side."""
    place = str(state.path[state.rolls]) if state.rolls else _START
    sides = ", ".join(f"{face.upper()}={state.cube.mark(face)}" for face in Face)
    return f"CUBE AT {place} ({state.mark_set}): {sides}"


def parse(text: str) -> RollState:
    """Read a board and a cube; lines without a sign are passed over, and the labels may be left out.

    Raises:
        BoardError: A line cannot be read, the arrows are no path from START to END, or the cube is not on it.
    """
    board, last, line = split_last_line(text)
    match = _CUBE_LINE.fullmatch(line)
    if match is None:
        raise BoardError(last, f"the last line is not {_FORM}")
    place, marks, *sides = match.groups()
    mark_set, cube = _read_cube(marks, sides, last)
    tokens = read_rows(board)
    path = _read_path(tokens, line_numbers(board, tokens))
    stations = [_START, *map(str, path[1:])]
    if place not in stations:
        raise BoardError(last, f"{place} is not {_START} and no further cell of the path")
    return RollState(
        rows=len(tokens),
        columns=len(tokens[0]),
        path=path,
        mark_set=mark_set,
        cube=cube,
        rolls=stations.index(place),
    )


def _read_cube(name: str, marks: Sequence[str], line: int) -> tuple[MarkSet, Cube]:
    if name not in MARKS:
        raise BoardError(line, f"{shown(name)} is none of the kinds of marks {', '.join(MARKS)}")
    known = MARKS[MarkSet(name)]
    for mark in marks:
        if mark not in known:
            raise BoardError(line, f"{shown(mark)} is none of the {name} {', '.join(known)}")
        if marks.count(mark) > 1:
            raise BoardError(line, f"{mark} lies on two sides")
    return MarkSet(name), Cube(**dict(zip(Face, marks, strict=True)))


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
