"""Block counting by rays through voxels, and by the pixels of the picture.

The blocks are an array of voxels, and the view is one ray through the middle of every triangle of the isometric net.
Points are (x to the right, y to the front, z up) from the back corner of the floor; every ray has the direction
(1, 1, 1) and is named by the point (a, b, 0) in which it meets the ground. The first voxel that a ray meets, when it
comes from the viewer, is what is seen there. On the picture, the commonest colour of each triangle must be that of all
other triangles in which a face of the same direction is seen, and of no others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Regions = Mapping[str, tuple[int, int, int, int]]

_STEPS_OF_A_LEVEL = 12
"""Points of a ray that are looked at while it rises by one level; a ray stays in a voxel for a third of a level."""

_FACES = ("right", "front", "top")


class Hit(NamedTuple):
    """What a ray meets: a column (x, y), the level of its voxel from 0, -1 for the ground, and through which face."""

    x: int
    y: int
    level: int
    face: str


Net = dict[tuple[int, int, int], Hit]
"""By the triangle, what is seen there: (i, j, 0) has its middle at a = i + 2/3, b = j + 1/3, (i, j, 1) has
it at a = i + 1/3, b = j + 2/3."""


def voxels(heights: Sequence[Sequence[int]], tallest: int) -> NDArray[np.bool_]:
    """Whether there is a cube at [x, y, z]."""
    columns = np.array(heights).T
    return np.arange(tallest)[None, None, :] < columns[:, :, None]


def cast(heights: Sequence[Sequence[int]], tallest: int) -> Net:
    """What the rays through all triangles of the net meet."""
    cubes = voxels(heights, tallest)
    width, depth, _ = cubes.shape
    triangles = np.array(list(product(range(-tallest, width), range(-tallest, depth), (0, 1))))
    a = triangles[:, 0] + np.where(triangles[:, 2] == 0, 2 / 3, 1 / 3)
    b = triangles[:, 1] + np.where(triangles[:, 2] == 0, 1 / 3, 2 / 3)
    rise = (np.arange(tallest * _STEPS_OF_A_LEVEL)[::-1] + 0.5) / _STEPS_OF_A_LEVEL
    x, y = (np.floor(start[:, None] + rise).astype(int) for start in (a, b))
    z = np.broadcast_to(np.floor(rise).astype(int), x.shape)
    inside = (x >= 0) & (x < width) & (y >= 0) & (y < depth)
    meets = inside & cubes[x.clip(0, width - 1), y.clip(0, depth - 1), z]
    first, any_met = meets.argmax(axis=1), meets.any(axis=1)
    seen: Net = {}
    for number, (i, j, half) in enumerate(triangles.tolist()):
        if any_met[number]:
            k = first[number]
            voxel = int(x[number, k]), int(y[number, k]), int(z[number, k])
            # The ray leaves the voxel, upwards, through the plane that it reaches first.
            leaves = [voxel[0] + 1 - a[number], voxel[1] + 1 - b[number], voxel[2] + 1.0]
            seen[i, j, half] = Hit(*voxel, _FACES[int(np.argmin(leaves))])
        elif 0 <= i < width and 0 <= j < depth:
            seen[i, j, half] = Hit(i, j, -1, "floor")
    return seen


def halves_of_tops(heights: Sequence[Sequence[int]], seen: Net) -> dict[tuple[int, int], int]:
    """For every column (x, y), how many halves of its top, or of its tile of floor, are seen."""
    tops = [(hit.x, hit.y) for hit in seen.values() if hit.face in ("top", "floor")]
    return {(x, y): tops.count((x, y)) for y, row in enumerate(heights) for x in range(len(row))}


def hidden(heights: Sequence[Sequence[int]], tallest: int, seen: Net) -> int:
    """How many voxels no ray meets first."""
    return int(voxels(heights, tallest).sum()) - len({hit[:3] for hit in seen.values() if hit.level >= 0})


def profile(heights: Sequence[Sequence[int]], tallest: int, side: str) -> tuple[int, ...]:
    """The shadow of the voxels on a wall behind them, from the observer's left."""
    cubes = voxels(heights, tallest)
    if side in ("front", "back"):
        shadow = cubes.any(axis=1)
        return tuple(map(int, shadow.sum(axis=1)))[:: 1 if side == "front" else -1]
    shadow = cubes.any(axis=0)
    return tuple(map(int, shadow.sum(axis=1)))[:: 1 if side == "left" else -1]


def tones(heights: Sequence[Sequence[int]], tallest: int) -> tuple[tuple[tuple[int, int, int], str], ...]:
    """The picture without its lines: which kind of face every triangle of the net shows."""
    return tuple(sorted((triangle, hit.face) for triangle, hit in cast(heights, tallest).items()))


def every_map(rows: int, columns: int, tallest: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All maps of heights on a floor."""
    for flat in product(range(tallest + 1), repeat=rows * columns):
        yield tuple(flat[i : i + columns] for i in range(0, len(flat), columns))


class View:
    """The isometric view on the pixels of a picture; its scale is read from the regions of the cells.

    Args:
        image: The picture.
        regions: The box of each cell's tile of floor.
    """

    def __init__(self, image: Pixels, regions: Regions) -> None:
        cells = [tuple(map(int, name[1:].split("C"))) for name in regions]
        boxes = list(regions.values())
        across = [[1, column - row] for row, column in cells]
        down = [[1, (column + row - 1) / 2] for row, column in cells]
        middles = [[x + w / 2 for x, _, w, _ in boxes], [y + h / 2 for _, y, _, h in boxes]]
        (self.left, step), *_ = np.linalg.lstsq(np.array(across), np.array(middles[0]), rcond=None)
        (self.top, self.unit), *_ = np.linalg.lstsq(np.array(down), np.array(middles[1]), rcond=None)
        self.step = float(step)
        self.colors = (image.astype(np.int64) * np.array([65536, 256, 1])).sum(axis=2)
        rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]] + 0.5
        sums, differences = 2 * (rows - self.top) / self.unit, (columns - self.left) / self.step
        a, b = (sums + differences) / 2, (sums - differences) / 2
        i, j = np.floor(a).astype(int), np.floor(b).astype(int)
        half = (b - j > a - i).astype(int)
        self._numbers = (i + 100) * 1000 + (j + 100) * 2 + half
        self._order = np.argsort(self._numbers, axis=None)
        self._sorted = self._numbers.ravel()[self._order]

    def pixels(self, triangle: tuple[int, int, int]) -> NDArray[np.int64]:
        """The colours of the pixels of a triangle of the net, each as one number."""
        i, j, half = triangle
        number = (i + 100) * 1000 + (j + 100) * 2 + half
        first, last = np.searchsorted(self._sorted, [number, number + 1])
        return np.asarray(self.colors.ravel()[self._order[first:last]])


def commonest(colors: NDArray[np.int64]) -> int:
    """The colour that most of the pixels have."""
    values, counts = np.unique(colors, return_counts=True)
    return int(values[counts.argmax()])


def kinds_by_color(view: View, seen: Net) -> dict[int, set[str]]:
    """By the commonest colours of triangles, which kinds of faces have them."""
    kinds = defaultdict(set)
    for triangle, hit in seen.items():
        kinds[commonest(view.pixels(triangle))].add(hit.face)
    return kinds


def drawn_outline(image: Pixels, regions: Regions) -> tuple[int, ...]:
    """The outline that an option's picture shows: in each column, the squares that have not the colour of the page."""
    packed = (image.astype(np.int64) * np.array([65536, 256, 1])).sum(axis=2)
    page = commonest(packed[:24])
    heights: dict[int, int] = defaultdict(int)
    for name, (x, y, w, h) in regions.items():
        heights[int(name.split("C")[1])] += commonest(packed[y : y + h, x : x + w]) != page
    return tuple(heights[column] for column in sorted(heights))


def objection(state: Any, question: Any, answer: Any, images: Any, regions: Any) -> str | None:
    """What the rays or the pixels have to say against an answer, or None."""
    heights, tallest = state.heights, state.tallest
    seen = cast(heights, tallest)
    if min(halves_of_tops(heights, seen).values()) < 1:
        return "a top is hidden"
    kinds = kinds_by_color(View(images[0], regions[0]), seen)
    if any(len(faces) > 1 for faces in kinds.values()) or len(kinds) != len({hit.face for hit in seen.values()}):
        return f"the colours of the triangles show {sorted(map(sorted, kinds.values()))}"
    match question.family:
        case "total_blocks":
            expected: Any = int(voxels(heights, tallest).sum())
        case "hidden_blocks":
            expected = hidden(heights, tallest, seen)
        case "column_heights":
            sums = voxels(heights, tallest).sum(axis=2).T
            expected = tuple("".join(map(str, row)) for row in sums.tolist())
        case _:
            drawn = [drawn_outline(*pair) for pair in zip(images[1:], regions[1:], strict=True)]
            if drawn != list(question.options):
                return f"the options show {drawn}"
            view = profile(heights, tallest, str(question.side))
            expected = "".join(letter for letter, option in zip("ABCDEF", drawn, strict=True) if option == view)
    return None if answer == expected else f"the rays give {expected}"


def margins(state: Any, question: Any, answer: Any, images: Any, regions: Any) -> dict[str, float]:
    """How far the sample is from what could not be seen.

    Returns:
        ``top_share_state``: least share of a top, or a tile of floor, that is seen, by rays. ``top_share_pixels``: the
        same, on the pixels: those of the rhombus of the top that have exactly the colour of tops (or of tiles), so
        that lines and details count as not seen. ``top_px``: the number of these pixels. ``cube_px``: edge of a
        cube. ``tone_gap``: least distance of the colours of two kinds of faces (0 to 442). ``option_px``: least
        number of pixels by which two options differ.
    """
    seen = cast(state.heights, state.tallest)
    view = View(images[0], regions[0])
    colors = {next(iter(faces)): color for color, faces in kinds_by_color(view, seen).items()}
    shares, counts = [], []
    for y, row in enumerate(state.heights):
        for x, height in enumerate(row):
            halves = [view.pixels((x - height, y - height, half)) for half in (0, 1)]
            color = colors["floor" if height == 0 else "top"]
            counts.append(sum(int((half == color).sum()) for half in halves))
            shares.append(counts[-1] / sum(map(len, halves)))
    points = [np.array([color >> 16, color >> 8 & 255, color & 255]) for color in colors.values()]
    found = {
        "top_share_state": min(halves_of_tops(state.heights, seen).values()) / 2,
        "top_share_pixels": min(shares),
        "top_px": float(min(counts)),
        "cube_px": float(view.unit),
        "tone_gap": min(float(np.linalg.norm(one - other)) for one, other in combinations(points, 2)),
    }
    if question.family == "side_view":
        pairs = combinations(images[1:], 2)
        found["option_px"] = float(min(int((one != other).any(axis=2).sum()) for one, other in pairs))
    return found
