"""What a player would say about cameras and pillars, on scenes placed by hand."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gametasks.errors import RecordError
from gametasks.qa_families.viewpoint_match import TASK
from gametasks.schemas.viewpoint_match import (
    RADIUS,
    Camera,
    CameraChoice,
    Pillar,
    Rings,
    ViewOrder,
    ViewState,
    VisibleObjects,
    equivalent_forms,
)
from gametasks.verifiers.viewpoint_match import VERIFIER

NORTHWARDS, EASTWARDS, SOUTHWARDS, WESTWARDS = 270, 0, 90, 180
PAINTED = {"G": "red", "H": "blue", "J": "green", "K": "yellow", "L": "cyan"}


def pillar(label: str, x: int, y: int) -> Pillar:
    return Pillar(label=label, x=x, y=y, colour=PAINTED[label], rings=Rings.NONE)


def scene(*pillars: Pillar, cameras: tuple[Camera, ...], angle: int = 90) -> ViewState:
    return ViewState(width=100, depth=100, angle=angle, pillars=pillars, cameras=cameras)


SOUTH = Camera(x=50, y=100, heading=NORTHWARDS)
ROW = (pillar("G", 30, 50), pillar("H", 50, 40), pillar("J", 70, 50))


def order(state: ViewState, camera: int = 1) -> Any:
    """What both the solver and the verifier say."""
    answer = VERIFIER.answer(state, ViewOrder(camera=camera))
    assert TASK.solve(state, ViewOrder(camera=camera)).answer == answer
    seen = VERIFIER.answer(state, VisibleObjects(camera=camera))
    assert TASK.solve(state, VisibleObjects(camera=camera)).answer == seen == frozenset(answer)
    return answer


def test_left_and_right_are_those_of_the_camera() -> None:
    opposite = Camera(x=50, y=0, heading=SOUTHWARDS)
    state = scene(*ROW, cameras=(SOUTH, opposite))
    assert order(state, 1) == ("G", "H", "J")
    assert order(state, 2) == ("J", "H", "G")


def test_from_the_side_the_nearest_may_be_in_the_middle() -> None:
    west = Camera(x=0, y=50, heading=EASTWARDS)
    state = scene(pillar("G", 50, 50), pillar("H", 60, 20), pillar("J", 70, 80), cameras=(west,))
    assert order(state) == ("H", "G", "J")


def test_half_of_the_angle_lies_on_either_side_of_the_heading() -> None:
    """At 45 degrees from the heading a pillar is in an angle of 110 degrees, and not in one of 70."""
    aside = pillar("K", 90, 60)
    assert order(scene(*ROW, aside, cameras=(SOUTH,), angle=110)) == ("G", "H", "J", "K")
    assert order(scene(*ROW, aside, cameras=(SOUTH,), angle=70)) == ("G", "H", "J")


def test_what_lies_behind_is_not_seen() -> None:
    middle = Camera(x=50, y=70, heading=NORTHWARDS)
    assert order(scene(*ROW, pillar("K", 50, 90), cameras=(middle,), angle=110)) == ("G", "H", "J")


def test_a_camera_sees_any_distance() -> None:
    assert order(scene(pillar("G", 50, 5), cameras=(SOUTH,))) == ("G",)


def test_a_pillar_straight_behind_a_nearer_one_is_hidden() -> None:
    state = scene(*ROW, pillar("K", 50, 70), cameras=(SOUTH,))
    assert order(state) == ("G", "K", "J")


def test_a_pillar_that_is_partly_hidden_is_seen() -> None:
    state = scene(*ROW, pillar("K", 54, 70), cameras=(SOUTH,))
    assert order(state) == ("G", "H", "K", "J")


def test_a_pillar_outside_of_the_angle_hides_nothing_in_it() -> None:
    turned = replace(SOUTH, heading=NORTHWARDS + 70)
    state = scene(pillar("G", 50, 60), pillar("H", 80, 75), cameras=(turned,))
    assert order(state) == ("H",)


def test_a_pillar_that_an_edge_cuts_is_a_fault_of_the_scene() -> None:
    cut = pillar("K", 90, 60)
    with pytest.raises(RecordError, match="an edge of the angle of the camera at \\(50, 100\\) cuts pillar K"):
        VERIFIER.answer(scene(*ROW, cut, cameras=(SOUTH,)), VisibleObjects(camera=1))


SIX = (
    SOUTH,
    Camera(x=50, y=0, heading=SOUTHWARDS),
    Camera(x=0, y=50, heading=EASTWARDS + 50),
    Camera(x=100, y=50, heading=WESTWARDS - 50),
    Camera(x=5, y=100, heading=NORTHWARDS - 5),
    Camera(x=0, y=100, heading=NORTHWARDS + 40),
)


def test_the_camera_of_a_picture_is_the_one_that_sees_the_same_row() -> None:
    state = scene(*ROW, cameras=SIX[:2])
    question = CameraChoice(viewpoint=SIX[1])
    solution = TASK.solve(state, question)
    assert (solution.answer, solution.unique) == ("B", True)
    assert VERIFIER.answer(state, question) == "B"
    assert VERIFIER.check(state, question, "B").correct
    assert not VERIFIER.check(state, question, "A").correct


def test_two_cameras_that_see_the_same_make_no_question() -> None:
    twin = replace(SIX[1], x=52)
    state = scene(*ROW, cameras=(SIX[1], twin))
    question = CameraChoice(viewpoint=twin)
    assert TASK.solve(state, question).unique is False
    assert VERIFIER.answer(state, question) is None
    assert not VERIFIER.check(state, question, "A").correct


def test_a_picture_that_no_camera_takes_is_refused() -> None:
    state = scene(*ROW, cameras=SIX[:1])
    with pytest.raises(RecordError, match="no camera sees the picture"):
        TASK.solve(state, CameraChoice(viewpoint=SIX[1]))
    assert VERIFIER.answer(state, CameraChoice(viewpoint=SIX[1])) is None


def test_a_camera_that_is_not_there_is_refused() -> None:
    state = scene(*ROW, cameras=SIX[:1])
    for answer in (VERIFIER.answer, TASK.solve):
        with pytest.raises(RecordError, match="there is no camera 2"):
            answer(state, ViewOrder(camera=2))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"pillars": ROW[::-1]}, "each letter occurs once"),
        ({"pillars": (ROW[0], replace(ROW[0], label="H", x=80))}, "the same colour and as many rings"),
        ({"pillars": (replace(ROW[0], colour="gray"),)}, "has the colour 'gray'"),
        ({"pillars": (pillar("G", 50, 97),)}, "a camera stands in pillar G"),
        ({"pillars": (pillar("G", 30, 30), pillar("H", 30 + 2 * RADIUS - 1, 30))}, "the pillars G and H overlap"),
        ({"pillars": (pillar("G", 130, 30),)}, r"\(130, 30\) lies outside of the plan"),
        ({"cameras": (replace(SOUTH, y=101),)}, r"\(50, 101\) lies outside of the plan"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        replace(scene(*ROW, cameras=(SOUTH,)), **change)
    data = msgspec.to_builtins(scene(*ROW, cameras=(SOUTH,))) | msgspec.to_builtins(change)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, ViewState)


def turned(state: ViewState) -> ViewState:
    """The scene a quarter turn clockwise."""

    def place(thing: Any) -> Any:
        return replace(thing, x=state.depth - thing.y, y=thing.x)

    cameras = tuple(replace(place(camera), heading=(camera.heading + 90) % 360) for camera in state.cameras)
    return replace(
        state, width=state.depth, depth=state.width, pillars=tuple(map(place, state.pillars)), cameras=cameras
    )


def form(state: ViewState) -> Any:
    return min(map(repr, equivalent_forms(state, ViewOrder(camera=2))))


def test_a_turned_scene_is_the_same_and_a_mirrored_one_is_not() -> None:
    state = replace(scene(*ROW, pillar("K", 40, 20), cameras=SIX), depth=120)
    assert order(turned(state), 2) == order(state, 2)
    assert form(turned(state)) == form(state) == form(turned(turned(state)))
    mirrored = replace(
        state,
        pillars=tuple(replace(p, x=100 - p.x) for p in state.pillars),
        cameras=tuple(replace(c, x=100 - c.x, heading=(180 - c.heading) % 360) for c in state.cameras),
    )
    assert form(mirrored) != form(state)
    assert form(replace(state, angle=80)) != form(state)


def test_names_and_looks_say_nothing() -> None:
    state = scene(*ROW, cameras=SIX)
    renamed = replace(
        state, pillars=tuple(replace(p, label=q, rings=Rings.TWO) for p, q in zip(state.pillars, "XYZ", strict=True))
    )
    assert form(renamed) == form(state)


def test_lines_and_angles_agree_close_to_the_edge_of_a_shadow() -> None:
    """The farther pillar is moved through the edge of the shadow unit by unit; geometry says where it comes out."""
    for x in range(50, 75):
        state = scene(pillar("G", 50, 70), pillar("H", x, 20), cameras=(SOUTH,), angle=110)
        aside = math.atan2(x - 50, 80) + math.asin(RADIUS / math.hypot(x - 50, 80))
        hidden = aside < math.asin(RADIUS / 30)
        assert ("H" in order(state)) is not hidden
