"""Columns of unit cubes in a true isometric view, with hidden surfaces left out exactly.

Space: x runs along a row to the right, y from the back to the front, z up; the cube of row r, column c (from 1) and
level 0 fills x from c - 1 to c, y from r - 1 to r and z from 0 to 1. The viewer looks along (-1, -1, -1): tops, front
faces (lower left) and right faces (lower right) are seen. In this view every face falls into two triangles of one
triangular net, so each half of a face is seen wholly or not at all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import Point
from gametasks.renderers.kit.themes import RGB
from gametasks.schemas import Cell

__all__ = ["BlockFace", "HalfFace", "draw_blocks", "isometric_point", "visible_halves"]

BlockFace = Literal["top", "front", "right", "floor"]
Vertex = tuple[int, int, int]

_HALVES: Final[Mapping[BlockFace, tuple[tuple[tuple[Vertex, Vertex, Vertex], str], ...]]] = {
    "top": ((((0, 1, 1), (0, 0, 1), (1, 1, 1)), "yxz"), (((1, 0, 1), (0, 0, 1), (1, 1, 1)), "xyz")),
    "front": ((((0, 1, 1), (0, 1, 0), (1, 1, 1)), "zxy"), (((1, 1, 0), (0, 1, 0), (1, 1, 1)), "xzy")),
    "right": ((((1, 0, 1), (1, 0, 0), (1, 1, 1)), "zyx"), (((1, 1, 0), (1, 0, 0), (1, 1, 1)), "yzx")),
}
"""The two halves of a cube's faces: the corner that only this half has, then the two ends of the common diagonal; and
the order in which a sight line from the half's middle crosses the planes between cubes, over and over."""

_STEPS: Final[Mapping[str, Vertex]] = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}


@dataclass(frozen=True, slots=True)
class HalfFace:
    """A half of a face that is seen.

    Attributes:
        cell: The column that it belongs to.
        level: The level of its cube, 0 on the floor; -1 for the floor itself.
        face: Which face; "floor" is the tile of an empty cell.
        corners: Its corners in space: first the one off the face's diagonal.
    """

    cell: Cell
    level: int
    face: BlockFace
    corners: tuple[Vertex, Vertex, Vertex]


def isometric_point(vertex: tuple[float, float, float], unit: float, origin: Point = (0, 0)) -> Point:
    """The place on the picture of a point in space; cubes have edges of `unit` pixels, (0, 0, 0) falls on `origin`."""
    x, y, z = vertex
    return origin[0] + (x - y) * unit * math.sqrt(3) / 2, origin[1] + ((x + y) / 2 - z) * unit


def visible_halves(heights: Sequence[Sequence[int]]) -> list[HalfFace]:
    """All halves of faces that are seen.

    Args:
        heights: The number of cubes of every column, the back row first, each row from the left.

    Returns:
        The halves from the farthest to the nearest cube; no two of them overlap on the picture.
    """
    seen = []
    for row, columns in enumerate(heights):
        for column, height in enumerate(columns):
            cubes = [(level, face) for level in range(height) for face in ("front", "right")]
            for level, face in [*cubes, (height - 1, "top")]:
                for corners, order in _HALVES[face]:  # type: ignore[index]
                    if _is_seen(heights, (column, row, level), order):
                        moved = tuple((x + column, y + row, z + level) for x, y, z in corners)
                        name = "floor" if level < 0 else face
                        seen.append(HalfFace(Cell(row + 1, column + 1), level, name, moved))  # type: ignore[arg-type]
    return sorted(seen, key=lambda half: (sum(half.cell) + half.level, half.cell, half.level))


def _is_seen(heights: Sequence[Sequence[int]], cube: Vertex, order: str) -> bool:
    """Whether the sight line from the middle of a half meets no cube; it leaves its own cube through the last plane."""
    x, y, z = cube
    tallest = max(map(max, heights))
    path = order[-1] + order[:-1]
    i = 0
    while True:
        dx, dy, dz = _STEPS[path[i % 3]]
        x, y, z = x + dx, y + dy, z + dz
        if y >= len(heights) or x >= len(heights[0]) or z >= tallest:
            return True
        if heights[y][x] > z:
            return False
        i += 1


def draw_blocks(
    canvas: Canvas,
    heights: Sequence[Sequence[int]],
    origin: Point,
    unit: float,
    colors: Mapping[BlockFace, RGB],
    edge: RGB,
    width: float = 2,
) -> None:
    """Draw columns of cubes: faces in the colour of their direction, their edges `width` pixels wide.

    `origin` is the back corner of the floor; cubes have edges of `unit` pixels.
    """
    halves = visible_halves(heights)
    triangles = [[isometric_point(corner, unit, origin) for corner in half.corners] for half in halves]
    for half, triangle in zip(halves, triangles, strict=True):
        canvas.polygon(triangle, fill=colors[half.face], stroke=colors[half.face], width=1)
    for corner, first, second in triangles:
        canvas.line([first, corner, second], edge, width)
