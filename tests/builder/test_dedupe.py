"""What is a repeat, and of which row."""

from __future__ import annotations

import pytest

from gametasks.build.dataset.dedupe import Deduplicator, Fingerprints, Repeat
from gametasks.build.dataset.hash_table import HashTable

PLAIN = ("rush_exit", "plan")
REPEATING = ("gdl_simulation", "multistep_state")


@pytest.fixture
def seen() -> Deduplicator:
    seen = Deduplicator()
    seen.accept(Fingerprints("sample", "state", "pixels"), 7, "rush_exit", "test")
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
    expected = Repeat(reason, 7) if reason else None
    assert seen.repeat_of(Fingerprints(*item), *PLAIN, split) == expected


def test_samples_without_pictures_do_not_share_pixels():
    seen = Deduplicator()
    seen.accept(Fingerprints("a", "a", ""), 7, "rush_exit", "test")
    assert seen.repeat_of(Fingerprints("b", "b", ""), *PLAIN, "test") is None


def test_a_family_may_repeat_within_its_split_but_never_leak():
    seen = Deduplicator()
    item = Fingerprints("sample", "state", "")
    seen.accept(item, 7, "gdl_simulation", "test")
    assert seen.repeat_of(item, *REPEATING, "test") is None
    assert seen.same_sample(item, "gdl_simulation", "test") == 7
    assert seen.repeat_of(item, *REPEATING, "train") == Repeat("state of another split", 7)
    assert not seen.is_taken(("sample", "state"), *REPEATING, "test")
    assert seen.is_taken(("other", "state"), *REPEATING, "train")


def test_what_is_taken_for_a_place(seen):
    assert seen.is_taken(("sample", "other"), *PLAIN, "test")
    assert not seen.is_taken(("other", "state"), *PLAIN, "test")
    assert seen.is_taken(("other", "state"), *PLAIN, "train")
    assert not seen.is_taken(("sample", "other"), *PLAIN, "train")
    assert not seen.is_taken(("sample", "state"), "hexakai", "solution", "train")


def test_the_first_of_several_states_is_named(seen):
    seen.accept(Fingerprints("b", "state", ""), 9, "rush_exit", "train")
    seen.accept(Fingerprints("c", "state", ""), 3, "rush_exit", "tuning")
    assert seen.repeat_of(Fingerprints("d", "state", ""), *PLAIN, "train") == Repeat("state of another split", 3)


def test_a_table_holds_what_a_dictionary_holds():
    table, known = HashTable(), {}
    texts = [f"{number * number % 4001:x}" for number in range(9000)] + ["", "\ud800", "zz"]
    for number, text in enumerate(texts):
        assert table.get(text) == known.get(text)
        table.setdefault(text, number)
        known.setdefault(text, number)
    assert [table.get(text) for text in texts] == [known[text] for text in texts]
    assert len(table) == len(known) > 2000
    assert table.get("absent") is None
