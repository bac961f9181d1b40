"""The audit finds leaks that are there, and none that are not."""

from __future__ import annotations

import json
from collections.abc import Callable
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
    fair_run,
    fair_words,
    opened,
    shuffled,
    words_with,
)

from gametasks.build.audit import guessing
from gametasks.build.audit.guessing import Verdict
from gametasks.build.audit.verdicts import ENOUGH
from gametasks.schemas import (
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    LabelAnswer,
    SequenceAnswer,
    VectorAnswer,
)
from gametasks.streams import Stream


@pytest.mark.parametrize("make", [fair_words, fair_numbers, fair_run, fair_labels])
def test_fair_families_pass(tmp_path: Path, make: Maker) -> None:
    found = audited(tmp_path, make, ENOUGH)
    assert found.broken == ()
    assert found.notes == ()
    assert {result.verdict for result in found.formats.values()} == {Verdict.PASSES}
    assert 14 < found.chance < 20


def test_the_letter_that_is_always_right_is_found(tmp_path: Path) -> None:
    found = audited(tmp_path, lambda n, rng: choice(words_with(rng.choice(WORDS), "B", rng), "B"))
    assert found.letters is not None
    assert found.letters.counts == {"A": 0, "B": 400, "C": 0, "D": 0, "E": 0, "F": 0}
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
    assert found.ranks is not None
    assert found.ranks.counts == {"1": 0, "2": 0, "3": 400, "4": 0, "5": 0, "6": 0}
    assert len(found.broken) == 2


def test_the_option_most_like_the_others_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        right = [rng.choice(WORDS) for _ in range(6)]
        wrong = [[*right[:i], rng.choice(WORDS) + "s", *right[i + 1 :]] for i in range(5)]
        letter = rng.choice(LETTERS)
        wrong.insert(LETTERS.index(letter), right)
        return choice([" ".join(option) for option in wrong], letter)

    assert audited(tmp_path, make).formats["choice"].guessers["position"].score > 90


def test_the_number_that_no_other_comes_near_is_found(tmp_path: Path) -> None:
    """Five numbers lie close together and one far off, above or below, so that the rank alone tells half of it."""

    def make(n: int, rng: Stream) -> Fields:
        first = rng.integers(300, 600)
        near = rng.sample(list(range(first, first + 30)), 5)
        return shuffled(list(map(str, [first + rng.choice((-200, 200)), *near])), 0, rng)

    best = audited(tmp_path, make).formats["choice"].guessers["position"]
    assert best == guessing.Guessed(100.0, "by distance")


@pytest.mark.parametrize("written", [", ".join, "+".join, " > ".join])
def test_the_sequence_that_is_fewest_edits_from_the_others_is_found(
    tmp_path: Path, written: Callable[[list[str]], str]
) -> None:
    """The wrong ones leave out or repeat a move of the right one; all letters of all moves are alike."""

    def make(n: int, rng: Stream) -> Fields:
        right = [rng.choice(WORDS) for _ in range(7)]
        wrong = [[*right[:place], *right[place + 1 :]] for place in (0, 3, 6)]
        wrong += [[*right[:place], WORDS[place], *right[place:]] for place in (1, 5)]
        return shuffled([written(moves) for moves in (right, *wrong)], 0, rng)

    found = audited(tmp_path, make).formats["choice"]
    assert found.verdict is Verdict.OVER
    assert found.guessers["position"].score > 95


def test_the_set_that_shares_most_members_with_the_others_is_found(tmp_path: Path) -> None:
    def make(n: int, rng: Stream) -> Fields:
        right = rng.sample(list(range(1, 30)), 6)
        others = [[*rng.sample(right, 4), *rng.sample(list(range(30, 60)), 2)] for _ in range(5)]
        cells = [" ".join(f"R{n // 8}C{n % 8}" for n in rng.shuffle(members)) for members in (right, *others)]
        return shuffled([text.replace(" ", ", ") for text in cells], 0, rng)

    guessed = audited(tmp_path, make).formats["choice"].guessers["position"]
    assert guessed.score > 95


def test_the_option_whose_fields_are_each_common_is_found(tmp_path: Path) -> None:
    """Every wrong option changes one field of the right one; to the reader of words all are alike."""

    def make(n: int, rng: Stream) -> Fields:
        right = [rng.integers(1, 7) for _ in range(5)]
        options = [list(right) for _ in range(6)]
        for place, option in enumerate(options[1:]):
            option[place] = option[place] % 6 + 1
        names = ("top", "north", "east", "south", "west")
        return shuffled([", ".join(f"{a}={b}" for a, b in zip(names, o, strict=True)) for o in options], 0, rng)

    guessed = audited(tmp_path, make).formats["choice"].guessers["position"]
    assert guessed.score > 95


def test_which_of_the_same_six_is_right_is_learned(tmp_path: Path) -> None:
    """Each option is right as often as it is offered; only the six together tell."""

    def make(n: int, rng: Stream) -> Fields:
        shift = rng.integers(0, 12)
        options = [WORDS[(shift + step) % 12] for step in (0, 1, 3, 4, 8, 9)]
        return shuffled(options, 2, rng)

    assert audited(tmp_path, make, 600).formats["choice"].guessers["options"].score > 95


def test_who_knows_the_range_strikes_out_what_the_answer_cannot_be(tmp_path: Path) -> None:
    """The fault of an earlier version: the answer was drawn from the level's range, then six numbers around it."""

    def make(n: int, rng: Stream) -> Fields:
        low, high = 2, 4 + n % 5
        answer = rng.integers(low, high + 1)
        first = answer - rng.integers(0, min(5, answer - 1) + 1)
        return shuffled(list(map(str, range(first, first + 6))), answer - first, rng)

    found = audited(tmp_path, make, ENOUGH)
    assert found.formats["choice"].guessers["options"].score > 36
    assert found.formats["choice"].verdict is Verdict.OVER


def test_uneven_ranks_are_found_where_no_guesser_gains_much(tmp_path: Path) -> None:
    """The fault of an earlier version: 201, 199, 190, 160, 138 and 112 of 1,000 right answers by rank."""

    def make(n: int, rng: Stream) -> Fields:
        options = list(map(str, sorted(rng.sample(list(range(1000)), 6))))
        counts = (201, 199, 190, 160, 138, 112)
        return shuffled(options, rng.choice([rank for rank, count in enumerate(counts) for _ in range(count)]), rng)

    found = audited(tmp_path, make, ENOUGH)
    assert found.formats["choice"].chance < 25
    assert found.formats["choice"].verdict is Verdict.OVER
    (only,) = found.broken
    assert only.startswith("the ranks of the right options are uneven (p = ")


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
    assert [note for note in found.notes if "looks" in note]


def test_few_samples_break_a_limit_only_beyond_doubt(tmp_path: Path) -> None:
    def some(n: int, rng: Stream) -> Fields:
        return opened(IntegerAnswer(), "7" if n % 20 < 9 else str(100 + n))

    doubtful = audited(tmp_path / "some", some, 40)
    assert doubtful.formats["open"].chance > 35
    assert doubtful.broken == ()
    assert doubtful.formats["open"].verdict is Verdict.TOO_FEW
    (note,) = doubtful.notes
    assert note.startswith("too few to tell (40 samples of format open, 2,000 are needed)")
    certain = audited(tmp_path / "all", lambda n, rng: opened(IntegerAnswer(), "7"), 40)
    assert certain.broken
    assert certain.formats["open"].verdict is Verdict.OVER
