"""What must hold on the pixels of plans and views."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from oracles.viewpoint_match import columns, looks, rays, row_pictured, swatches

from gametasks.qa_families.viewpoint_match import TASK
from gametasks.renderers.kit.themes import THEMES, contrast
from gametasks.renderers.viewpoint_match.plan import LOOKS
from gametasks.renderers.viewpoint_match.view import RING_HEIGHTS
from gametasks.schemas import Ranges, Role
from gametasks.schemas.viewpoint_match import EYE, HEIGHT, CameraChoice, Rings, ViewOrder
from gametasks.streams import Stream
from gametasks.testing import drafts, part, style_of

DRAFT = drafts(TASK, "camera_choice", 5)[0]
STATE, QUESTION = DRAFT.state, DRAFT.question


def drawn(state: Any = STATE, question: Any = QUESTION, **values: Any) -> Any:
    assert TASK.draw is not None
    return TASK.draw(state, question, style_of(TASK, state, **({"size": 832} | values)))


@pytest.mark.parametrize("look", list(LOOKS))
def test_pictures_have_their_roles_sizes_and_regions(look: str) -> None:
    plan, picture = drawn(look=look)
    assert (plan.role, picture.role) == (Role.QUESTION, Role.REFERENCE)
    assert max(plan.image.size) == 832
    assert max(picture.image.size) == 832
    names = {f"{kind} {label}" for label in STATE.labels() for kind in ("pillar", "swatch")}
    assert set(plan.regions) == names | {f"camera {name}" for name in "ABCDEF"}
    for drawing in (plan, picture):
        for x, y, w, h in drawing.regions.values():
            assert 0 <= x < x + w <= drawing.image.width
            assert 0 <= y < y + h <= drawing.image.height


def test_a_question_about_one_camera_shows_no_view() -> None:
    draft = drafts(TASK, "view_order", 2)[0]
    (plan,) = drawn(draft.state, draft.question)
    assert plan.role is Role.QUESTION
    assert {name for name in plan.regions if name.startswith("camera")} == {"camera 1", "camera 2", "camera 3"}


@pytest.mark.parametrize("look", list(LOOKS))
def test_the_plan_says_nothing_of_what_is_asked(look: str) -> None:
    """All cameras are drawn alike, whichever is asked for."""
    draft = drafts(TASK, "view_order", 2)[0]
    plans = [drawn(draft.state, ViewOrder(camera=number), look=look)[0].image.tobytes() for number in (1, 2, 3)]
    assert len(set(plans)) == 1
    choices = [
        drawn(question=CameraChoice(viewpoint=camera), look=look)[0].image.tobytes() for camera in STATE.cameras[:2]
    ]
    assert choices[0] == choices[1]


@pytest.mark.parametrize("ranges", list(Ranges))
def test_every_sampled_style_can_be_drawn(ranges: Ranges) -> None:
    for level in (1, 5):
        for index, draft in enumerate(drafts(TASK, "camera_choice", level, ranges, count=6)):
            assert TASK.styles is not None
            assert TASK.draw is not None
            style = TASK.styles(ranges, draft.state).draw(Stream(f"{ranges}/{level}/{index}", "style"))
            for picture in TASK.draw(draft.state, draft.question, style):
                assert max(picture.image.size) == style.size


@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("look", list(LOOKS))
def test_pillars_show_flat_colours_and_stand_out(look: str, theme: str) -> None:
    """The palette's colour fills each, and an edge of 3 : 1 sets it off from sky, floor, and wedge."""
    plan, picture = drawn(look=look, theme=theme)
    shades = THEMES[theme]
    for pillar in STATE.pillars:
        paint = shades.palette[pillar.colour]
        assert (part(plan, f"swatch {pillar.label}") == paint).all()
        for ground in (shades.surface, shades.surface_alt, shades.accent_soft):
            assert max(contrast(paint, ground), contrast(shades.ink, ground)) >= 3
    colours = swatches(STATE, np.asarray(plan.image), plan.regions)
    row = row_pictured(STATE, colours, np.asarray(picture.image), picture.regions["eye line"])
    assert len(row) == DRAFT.statistics["seen"]
    assert all(look in looks(STATE, colours) for look, _, _ in row)


@pytest.mark.parametrize("theme", ["paper", "slate", "chalkboard"])
@pytest.mark.parametrize("rings", list(Rings))
def test_rings_are_told_apart_in_the_view(theme: str, rings: Rings) -> None:
    """The oracle, which knows pixels only, counts them, on every colour of the scene and at every distance."""
    counts = {Rings.NONE: 0, Rings.ONE: 1, Rings.TWO: 2}
    paints = ("red", "blue", "green", "yellow", "orange", "purple", "pink", "black")
    pillars = tuple(replace(p, colour=c, rings=rings) for p, c in zip(STATE.pillars, paints, strict=True))
    state = replace(STATE, pillars=pillars)
    for camera in state.cameras:
        plan, picture = drawn(state, CameraChoice(viewpoint=camera), theme=theme)
        colours = swatches(state, np.asarray(plan.image), plan.regions)
        row = row_pictured(state, colours, np.asarray(picture.image), picture.regions["eye line"])
        assert row
        assert {count for (_, count), _, _ in row} == {counts[rings]}


def test_no_ring_is_at_the_height_of_the_eye() -> None:
    for rings in RING_HEIGHTS.values():
        for low, high in rings:
            assert 0 < low < high < HEIGHT
            assert not low - 2 < EYE < high + 2


@pytest.mark.parametrize("rings", list(Rings))
def test_the_disc_on_the_plan_shows_as_many_rings(rings: Rings) -> None:
    """Along a radius the colour of the rings is crossed once for each ring, on light and dark colours."""
    for colour, ring in (("blue", 255), ("yellow", 0)):
        lone = replace(STATE.pillars[0], colour=colour, rings=rings)
        state = replace(STATE, pillars=(lone, *(p for p in STATE.pillars[1:] if p.colour != colour)))
        plan = drawn(state)[0]
        x, y, w, h = plan.regions[f"pillar {lone.label}"]
        radius = np.asarray(plan.image)[y + h // 2, x + w // 2 : x + w - 3].astype(int)
        near = np.abs(radius - ring).max(axis=1) < 60
        crossed = int(np.count_nonzero(np.diff(np.concatenate([[0], near.astype(int)])) == 1))
        assert crossed == {Rings.NONE: 0, Rings.ONE: 1, Rings.TWO: 2}[rings]


def test_the_view_is_the_projection_of_the_plan() -> None:
    """Every column away from outlines shows at the eye line what a ray through it meets first."""
    plan, picture = drawn()
    colours = swatches(STATE, np.asarray(plan.image), plan.regions)
    x, y, w, _ = picture.regions["eye line"]
    first, _ = rays(STATE, QUESTION.viewpoint, columns(STATE.angle, w))
    image = np.asarray(picture.image)
    compared = 0
    for column in range(10, w - 10):
        around = set(first[column - 5 : column + 6].tolist())
        if len(around) == 1 and (number := around.pop()) >= 0:
            assert (image[y, x + column] == colours[number]).all()
            compared += 1
    assert compared > 20


def test_the_verifier_refuses_the_picture_of_another_camera() -> None:
    assert TASK.verifier.check_pixels is not None
    answer = TASK.solve(STATE, QUESTION).answer
    for name, camera in zip("ABCDEF", STATE.cameras, strict=True):
        pictures = drawn(question=CameraChoice(viewpoint=camera))
        images, regions = [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]
        verdict = TASK.verifier.check_pixels(STATE, QUESTION, images, regions)
        looks_alike = [p.colour for p in STATE.pillars]
        assert verdict.correct is (name == answer) or len(set(looks_alike)) < len(looks_alike)


@pytest.mark.parametrize("share", [0.25, 0.75])
def test_the_verifier_refuses_a_covered_pillar(share: float) -> None:
    """A patch over a part of the eye line that shows a pillar makes another picture, or a pillar too narrow."""
    plan, picture = drawn()
    image = np.array(picture.image)
    colours = swatches(STATE, np.asarray(plan.image), plan.regions)
    _, begin, end = row_pictured(STATE, colours, image, picture.regions["eye line"])[0]
    x = picture.regions["eye line"][0]
    image[:, x + begin + 2 : x + end - (3 if share < 0.5 else 0)] = 128
    assert TASK.verifier.check_pixels is not None
    images, regions = [np.asarray(plan.image), image], [plan.regions, picture.regions]
    assert not TASK.verifier.check_pixels(STATE, QUESTION, images, regions).correct


def test_pictures_are_the_same_every_time() -> None:
    assert [p.image.tobytes() for p in drawn()] == [p.image.tobytes() for p in drawn()]
