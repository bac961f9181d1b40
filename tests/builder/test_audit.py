"""The audit finds leaks that are there, and none that are not."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from io import StringIO
from itertools import combinations, count
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from gametasks.build.audit import guessing
from gametasks.build.audit.lookalikes import NEAR_BITS, count_lookalikes
from gametasks.build.audit.report import Audit, FamilyAudit, audit
from gametasks.build.audit.table import audit_tables
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import Profile, SplitQuota
from gametasks.errors import DatasetError, RecordError
from gametasks.evaluate.report import read_chance_levels
from gametasks.evaluate.scoring import Score
from gametasks.folder import SCHEMA, Manifest
from gametasks.schemas import (
    ChoiceAnswer,
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    LabelAnswer,
    SequenceAnswer,
    VectorAnswer,
)
from gametasks.schemas.answers.kinds import encode_answer_kind
from gametasks.streams import Stream

LETTERS = "ABCDEF"
WORDS = ("amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "heath", "islet", "jetty", "knoll", "ledge")
CHOICE = ChoiceAnswer()

Fields = dict[str, Any]
Maker = Callable[[int, Stream], Fields]


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """In these rows a state is the list of the answers that the rules accept."""
    monkeypatch.setattr(guessing, "score", lambda row, text: Score(float(text in json.loads(row["state"]))))


def choice(options: list[str], letter: str, question: str = "Which one?", **more: Any) -> Fields:
    return {"format": "choice", "options": options, "answer": letter, "kind": CHOICE, "question": question, **more}


def opened(kind: Any, answer: str, question: str = "Which one?", **more: Any) -> Fields:
    return {"format": "open", "options": [], "answer": answer, "kind": kind, "question": question, **more}


def rows_of(make: Maker, samples: int = 400, family: str = "riddle", split: str = "train") -> Iterator[Fields]:
    for n in range(samples):
        stream = Stream(f"{family} {split} {n}", "rows")
        made = make(n, stream)
        kind = made.pop("kind")
        level = n % 5 + 1
        yield {
            "id": f"puzzle@1/{family}/{made['format']}/dataset/{level}/0/{n}/0",
            "task": "puzzle",
            "capability": "planning",
            "family": family,
            "split": split,
            "level": level,
            "images": [],
            "image_roles": [],
            "image_captions": [],
            "text": "",
            "hint": "Look closely.",
            "option_images": False,
            "answer_format": f"Give {kind.describe()}.",
            "answer_schema": encode_answer_kind(kind),
            "evaluator": '{"name": "gametasks.verifiers.puzzle", "data": {}}',
            "state": json.dumps([made["answer"]]),
            "params": "{}",
            "seed": 0,
            "fingerprint": f"{family} {split} {n}",
            "state_fingerprint": f"{family} {split} {n}",
            "pixel_hash": "",
            "perceptual_hashes": [],
            "generator_version": "1",
            **made,
        }


def dataset(folder: Path, *families: Iterator[Fields], rejections: dict[str, dict[str, int]] | None = None) -> Path:
    for number, rows in enumerate(families):
        path = folder / "data" / "puzzle" / f"train-{number:05d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.Table.from_pylist(list(rows), schema=SCHEMA), path)
    manifest = Manifest(
        gametasks="1", plan="", profile="", seed=0, slots=0, tasks={}, libraries={}, rejections=rejections or {}
    )
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return folder


def audited(folder: Path, make: Maker, samples: int = 400) -> FamilyAudit:
    return audit(dataset(folder, rows_of(make, samples))).families["puzzle/riddle"]


def words_with(right: str, letter: str, rng: Stream, pool: tuple[str, ...] = WORDS) -> list[str]:
    options = rng.sample([word for word in pool if word != right], 5)
    options.insert(LETTERS.index(letter), right)
    return options


def fair_words(n: int, rng: Stream) -> Fields:
    letter = rng.choice(LETTERS)
    return choice(words_with(rng.choice(WORDS), letter, rng), letter)


def fair_numbers(n: int, rng: Stream) -> Fields:
    numbers = [str(number) for number in rng.sample(list(range(100)), 6)]
    return choice(numbers, rng.choice(LETTERS))


def fair_labels(n: int, rng: Stream) -> Fields:
    labels = tuple(rng.sample(list(WORDS), 6))
    return opened(LabelAnswer(labels=labels), rng.choice(labels))


@pytest.mark.parametrize("make", [fair_words, fair_numbers, fair_labels])
def test_fair_families_break_nothing(tmp_path: Path, make: Maker) -> None:
    found = audited(tmp_path, make)
    assert found.broken == ()
    assert found.notes == ()
    assert 10 < found.chance < 27


def test_the_letter_that_is_always_right_is_found(tmp_path: Path) -> None:
    found = audited(tmp_path, lambda n, rng: choice(words_with(rng.choice(WORDS), "B", rng), "B"))
    assert found.letters == {"A": 0, "B": 400, "C": 0, "D": 0, "E": 0, "F": 0}
    assert found.formats["choice"].guessers["commonest"].score == 100
    assert any("letters" in limit for limit in found.broken)


def test_the_middle_of_the_numbers_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        numbers = rng.sample(list(range(1000)), 6)
        return choice(list(map(str, numbers)), LETTERS[numbers.index(sorted(numbers)[2])])

    found = audited(tmp_path, make)
    assert found.formats["choice"].guessers["position"] == guessing.Guessed(100.0, "by value")
    assert found.chance == 100
    assert found.formats["choice"].guessers["commonest"].score < 30
    assert len(found.broken) == 1


def test_the_option_most_like_the_others_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        right = [rng.choice(WORDS) for _ in range(6)]
        wrong = [[*right[:i], rng.choice(WORDS) + "s", *right[i + 1 :]] for i in range(5)]
        letter = rng.choice(LETTERS)
        wrong.insert(LETTERS.index(letter), right)
        return choice([" ".join(option) for option in wrong], letter)

    assert audited(tmp_path, make).formats["choice"].guessers["position"].score > 90


def test_the_word_that_right_options_say_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        letter = rng.choice(LETTERS)
        endings = words_with("slowly", letter, rng)
        return choice([f"{rng.choice(WORDS)}{n} goes {ending}" for ending in endings], letter)

    found = audited(tmp_path, make)
    assert found.formats["choice"].guessers["words"] == guessing.Guessed(100.0, "options")
    assert found.broken


def test_the_option_that_the_question_mentions_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        letter, right = rng.choice(LETTERS), f"{rng.choice(WORDS)} {n}"
        options = words_with(right, letter, rng, tuple(f"{word} {m}" for word in WORDS for m in (7, 8)))
        return choice(options, letter, f"Where is {right} on the board?")

    assert audited(tmp_path, make).formats["choice"].guessers["words"].score > 95


def test_the_word_of_the_question_that_tells_the_answer_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        place = rng.integers(0, 8)
        return opened(IntegerAnswer(), str(place), f"How many, near the {WORDS[place]}?")

    found = audited(tmp_path, make)
    assert found.formats["open"].guessers["words"].score > 95
    assert found.formats["open"].guessers["commonest"].score < 25


def test_an_answer_that_is_right_half_of_the_time_is_found(tmp_path: Path) -> None:
    found = audited(
        tmp_path, lambda n, rng: opened(IntegerAnswer(), "7" if rng.integers(0, 2) else str(rng.integers(8, 60)))
    )
    assert 42 < found.chance < 58
    assert found.broken
    assert found.answers["1"].samples == 80
    assert next(iter(found.answers["1"].commonest)) == "7"


def test_half_is_fair_where_only_two_answers_exist(tmp_path: Path) -> None:
    kind = LabelAnswer(labels=("yes", "no"))
    found = audited(tmp_path, lambda n, rng: opened(kind, rng.choice(kind.labels)))
    assert found.formats["open"].limit == 60
    assert found.chance > 40
    assert not found.broken


def test_the_label_that_stands_first_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        labels = tuple(rng.sample([word + str(i) for word in WORDS for i in range(9)], 6))
        return opened(LabelAnswer(labels=labels), labels[0])

    assert audited(tmp_path, make).formats["open"].guessers["commonest"] == guessing.Guessed(100.0, "places of labels")


def test_an_answer_whose_parts_are_each_common_is_found(tmp_path: Path) -> None:
    names = WORDS[:8]

    def make(n: int, rng: Stream) -> Fields:
        asked = rng.sample(list(names), 3)
        kind = FieldsAnswer(fields=dict.fromkeys(asked, IntegerAnswer()))
        return opened(kind, ", ".join(f"{name}={len(name) + names.index(name)}" for name in asked))

    found = audited(tmp_path, make).formats["open"]
    assert found.guessers["commonest"] == guessing.Guessed(100.0, "part by part")


def test_answers_of_several_shapes_are_guessed_in_their_own(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        length = rng.integers(2, 5)
        kind = rng.choice((VectorAnswer(length=length), GridAnswer(rows=1, columns=length, symbols="12")))
        return opened(kind, kind.write((1,) * length if isinstance(kind, VectorAnswer) else ["2" * length]))

    assert audited(tmp_path, make).formats["open"].guessers["commonest"].score > 40


def test_a_part_of_an_answer_is_worth_nothing(tmp_path: Path) -> None:
    kind = SequenceAnswer(item=LabelAnswer(labels=("U", "D", "L", "R")))
    found = audited(tmp_path, lambda n, rng: opened(kind, ", ".join(["U", *(rng.choice("UDLR") for _ in range(4))])))
    assert found.chance < 10


def test_answers_seen_once_are_not_guessed(tmp_path: Path) -> None:
    """A guesser that were scored on what it was fitted on would know them all."""
    found = audited(tmp_path, lambda n, rng: opened(IntegerAnswer(), str(n), f"How many at number {n}?"))
    assert found.chance == 0


def test_a_guess_that_the_rules_accept_is_right(tmp_path: Path) -> None:
    """Where several answers are valid, one that is not the stored one counts too."""
    found = audited(
        tmp_path, lambda n, rng: opened(IntegerAnswer(), "3" if n % 9 else "8", state=json.dumps(["3", "8"]))
    )
    assert found.chance == 100


def test_option_pictures_are_glanced_at_and_reported_apart(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        letter, right = rng.choice(LETTERS), rng.integers(0, 2**63)
        hashes = [right ^ 1 << place for place in rng.sample(list(range(64)), 5)]
        hashes.insert(LETTERS.index(letter), right)
        shown: list[list[Any]] = [[f"{n} {i}", 1] for i in range(6)]
        return choice(
            list(LETTERS),
            letter,
            option_images=True,
            image_roles=["reference", *["option"] * 6],
            perceptual_hashes=[f"{value:016x}" for value in (0, *hashes)],
            evaluator=json.dumps({"name": "x", "data": {"options": shown}}),
        )

    found = audited(tmp_path, make)
    assert found.formats["choice"].glances["looks"] == 100
    assert found.formats["choice"].glances["contents"] == pytest.approx(100 / 6, abs=0.01)
    assert found.chance < 30
    assert found.broken == ()
    assert len(found.notes) == 1
    assert "looks" in found.notes[0]


def test_few_samples_break_a_limit_only_beyond_doubt(tmp_path: Path) -> None:
    def some(n: int, rng: Stream) -> Fields:
        return opened(IntegerAnswer(), "7" if n % 20 < 9 else str(100 + n))

    doubtful = audited(tmp_path / "some", some, 40)
    assert doubtful.formats["open"].chance > 35
    assert doubtful.broken == ()
    assert len(doubtful.notes) == 2
    assert audited(tmp_path / "all", lambda n, rng: opened(IntegerAnswer(), "7"), 40).broken


def test_letters_are_judged_over_all_families_together(tmp_path: Path) -> None:
    def leaning(n: int, rng: Stream) -> Fields:
        letter = "A" if n % 17 == 0 else rng.choice(LETTERS)
        return choice(words_with(rng.choice(WORDS), letter, rng), letter)

    alone = audit(dataset(tmp_path / "1", rows_of(leaning))).families["puzzle/riddle"].letters_p
    families = [rows_of(leaning), *(rows_of(fair_words, family=f"other{i}") for i in range(4))]
    together = audit(dataset(tmp_path / "5", *families)).families["puzzle/riddle"].letters_p
    assert alone is not None
    assert together == pytest.approx(min(1, 5 * alone))


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


def test_the_tables_name_every_family(tmp_path: Path) -> None:
    result = audit(dataset(tmp_path, rows_of(fair_words, 60), rows_of(fair_labels, 60, family="labels")))
    console = Console(width=200, record=True, file=StringIO())
    for table in audit_tables(result):
        console.print(table)
    text = console.export_text()
    assert text.count("puzzle/riddle") == text.count("puzzle/labels") == 2


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
