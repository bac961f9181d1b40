"""What must hold on the pixels of hexakai boards."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from gametasks.qa_families.hexakai import TASK
from gametasks.renderers.hexakai import draw, styles
from gametasks.renderers.hexakai.looks import LOOKS
from gametasks.renderers.kit.themes import THEMES
from gametasks.schemas import Cell, Ranges, Style
from gametasks.schemas.hexakai import BlankValue, HexakaiState, HexDirection, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.streams import Stream
from gametasks.testing import changed_box, drafts, pixels


def draft(family: str, level: int = 3):
    return drafts(TASK, family, level)[0]


def style(look: str, theme: str = "paper", size: int = 640, decoration: str = "none", font: str = "sans") -> Style:
    return Style(theme=theme, look=look, size=size, stroke=2.0, labels="disc", font=font, decoration=decoration)


def with_digit(state: HexakaiState, cell: Cell, digit: int | None) -> HexakaiState:
    rows = [list(row) for row in state.rows]
    rows[cell.row - 1][cell.column - 1] = digit
    return HexakaiState(size=state.size, rows=tuple(map(tuple, rows)))


@pytest.mark.parametrize("look", list(LOOKS))
def test_another_digit_changes_its_own_cell_only(look: str) -> None:
    state = draft("blank_value").state
    cell = next(c for c in cells_of(7) if c.row == 5 and state.digit(c) is not None)
    question = BlankValue(cell=next(c for c in cells_of(7) if state.digit(c) is None))
    first = draw(state, question, style(look))[0]
    second = draw(with_digit(state, cell, (state.digit(cell) + 1) % 7), question, style(look))[0]
    x, y, w, h = first.regions[str(cell)]
    left, top, width, height = changed_box(first, second)
    assert x <= left
    assert left + width <= x + w
    assert y <= top
    assert top + height <= y + h
    assert height >= 14


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("theme", list(THEMES))
def test_digits_and_marks_stand_out(look: str, theme: str) -> None:
    """The middle of a given digit's cell, of a badge and of the asked blank has strong contrast; a blank is plain."""
    made = draft("solution")
    cells = made.question.cells
    picture = draw(made.state, made.question, style(look, theme))[0]
    image = pixels(picture).mean(axis=2)
    plain = [c for c in cells_of(7) if made.state.digit(c) is None and c not in cells]

    def spread(cell: Cell) -> float:
        x, y, w, h = picture.regions[str(cell)]
        part = image[y + h // 3 : y + 2 * h // 3, x + w // 3 : x + 2 * w // 3]
        return float(part.max() - part.min())

    assert min(spread(c) for c in cells_of(7) if made.state.digit(c) is not None) > 80
    assert min(spread(c) for c in cells) > 70
    assert max(spread(c) for c in plain) < 30


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("theme", list(THEMES))
def test_the_middle_row_is_set_off(look: str, theme: str) -> None:
    """Around a blank of the middle row there are clearly other colours than around a blank elsewhere."""
    empty = HexakaiState(size=5, rows=tuple((None,) * (5 - abs(5 - row)) for row in range(1, 10)))
    picture = draw(empty, SolutionOf(cells=()), style(look, theme))[0]
    image = pixels(picture)

    def seen(cell: Cell) -> np.ndarray:
        x, y, w, h = picture.regions[str(cell)]
        return image[y : y + h, x : x + w].reshape(-1, 3)

    elsewhere, middle = seen(Cell(7, 2)), seen(Cell(5, 3))
    usual = np.unique(elsewhere // 4 * 4, axis=0)
    distance = abs(middle[:, None] - usual[None]).max(axis=2).min(axis=1)
    new_colours = (distance > 20).sum()
    darker = abs(middle.mean(axis=0) - elsewhere.mean(axis=0)).max()
    assert new_colours > 100 or darker > 8


@pytest.mark.parametrize("look", list(LOOKS))
def test_a_badge_is_no_digit(look: str) -> None:
    made = draft("solution")
    cell = made.question.cells[0]
    lettered = draw(made.state, made.question, style(look))[0]
    given = draw(with_digit(made.state, cell, 5), SolutionOf(cells=()), style(look))[0]
    x, y, w, h = lettered.regions[str(cell)]
    part = (slice(y, y + h), slice(x, x + w))
    accent = np.array(THEMES["paper"].accent)
    is_accent = [(abs(pixels(picture)[part] - accent).max(axis=2) <= 2).sum() for picture in (lettered, given)]
    assert is_accent[0] > 200
    assert is_accent[1] == 0 or cell.row == made.state.size


@pytest.mark.parametrize("look", list(LOOKS))
@pytest.mark.parametrize("direction", list(HexDirection))
def test_an_arrow_lies_outside_the_diamond_and_inside_the_picture(look: str, direction: HexDirection) -> None:
    state = draft("line_values").state
    size = state.size
    ends = {
        HexDirection.RIGHT: Cell(size, 1),
        HexDirection.LEFT: Cell(size, size),
        HexDirection.DOWN_RIGHT: Cell(1, 1),
        HexDirection.DOWN_LEFT: Cell(1, 1),
        HexDirection.UP_RIGHT: Cell(2 * size - 1, 1),
        HexDirection.UP_LEFT: Cell(2 * size - 1, 1),
    }
    bare = draw(state, SolutionOf(cells=()), style(look))[0]
    arrow = draw(state, LineValues(start=ends[direction], direction=direction), style(look))[0]
    x, y, w, h = arrow.regions["arrow"]
    left, top, width, height = changed_box(bare, arrow)
    assert x <= left
    assert left + width <= x + w
    assert y <= top
    assert top + height <= y + h
    assert left > 0
    assert top > 0
    assert left + width < arrow.image.width
    assert top + height < arrow.image.height
    changed = (pixels(bare) != pixels(arrow)).any(axis=2)
    assert changed.sum() > 250
    page = np.array(THEMES["paper"].page)
    # The arrow touches nothing but the page.
    assert (abs(pixels(bare)[changed] - page).max(axis=1) <= 2).all()


@pytest.mark.parametrize("decoration", ["frame", "corners", "waves", "squares"])
@pytest.mark.parametrize("level", [1, 3, 4])
def test_ornaments_change_nothing_but_the_page(decoration: str, level: int) -> None:
    made = draft("blank_value", level)
    for size in styles(Ranges.DATASET, made.state).sizes[::3]:
        for font in ("sans", "mono"):
            bare = draw(made.state, made.question, style("honeycomb", size=size, font=font))[0]
            ornate = draw(made.state, made.question, style("honeycomb", size=size, decoration=decoration, font=font))[0]
            changed = (pixels(bare) != pixels(ornate)).any(axis=2)
            assert changed.any()
            if decoration in ("frame", "corners"):
                assert not changed[[0, -1]].any()
                assert not changed[:, [0, -1]].any()
            # Inside the board's smooth rim nothing changes.
            for x, y, w, h in bare.regions.values():
                assert not changed[y + h // 4 : y + h - h // 4, x + w // 8 : x + w - w // 8].any()


def test_looks_differ_in_more_than_colour() -> None:
    made = draft("blank_value")
    flat = [pixels(draw(made.state, made.question, style(look))[0]).mean(axis=2) for look in LOOKS]
    for i, one in enumerate(flat):
        for other in flat[i + 1 :]:
            assert (abs(one - other) > 30).mean() > 0.05


@pytest.mark.parametrize("level", [1, 3, 5])
def test_sizes_keep_text_readable(level: int) -> None:
    made = draft("solution", level)
    ranges = styles(Ranges.EVALUATION, made.state)
    assert len(ranges.themes) >= 6
    assert len(ranges.looks) >= 3
    assert min(ranges.sizes) >= 512
    assert max(ranges.sizes) <= 1024
    assert made.state.size < 9 or min(ranges.sizes) >= 768
    chosen = ranges.draw(Stream("style", "style"))
    first, again = (draw(made.state, made.question, chosen)[0] for _ in range(2))
    assert first.image.tobytes() == again.image.tobytes()
    assert max(first.image.size) == chosen.size
    larger = draw(made.state, made.question, msgspec.structs.replace(chosen, size=max(ranges.sizes)))[0]
    assert list(larger.regions) == [str(cell) for cell in cells_of(made.state.size)]


@pytest.mark.parametrize("level", [1, 3, 5])
def test_the_board_fills_the_picture_but_for_room_for_arrows(level: int) -> None:
    state = draft("line_values", level).state
    picture = draw(state, SolutionOf(cells=()), style("honeycomb", size=styles(Ranges.DATASET, state).sizes[-1]))[0]
    boxes = np.array(list(picture.regions.values()))
    width, height = ((boxes[:, side] + boxes[:, 2 + side]).max() - boxes[:, side].min() for side in (0, 1))
    assert width >= 0.7 * picture.image.width
    assert height >= 0.84 * picture.image.height
