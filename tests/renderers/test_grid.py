"""Grids are made of whole pixels; boards, bands and pages put everything where it can be seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from kit_canvas import drawn, plain_style

from gametasks.renderers import (
    BOARD_STYLES,
    LABEL_STYLES,
    ORNAMENTS,
    THEMES,
    Band,
    BoardStyle,
    Canvas,
    Grid,
    band_margins,
    board_page,
    cell_labels,
    contrast,
    draw_bands,
    draw_board,
    draw_list,
    draw_walls,
    ground,
    list_width,
    style_ranges,
)
from gametasks.schemas import Cell, Side

PAPER = THEMES["paper"]
BOARD = Grid(60, 40, 50, 3, 4)


def box(marks: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is drawn."""
    ys, xs = np.nonzero(marks)
    return xs.min(), ys.min(), xs.max() + 1, ys.max() + 1


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (6, 9), (14, 11)])
def test_a_board_is_as_large_as_its_page_allows(rows: int, columns: int) -> None:
    page, grid, _, _ = board_page(plain_style(size=640), rows, columns, frame=6)
    x, y, w, h = grid.bounds(6)
    margin = 2 * page.text_size
    assert (w - 12, h - 12) == (columns * grid.unit, rows * grid.unit)
    assert min(x, y, page.width - x - w, page.height - y - h) >= margin
    assert 640 - 2 * margin - max(rows, columns) < max(w, h)


def test_a_board_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="70 by 70 cells does not fit into 512 px"):
        board_page(plain_style(), 70, 70)


def test_cells_have_their_places() -> None:
    assert BOARD.rect(Cell(2, 4)) == (210, 90, 50, 50)
    assert BOARD.rect(Cell(2, 4), 5) == (215, 95, 40, 40)
    assert BOARD.center(Cell(1, 1)) == (85, 65)
    assert BOARD.crossing(3, 4) == (260, 190)
    assert BOARD.regions("panel 1 ")["panel 1 R2C4"] == BOARD.rect(Cell(2, 4))
    assert list(BOARD.regions())[:5] == ["R1C1", "R1C2", "R1C3", "R1C4", "R2C1"]


def test_sides_of_cells_and_ports_beside_the_board() -> None:
    cell = Cell(2, 3)
    assert BOARD.edge(cell, Side.LEFT) == ((160, 90), (160, 140))
    assert BOARD.edge(cell, Side.RIGHT) == ((210, 90), (210, 140))
    assert BOARD.edge(cell, Side.TOP) == ((160, 90), (210, 90))
    assert BOARD.edge(cell, Side.BOTTOM) == ((160, 140), (210, 140))
    assert BOARD.port(Side.LEFT, 3, 10) == (50, 165)
    assert BOARD.port(Side.RIGHT, 3, 10) == (270, 165)
    assert BOARD.port(Side.TOP, 4, 10) == (235, 30)
    assert BOARD.port(Side.BOTTOM, 4) == (235, 190)


@pytest.mark.parametrize("look", BOARD_STYLES)
@pytest.mark.parametrize("theme", ["paper", "plum"])
def test_a_board_fills_the_middle_of_its_cells_with_their_ground(look: BoardStyle, theme: str) -> None:
    canvas = Canvas(320, 240, THEMES[theme])
    draw_board(canvas, BOARD, look)
    image = canvas.image()
    for cell in BOARD.cells():
        x, y, w, h = BOARD.rect(cell, 5)
        part = np.asarray(image)[y : y + h, x : x + w].reshape(-1, 3)
        assert (part == ground(THEMES[theme], look, cell)).all()
    assert len({ground(THEMES[theme], look, cell) for cell in BOARD.cells()}) == (2 if look == "checker" else 1)


@pytest.mark.parametrize("look", BOARD_STYLES)
def test_a_tint_fills_its_cells_and_leaves_what_parts_them(look: BoardStyle) -> None:
    tint = (200, 120, 40)
    plain, tinted = Canvas(320, 240, PAPER), Canvas(320, 240, PAPER)
    draw_board(plain, BOARD, look)
    draw_board(tinted, BOARD, look, tints=dict.fromkeys((Cell(1, 2), Cell(2, 2)), tint))
    before, after = np.asarray(plain.image()), np.asarray(tinted.image())
    changed = (before != after).any(axis=2)
    for cell in BOARD.cells():
        x, y, w, h = BOARD.rect(cell)
        if cell in (Cell(1, 2), Cell(2, 2)):
            assert tuple(after[y + h // 2, x + w // 2]) == tint
            assert changed[y : y + h, x : x + w].mean() > 0.75
        else:
            assert not changed[y + 2 : y + h - 2, x + 2 : x + w - 2].any()
    seam = BOARD.edge(Cell(1, 2), Side.BOTTOM)[0]
    if look in ("lines", "tiles", "stamps"):
        assert (after == before)[round(seam[1]) - 1, round(seam[0]) + 25].all()


def test_board_styles_differ() -> None:
    seen = set()
    for look in BOARD_STYLES:
        canvas = Canvas(320, 240, PAPER)
        draw_board(canvas, BOARD, look)
        seen.add(canvas.image().tobytes())
    assert len(seen) == len(BOARD_STYLES)


def test_walls_lie_on_the_sides_of_cells() -> None:
    canvas = Canvas(320, 240, PAPER)
    draw_walls(canvas, BOARD, [(Cell(2, 3), Side.LEFT), (Cell(3, 1), Side.BOTTOM)], 6)
    marks = drawn(canvas)
    assert box(marks[:150]) == (157, 87, 163, 143)
    marks[:150] = False
    assert box(marks) == (57, 187, 113, 193)


@pytest.mark.parametrize("sides", [(Side.LEFT, Side.TOP), (Side.RIGHT, Side.BOTTOM)])
@pytest.mark.parametrize("labels", LABEL_STYLES)
@pytest.mark.parametrize("size", [512, 768, 1024])
def test_labels_lie_outside_the_board_and_inside_the_picture(size: int, labels: str, sides: tuple[Side, Side]) -> None:
    page, grid, _, _ = board_page(plain_style(size=size), 11, 12, cell_labels(11, 12, labels, sides), frame=6)
    marks = drawn(page)
    left, top, right, bottom = box(marks)
    assert min(left, top, page.width - right, page.height - bottom) >= 20
    x, y, w, h = grid.bounds(6)
    assert not marks[y - 2 : y + h + 2, x - 2 : x + w + 2].any()
    assert (left < x) == (sides[0] is Side.LEFT)
    assert (bottom > y + h) == (sides[1] is Side.BOTTOM)


def test_each_row_and_column_has_its_label() -> None:
    canvas = Canvas(320, 240, PAPER)
    draw_bands(canvas, BOARD, cell_labels(3, 4, texts=("123", "abcd")), 4)
    alone = Canvas(320, 240, PAPER)
    size = canvas.text_size
    alone.text("c", 185, 40 - 4 - 0.7 * size - size / 2, size, PAPER.page_ink)
    strip = (slice(0, 40), slice(160, 210))
    assert (np.asarray(canvas.image())[strip] == np.asarray(alone.image())[strip]).all()


def test_clues_end_next_to_the_board_and_are_read_from_the_left_and_from_the_top() -> None:
    """One of two clues leaves the outer place free; its column is the same for all rows."""
    rows = Band(Side.LEFT, (("1", "12"), ("3",), ()))
    columns = Band(Side.TOP, (("1", "2"), ("3",), (), ("1", "1")))
    canvas = Canvas(320, 240, PAPER)
    margins = band_margins([rows, columns], 4, canvas.text_size, "sans")
    draw_bands(canvas, BOARD, [rows, columns], 4)
    marks = drawn(canvas)
    left, top, _, _ = box(marks)
    assert left >= BOARD.x - margins.left
    assert top >= BOARD.y - margins.top
    first, second, third = (marks[40 + 50 * i : 90 + 50 * i, :60].any(axis=0) for i in range(3))
    assert not third.any()
    assert second.any()
    assert np.flatnonzero(second)[0] > np.flatnonzero(first)[0] + 10
    alone = Canvas(320, 240, PAPER)
    draw_bands(alone, BOARD, [Band(Side.LEFT, (("", "12"), (), ()))], 4)
    assert (drawn(alone)[40:90, 40:60] == marks[40:90, 40:60]).all()  # the last clue is the nearest to the board
    right = Canvas(420, 240, PAPER)
    draw_bands(right, BOARD, [Band(Side.RIGHT, (("3",), (), ()))], 4)
    assert box(drawn(right))[0] < BOARD.bounds()[0] + BOARD.width + 4 + 2 * right.text_size


def test_ports_have_regions_and_stand_beside_their_cells() -> None:
    ports = Band(Side.RIGHT, (("7",), (), ("12",)), "disc", "bold", "port")
    canvas = Canvas(420, 240, PAPER)
    regions = draw_bands(canvas, BOARD, [ports], 4)
    assert set(regions) == {"port 7", "port 12"}
    marks = drawn(canvas)
    for name, row in (("port 7", 1), ("port 12", 3)):
        x, y, w, h = regions[name]
        middle = BOARD.port(Side.RIGHT, row)
        assert x > middle[0]
        assert abs(y + h / 2 - middle[1]) <= 1
        assert marks[y : y + h, x : x + w].any()
        marks[y : y + h, x : x + w] = False
    assert not marks.any()


def test_a_named_band_holds_no_text_twice() -> None:
    clues = Band(Side.LEFT, (("1", "2"), ("2",), ()), name="clue")
    with pytest.raises(ValueError, match="two places are named clue 2; a band of clues has no name"):
        draw_bands(Canvas(320, 240, PAPER), BOARD, [clues], 4)


def test_bands_of_one_side_stand_side_by_side() -> None:
    inner, outer = Band(Side.LEFT, (("1",), ("2",), ("3",))), Band(Side.LEFT, (("R1",), ("R2",), ("R3",)))
    canvas = Canvas(320, 240, PAPER)
    draw_bands(canvas, BOARD, [inner, outer], 4)
    ink = drawn(canvas)[40:90, :60].any(axis=0)
    gaps = np.flatnonzero(np.diff(ink.astype(int)) == 1)
    assert len(gaps) >= 2
    assert band_margins([inner, outer], 4, 11, "sans").left > band_margins([inner], 4, 11, "sans").left + 11


@pytest.mark.parametrize(
    ("bands", "message"),
    [
        (cell_labels(3, 5), "5 entries for 4 places"),
        (cell_labels(3, 4, texts=("123", ["one", "two", "three", "four hundred"])), "do not fit"),
    ],
)
def test_bands_that_do_not_fit_are_refused(bands: tuple[Band, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw_bands(Canvas(512, 512, PAPER), BOARD, bands, 4)


def test_an_unknown_style_of_labels_is_refused() -> None:
    with pytest.raises(ValueError, match="'roman'; there are plain"):
        cell_labels(3, 4, "roman")


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (4, 9), (9, 4)])
@pytest.mark.parametrize("side", Side)
def test_a_page_has_its_size_and_the_room_that_was_asked_for(side: Side, rows: int, columns: int) -> None:
    labels = cell_labels(rows, columns)
    page, grid, regions, rooms = board_page(plain_style(), rows, columns, labels, frame=8, rooms={side: 6})
    assert max(page.width, page.height) == 512
    assert list(regions) == [str(cell) for cell in grid.cells()]
    x, y, w, h = rooms[side]
    assert (w if side in (Side.LEFT, Side.RIGHT) else h) == 6 * page.text_size
    assert (h if side in (Side.LEFT, Side.RIGHT) else w) == (
        grid.height if side in (Side.LEFT, Side.RIGHT) else grid.width
    )
    assert min(x, y, page.width - x - w, page.height - y - h) >= 2 * page.text_size - 1
    assert not drawn(page)[
        y + 1 : y + h - 1, x + 1 : x + w - 1
    ].any()  # round digits reach a little beyond their height
    left, top, right, bottom = grid.bounds(8)
    assert x + w <= left or x >= left + right or y + h <= top or y >= top + bottom


def test_a_list_stands_in_its_room() -> None:
    texts = ["a key", "a door", "the goal"]
    width = list_width(texts, "sans")
    page, _, _, rooms = board_page(plain_style(), 6, 6, rooms={Side.RIGHT: width})
    places: list[tuple[float, float, float]] = []
    draw_list(page, rooms[Side.RIGHT], [(lambda *place: places.append(place), text) for text in texts])
    left, top, right, bottom = box(drawn(page))
    x, y, w, h = rooms[Side.RIGHT]
    assert x <= left
    assert right <= x + w
    assert y <= top
    assert bottom <= y + h
    assert len(places) == 3
    assert places[0][0] == places[1][0] < left
    with pytest.raises(ValueError, match="'a very long entry"):
        draw_list(page, rooms[Side.RIGHT], [(None, "a very long entry that nobody asked for")])
    with pytest.raises(ValueError, match="99 items"):
        draw_list(page, rooms[Side.RIGHT], [(None, "a")] * 99)


def test_style_ranges_hold_every_theme_and_font() -> None:
    ranges = style_ranges(("plain",), (512, 640))
    assert ranges.themes == tuple(THEMES)
    assert ranges.fonts == ("sans", "slab", "mono")
    assert ranges.decorations == ORNAMENTS


@pytest.mark.parametrize("ornament", [name for name in ORNAMENTS if name != "none"])
def test_an_ornament_is_faint_and_leaves_the_labels_free(ornament: str) -> None:
    bare, _, _, _ = board_page(plain_style(), 6, 6, cell_labels(6, 6))
    page, grid, _, _ = board_page(plain_style(decoration=ornament), 6, 6, cell_labels(6, 6))
    changed = (np.asarray(bare.image()) != np.asarray(page.image())).any(axis=2)
    assert changed.any()
    free = changed & ~drawn(bare)
    assert contrast(tuple(np.asarray(page.image())[free].min(axis=0).tolist()), PAPER.page) < 3
    if ornament in ("frame", "corners"):
        x, y, w, h = grid.bounds(page.text_size)
        assert not changed[y : y + h, x : x + w].any()
