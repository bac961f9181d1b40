"""The right answer scores 1, and nothing near it does unless the rules say that it is right as well."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest
from scoring.catalogue_rows import all_families, every_row, rows_of_family

from gametasks import score
from gametasks.evaluate.report import score_predictions
from gametasks.evaluate.scoring import Reading
from gametasks.schemas import Format, JsonAnswer
from gametasks.testing import assert_only_right_answers_score, mutated_strings

FAMILIES = all_families()
RANDOM_STRINGS = 6000


@pytest.mark.parametrize("name", FAMILIES)
def test_the_verifiers_own_answer_scores_1(name):
    for sample in rows_of_family(name):
        if sample.row["format"] == Format.OPEN:
            own = sample.task.verifier.answer(sample.state, sample.question)
            assert score(sample.row, sample.kind.write(own)).score == 1.0


@pytest.mark.parametrize("name", FAMILIES)
def test_the_stored_answer_scores_1_and_of_those_near_it_only_what_the_rules_accept(name):
    for sample in rows_of_family(name):
        assert score(sample.row, sample.row["answer"]).diagnostic is None
        assert assert_only_right_answers_score(sample, damaged=0) > 30


@pytest.mark.parametrize("name", FAMILIES)
def test_the_text_of_the_right_option_is_no_answer_to_a_choice(name):
    for sample in rows_of_family(name):
        for letter, option in zip("ABCDEF", sample.row["options"], strict=False):
            if option and option.upper() not in "ABCDEF":
                assert score(sample.row, option).score == 0.0
                assert score(sample.row, f"{letter}. {option}").score == 0.0


@pytest.mark.parametrize("name", FAMILIES)
def test_an_answer_to_another_sample_is_right_only_by_the_rules(name):
    for sample in rows_of_family(name):
        for other in rows_of_family(name):
            text = other.row["answer"]
            assert bool(score(sample.row, text).score) == sample.accepts(text)


def test_random_damage_raises_nothing_and_scores_1_only_by_the_rules():
    rows = every_row()
    each = -(-RANDOM_STRINGS // len(rows))
    tried = right = 0
    for sample in rows:
        for text in mutated_strings(sample.row, each, seed=1):
            result = score(sample.row, text)
            tried += 1
            right += bool(result.score)
            assert result.score in (0.0, 1.0)
            assert bool(result.score) == sample.accepts(text), f"{sample.row['id']}: {text!r}"
            assert msgspec.json.encode(result)
    assert tried >= RANDOM_STRINGS
    # White space, the case of letters and equal separators leave an answer right; most damage does not.
    assert 0 < right < tried / 4


@pytest.mark.parametrize("name", FAMILIES)
def test_texts_of_numpy_are_texts(name):
    for sample in rows_of_family(name)[:1]:
        row = {column: np.str_(value) if isinstance(value, str) else value for column, value in sample.row.items()}
        for text in (sample.row["answer"], "I do not know"):
            assert score(row, np.str_(text)) == score(sample.row, text)


HALF = "\ud83d"
"""Half a surrogate pair, as JSON texts can write it; UTF-8 has no such character."""


def _halved(document: object) -> object:
    """A JSON document whose texts, but for the keys, are half a surrogate pair."""
    match document:
        case dict():
            return {key: _halved(value) for key, value in document.items()}
        case list():
            return [_halved(value) for value in document]
        case str():
            return HALF
    return document


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("reading", list(Reading))
def test_any_text_that_a_model_can_send_can_be_scored_and_written(name, reading):
    for sample in rows_of_family(name)[:2]:
        answer = sample.row["answer"]
        texts = [HALF, answer + HALF, HALF + answer, " ".join(HALF * 3), f'{{"{HALF}":1}}']
        if isinstance(sample.kind, JsonAnswer):
            document = json.loads(answer)
            texts += [json.dumps(_halved(document)), json.dumps(_halved(document), ensure_ascii=False)]
            texts += [json.dumps({key: HALF}) for key in document]
        for text in texts:
            report = score_predictions([sample.row], {sample.row["id"]: text}, {}, reading)
            assert report.to_json().decode()
            assert score(sample.row, text, reading).score == 0.0 or reading is Reading.RELAXED


def test_random_damage_is_the_same_every_time():
    row = every_row()[0].row
    assert list(mutated_strings(row, 50, seed=1)) == list(mutated_strings(row, 50, seed=1))
    assert list(mutated_strings(row, 50, seed=1)) != list(mutated_strings(row, 50, seed=2))


@pytest.mark.parametrize(
    "text",
    ["", " ", "\x00", "\ud800", "?" * 1_000_000, "[" * 1_000_000, "1 " * 500_001],
    ids=lambda text: ascii(text[:4]),
)
def test_no_text_is_too_strange_to_score(text):
    for sample in {sample.kind.__struct_config__.tag: sample for sample in every_row()}.values():
        result = score(sample.row, text)
        assert result.score == 0.0
        assert result.diagnostic is not None
        assert result.diagnostic.message.encode()
