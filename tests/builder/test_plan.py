"""Plans: quotas become slots, spread evenly, the same for the same inputs."""

from __future__ import annotations

from collections import Counter

import pytest

from gametasks.build.dataset.plan import SHARD_SLOTS, make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.errors import ConfigurationError, UnknownNameError
from gametasks.qa_families._catalogue import get_task


def profile(tmp_path, text):
    path = tmp_path / "profile.toml"
    path.write_text(text)
    return load_profile(str(path))


def test_the_demo_asks_for_25_training_and_5_test_samples_of_every_family():
    plan = make_plan(load_profile("demo"), 1)
    counts = Counter((slot.first.task, slot.first.family, slot.split) for slot in plan.slots)
    assert {split: {n for (_, _, s), n in counts.items() if s == split} for split in ("train", "test")} == {
        "train": {25},
        "test": {5},
    }


def test_test_comes_first_and_is_drawn_from_evaluation_ranges():
    plan = make_plan(load_profile("demo"), 1)
    splits = [slot.split for slot in plan.slots]
    assert splits == sorted(splits), "test before train"
    assert all((slot.split == "test") == (slot.first.ranges == "evaluation") for slot in plan.slots)


def test_levels_and_formats_are_even():
    plan = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 1)
    cells = Counter(
        (s.first.level, s.first.format) for s in plan.slots if s.first.family == "top_face" and s.split == "train"
    )
    assert set(cells.values()) == {2, 3}
    assert len(cells) == 10


def test_the_index_runs_over_all_splits_of_the_same_ranges(tmp_path):
    plan = make_plan(
        profile(
            tmp_path,
            'name = "p"\ntasks = ["rolling_cube"]\n'
            "[splits.train]\nper_family = 10\n[splits.validation]\nper_family = 10",
        ),
        1,
    )
    ids = [str(slot.first) for slot in plan.slots]
    assert len(set(ids)) == len(ids)
    indices = [slot.first.index for slot in plan.slots if slot.first.family == "all_faces" and slot.first.level == 1]
    assert indices == [0, 1, 2, 3]


def test_a_limit_is_spread_over_families_and_splits():
    plan = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 1, limit=26)
    counts = Counter(slot.first.family for slot in plan.slots)
    assert sorted(counts.values()) == [6, 6, 7, 7]
    assert Counter(slot.split for slot in plan.slots) == {"test": 4, "train": 22}


def test_quotas_replace_the_default_and_add_up(tmp_path):
    plan = make_plan(
        profile(
            tmp_path,
            """
            name = "p"
            tasks = ["rolling_cube"]
            [[quotas]]
            task = "rolling_cube"
            family = "top_face"
            split = "train"
            count = 7
            levels = [5]
            formats = ["choice"]
            [[quotas]]
            task = "rolling_cube"
            family = "top_face"
            split = "train"
            count = 3
            levels = [1, 2]
            [splits.train]
            per_family = 2
            """,
        ),
        1,
    )
    counts = Counter((slot.first.family, slot.first.level, slot.first.format) for slot in plan.slots)
    assert counts["top_face", 5, "choice"] == 7
    assert sum(n for (family, level, _), n in counts.items() if family == "top_face" and level in (1, 2)) == 3
    assert sum(n for (family, _, _), n in counts.items() if family == "all_faces") == 2


def test_shards_cover_the_plan_in_order_and_name_their_number(tmp_path):
    plan = make_plan(
        profile(tmp_path, f'name = "p"\ntasks = ["rolling_cube"]\n[splits.train]\nper_family = {SHARD_SLOTS}'), 1
    )
    shards = list(plan.shards())
    assert [shard.path for shard in shards] == [f"data/rolling_cube/train-{n:05d}-of-00004.parquet" for n in range(4)]
    assert [slot.number for shard in shards for slot in shard.slots] == list(range(4 * SHARD_SLOTS))


def test_the_plan_has_a_fingerprint_of_all_that_it_is():
    demo = load_profile("demo")
    marks = {make_plan(demo, 1).fingerprint(), make_plan(demo, 2).fingerprint(), make_plan(demo, 1, 50).fingerprint()}
    assert len(marks) == 3
    assert make_plan(demo, 1).fingerprint() in marks


TRAIN = "[splits.train]"
QUOTA = 'name = "p"\nquotas = [{{task = "rolling_cube", {}}}]\n[splits.train]'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name = 5", "name"),
        ('name = "p"', "splits"),
        ('name = "p"\n[splits]', "no splits"),
        ('name = "p"\n[splits.Train]\nper_family = 1', "'Train' is not a split name"),
        ('name = "p"\n[splits.train]\nper_family = -1', "splits"),
        ('name = "p"\n[splits.train]\nperfamily = 1', "perfamily"),
        ('name = "p"\ntasks = ["rolling_cub"]\n' + TRAIN, "did you mean rolling_cube"),
        ('name = "p"\ntasks = ["rolling_cube", "rolling_cube"]\n' + TRAIN, "tasks lists rolling_cube twice"),
        (QUOTA.format('split = "tran", count = 1'), "did you mean train"),
        (QUOTA.format('family = "top", split = "train", count = 1'), "top_face"),
        (QUOTA.format('split = "train", count = 1, levels = [6]'), "has no level 6; its levels are 1 to 5"),
        (
            QUOTA.format('family = "all_faces", split = "train", count = 1, formats = ["choice"]'),
            "rolling_cube/all_faces has none of the formats choice",
        ),
        ('name = "p"\n[splits.all]\nper_family = 1', "a split cannot be called 'all', which to `datasets` means every"),
        (
            'name = "p"\ntasks = []\n' + TRAIN,
            r"profile\.toml: tasks is empty; leave tasks out for the project's own tasks",
        ),
        ('name = "p"\ntasks = ["rolling_cub"]\n' + TRAIN, r"unknown task in profile .*profile\.toml 'rolling_cub'"),
        (
            'name = "p"\ntasks = ["hexakai"]\nquotas = [{task = "rolling_cube", split = "train", count = 1}]\n' + TRAIN,
            r"quota 1: rolling_cube is none of the profile's tasks, which are hexakai; add it to `tasks`",
        ),
        (
            QUOTA.format('split = "train", count = 1, levels = []'),
            r"quota 1: levels is empty; leave levels out for all",
        ),
        (QUOTA.format('split = "train", count = 1, levels = [2, 2]'), "quota 1: levels lists 2 twice"),
        (QUOTA.format('split = "train", count = 1, formats = []'), "quota 1: formats is empty; leave formats out"),
        (QUOTA.format('split = "train", count = 1, formats = ["open", "open"]'), "quota 1: formats lists open twice"),
        (
            QUOTA.format('family = "", split = "train", count = 1'),
            "unknown family of rolling_cube in profile .*, quota 1",
        ),
        (
            'name = "p"\nquotas = [{task = "hexakay", split = "train", count = 1}]\n' + TRAIN,
            "quota 1 'hexakay'; did you",
        ),
        ("name = ", "profile"),
        ('name = "p"\n[splits.train]\nper_family = ' + "9" * 10_000, "profile"),
        ("name = " + "[" * 100_000, "profile"),
    ],
)
def test_a_wrong_profile_is_explained(tmp_path, text, message):
    with pytest.raises(ConfigurationError, match=message.replace("[", r"\[")):
        profile(tmp_path, text)


def test_an_unknown_profile_is_explained(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean demo"):
        load_profile("dmo")
    (tmp_path / "endless.toml").symlink_to("/dev/zero")
    with pytest.raises(ConfigurationError, match=r"the profile .*endless\.toml is longer than 1,048,576 bytes"):
        load_profile(str(tmp_path / "endless.toml"))
    with pytest.raises(ConfigurationError, match=r"cannot read the profile .*absent\.toml: No such file"):
        load_profile(str(tmp_path / "absent.toml"))


@pytest.mark.parametrize(("seed", "limit"), [(-1, None), (2**63, None), (0, 0)])
def test_impossible_plans_are_refused(seed, limit):
    with pytest.raises(ConfigurationError):
        make_plan(load_profile("demo"), seed, limit)


def test_a_task_of_another_version_is_another_plan():
    first = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 1).slots[0].first
    assert first.version == get_task("rolling_cube").version
