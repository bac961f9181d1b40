"""A task has as many levels as it declares."""

from __future__ import annotations

from dataclasses import replace

import pytest

import gametasks
from gametasks.build.conformance.contract import check_contract
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import Profile, Quota, SplitQuota, load_profile
from gametasks.errors import ConfigurationError, RecordError
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import Format, Ranges

TASK = get_task("rolling_cube")


def levels_of(count: int):
    """The first levels of the task, or more than it has: then the last one again and again."""
    return {ranges: tuple([*found, *[found[-1]] * count][:count]) for ranges, found in TASK.levels.items()}


@pytest.fixture
def twelve_levels(change_task):
    change_task("rolling_cube", levels=levels_of(12))


def test_settings_are_spread_over_all_levels_and_formats():
    for count in (1, 2, 5, 12):
        task = replace(TASK, levels=levels_of(count))
        settings = task.settings(task.family("top_face"))
        assert len(set(settings)) == len(settings) == 2 * count
        assert [level for level, _ in settings[:count]] == list(task.level_numbers) == list(range(1, count + 1))
    assert {form for _, form in settings[:2]} == set(Format)


def test_choices_exist_at_all_levels_or_at_those_that_a_family_names():
    family = replace(TASK.family("top_face"), choice_levels=(2, 12))
    settings = replace(TASK, levels=levels_of(12)).settings(family)
    assert sorted(level for level, form in settings if form is Format.CHOICE) == [2, 12]
    assert sorted(level for level, form in settings if form is Format.OPEN) == list(range(1, 13))


def test_a_twelfth_level_is_planned_made_and_verified(twelve_levels):
    row = next(gametasks.stream("rolling_cube", "all_faces", 12, 3))
    assert row["level"] == 12
    assert "/dataset/12/3/" in row["id"]
    gametasks.verify(row)
    quota = Quota("rolling_cube", "train", 24, "top_face")
    plan = make_plan(Profile("mine", {"train": SplitQuota()}, ("rolling_cube",), (quota,)), 1)
    assert {slot.first.level for slot in plan.slots} == set(range(1, 13))


def test_a_level_that_the_task_does_not_have_is_refused(twelve_levels, change_task, tmp_path):
    row = next(gametasks.stream("rolling_cube", "all_faces", 12, 3))
    change_task("rolling_cube")
    with pytest.raises(RecordError, match="rolling_cube/all_faces has no format open at level 12"):
        gametasks.verify(row)
    with pytest.raises(ConfigurationError, match="it has open at the levels 1, 2, 3, 4, 5"):
        next(gametasks.stream("rolling_cube", "all_faces", 6, 3))
    path = tmp_path / "profile.toml"
    path.write_text(
        'name = "mine"\n[splits.train]\n[[quotas]]\ntask = "rolling_cube"\nsplit = "train"\ncount = 1\nlevels = [12]\n'
    )
    with pytest.raises(ConfigurationError, match="rolling_cube has no level 12; its levels are 1 to 5"):
        load_profile(str(path))


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"levels": levels_of(1)}, None),
        ({"levels": levels_of(99)}, None),
        ({"levels": levels_of(100)}, "levels[dataset] holds 100 levels; a task has 1 to 99"),
        ({"levels": levels_of(0)}, "levels[dataset] holds 0 levels; a task has 1 to 99"),
        (
            {"levels": {**levels_of(5), Ranges.EVALUATION: levels_of(4)[Ranges.EVALUATION]}},
            "the two sets of ranges differ in the number of levels (dataset 5, evaluation 4)",
        ),
        (
            {"families": (replace(TASK.family("top_face"), choice_levels=(5, 6)),)},
            "top_face has choices at level 6, which the task does not have",
        ),
    ],
)
def test_the_contract_follows_the_task(changes, detail):
    details = [finding.detail for finding in check_contract(replace(TASK, **changes))]
    expected = [detail] if detail else []
    assert [found for found in details if "level" in found][:1] == expected
