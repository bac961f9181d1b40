"""What must hold on the pixels of cylinders and unrolled walls."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from oracles.cylinder_coloring import margins, objection
from scipy import ndimage

from gametasks.generators.cylinder_coloring import LEVELS
from gametasks.qa_families.cylinder_coloring import TASK
from gametasks.renderers.cylinder_coloring import draw, styles
from gametasks.renderers.cylinder_coloring.builds import BUILDS
from gametasks.renderers.kit.text import FONTS
from gametasks.renderers.kit.themes import THEMES
from gametasks.schemas import PAINTS, Ranges, Role
from gametasks.schemas.cylinder_coloring import ColorCount, CylinderState, Reference, ViewAngle
from gametasks.solvers.cylinder_coloring import view_from
from gametasks.testing import drafts, part, pixels, style_of

LAYOUTS = sorted({(ranges, *layout) for ranges in Ranges for params in LEVELS[ranges] for layout in params.layouts})

COUNT = ColorCount(colour="red", reference=Reference.VIEWS)
UNROLLED = ColorCount(colour="red", reference=Reference.UNROLLED)


def cylinder(sectors: int, bands: int, colours: tuple[str, ...] = ("black", "yellow")) -> CylinderState:
    """Stripes of colours, each band shifted by one against the band above."""
    rows = [[colours[(sector + band) % len(colours)] for sector in range(sectors)] for band in range(bands)]
    return CylinderState(bands=tuple(map(tuple, rows)))


@pytest.mark.parametrize(("ranges", "sectors", "bands"), LAYOUTS)
@pytest.mark.parametrize("look", list(BUILDS))
def test_every_patch_is_wide_and_high_enough_at_the_smallest_size(
    ranges: Ranges, sectors: int, bands: int, look: str
) -> None:
    """With the thickest lines, and with the hoops and rims of every look; nothing comes near the picture's edge."""
    state = cylinder(sectors, bands)
    question = ViewAngle(view=view_from(state, 360 // sectors), reference=Reference.VIEWS)
    size = min(styles(ranges, state).sizes)
    pictures = draw(state, question, style_of(TASK, state, ranges, look=look, size=size, stroke=3.0))
    images, regions = [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]
    found = margins(state, question, 0, images, regions)
    assert found["patch width (px)"] >= 10
    assert found["patch height (px)"] >= 16
    assert max(pictures[0].image.size) == size
    assert min(min(p.image.size) for p in pictures) >= 256
    for places, picture in zip(regions, pictures, strict=True):
        for x, y, w, h in places.values():
            assert min(x, y) >= 8
            assert x + w <= picture.image.width - 8
            assert y + h <= picture.image.height - 8


@pytest.mark.parametrize(("ranges", "sectors", "bands"), LAYOUTS)
def test_unrolled_patches_are_wide_and_high_enough(ranges: Ranges, sectors: int, bands: int) -> None:
    state = cylinder(sectors, bands)
    for size in styles(ranges, state).sizes:
        (picture,) = draw(state, UNROLLED, style_of(TASK, state, ranges, size=size, stroke=3.0))
        assert max(picture.image.size) == size
        assert min(picture.image.size) >= 256
        for name, (_, _, w, h) in picture.regions.items():
            assert min(w, h) >= 24, name


@pytest.mark.parametrize("theme", list(THEMES))
def test_borders_stand_out_from_every_colour_in_every_look(theme: str) -> None:
    """3 : 1 between any two neighbours, equal ones above each other among them."""
    row = (*PAINTS, "red", "black")
    state = CylinderState(bands=(row, row, row[::-1]))
    styles_drawn = [(style_of(TASK, state, look=look, theme=theme), COUNT) for look in BUILDS]
    for style, question in (*styles_drawn, (style_of(TASK, state, theme=theme), UNROLLED)):
        (picture,) = draw(state, question, style)
        found = margins(state, question, 0, [np.asarray(picture.image)], [picture.regions])
        assert found["border contrast (WCAG)"] >= 3, style.look


@pytest.mark.parametrize("look", list(BUILDS))
def test_the_body_looks_the_same_from_everywhere(look: str) -> None:
    """A turn of the cylinder that leaves its colours as they are leaves all pixels as they are."""
    for sectors in (6, 8, 10, 12):
        state = cylinder(sectors, 2)
        style = style_of(TASK, state, look=look)
        first, *others = [
            draw(state, ViewAngle(view=view_from(state, step * 360 // sectors), reference=Reference.VIEWS), style)[1]
            for step in range(0, sectors, 2)
        ]
        assert all((pixels(first) == pixels(other)).all() for other in others)


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("look", list(BUILDS))
def test_named_colours_are_never_shaded(look: str, theme: str) -> None:
    state = cylinder(8, 2, ("red", "blue", "yellow", "cyan", "pink"))
    question = ViewAngle(view=view_from(state, 90), reference=Reference.VIEWS)
    reference, extra = draw(state, question, style_of(TASK, state, look=look, theme=theme))
    for picture, name, azimuth in ((reference, "view 0", 0), (reference, "view 180", 180), (extra, "view", 90)):
        for row, band in enumerate(view_from(state, azimuth), 1):
            for place, colour in enumerate(band, 1):
                assert (part(picture, f"{name} R{row}C{place}") == THEMES[theme].palette[colour]).all()


@pytest.mark.parametrize("reference", list(Reference))
def test_a_patch_changes_its_own_pixels_and_no_others(reference: Reference) -> None:
    state = cylinder(10, 3)
    question = replace(COUNT, reference=reference)
    style = style_of(TASK, state)
    (before,) = draw(state, question, style)
    changed = CylinderState(bands=(state.bands[0], ("red", *state.bands[1][1:]), state.bands[2]))
    (after,) = draw(changed, question, style)
    # Sector 0 of ten spans 18 to 54 degrees: the fourth of five patches from azimuth 0, whose first begins at -90.
    name = "view 0 R2C4" if reference is Reference.VIEWS else "unrolled R2C1"
    patches = [region for region in before.regions if region[-4:-2] in ("R1", "R2", "R3")]
    assert [region for region in patches if (part(before, region) != part(after, region)).any()] == [name]
    assert (part(before, "plan") == part(after, "plan")).all()


@pytest.mark.parametrize("font", FONTS)
def test_degrees_of_the_plan_touch_nothing(font: str) -> None:
    """No label touches the ring with its ticks, and half of the text's height lies between two of them."""
    for ranges, sectors, bands in LAYOUTS:
        state = cylinder(sectors, bands)
        for size in styles(ranges, state).sizes:
            (picture,) = draw(state, UNROLLED, style_of(TASK, state, ranges, font=font, size=size))
            ink = np.asarray((pixels(picture) != THEMES["paper"].surface).any(axis=2))
            x, y, w, _ = picture.regions["plan"]
            text = w // 10  # the ring's radius is five heights of text
            box = ink[y - 3 * text : y + w + 3 * text, x - 5 * text + 4 : x + w + 5 * text - 4]
            pieces, _ = ndimage.label(box, np.ones((3, 3)))
            sizes = np.bincount(pieces.ravel())[1:]
            ring = pieces == 1 + sizes.argmax()
            reach = 2 * (0.6 * text + 3)  # of the ticks
            assert all(np.ptp(np.nonzero(ring)[axis]) <= w + reach for axis in (0, 1))
            words = ndimage.binary_dilation(box & ~ring, np.ones((1, 2 * round(0.25 * text) + 1)))
            assert ndimage.label(words, np.ones((3, 3)))[1] == sectors + 1, (ranges, sectors, size)  # and the arrow


def test_roles_captions_and_regions() -> None:
    state = cylinder(8, 2)
    (count,) = draw(state, COUNT, style_of(TASK, state))
    assert count.role is Role.QUESTION
    assert "from azimuth 0° at the left and from azimuth 180° at the right" in count.caption
    (unrolled,) = draw(state, UNROLLED, style_of(TASK, state))
    assert "unrolled, as seen from outside" in unrolled.caption
    assert set(unrolled.regions) == {"unrolled", "plan", *(f"unrolled R{r}C{c}" for r in (1, 2) for c in range(1, 9))}
    draft = drafts(TASK, "candidate_view", 2)[0]
    reference, *options = draw(draft.state, draft.question, style_of(TASK, draft.state))
    assert reference.role is Role.REFERENCE
    assert [option.role for option in options] == [Role.OPTION] * 6
    assert len({option.image.tobytes() for option in options}) == 6


def verdict_after(change: Callable[[NDArray[np.uint8], tuple[int, int, int, int]], None]) -> str:
    """The diagnostic on a picture that was tampered with; the region is that of a patch."""
    assert TASK.verifier.check_pixels is not None
    state = cylinder(8, 2, ("red", "blue", "yellow"))
    (picture,) = draw(state, COUNT, style_of(TASK, state))
    image, places = np.array(picture.image), dict(picture.regions)
    change(image, places["view 0 R1C2"])
    verdict = TASK.verifier.check_pixels(state, COUNT, [image], [places])
    return verdict.diagnostic.kind if verdict.diagnostic else "correct"


def test_the_verifier_looks_at_every_patch() -> None:
    def shade(image: NDArray[np.uint8], place: tuple[int, int, int, int]) -> None:
        image[place[1], place[0]] ^= 1

    def repaint(image: NDArray[np.uint8], place: tuple[int, int, int, int]) -> None:
        x, y, w, h = place
        image[y : y + h, x : x + w] = (1, 2, 3)

    def dim(image: NDArray[np.uint8], place: tuple[int, int, int, int]) -> None:
        red, blue = (THEMES["paper"].palette[name] for name in ("red", "blue"))
        image[(image == blue).all(axis=2)] = (red[0] - 8, red[1], red[2])

    assert verdict_after(lambda image, place: None) == "correct"
    assert verdict_after(shade) == "shaded_patch"
    assert verdict_after(repaint) == "unequal_colour"
    assert verdict_after(dim) == "unclear_colours"


def test_a_patch_without_room_is_refused() -> None:
    assert TASK.verifier.check_pixels is not None
    state = cylinder(8, 2)
    (picture,) = draw(state, COUNT, style_of(TASK, state))
    x, y, _, h = picture.regions["view 0 R1C1"]
    places = dict(picture.regions) | {"view 0 R1C1": (x, y, 5, h)}
    verdict = TASK.verifier.check_pixels(state, COUNT, [np.asarray(picture.image)], [places])
    assert verdict.diagnostic is not None
    assert verdict.diagnostic.kind == "narrow_patch"


def test_sight_lines_find_a_patch_that_is_drawn_elsewhere() -> None:
    """The oracle on the pictures of one cylinder, told that it is another one."""
    state = cylinder(8, 2, ("red", "blue", "yellow"))
    (picture,) = draw(state, COUNT, style_of(TASK, state))
    answer = TASK.solve(state, COUNT).answer
    images, regions = [np.asarray(picture.image)], [picture.regions]
    assert objection(state, COUNT, answer, images, regions) is None
    turned = CylinderState(bands=tuple((*band[1:], band[0]) for band in state.bands))
    assert "do not correspond" in str(objection(turned, COUNT, answer, images, regions))
