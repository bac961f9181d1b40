"""Samples are what the levels promise, and three methods agree on their answers; every margin is kept."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import msgspec
import numpy as np
import pytest
from oracles.viewpoint_match import margins, objection, row_seen

from gametasks.generators.viewpoint_match import LEVELS
from gametasks.qa_families.viewpoint_match import TASK
from gametasks.schemas import Ranges, parse_answer, write_answer
from gametasks.schemas.viewpoint_match import ViewState
from gametasks.solvers.viewpoint_match import view
from gametasks.streams import Stream
from gametasks.testing import drafts

ALL = [(ranges, level) for ranges in Ranges for level in range(1, 6)]
FAMILIES = [family.name for family in TASK.families]
LEAST = {
    "camera_apart_diameters": 2,
    "edge_deg": 2,
    "hidden_spare_deg": 1.5,
    "shown_share": 0.3,
    "shown_px": 12,
    "centres_deg": 4,
    "seen_pillars": 2,
    "not_seen_pillars": 1,
    "pictured_px": 12,
    "pictured_share": 0.3,
}
"""The margins that the rules promise."""


def drawn(state, question, ranges, key):
    style = TASK.styles(ranges, state).draw(Stream(key, "style"))
    pictures = TASK.draw(state, question, style)
    return [np.asarray(p.image) for p in pictures], [p.regions for p in pictures]


@pytest.mark.parametrize(("ranges", "level"), ALL)
@pytest.mark.parametrize("name", FAMILIES)
def test_solver_verifier_and_light_rays_agree_with_every_margin(name, ranges, level):
    family = TASK.family(name)
    for index, draft in enumerate(drafts(TASK, name, level, ranges, count=2)):
        state, question = draft.state, draft.question
        answer = TASK.solve(state, question).answer
        assert TASK.verifier.answer(state, question) == answer
        assert TASK.verifier.check(state, question, answer).correct
        assert TASK.solve(state, question).unique is (True if family.unique else None)
        kind = family.answer_kind(state, question)
        assert parse_answer(kind, write_answer(kind, answer)) == answer
        assert msgspec.json.decode(msgspec.json.encode(state), type=ViewState) == state
        assert msgspec.json.decode(msgspec.json.encode(question), type=type(question)) == question
        images, regions = drawn(state, question, ranges, f"{name}/{ranges}/{level}/{index}")
        assert objection(state, question, answer, images, regions) is None
        assert TASK.verifier.check_pixels(state, question, images, regions).correct
        for what, value in margins(state, question, answer, images, regions).items():
            assert value >= LEAST[what], what


def test_the_oracle_objects_to_wrong_answers_and_to_another_picture():
    first, second = drafts(TASK, "camera_choice", 3, count=2)
    answer = TASK.solve(first.state, first.question).answer
    images, regions = drawn(first.state, first.question, Ranges.DATASET, "x")
    wrong = "A" if answer != "A" else "B"
    assert "the picture shows" in objection(first.state, first.question, wrong, images, regions)
    other, other_regions = drawn(second.state, second.question, Ranges.DATASET, "x")
    mixed = objection(first.state, first.question, answer, [images[0], other[1]], [regions[0], other_regions[1]])
    assert mixed is not None
    for name in ("view_order", "visible_objects"):
        draft = drafts(TASK, name, 3)[0]
        answer = TASK.solve(draft.state, draft.question).answer
        shorter = answer[1:] if name == "view_order" else frozenset(sorted(answer)[1:])
        assert "the rays give" in objection(draft.state, draft.question, shorter, [], [])


@pytest.mark.parametrize(("ranges", "level"), ALL)
def test_scenes_are_what_the_levels_promise(ranges, level):
    params = LEVELS[ranges][level - 1]
    for name in FAMILIES:
        for draft in drafts(TASK, name, level, ranges, count=6):
            state = draft.state
            assert (state.width, state.depth) in params.plans
            assert (len(state.pillars), state.angle) == (params.pillars, params.angle)
            assert len({p.colour for p in state.pillars}) == params.pillars - params.twins
            for camera in state.cameras:
                assert camera.x in (0, state.width) or camera.y in (0, state.depth)
                assert params.seen[0] <= len(view(state, camera)) < params.pillars
            for one, other in combinations(state.cameras, 2):
                assert (one.x - other.x) ** 2 + (one.y - other.y) ** 2 >= 26**2
            assert params.seen[0] <= draft.statistics["seen"] <= params.seen[1]


def test_the_two_sets_of_ranges_have_no_layout_in_common():
    plans = [{(plan, params.angle) for params in LEVELS[ranges] for plan in params.plans} for ranges in Ranges]
    assert not {plan for plan, _ in plans[0]} & {plan for plan, _ in plans[1]}
    assert all(width == depth for (width, depth), _ in plans[0])
    assert all(width != depth for (width, depth), _ in plans[1])


def test_of_six_cameras_one_sees_the_same_in_another_order_and_one_as_many():
    for draft in drafts(TASK, "camera_choice", 4, count=10):
        rows = [row_seen(draft.state, camera) for camera in draft.state.cameras]
        answer = TASK.solve(draft.state, draft.question).answer
        mine = rows["ABCDEF".index(answer)]
        others = [row for row in rows if row != mine]
        assert len(rows) == 6
        assert len(set(rows)) == 6
        assert sum(sorted(row) == sorted(mine) for row in others) >= 1
        assert sum(len(row) == len(mine) for row in others) >= 2


@pytest.mark.parametrize("name", FAMILIES)
def test_how_many_are_seen_and_whether_one_is_hidden_is_drawn_evenly(name):
    found = drafts(TASK, name, 3, count=120)
    seen = Counter(draft.statistics["seen"] for draft in found)
    hidden = Counter(bool(draft.statistics["hidden"]) for draft in found)
    assert set(seen) == {3, 4}
    assert min(seen.values()) > 40
    assert min(hidden.values()) > 40


def test_letters_of_the_right_camera_are_even():
    answers = Counter(TASK.solve(d.state, d.question).answer for d in drafts(TASK, "camera_choice", 1, count=240))
    assert set(answers) == set("ABCDEF")
    assert 20 <= min(answers.values()) <= max(answers.values()) <= 62
