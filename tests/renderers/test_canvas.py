"""Shapes land on the pixels they name; grids are made of whole pixels; patterns are fixed to the screen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.paths import cross, regular_polygon, rounded, smooth_segments, star
from gametasks.renderers.kit.patterns import PATTERN_NAMES, PatternName, pattern
from gametasks.renderers.kit.themes import RGB, THEMES

PAPER = THEMES["paper"]
RED: RGB = (214, 39, 40)
BLUE: RGB = (31, 95, 208)


def pixels(canvas: Canvas) -> npt.NDArray[np.uint8]:
    return np.asarray(canvas.image())


def compare(canvas: Canvas, color: RGB) -> npt.NDArray[np.bool_]:
    """Which pixels have exactly this colour (rows by columns)."""
    matches: npt.NDArray[np.bool_] = (pixels(canvas) == color).all(axis=2)
    return matches


def test_a_new_canvas_shows_the_page() -> None:
    canvas = Canvas(40, 30, PAPER)
    assert canvas.image().mode == "RGB"
    assert canvas.image().size == (40, 30)
    assert compare(canvas, PAPER.page).all()


@pytest.mark.parametrize("color", [RED, BLUE, (1, 2, 3), (255, 128, 0), *PAPER.palette.values()])
def test_a_colour_comes_out_of_the_image_as_it_went_in(color: RGB) -> None:
    canvas = Canvas(33, 17, PAPER)
    canvas.rect(10, 5, 1, 1, fill=color)
    assert canvas.image().getpixel((10, 5)) == color
    assert compare(canvas, color).sum() == 1


def test_an_image_is_a_copy() -> None:
    canvas = Canvas(8, 8, PAPER)
    before = canvas.image()
    canvas.fill(RED)
    assert before.getpixel((4, 4)) == PAPER.page


def test_a_rectangle_covers_its_whole_pixels_and_no_others() -> None:
    canvas = Canvas(60, 40, PAPER)
    canvas.rect(10, 5, 20, 15, fill=RED)
    covered = compare(canvas, RED)
    assert covered[5:20, 10:30].all()
    assert covered.sum() == 20 * 15


def test_a_stroke_of_even_width_is_crisp_and_centred_on_the_outline() -> None:
    canvas = Canvas(60, 40, PAPER)
    canvas.rect(10, 10, 30, 20, stroke=RED, width=4)
    covered = compare(canvas, RED)
    assert covered[8:12, 8:42].all()
    assert not covered[12:28, 12:38].any()
    assert covered.sum() + compare(canvas, PAPER.page).sum() == 60 * 40


def test_a_fill_lies_under_its_stroke_and_the_next_shape_starts_afresh() -> None:
    canvas = Canvas(60, 60, PAPER)
    canvas.circle(30, 30, 20, fill=BLUE, stroke=RED, width=4)
    canvas.line([(0, 2), (60, 2)], RED, cap="butt")
    assert canvas.image().getpixel((30, 30)) == BLUE
    assert canvas.image().getpixel((10, 30)) == RED
    assert not compare(canvas, RED)[4:8].any()


def test_angles_run_clockwise_from_the_right() -> None:
    canvas = Canvas(100, 100, PAPER)
    canvas.pie(50, 50, 40, 0, 90, fill=RED)
    image = canvas.image()
    assert image.getpixel((70, 70)) == RED
    assert image.getpixel((70, 30)) == image.getpixel((30, 70)) == PAPER.page


def test_an_arrow_points_from_its_first_to_its_second_point() -> None:
    canvas = Canvas(100, 40, PAPER)
    canvas.arrow(10, 20, 90, 20, RED, width=4)
    thick = compare(canvas, RED).sum(axis=0)
    assert thick[20] == 4
    assert thick[76] > 8
    assert thick[:9].sum() == thick[91:].sum() == 0


def test_at_moves_turns_and_scales_only_inside_its_block() -> None:
    canvas = Canvas(100, 100, PAPER)
    with canvas.at(50, 50, angle=90, scale=2):
        canvas.rect(5, 0, 10, 5, fill=RED)
    canvas.rect(0, 0, 1, 1, fill=BLUE)
    assert compare(canvas, RED)[60:80, 40:50].all()
    assert compare(canvas, RED).sum() == 200
    assert canvas.image().getpixel((0, 0)) == BLUE


def test_text_under_a_whole_pixel_shift_has_the_same_pixels() -> None:
    plain, moved = Canvas(80, 40, PAPER), Canvas(80, 40, PAPER)
    plain.text("R2", 40, 20, 14)
    with moved.at(30, 10):
        moved.text("R2", 10, 10, 14)
    assert (pixels(plain) == pixels(moved)).all()


def test_clips_bound_what_is_drawn_even_after_an_error() -> None:
    canvas = Canvas(60, 60, PAPER)
    with pytest.raises(ValueError, match="even"), canvas.clip(10, 10, 20, 20):
        canvas.fill(RED)
        canvas.fill(pattern("dots", BLUE, spacing=7))
    assert compare(canvas, RED).sum() == 400
    canvas.fill(BLUE)
    assert compare(canvas, BLUE).all()


@pytest.mark.parametrize("name", PATTERN_NAMES)
def test_a_pattern_is_fixed_to_the_screen_and_repeats(name: PatternName) -> None:
    fill = pattern(name, RED, (255, 255, 255), spacing=12)
    whole, parts = Canvas(96, 96, PAPER), Canvas(96, 96, PAPER)
    whole.fill(fill)
    with parts.at(7, 31):
        parts.rect(-7, -31, 50, 96, fill=fill)
    with parts.at(50, 0, angle=90):
        parts.rect(0, -46, 96, 46, fill=fill)
    assert (pixels(whole) == pixels(parts)).all()
    assert (pixels(whole)[:, :84] == pixels(whole)[:, 12:]).all()
    assert (pixels(whole)[:84] == pixels(whole)[12:]).all()
    coverage = 1 - (pixels(whole)[:, :, 1].mean() - 39) / (255 - 39)
    assert 0.1 < coverage < 0.6


def test_a_pattern_without_a_background_lets_the_board_show() -> None:
    canvas = Canvas(48, 48, PAPER)
    canvas.fill(BLUE)
    canvas.fill(pattern("dots", RED))
    assert compare(canvas, BLUE).mean() > 0.5
    assert compare(canvas, RED).any()


def test_an_unknown_pattern_or_an_odd_spacing_is_refused() -> None:
    with pytest.raises(ValueError, match="tartan"):
        pattern("tartan", RED)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="even"):
        pattern("dots", RED, spacing=7)


def test_a_region_is_whole_pixels_inside_the_picture() -> None:
    canvas = Canvas(50, 40, PAPER)
    assert canvas.region(3.5, 4.2, 10, 10) == (3, 4, 11, 11)
    assert canvas.region(-5, 30, 100, 100) == (0, 30, 50, 10)


def test_a_shadow_darkens_the_page_and_stays_near() -> None:
    canvas = Canvas(100, 100, PAPER)
    canvas.soft_shadow(30, 30, 40, 40, radius=4, spread=8)
    shade = pixels(canvas)[:, :, 0].astype(int)
    assert shade[50, 50] < shade[50, 26] < PAPER.page[0]
    assert (shade[:20] == PAPER.page[0]).all()


def test_a_spline_visits_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 20.0), (30.0, 5.0)]
    assert [end for *_, end in smooth_segments(points)] == points[1:]
    assert [end for *_, end in smooth_segments(points, closed=True)] == [*points[1:], points[0]]


def test_polygons_have_their_corners() -> None:
    assert regular_polygon(0, 0, 10, 4)[0] == pytest.approx((0, -10))
    assert len(star(0, 0, 10)) == 10
    assert cross(0, 0, 10, 0.3)[:3] == ((3, -10), (3, -3), (10, -3))


def test_a_rounded_line_keeps_its_ends_and_cuts_its_corners() -> None:
    points = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0)]
    line = rounded(points, 10)
    assert (line[0], line[-1]) == (points[0], points[-1])
    assert (30, 0) in line
    assert (40, 10) in line
    assert min(abs(x - 40) + abs(y) for x, y in line) == pytest.approx(5)
    assert rounded(points, 100)[1] == (20, 0)  # at most half of a segment is cut off
