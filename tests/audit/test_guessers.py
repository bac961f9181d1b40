"""The audit finds leaks that are there, and none that are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from audit.riddles import (
    LETTERS,
    WORDS,
    Fields,
    Maker,
    audited,
    choice,
    fair_labels,
    fair_numbers,
    fair_words,
    opened,
    words_with,
)

from gametasks.build.audit import guessing
from gametasks.schemas import (
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    LabelAnswer,
    SequenceAnswer,
    VectorAnswer,
)
from gametasks.streams import Stream


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
