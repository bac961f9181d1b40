"""Icons, routes, panels and option pictures."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from kit_canvas import drawn, plain_style
from scipy import ndimage

from gametasks.renderers import (
    ICONS,
    NAME_STYLES,
    THEMES,
    TITLE_STYLES,
    Canvas,
    Grid,
    Margins,
    Page,
    draw_arrowheads,
    draw_compass,
    draw_end_names,
    draw_flag,
    draw_icon,
    draw_name,
    draw_route,
    fit_panels,
    option_pictures,
)
from gametasks.renderers.kit.text import FONTS
from gametasks.schemas import Cell, Role

PAPER = THEMES["paper"]
INK, WHITE = (0, 0, 0), (255, 255, 255)
GRID = Grid(40, 40, 80, 4, 4)
ROUTE = [GRID.center(Cell(*cell)) for cell in ((1, 1), (1, 2), (2, 2), (3, 2), (3, 3))]


def page(width: int = 512, height: int = 400, **values: Any) -> Page:
    return Page(width, height, plain_style(**values))


def icon(name: str, turn: float = 0) -> npt.NDArray[np.bool_]:
    """The icon's ink, its box in the middle of the image."""
    canvas = Canvas(120, 120, PAPER)
    canvas.fill(WHITE)
    with canvas.at(60, 60, turn):
        draw_icon(canvas, name, 0, 0, 40, INK, WHITE)
    dark = np.asarray(canvas.image().convert("L")) < 128
    ys, xs = np.nonzero(dark)
    return np.roll(dark, (60 - (ys.min() + ys.max()) // 2, 60 - (xs.min() + xs.max()) // 2), axis=(0, 1))


def test_no_two_icons_are_alike_at_any_quarter_turn() -> None:
    inks = {name: icon(name) for name in ICONS}
    for first, second in combinations(ICONS, 2):
        for turn in (0, 90, 180, 270):
            turned = icon(second, turn)
            shared = (inks[first] & turned).sum() / (inks[first] | turned).sum()
            assert shared < 0.8, (first, second, turn)


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_fills_its_circle_and_stays_inside(name: str) -> None:
    canvas = Canvas(120, 120, PAPER)
    draw_icon(canvas, name, 60, 60, 40, INK, PAPER.page)
    ys, xs = np.nonzero(drawn(canvas))
    assert np.hypot(xs + 0.5 - 60, ys + 0.5 - 60).max() < 1.2 * 40
    assert max(np.ptp(xs), np.ptp(ys)) > 1.5 * 40
    assert ndimage.label(drawn(canvas))[1] <= 9


@pytest.mark.parametrize("name", ICONS)
@pytest.mark.parametrize("r", [12, 40])
def test_an_outlined_icon_touches_what_lies_around_it_with_its_outline_only(name: str, r: int) -> None:
    """So a colour of low contrast is seen by its outline; what shows through holes is not around it."""
    canvas, paper, ink = Canvas(120, 120, PAPER), (255, 255, 255), (255, 214, 10)
    canvas.fill(paper)
    draw_icon(canvas, name, 60, 60, r, ink, paper, outline=(0, 0, 0))
    pixels = np.asarray(canvas.image())
    regions, _ = ndimage.label((pixels == paper).all(axis=2))
    around = ndimage.binary_dilation(regions == regions[0, 0], np.ones((3, 3)))
    assert not (around & (pixels == ink).all(axis=2)).any()
    assert (pixels == ink).all(axis=2).any()
    ys, xs = np.nonzero((pixels != paper).any(axis=2))
    assert np.hypot(xs + 0.5 - 60, ys + 0.5 - 60).max() < 1.2 * r + 1


def test_an_unknown_icon_is_refused() -> None:
    with pytest.raises(ValueError, match="'dragon'; there are star"):
        draw_icon(page(), "dragon", 0, 0, 10, INK, WHITE)


def test_a_route_visits_its_cells_and_rounds_its_corners() -> None:
    sharp, soft = page(), page()
    draw_route(sharp, ROUTE, INK, 20)
    draw_route(soft, ROUTE, INK, 20, radius=30)
    for x, y in ROUTE[1:-1]:
        outside = (round(x), round(y))
        assert sharp.image().getpixel(outside) == INK
    corner = (round(ROUTE[1][0] + 5), round(ROUTE[1][1] - 5))
    assert sharp.image().getpixel(corner) == INK
    assert soft.image().getpixel(corner) == PAPER.page
    assert soft.image().getpixel((round(ROUTE[2][0]), round(ROUTE[2][1]))) == INK


def test_an_outline_shows_on_both_sides() -> None:
    canvas = page()
    draw_route(canvas, ROUTE[:2], WHITE, 10, outline=INK, border=4)
    column = np.asarray(canvas.image())[:, 120]
    assert (column == INK).all(axis=1).sum() == 8
    assert (column == WHITE).all(axis=1).sum() == 10


@pytest.mark.parametrize("shape", ["chevron", "triangle", "slender"])
def test_arrowheads_tell_the_direction_of_every_step(shape: Any) -> None:
    forwards, backwards = page(), page()
    draw_arrowheads(forwards, ROUTE, shape, 30, INK)
    draw_arrowheads(backwards, ROUTE[::-1], shape, 30, INK)
    for (x0, y0), (x1, y1) in pairwise(ROUTE):
        x, y = int((x0 + x1) / 2), int((y0 + y1) / 2)
        part = (slice(y - 20, y + 20), slice(x - 20, x + 20))
        one, other = drawn(forwards)[part], drawn(backwards)[part]
        assert one.any()
        assert (one != other).mean() > 0.02
        assert (one[::-1, ::-1] == other).mean() > 0.93  # a half turn, but for the rounding of edges


@pytest.mark.parametrize("style", NAME_STYLES)
def test_the_names_of_the_ends_stand_in_their_cells_and_off_the_route(style: str) -> None:
    canvas = page()
    draw_end_names(canvas, ROUTE, GRID.unit, style)
    marks = drawn(canvas)
    for cell in (Cell(1, 1), Cell(3, 3)):
        x, y, w, h = GRID.rect(cell)
        assert marks[y : y + h, x : x + w].any()
        assert not marks[y + h // 2 - 8 : y + h // 2 + 8, x + w // 2 - 8 : x + w // 2 + 8].any()
        marks[y : y + h, x : x + w] = False
    assert not marks.any()
    with pytest.raises(ValueError, match="does not fit"):
        draw_end_names(canvas, ROUTE, 30, style)


@pytest.mark.parametrize("font", FONTS)
def test_a_plate_is_no_wider_than_its_cell(font: Any) -> None:
    """In the smallest cells that hold the word START at all."""
    for unit in range(40, 80):
        canvas = page(font=font)
        try:
            draw_end_names(canvas, [(60, 60), (60, 60 + unit)], unit, "plate")
        except ValueError:
            continue
        across = np.nonzero(drawn(canvas).any(axis=0))[0]
        assert across[0] >= 60 - unit / 2
        assert across[-1] < 60 + unit / 2


def test_name_styles_differ() -> None:
    images = []
    for style in NAME_STYLES:
        canvas = page()
        canvas.fill(PAPER.surface)
        draw_name(canvas, "START", 100, 100, 12, style)
        images.append(canvas.image().tobytes())
    assert len(set(images)) == len(NAME_STYLES)


def test_a_flag_stands_in_the_upper_right_quarter_of_its_cell() -> None:
    canvas = page()
    draw_flag(canvas, "7", *GRID.center(Cell(2, 2)), GRID.unit)
    marks = drawn(canvas)
    x, y, w, h = GRID.rect(Cell(2, 2))
    quarter = slice(y, y + h // 2), slice(x + w // 2 + 8, x + w)
    assert marks[quarter].sum() > 200
    marks[quarter] = False
    assert not marks.any()


@pytest.mark.parametrize("style", NAME_STYLES)
@pytest.mark.parametrize("font", FONTS)
def test_the_name_of_an_end_makes_room_for_a_flag(style: str, font: Any) -> None:
    """Where a route comes from the left or from below, END stands above its middle, as a flag does."""
    for before in (Cell(3, 2), Cell(3, 3)):
        points = [GRID.center(cell) for cell in (Cell(1, 1), before, Cell(2, 3) if before.column == 3 else Cell(3, 3))]
        name, flag = page(font=font), page(font=font)
        draw_end_names(name, points, GRID.unit, style, flagged=(2,))
        draw_flag(flag, "5", *points[2], GRID.unit)
        assert not (drawn(name) & drawn(flag)).any()


@pytest.mark.parametrize("style", ["rose", "needle"])
def test_a_compass_keeps_its_width(style: Any) -> None:
    canvas = page()
    draw_compass(canvas, 200, 200, 80, style)
    ys, xs = np.nonzero(drawn(canvas))
    assert min(xs.min(), ys.min()) >= 157
    assert max(xs.max(), ys.max()) <= 243


def test_titles_stand_over_their_panel() -> None:
    images = []
    for style in TITLE_STYLES:
        canvas = page()
        canvas.draw_title("PANEL 1", 256, 60, 300, style)
        ys, xs = np.nonzero(drawn(canvas))
        assert 104 <= xs.min() <= xs.max() <= 408
        assert 40 <= ys.min() <= ys.max() <= 80
        images.append(canvas.image().tobytes())
    assert len(set(images)) == len(TITLE_STYLES)


@pytest.mark.parametrize(("count", "across"), [(2, 2), (2, 1), (6, 3), (5, 3)])
def test_panels_are_equal_and_lie_whole_periods_apart(count: int, across: int) -> None:
    panels = fit_panels(5, 4, count, 768, Margins(30, 50, 20, 20), across=across, units=[(64, 8), (48, 8), (30, 10)])
    assert panels is not None
    assert len(panels.grids) == count
    assert max(panels.width, panels.height) == 768
    assert {grid.unit for grid in panels.grids} <= {64, 48, 30}
    for grid in panels.grids:
        x, y, w, h = grid.bounds()
        assert x % panels.period == y % panels.period == 0
        assert x >= 30
        assert y >= 50
        assert x + w + 20 <= panels.width
        assert y + h + 20 <= panels.height
    for one, other in combinations(panels.grids, 2):
        apart = abs(one.x - other.x) >= one.width + 50 or abs(one.y - other.y) >= one.height + 70
        assert apart
        assert (one.y == other.y) == ((panels.grids.index(one) // across) == (panels.grids.index(other) // across))


def test_panels_that_do_not_fit() -> None:
    assert fit_panels(40, 40, 6, 512, Margins.equal(20)) is None


def test_a_page_with_a_flat_board_is_256_pixels_high_and_the_board_lies_in_its_middle() -> None:
    panels = fit_panels(1, 8, 1, 512, Margins.equal(20), units=[(56, 8)])
    assert panels is not None
    assert (panels.width, panels.height) == (512, 256)
    assert abs(panels.grids[0].y - (256 - 56) // 2) <= 8


def test_options_are_pictures_with_their_letters() -> None:
    def draw(option: int, title: str) -> tuple[Page, dict[str, tuple[int, int, int, int]]]:
        canvas = page()
        canvas.text(f"{title} {option}", 200, 100)
        return canvas, {"board": (10, 10, 100, 100)}

    pictures = option_pictures([3, 1, 4, 1, 5, 9], draw, "view")
    assert [picture.caption for picture in pictures] == [f"the option view {letter}" for letter in "ABCDEF"]
    assert {picture.role for picture in pictures} == {Role.OPTION}
    assert len({picture.image.tobytes() for picture in pictures}) == 6


def test_an_option_with_another_layout_is_refused() -> None:
    def draw(option: int, title: str) -> tuple[Page, dict[str, tuple[int, int, int, int]]]:
        return page(512, option), {}

    with pytest.raises(ValueError, match="options A and C are not laid out alike"):
        option_pictures([400, 400, 401], draw, "view")
