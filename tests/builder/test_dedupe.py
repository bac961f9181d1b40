"""What is a repeat, and of which row."""

from __future__ import annotations

import pytest

from gametasks.build.dataset.dedupe import Deduplicator, Fingerprints, Repeat

PLAIN = ("rush_exit", "plan")
REPEATING = ("gdl_simulation", "multistep_state")


@pytest.fixture
def seen() -> Deduplicator:
    seen = Deduplicator()
    seen.accept(Fingerprints("sample", "state", "pixels"), "first", "rush_exit", "test")
    return seen


@pytest.mark.parametrize(
    ("item", "split", "reason"),
    [
        (("sample", "state", "pixels"), "test", "duplicate sample"),
        (("sample", "state", "other"), "test", "duplicate sample"),
        (("other", "state", "other"), "test", None),
        (("other", "state", "other"), "train", "state of another split"),
        (("other", "other", "pixels"), "test", "duplicate pixels"),
        (("other", "other", "pixels"), "train", "duplicate pixels"),
        (("sample", "other", "other"), "train", None),
        (("other", "other", ""), "test", None),
    ],
)
def test_a_repeat_is_named_with_what_it_repeats(seen, item, split, reason):
    expected = Repeat(reason, "first") if reason else None
    assert seen.repeat_of(Fingerprints(*item), *PLAIN, split) == expected


def test_samples_without_pictures_do_not_share_pixels():
    seen = Deduplicator()
    seen.accept(Fingerprints("a", "a", ""), "first", "rush_exit", "test")
    assert seen.repeat_of(Fingerprints("b", "b", ""), *PLAIN, "test") is None


def test_a_family_may_repeat_within_its_split_but_never_leak():
    seen = Deduplicator()
    item = Fingerprints("sample", "state", "")
    seen.accept(item, "first", "gdl_simulation", "test")
    assert seen.repeat_of(item, *REPEATING, "test") is None
    assert seen.same_sample(item, "gdl_simulation", "test") == "first"
    assert seen.repeat_of(item, *REPEATING, "train") == Repeat("state of another split", "first")
    assert seen.taken(*REPEATING, "test") == frozenset()
    assert seen.taken(*REPEATING, "train") == {"state"}


def test_what_is_taken_for_a_place(seen):
    assert seen.taken(*PLAIN, "test") == {"sample"}
    assert seen.taken(*PLAIN, "train") == {"state"}
    assert seen.taken("hexakai", "solution", "train") == frozenset()
