"""What must hold on the pixels: nothing grazed, nothing cut off, contrast, captions, looks that differ."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from gametasks.qa_families.occluded_count import TASK
from gametasks.renderers import THEMES, contrast
from gametasks.renderers.occluded_count import LOOKS, OCCLUDERS, _paint, draw, styles
from gametasks.schemas import Ranges
from gametasks.schemas.occluded_count import Shape
from gametasks.testing import drafts, every_look, style_of
from gametasks.verifiers.occluded_count import _shares


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_what_covers_stands_out_from_objects_and_ground(theme) -> None:
    for look in LOOKS:
        assert contrast(theme.wall, _paint(theme, look)) >= 3
    assert contrast(theme.wall, theme.surface) >= 3
    assert contrast(theme.ink, theme.surface) >= 3  # the outlines of objects


@pytest.mark.parametrize("ranges", list(Ranges))
def test_pixels_say_what_the_state_says_in_every_look(ranges: Ranges) -> None:
    assert TASK.verifier.check_pixels is not None
    for draft in drafts(TASK, "visibility_counts", 3, ranges, count=2):
        for style in every_look(TASK, draft.state, ranges):
            (picture,) = draw(draft.state, draft.question, style)
            verdict = TASK.verifier.check_pixels(
                draft.state, draft.question, [np.asarray(picture.image)], [picture.regions]
            )
            assert verdict.correct, (style, verdict)


def test_a_changed_picture_is_refused() -> None:
    assert TASK.verifier.check_pixels is not None
    (draft,) = drafts(TASK, "hidden_count", 2)
    (picture,) = draw(draft.state, draft.question, style_of(TASK, draft.state))
    pixels, shares = np.array(picture.image), _shares(draft.state)
    x, y, w, h = picture.regions[f"object {shares.index(1.0) + 1}"]
    tone = pixels[y + h // 2, x + w // 2].copy()
    x, y, w, h = picture.regions[f"object {shares.index(0.0) + 1}"]
    pixels[y : y + h, x : x + w // 5 + 2] = tone
    verdict = TASK.verifier.check_pixels(draft.state, draft.question, [pixels], [picture.regions])
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.kind == "unclear_cover"


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", TASK.level_numbers)
def test_pictures_have_the_promised_sizes_and_cut_nothing(ranges: Ranges, level: int) -> None:
    for draft in drafts(TASK, "hidden_count", level, ranges, count=6):
        for size in styles(ranges, draft.state).sizes:
            (picture,) = draw(draft.state, draft.question, style_of(TASK, draft.state, ranges, size=size))
            width, height = picture.image.size
            assert max(width, height) == size <= 1024
            for x, y, w, h in picture.regions.values():
                assert x >= 12
                assert y >= 12
                assert x + w <= width - 12
                assert y + h <= height - 12
            x, y, w, h = picture.regions["object 1"]
            assert min(w, h) >= 22
            name, _ = OCCLUDERS[draft.state.occluder]
            assert picture.caption.endswith(f"some of them under {name}")


@pytest.mark.parametrize("shape", list(Shape))
def test_looks_differ_in_their_marks_and_not_in_colour_alone(shape: Shape) -> None:
    """In one colour, read from the pixels as lighter and darker ones, no two looks are alike."""
    draft = next(draft for draft in drafts(TASK, "hidden_count", 1, count=60) if draft.state.shape is shape)
    number = _shares(draft.state).index(0.0) + 1
    masks = []
    for look in LOOKS:
        (picture,) = draw(draft.state, draft.question, style_of(TASK, draft.state, look=look))
        x, y, w, h = picture.regions[f"object {number}"]
        body = np.asarray(picture.image)[y + h // 6 : y + h - h // 6, x + w // 6 : x + w - w // 6].astype(int)
        fill = np.array(_paint(THEMES[style_of(TASK, draft.state).theme], look))
        masks.append(abs(body - fill).max(axis=2) > 40)
    for one, other in combinations(masks, 2):
        assert (one != other).mean() > 0.05


def test_the_layout_does_not_depend_on_theme_or_look() -> None:
    (draft,) = drafts(TASK, "total_count", 4)
    pictures = [draw(draft.state, draft.question, style)[0] for style in every_look(TASK, draft.state)]
    assert all(picture.regions == pictures[0].regions for picture in pictures)
    assert len({picture.image.size for picture in pictures}) == 1
