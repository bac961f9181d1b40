"""Projections against brute force: sight lines traced in small steps, point by point."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gametasks.renderers import THEMES, Canvas
from gametasks.renderers.kit.cylinder import cylinder_patches, cylinder_top, draw_cylinder, sector_start
from gametasks.renderers.kit.isometric import draw_blocks, isometric_point, visible_halves
from gametasks.renderers.kit.perspective import Camera, draw_view, seen_pillars
from gametasks.schemas import Cell
from gametasks.streams import Stream

PAPER = THEMES["paper"]


def inside(point: tuple[float, float], polygon) -> bool:
    """Whether a polygon holds a point, by the crossings of a ray."""
    x, y = point
    crossings = 0
    for (x0, y0), (x1, y1) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            crossings += 1
    return crossings % 2 == 1


# --- columns of cubes ------------------------------------------------------------------------------------------------


def random_heights(number: int, rows: int, columns: int) -> list[list[int]]:
    rng = Stream(f"heights/{number}", "test")
    return [[rng.integers(0, 4) for _ in range(columns)] for _ in range(rows)]


def first_hit(heights, point: tuple[float, float]):
    """What is seen at a place of the picture with edges of one pixel: the cube and the face, traced in small steps."""
    a, b = point[0] / (math.sqrt(3) / 2), point[1]  # x - y and (x + y) / 2 - z
    start = 12.0  # on the sight line, high above everything: x = y + a, z = (x + y) / 2 - b
    steps = 24_000
    for i in range(steps):
        y = start - i * 24 / steps
        x = y + a
        z = (x + y) / 2 - b
        column, row, level = math.floor(x), math.floor(y), math.floor(z)
        on_board = 0 <= row < len(heights) and 0 <= column < len(heights[0])
        if on_board and level < 0:
            return Cell(row + 1, column + 1), -1, "floor"
        if on_board and 0 <= level < heights[row][column]:
            # The face through which the line came in is the one whose plane is nearest.
            gaps = {"right": column + 1 - x, "front": row + 1 - y, "top": level + 1 - z}
            return Cell(row + 1, column + 1), level, min(gaps, key=gaps.__getitem__)
        if level < 0:
            return None
    return None


@pytest.mark.parametrize("number", range(12))
def test_visible_halves_are_what_a_sight_line_meets(number: int) -> None:
    heights = random_heights(number, 2 + number % 2, 3)
    halves = visible_halves(heights)
    triangles = [[isometric_point(corner, 1) for corner in half.corners] for half in halves]
    for half, triangle in zip(halves, triangles, strict=True):
        middle = (sum(x for x, _ in triangle) / 3, sum(y for _, y in triangle) / 3)
        assert first_hit(heights, middle) == (half.cell, half.level, half.face)
        assert sum(inside(middle, other) for other in triangles) == 1
    # Nothing that is seen is left out.
    rng = Stream(f"sight/{number}", "test")
    for _ in range(60):
        point = (rng.uniform(-3, 3), rng.uniform(-4, 4))
        hit, covering = first_hit(heights, point), [inside(point, triangle) for triangle in triangles]
        edge = min(
            abs((x1 - x0) * (point[1] - y0) - (y1 - y0) * (point[0] - x0)) for (x0, y0), (x1, y1), _ in triangles
        )
        if edge > 0.01:
            assert (hit is not None) == any(covering), (point, hit)


def test_one_cube_shows_three_faces_and_hides_none_of_the_floor_before_it() -> None:
    halves = visible_halves([[1]])
    assert sorted((half.face, half.level) for half in halves) == [
        (face, 0) for face in ("front", "front", "right", "right", "top", "top")
    ]
    assert [half.face for half in visible_halves([[0]])] == ["floor", "floor"]
    # A tall column in front hides the lower one behind it, wholly.
    assert {half.cell for half in visible_halves([[1, 0], [0, 3]])} == {Cell(1, 2), Cell(2, 1), Cell(2, 2)}


def test_cubes_are_drawn_in_the_colours_of_their_faces() -> None:
    colors = {"top": (200, 0, 0), "front": (0, 200, 0), "right": (0, 0, 200), "floor": (90, 90, 90)}
    canvas = Canvas(300, 300, PAPER)
    heights = [[2, 0], [1, 1]]
    draw_blocks(canvas, heights, (150, 120), 60, colors, (0, 0, 0))  # type: ignore[arg-type]
    image = canvas.image()
    for half in visible_halves(heights):
        points = [isometric_point(corner, 60, (150, 120)) for corner in half.corners]
        x, y = (sum(p[i] for p in points) / 3 for i in range(2))
        assert image.getpixel((int(x), int(y))) == colors[half.face]


# --- cylinder --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sectors", [6, 8, 10, 12])
@pytest.mark.parametrize("tilt", [0, 15, 40])
def test_patches_are_where_a_sight_line_meets_the_wall(sectors: int, tilt: float) -> None:
    bands, radius, height = 3, 100.0, 160.0
    lift = math.radians(tilt)
    for turn in range(sectors):
        azimuth = turn * 360 / sectors
        patches = cylinder_patches(sectors, bands, azimuth, radius, height, tilt)
        assert len(patches) == bands * sectors // 2
        rng = Stream(f"cylinder/{sectors}/{tilt}/{turn}", "test")
        for _ in range(40):
            x, y = rng.uniform(-99, 99), rng.uniform(-140, 140)
            # The nearer point of the wall on the sight line: depth towards the viewer, then its height.
            depth = math.sqrt(radius**2 - x**2)
            z = (depth * math.sin(lift) - y) / math.cos(lift)
            seen = [patch for patch in patches if inside((x, y), patch.outline)]
            border = min(abs((z + height / 2) / height * bands - line) for line in range(bands + 1))
            angle = (azimuth + math.degrees(math.atan2(x, depth))) % 360
            share = ((angle - sector_start(sectors, 0)) % 360) / (360 / sectors)
            if border < 0.05 or abs(share - round(share)) < 0.05:
                continue
            if not -height / 2 < z < height / 2:
                assert seen == []
                continue
            (patch,) = seen
            assert patch.sector == int(share)
            assert patch.band == int((height / 2 - z) / height * bands) + 1


def test_the_azimuth_of_90_lies_to_the_right() -> None:
    right = max(cylinder_patches(8, 2, 0, 100, 100), key=lambda patch: max(x for x, _ in patch.outline))
    assert sector_start(8, right.sector) == 45
    assert [patch.sector for patch in cylinder_patches(8, 2, 0, 100, 100)][:4] == [6, 7, 0, 1]


def test_outlines_fall_on_borders_only() -> None:
    with pytest.raises(ValueError, match="multiple of 45 degrees"):
        cylinder_patches(8, 2, 30, 100, 100)
    with pytest.raises(ValueError, match="even number"):
        cylinder_patches(7, 2, 0, 100, 100)


def test_a_cylinder_shows_its_colours() -> None:
    canvas = Canvas(300, 300, PAPER)
    names = ("red", "blue", "green", "yellow")
    patches = cylinder_patches(8, 2, 90, 100, 160)
    draw_cylinder(
        canvas,
        (150, 150),
        patches,
        cylinder_top(100, 160),
        lambda band, sector: PAPER.palette[names[(band + sector) % 4]],
        (0, 0, 0),
    )
    image = canvas.image()
    for patch in patches[4:]:
        x = 150 + sum(point[0] for point in patch.outline) / len(patch.outline)
        y = 150 + sum(point[1] for point in patch.outline) / len(patch.outline)
        assert image.getpixel((int(x), int(y))) == PAPER.palette[names[(patch.band + patch.sector) % 4]]


# --- perspective -----------------------------------------------------------------------------------------------------


def scene(number: int) -> tuple[Camera, list[tuple[float, float]]]:
    """A camera on the rim of a plan of 20 by 20 with pillars that stand apart."""
    rng = Stream(f"pillars/{number}", "test")
    pillars: list[tuple[float, float]] = []
    while len(pillars) < 7:
        place = (rng.uniform(3, 18), rng.uniform(2, 18))
        if all(math.dist(place, other) > 1.6 for other in pillars):
            pillars.append(place)
    return Camera((0.0, rng.uniform(4, 16)), rng.uniform(-25, 25), 70, 1.5), pillars


def hit(camera: Camera, angle: float, pillars, radius: float) -> int | None:
    """The pillar that a ray meets first."""
    ray = math.radians(camera.heading + angle)
    across, best = (math.cos(ray), math.sin(ray)), (math.inf, -1)
    for number, (x, y) in enumerate(pillars):
        dx, dy = x - camera.place[0], y - camera.place[1]
        along, aside = dx * across[0] + dy * across[1], dx * across[1] - dy * across[0]
        if along > 0 and abs(aside) < radius:
            best = min(best, (along - math.sqrt(radius**2 - aside**2), number))
    return None if best[1] < 0 else best[1]


@pytest.mark.parametrize("number", range(15))
def test_visible_parts_are_what_a_ray_meets_first(number: int) -> None:
    camera, pillars = scene(number)
    seen = seen_pillars(camera, pillars, 0.7, 4, (600, 300))
    assert [pillar.distance for pillar in seen] == sorted((pillar.distance for pillar in seen), reverse=True)
    spans = {pillar.number: pillar.spans for pillar in seen}
    borders = [edge for pillar in seen for span in pillar.spans for edge in span]
    for i in range(701):
        angle = -34.97 + i * 0.0999
        if min((abs(angle - border) for border in borders), default=1) < 1e-6:
            continue
        met = hit(camera, angle, pillars, 0.7)
        shown = [n for n, parts in spans.items() if any(left < angle < right for left, right in parts)]
        assert shown == ([] if met is None else [met])
    assert all(0 <= pillar.share <= 1 for pillar in seen)


@pytest.mark.parametrize("number", range(4))
def test_a_view_shows_at_the_horizon_what_a_ray_meets_first(number: int) -> None:
    camera, pillars = scene(number)
    seen = seen_pillars(camera, pillars, 0.7, 4, (600, 300))
    names = ("red", "blue", "green", "yellow", "orange", "purple", "cyan")
    canvas = Canvas(640, 340, PAPER)
    draw_view(
        canvas, (20, 20, 600, 300), seen, lambda n: PAPER.palette[names[n]], (250, 250, 250), (120, 120, 120), (0, 0, 0)
    )
    row = np.asarray(canvas.image())[169]
    focus = 300 / math.tan(math.radians(35))
    checked = 0
    for x in range(30, 610, 3):
        angle = math.degrees(math.atan((x + 0.5 - 320) / focus))
        met = {hit(camera, angle + near, pillars, 0.7) for near in (-0.4, 0, 0.4)}
        if len(met) == 1:
            (pillar,) = met
            expected = (250, 250, 250) if pillar is None else PAPER.palette[names[pillar]]
            assert tuple(row[x].tolist()) == expected
            checked += 1
    assert checked > 100


def test_nearer_pillars_reach_lower_and_higher() -> None:
    camera = Camera((0, 0), 0, 60, 1)
    far, near = seen_pillars(camera, [(10, 3), (6, -1)], 0.5, 3, (600, 300))
    assert (far.number, near.number) == (0, 1)
    assert max(y for _, y in near.outline) > max(y for _, y in far.outline) > 150
    assert min(y for _, y in near.outline) < min(y for _, y in far.outline) < 150
    assert near.right < far.left  # y points down on the plan: the pillar at -1 stands to the left of a camera at 0
    with pytest.raises(ValueError, match="stands in the pillar 0"):
        seen_pillars(camera, [(0.2, 0)], 0.5, 3, (600, 300))
