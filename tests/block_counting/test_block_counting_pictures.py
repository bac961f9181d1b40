"""What must hold on the pixels of blocks and outlines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from oracles.block_counting import cast, drawn_outline, objection

from gametasks.generators.block_counting import LEVELS
from gametasks.qa_families.block_counting import TASK
from gametasks.renderers import THEMES, Picture, contrast
from gametasks.renderers.block_counting.materials import LOOKS, material
from gametasks.schemas import Question, Ranges, Role
from gametasks.schemas.block_counting import BlockState, ColumnHeights, FloorSide, HiddenBlocks, SideView, TotalBlocks
from gametasks.testing import changed_box, every_look, part, style_of

STATE = BlockState(heights=((4, 2, 1, 0), (2, 2, 1, 0), (3, 1, 0, 1)), tallest=4)
OPTIONS = ((4, 2, 1, 1), (1, 1, 2, 4), (3, 2, 1, 1), (1, 1, 2, 3), (4, 2, 0, 1), (1, 0, 2, 4))
VIEW = SideView(side=FloorSide.FRONT, options=OPTIONS)


def drawn(state: BlockState = STATE, question: Question | None = None, **values: Any) -> Sequence[Picture]:
    """The blocks; where nothing else is given, with the number of cubes asked for."""
    assert TASK.draw is not None
    return TASK.draw(state, question or TotalBlocks(), style_of(TASK, state, **values))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("look", LOOKS)
def test_edges_and_floor_tiles_have_three_to_one(theme: str, look: str) -> None:
    made = material(look, theme)
    for tone in (*made.faces.values(), made.slab):
        assert contrast(made.edge, tone) >= 3
    for tone in (made.faces["top"], made.frame):
        assert contrast(tone, made.faces["floor"]) >= 3


def test_every_look_and_theme_shows_the_same_blocks() -> None:
    for style in every_look(TASK, STATE):
        assert TASK.draw is not None
        pictures = TASK.draw(STATE, VIEW, style)
        images, regions = [np.asarray(picture.image) for picture in pictures], [p.regions for p in pictures]
        assert objection(STATE, VIEW, "A", images, regions) is None, style


def test_looks_differ_in_construction_and_not_only_in_colour() -> None:
    """The lines on the faces, as a mask of what has not the tone of its face, are others in every look."""
    masks = []
    for look in LOOKS:
        (picture,) = drawn(look=look)
        tones = [np.array(tone) for tone in material(look, "paper").faces.values()]
        pixels = np.asarray(picture.image)
        masks.append(~np.any([(pixels == tone).all(axis=2) for tone in tones], axis=0))
    for i, first in enumerate(masks):
        for second in masks[i + 1 :]:
            assert (first ^ second).sum() > 4000


@pytest.mark.parametrize("ranges", list(Ranges))
def test_pictures_have_the_promised_sizes(ranges: Ranges) -> None:
    assert TASK.styles is not None
    for params in LEVELS[ranges]:
        for rows, columns in params.floors:
            state = BlockState(heights=((0,) * columns,) * rows, tallest=params.tallest)
            for size in TASK.styles(ranges, state).sizes:
                for question in (TotalBlocks(), VIEW):
                    picture = drawn(state, question, size=size)[0]
                    assert max(picture.image.size) == size <= 1024
                    assert set(picture.regions) == {
                        f"R{r}C{c}" for r in range(1, rows + 1) for c in range(1, columns + 1)
                    }
                    assert min(h for _, _, _, h in picture.regions.values()) >= 38


def test_the_layout_does_not_depend_on_the_heights_nor_on_what_is_asked() -> None:
    flat = BlockState(heights=((0,) * 4,) * 3, tallest=4)
    assert drawn()[0].regions == drawn(flat)[0].regions
    assert drawn()[0].image.size == drawn(flat)[0].image.size
    others = [drawn(question=question)[0].image.tobytes() for question in (HiddenBlocks(), ColumnHeights())]
    assert others == [drawn()[0].image.tobytes()] * 2
    sides = [drawn(question=replace(VIEW, side=side))[0].regions for side in FloorSide]
    assert sides == [sides[0]] * 4


@pytest.mark.parametrize("side", list(FloorSide))
def test_the_arrow_stands_outside_its_side_and_no_block_covers_it(side: FloorSide) -> None:
    full = BlockState(heights=((4,) * 4,) * 3, tallest=4)
    empty = BlockState(heights=((0,) * 4,) * 3, tallest=4)
    other = FloorSide.FRONT if side is not FloorSide.FRONT else FloorSide.RIGHT
    places = []
    for state in (full, empty):
        with_arrow, without = (drawn(state, replace(VIEW, side=at))[0] for at in (side, other))
        accent = THEMES["paper"].accent
        mine, others = ((np.asarray(p.image) == np.array(accent)).all(axis=2) for p in (with_arrow, without))
        places.append(mine & ~others)
    assert (places[0] == places[1]).all()
    assert places[0].sum() > 300
    is_left = np.nonzero(places[0])[1].mean() < with_arrow.image.width / 2
    assert is_left == (side in (FloorSide.FRONT, FloorSide.LEFT))


def test_what_is_hidden_leaves_no_trace() -> None:
    """Cubes that no ray meets are not drawn: another map with the same view would have the same pixels."""
    first = BlockState(heights=((1, 2), (2, 3)), tallest=4)
    second = BlockState(heights=((0, 2), (2, 3)), tallest=4)
    assert cast(first.heights, 4) == cast(second.heights, 4)
    assert drawn(first)[0].image.tobytes() == drawn(second)[0].image.tobytes()


def test_the_view_shows_every_change_of_a_height() -> None:
    for row, heights in enumerate(STATE.heights):
        for column, height in enumerate(heights):
            changed = [list(r) for r in STATE.heights]
            changed[row][column] = height - 1 if height else 1
            other = BlockState(heights=tuple(map(tuple, changed)), tallest=4)
            assert changed_box(drawn()[0], drawn(other)[0]) is not None


@pytest.mark.parametrize("look", LOOKS)
def test_options_show_their_outlines_and_are_laid_out_alike(look: str) -> None:
    _, *options = drawn(question=VIEW, look=look, decoration="squares")
    assert [picture.role for picture in options] == [Role.OPTION] * 6
    assert [picture.caption for picture in options] == [f"the option side view {letter}" for letter in "ABCDEF"]
    assert len({picture.image.size for picture in options}) == 1
    for outline, picture in zip(OPTIONS, options, strict=True):
        assert drawn_outline(np.asarray(picture.image), picture.regions) == outline
        # Squares are drawn alike, whatever stands beside them.
        inner = [
            part(picture, f"R{5 - level}C{column}")[4:-4, 4:-4]
            for column, height in enumerate(outline, 1)
            for level in range(1, height + 1)
        ]
        assert all((square == inner[0]).all() for square in inner)
