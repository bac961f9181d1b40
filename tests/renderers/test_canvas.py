"""Shapes land on the pixels they name; grids are made of whole pixels; patterns are fixed to the screen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.grid import (
    BOARD_STYLES,
    LABEL_STYLES,
    BoardStyle,
    GridLayout,
    LabelStyle,
    draw_board,
    fit_grid,
    label_margin,
    label_rows_and_columns,
)
from gametasks.renderers.kit.paths import cross, regular_polygon, smooth_segments, star
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
    canvas.pie(50, 50, 40, 0, 90, fill=RED, inner=10)
    image = canvas.image()
    assert image.getpixel((70, 70)) == RED
    assert image.getpixel((70, 30)) == image.getpixel((52, 52)) == PAPER.page


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
    with canvas.clip_circle(45, 45, 10):
        canvas.fill(BLUE)
    with canvas.clip_polygon([(40, 0), (60, 0), (60, 20), (40, 20)]):
        canvas.fill(BLUE)
    canvas.rect(59, 30, 1, 1, fill=BLUE)
    assert 270 + 400 < compare(canvas, BLUE).sum() < 330 + 400


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
    assert len(cross(0, 0, 10)) == 12


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (6, 9), (14, 11)])
def test_a_grid_is_made_of_whole_pixels_between_its_margins(rows: int, cols: int) -> None:
    layout = fit_grid(rows, cols, 640, 512, (50, 40, 20, 10))
    x, y, w, h = layout.bounds
    assert (w, h) == (cols * layout.cell, rows * layout.cell)
    assert x >= 50
    assert y >= 40
    assert x + w <= 620
    assert y + h <= 502
    assert 570 - cols < w or 462 - rows < h
    assert layout.rect(0, 0) == (x, y, layout.cell, layout.cell)
    assert layout.center(0, 0) == (x + layout.cell / 2, y + layout.cell / 2)
    assert layout.vertex(rows, cols) == (x + w, y + h)
    assert len(list(layout.cells())) == rows * cols


def test_a_grid_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        fit_grid(100, 100, 512, 512)


@pytest.mark.parametrize("style", BOARD_STYLES)
def test_a_board_fills_its_cells_with_the_surface(style: BoardStyle) -> None:
    canvas = Canvas(200, 200, PAPER)
    layout = GridLayout(20, 20, 40, 4, 4)
    draw_board(canvas, layout, style)
    tones = {canvas.image().getpixel((int(x), int(y))) for x, y in (layout.center(*cell) for cell in layout.cells())}
    assert tones == ({PAPER.surface, PAPER.surface_alt} if style == "checker" else {PAPER.surface})


@pytest.mark.parametrize("style", LABEL_STYLES)
@pytest.mark.parametrize("side", [512, 768, 1024])
def test_labels_lie_in_the_margin_outside_the_board_and_inside_the_picture(style: LabelStyle, side: int) -> None:
    canvas = Canvas(side, side, PAPER)
    margin = label_margin(side, side, style)
    layout = fit_grid(11, 11, side, side, (margin, margin, 20, 20))
    label_rows_and_columns(canvas, layout, style)
    changed = ~compare(canvas, PAPER.page)
    rows, cols = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
    assert min(rows[0], cols[0]) >= 3
    assert not changed[layout.y0 - 8 :, layout.x0 - 8 :].any()


def test_each_row_and_column_has_its_number() -> None:
    canvas, board = Canvas(300, 300, PAPER), GridLayout(60, 60, 50, 4, 4)
    label_rows_and_columns(canvas, board, "plain", size=14)
    alone = Canvas(300, 300, PAPER)
    alone.text("3", board.center(0, 2)[0], 60 - 12 - 7, 14, PAPER.page_ink)
    strip = (slice(0, 60), slice(160, 210))
    assert (pixels(canvas)[strip] == pixels(alone)[strip]).all()


def test_labels_too_wide_for_their_cells_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        label_rows_and_columns(Canvas(512, 512, PAPER), GridLayout(60, 60, 20, 20, 20), "prefixed", size=14)
