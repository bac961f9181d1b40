"""What the audit counts, writes, shows and refuses."""

from __future__ import annotations

from itertools import combinations, count
from pathlib import Path

import msgspec
import pytest
from audit.riddles import (
    audited,
    dataset,
    fair_labels,
    fair_words,
    opened,
    rows_of,
)

from gametasks.build.audit.lookalikes import NEAR_BITS, count_lookalikes
from gametasks.build.audit.report import audit
from gametasks.build.audit.result import Audit
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import Profile, SplitQuota
from gametasks.errors import DatasetError, RecordError
from gametasks.evaluate.report import read_chance_levels
from gametasks.schemas import (
    IntegerAnswer,
)
from gametasks.streams import Stream


def test_repeats_and_rejections_are_counted(tmp_path: Path) -> None:
    rows = list(rows_of(fair_words, 30))
    rows[7]["fingerprint"] = rows[8]["fingerprint"] = rows[3]["fingerprint"]
    stranger = dict(rows[5], split="test", id=rows[5]["id"] + "0")
    reasons = {"duplicate sample": 4, "already taken": 1, "ambiguous": 9}
    result = audit(dataset(tmp_path, iter([*rows, stranger]), rejections={"puzzle/riddle": reasons}))
    found = result.families["puzzle/riddle"]
    assert (found.samples, found.duplicates_before, found.duplicates_after) == (31, 5, 2)
    assert found.rejections == reasons
    assert result.tasks["puzzle"].states_in_two_splits == 1
    assert len(result.broken()) == 2


def test_the_file_is_what_scores_read_and_the_same_every_time(tmp_path: Path) -> None:
    folder = dataset(tmp_path, rows_of(fair_words, 60), rows_of(fair_labels, 60, family="labels"))
    result = audit(folder)
    first = (folder / "audit.json").read_bytes()
    assert read_chance_levels(folder) == {name: family.chance for name, family in result.families.items()}
    assert msgspec.json.decode(first, type=Audit) == result
    audit(folder)
    assert (folder / "audit.json").read_bytes() == first


@pytest.mark.parametrize(
    "damage",
    [
        {"format": "o"},
        {"options": []},
        {"perceptual_hashes": ["no hash"]},
        {"answer_schema": "{"},
        {"evaluator": "{", "option_images": True, "image_roles": ["option"] * 6, "perceptual_hashes": ["0"] * 6},
        {"evaluator": "[]", "option_images": True, "image_roles": ["option"] * 6, "perceptual_hashes": ["0"] * 6},
        {"image_roles": ["option"], "option_images": True},
    ],
    ids=str,
)
def test_a_damaged_row_is_named(tmp_path: Path, damage: dict[str, object]) -> None:
    rows = list(rows_of(fair_words, 30))
    rows[7] |= damage
    with pytest.raises(RecordError) as caught:
        audit(dataset(tmp_path, iter(rows)))
    assert str(caught.value).startswith(f"{rows[7]['id']}: ")
    assert len(str(caught.value)) < 700


def test_a_damaged_answer_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"puzzle@1/riddle/open/dataset/1/0/0/0: .*whole number"):
        audited(tmp_path, lambda n, rng: opened(IntegerAnswer(), "many"), 3)


def test_a_folder_without_a_dataset_is_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="not a dataset"):
        audit(tmp_path)


def test_lookalikes_are_those_of_a_plain_count() -> None:
    rng = Stream("lookalikes", "hashes")
    fresh = count()
    hashes: list[tuple[int, ...]] = []
    for _ in range(300):
        base = (0, (1 << 63) | 5, 2**64 - 1)[rng.integers(0, 3)]
        flipped = base
        for bit in rng.sample(list(range(64)), rng.integers(0, 4)):
            flipped ^= 1 << bit
        hashes.append((flipped,) if next(fresh) % 2 else (flipped, base))
    pairs = [(a, b) for a, b in combinations(hashes, 2) if len(a) == len(b)]
    bits = [max((x ^ y).bit_count() for x, y in zip(a, b, strict=True)) for a, b in pairs]
    found = count_lookalikes(hashes)
    assert found.same_pairs == bits.count(0) > 0
    assert found.near_pairs == sum(0 < distance <= NEAR_BITS for distance in bits) > 0
    assert found.compared == found.samples == 300


def test_a_built_dataset_can_be_audited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # the verifier's own scores
    profile = Profile("small", {"train": SplitQuota(6)}, tasks=("rolling_cube",))
    build_dataset(make_plan(profile, 5), tmp_path / "built")
    result = audit(tmp_path / "built")
    assert result.broken() == []
    assert result.samples == 24
    assert set(read_chance_levels(tmp_path / "built")) == set(result.families)
