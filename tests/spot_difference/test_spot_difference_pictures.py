"""What must hold on the pixels of glyphs and panels."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from scipy import ndimage

from gametasks.generators import Draft
from gametasks.generators.spot_difference import _CLASSIC, _OTHER, GlyphSet, _changed, _exists
from gametasks.qa_families.spot_difference import TASK
from gametasks.renderers.kit.board import ground
from gametasks.renderers.kit.canvas import Canvas
from gametasks.renderers.kit.text import minimum_text_size
from gametasks.renderers.kit.themes import RGB, THEMES, Theme, luminance
from gametasks.renderers.spot_difference import LOOKS, UNITS, draw, styles
from gametasks.renderers.spot_difference.glyphs import draw_glyph
from gametasks.schemas import Cell, Ranges
from gametasks.schemas._palette import DISTINCT_COLOURS
from gametasks.schemas.spot_difference import (
    SHAPES,
    SIZES,
    Attribute,
    DifferenceCells,
    Fill,
    Glyph,
    IdenticalPanel,
    Shape,
    Size,
    SpotState,
)
from gametasks.solvers.spot_difference import differing_cells
from gametasks.streams import Stream
from gametasks.testing import drafts, every_look, style_of

GLYPH_SETS = (*_CLASSIC, *_OTHER)
HARD = (("coffee", "green"), ("chalkboard", "black"), ("coffee", "pink"), ("paper", "green"))
"""Themes and colours whose glyphs change least: of weak colours, which are edged with ink, and a strong one."""
VISIBLE = 16


@cache
def cell_pixels(glyph: Glyph, theme: str = "paper", side: int = 40) -> NDArray[np.int16]:
    """A glyph in the region of one of the smallest cells, with a rim of 4 pixels around the region."""
    canvas = Canvas(side + 8, side + 8, THEMES[theme])
    canvas.fill(THEMES[theme].surface)
    center = (4 + side / 2, 4 + side / 2)
    draw_glyph(canvas, glyph, center, side / 2 - 0.5, 2.0, 8, THEMES[theme].surface)
    return np.asarray(canvas.image()).astype(np.int16)


def altered(mine: NDArray[np.int16], other: NDArray[np.int16]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(mine - other).max(axis=2) >= VISIBLE)


@cache
def ink(glyph: Glyph, theme: str = "paper", side: int = 40) -> NDArray[np.bool_]:
    return altered(cell_pixels(glyph, theme, side), np.array(THEMES[theme].surface, dtype=np.int16))


def glyphs_of(glyph_set: GlyphSet, colour: str = "black") -> list[Glyph]:
    glyphs = [
        Glyph(shape, colour, size, rotation, fill)
        for shape in glyph_set.shapes
        for size in Size
        for rotation in SHAPES[shape].rotations
        for fill in glyph_set.fills
    ]
    return [glyph for glyph in glyphs if _exists(glyph)]


@pytest.mark.parametrize("glyph_set", GLYPH_SETS)
@pytest.mark.parametrize(("theme", "colour"), HARD)
def test_every_change_that_may_be_drawn_is_clear_in_the_smallest_cell(
    theme: str, colour: str, glyph_set: GlyphSet
) -> None:
    """So no picture is refused for its kind of change, which would make some kinds rarer than others."""
    assert max(spacing for cell, spacing in UNITS if cell == UNITS[-1][0]) == 8
    assert UNITS[-1][0] == 48
    for glyph in glyphs_of(glyph_set, colour):
        for kind in Attribute:
            for other in _changed(glyph, kind, glyph_set, [colour, "green" if colour != "green" else "yellow"]):
                pixels = altered(cell_pixels(glyph, theme), cell_pixels(other, theme)).sum()
                assert pixels >= 40, (glyph, other)
                assert pixels >= 0.25 * max(ink(glyph, theme).sum(), ink(other, theme).sum()), (glyph, other)


def least_contrast(pixels: NDArray[np.int16], ground: RGB) -> float:
    """The weakest part of a glyph's edges, inner ones too: the least of the greatest contrasts to the ground that are
    found within two pixels of a pixel of the ground that touches the glyph."""
    channels = pixels / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    light, base = linear @ np.array([0.2126, 0.7152, 0.0722]), luminance(ground)
    ratios = (np.maximum(light, base) + 0.05) / (np.minimum(light, base) + 0.05)
    free = (pixels == np.array(ground)).all(axis=2)
    edge = free & ndimage.binary_dilation(~free, np.ones((3, 3), dtype=bool))
    assert edge.any()
    return float(ndimage.maximum_filter(ratios, 5)[edge].min())


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_glyph_has_three_to_one_to_its_cell(theme: Theme) -> None:
    """Measured on pixels, all the way round and on the marks of a pattern, in every colour, fill and size (WCAG)."""
    tones = {ground(theme, style, cell) for style in LOOKS.values() for cell in (Cell(1, 1), Cell(1, 2))}
    for tone, colour, fill, size in product(tones, theme.palette, Fill, Size):
        glyph = Glyph(Shape.HEART, colour, size, 0, fill)
        if _exists(glyph):
            canvas = Canvas(48, 48, theme)
            canvas.fill(tone)
            draw_glyph(canvas, glyph, (24, 24), 19.5, 2.0, 8, tone)
            assert least_contrast(np.asarray(canvas.image()).astype(np.int16), tone) >= 3, glyph


@pytest.mark.parametrize("glyph_set", GLYPH_SETS)
def test_no_glyph_leaves_the_region_of_its_cell(glyph_set: GlyphSet) -> None:
    for glyph in glyphs_of(glyph_set):
        rim = np.ones((48, 48), dtype=bool)
        rim[4:-4, 4:-4] = False
        assert (cell_pixels(glyph)[rim] == np.array(THEMES["paper"].surface)).all()
        assert (
            cell_pixels(glyph)[4, 4] == np.array(THEMES["paper"].surface)
        ).all()  # by which the verifier tells the ground


def test_turns_differ_by_30_degrees_modulo_the_symmetry_and_sizes_by_a_quarter() -> None:
    for facts in SHAPES.values():
        for first, second in combinations(facts.rotations, 2):
            turn = (second - first) % (360 / facts.order)
            assert min(turn, 360 / facts.order - turn) >= 30
    for larger, smaller in pairwise(sorted(SIZES.values(), reverse=True)):
        assert larger / smaller >= 1.25


def body(shape: Shape, rotation: int = 0) -> NDArray[np.bool_]:
    glyph = Glyph(shape, "black", Size.LARGE, rotation, Fill.SOLID)
    return ink(glyph, side=120)


def overlap(mine: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    return float((mine & other).sum() / (mine | other).sum())


@pytest.mark.parametrize("shape", Shape)
def test_a_shape_has_the_symmetry_that_is_stated(shape: Shape) -> None:
    """A turn by 360 / order changes nothing, by half of that it does; and the mirror image is a turn of the shape."""
    order = SHAPES[shape].order
    if order:
        assert overlap(body(shape), body(shape, 360 // order)) > 0.97 if 360 % order == 0 else True
        assert overlap(body(shape), body(shape, 180 // order)) < 0.9
    else:
        assert overlap(body(shape), body(shape, 77)) > 0.98
    mirrored = body(shape)[:, ::-1]
    assert max(overlap(mirrored, body(shape, turn)) for turn in (0, 90, 180, 270)) > 0.97


@pytest.mark.parametrize("shapes", [tuple(Shape)[:8], tuple(Shape)[8:]])
def test_no_shape_is_another_turned_or_scaled(shapes: tuple[Shape, ...]) -> None:
    for mine, other in combinations(shapes, 2):
        target = body(other)
        for turn in range(0, 360, 15):
            turned = body(mine, turn)
            scale = float(np.sqrt(target.sum() / turned.sum()))
            middle = (np.array(turned.shape) - 1) / 2
            scaled = ndimage.affine_transform(
                turned.astype(float), [1 / scale] * 2, offset=middle - middle / scale, order=1
            )
            assert overlap(scaled > 0.5, target) < 0.87, (mine, other, turn)


def test_patterns_do_not_turn_with_the_glyph() -> None:
    for fill in (Fill.DIAGONAL, Fill.DOTS, Fill.BARS, Fill.NET):
        upright, turned = (
            cell_pixels(Glyph(Shape.ARROW, "black", Size.LARGE, rotation, fill)) for rotation in (0, 180)
        )
        core = np.s_[19:29, 21:27]  # inside the shaft both ways
        assert (upright[core] == turned[core]).all()


def sample(ranges: Ranges, level: int, name: str = "difference_cells") -> Draft[SpotState, Any]:
    return drafts(TASK, name, level, ranges)[0]


@pytest.mark.parametrize("ranges", Ranges)
def test_panels_differ_clearly_where_they_should_and_nowhere_else(ranges: Ranges) -> None:
    assert TASK.verifier.check_pixels is not None
    draft = sample(ranges, 4)
    for style in every_look(TASK, draft.state, ranges):
        (picture,) = draw(draft.state, draft.question, replace(style, decoration="divider"))
        pixels = [np.asarray(picture.image)]
        verdict = TASK.verifier.check_pixels(draft.state, draft.question, pixels, [picture.regions])
        assert verdict.correct, style


@pytest.mark.parametrize(("ranges", "level"), [(ranges, level) for ranges in Ranges for level in (1, 3, 5)])
def test_options_are_drawn_like_the_reference(ranges: Ranges, level: int) -> None:
    assert TASK.verifier.check_pixels is not None
    draft = sample(ranges, level, "identical_panel")
    pictures = draw(draft.state, draft.question, styles(ranges, draft.state).draw(Stream(f"{ranges}/{level}", "style")))
    assert [picture.caption for picture in pictures] == [
        "the reference panel",
        *(f"the option panel {letter}" for letter in "ABCDEF"),
    ]
    pixels = [np.asarray(picture.image) for picture in pictures]
    assert TASK.verifier.check_pixels(draft.state, draft.question, pixels, [p.regions for p in pictures]).correct


def verdict_after(change: Callable[[NDArray[np.uint8], dict[str, Any]], None]) -> str:
    """The diagnostic on a picture that was tampered with."""
    assert TASK.verifier.check_pixels is not None
    draft = sample(Ranges.DATASET, 2)
    (picture,) = draw(draft.state, DifferenceCells(), style_of(TASK, draft.state, size=768))
    pixels, regions = np.array(picture.image), dict(picture.regions)
    change(pixels, {"state": draft.state, "regions": regions})
    verdict = TASK.verifier.check_pixels(draft.state, DifferenceCells(), [pixels], [regions])
    return verdict.diagnostic.kind if verdict.diagnostic else "correct"


def test_a_single_stray_pixel_is_found() -> None:
    def spoil(pixels: NDArray[np.uint8], scene: dict[str, Any]) -> None:
        x, y, _, _ = scene["regions"]["panel 2"]
        pixels[y, x] ^= 1

    assert verdict_after(lambda pixels, scene: None) == "correct"
    assert verdict_after(spoil) == "stray_difference"


def test_a_change_that_cannot_be_seen_is_refused() -> None:
    def hide(pixels: NDArray[np.uint8], scene: dict[str, Any]) -> None:
        for cell in TASK.solve(scene["state"], DifferenceCells()).answer:
            (x, y, w, h), (u, v, _, _) = (scene["regions"][f"panel {number} {cell}"] for number in (1, 2))
            pixels[v : v + h, u : u + w] = pixels[y : y + h, x : x + w]

    assert verdict_after(hide) == "unclear_change"


def test_two_changes_in_one_cell_are_refused() -> None:
    assert TASK.verifier.check_pixels is not None
    draft = sample(Ranges.DATASET, 1)
    first, second = draft.state.panels
    mine = first[0][0]
    other = Glyph(
        mine.shape, "orange", Size.SMALL if mine.size is Size.LARGE else Size.LARGE, mine.rotation, Fill.SOLID
    )
    other = replace(other, fill=mine.fill if other.size is Size.LARGE else other.fill)
    state = replace(draft.state, panels=(first, ((other, *second[0][1:]), *second[1:])))
    (picture,) = draw(state, DifferenceCells(), style_of(TASK, draft.state, size=768))
    verdict = TASK.verifier.check_pixels(state, DifferenceCells(), [np.asarray(picture.image)], [picture.regions])
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.kind == "several_attributes"


def verdict_on_options(change: Callable[[list[NDArray[np.uint8]], list[int], tuple[int, int, int, int]], None]) -> str:
    """The diagnostic on a reference and six options that were tampered with.

    ``change`` is given the pictures, the numbers of the options in the order of their distance from the reference,
    and the region of a cell in which the farthest option differs.
    """
    assert TASK.verifier.check_pixels is not None
    draft = sample(Ranges.DATASET, 2, "identical_panel")
    pictures = draw(draft.state, draft.question, style_of(TASK, draft.state, size=512))
    pixels = [np.array(picture.image) for picture in pictures]
    found = [differing_cells(draft.state.panels[0], option) for option in draft.question.options]
    nearest = sorted(range(1, 7), key=lambda number: len(found[number - 1]))
    change(pixels, nearest, pictures[0].regions[str(min(found[nearest[-1] - 1]))])
    verdict = TASK.verifier.check_pixels(draft.state, draft.question, pixels, [picture.regions for picture in pictures])
    return verdict.diagnostic.kind if verdict.diagnostic else "correct"


def test_each_of_several_changes_of_an_option_must_be_seen_and_nothing_else() -> None:
    def hide(pixels: list[NDArray[np.uint8]], nearest: list[int], cell: tuple[int, int, int, int]) -> None:
        x, y, w, h = cell
        pixels[nearest[-1]][y : y + h, x : x + w] = pixels[0][y : y + h, x : x + w]

    def spoil(pixels: list[NDArray[np.uint8]], nearest: list[int], cell: tuple[int, int, int, int]) -> None:
        pixels[nearest[0]][cell[1], cell[0]] ^= 1

    assert verdict_on_options(lambda pixels, nearest, cell: None) == "correct"
    assert verdict_on_options(hide) == "unclear_change"
    assert verdict_on_options(spoil) == "stray_difference"


def test_options_without_an_identical_one_or_with_two_are_refused() -> None:
    assert TASK.verifier.check_pixels is not None
    draft = sample(Ranges.DATASET, 1, "identical_panel")
    (reference,) = draft.state.panels
    others = [option for option in draft.question.options if option != reference]
    for options in ([*others, others[0]], [*others[1:], reference, reference]):
        question = IdenticalPanel(options=tuple(options))
        pictures = draw(draft.state, question, style_of(TASK, draft.state, size=512))
        verdict = TASK.verifier.check_pixels(
            draft.state, question, [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]
        )
        assert verdict.diagnostic is not None
        assert verdict.diagnostic.kind == "not_one_identical"


def test_pictures_have_the_promised_sizes_and_regions() -> None:
    for ranges in Ranges:
        for level in (1, 2, 3, 4, 5):
            draft = sample(ranges, level)
            sizes = styles(ranges, draft.state).sizes
            assert len(sizes) >= 2
            for size in (sizes[0], sizes[-1]):
                (picture,) = draw(draft.state, draft.question, style_of(TASK, draft.state, size=size))
                assert max(picture.image.size) == size
                assert size <= (1024 if draft.state.columns > draft.state.rows else 1280)
                assert len(picture.regions) == 2 * (draft.state.rows * draft.state.columns + 1)
                for x, y, w, h in picture.regions.values():
                    assert min(w, h) >= 40
                    assert x >= 24
                    assert y >= 24
                    assert x + w <= picture.image.width - 12
                    assert y + h <= picture.image.height - 12


def test_colours_of_a_set_are_in_every_palette() -> None:
    for colours in DISTINCT_COLOURS:
        assert all(set(colours) <= set(theme.palette) for theme in THEMES.values())


@pytest.mark.parametrize("labels", ["plain", "prefixed", "chips"])
def test_labels_keep_off_the_edge_of_the_picture(labels: str) -> None:
    """By eight tenths of a height of text at least."""
    draft = sample(Ranges.DATASET, 4)
    for size in styles(Ranges.DATASET, draft.state).sizes:
        (picture,) = draw(draft.state, draft.question, style_of(TASK, draft.state, size=size, labels=labels))
        page = np.array(THEMES["paper"].page)
        columns = np.nonzero((np.asarray(picture.image) != page).any(axis=(0, 2)))[0]
        assert columns[0] >= 0.8 * minimum_text_size(size, size)
