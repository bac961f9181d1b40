"""What prompts say: rules and questions speak of the board, whether it is seen or read."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gametasks.build.sample.rows import row_of
from gametasks.errors import RecordError
from gametasks.evaluate.prompts import prompt
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Ranges, SlideAnswer, VectorAnswer, parse_answer
from gametasks.testing import drafts, first_sample

TASKS = {name: catalogue().tasks[name] for name in catalogue().builtin()}
FAMILIES = [(name, family.name) for name, task in TASKS.items() for family in task.families]
BOARD_IS_ANSWER = {("block_counting", "column_heights")}
WRITTEN = [(name, family) for name, family in FAMILIES if "text" in TASKS[name].modalities]

OF_PICTURES = re.compile(r"pictur|image|drawn|shown|highlight|printed|badge|hatched", re.IGNORECASE)
MOST_WORDS = 170
"""Rules are to be read, not studied."""


def draft(task: str, family: str, ranges: Ranges, level: int) -> tuple[Any, Any]:
    drawn = drafts(TASKS[task], family, level, ranges)[0]
    return drawn.state, drawn.question


@pytest.mark.parametrize(("task", "name"), FAMILIES)
def test_rules_questions_and_boards_as_text_say_nothing_of_pictures(task: str, name: str) -> None:
    levels = TASKS[task].level_numbers[:3] if (task, name) in WRITTEN else (1,)
    for ranges in Ranges:
        for level in levels:
            state, question = draft(task, name, ranges, level)
            words = [TASKS[task].hint(state, question), TASKS[task].ask(state, question)]
            words += [write(state, question) for write in TASKS[task].modalities.values()]
            for text in words:
                assert not OF_PICTURES.search(text), text


@pytest.mark.parametrize(("task", "name"), WRITTEN)
def test_rules_are_short_lines_that_begin_with_their_subject(task: str, name: str) -> None:
    for ranges in Ranges:
        state, question = draft(task, name, ranges, 1)
        hint = TASKS[task].hint(state, question)
        assert len(hint.split()) <= MOST_WORDS
        assert all(re.match(r"[A-Z][a-z]+: \S", line) for line in hint.splitlines())
        assert "  " not in hint


@pytest.mark.parametrize(("task", "name"), WRITTEN)
def test_a_prompt_in_text_is_the_board_then_all_that_a_prompt_in_pictures_says(task: str, name: str) -> None:
    sample = first_sample(TASKS[task], name, 1)
    row = row_of(sample)
    if (task, name) in BOARD_IS_ANSWER:
        assert not sample.record.text
        with pytest.raises(RecordError, match="the board cannot be shown as 'text'"):
            prompt(row, modality="text")
        return
    in_text, in_pictures = prompt(row, modality="text"), prompt(row)
    assert not in_text.images
    assert sample.record.text
    assert in_text.text.startswith(sample.record.text)
    for part in (sample.record.hint, sample.record.question, sample.record.answer_format):
        assert part in in_text.text
        assert part in in_pictures.text
    assert sample.record.text not in in_pictures.text


def test_the_example_of_a_command_names_no_vehicle() -> None:
    state, question = draft("rush_exit", "first_command", Ranges.DATASET, 1)
    kind = TASKS["rush_exit"].family("first_command").answer_kind(state, question)
    assert isinstance(kind, SlideAnswer)
    example = re.search(r"such as (\w):", kind.describe())
    assert example is not None
    assert example[1] not in kind.pieces
    assert f"{example[1]}:U2" in TASKS["rush_exit"].hint(state, question)


@pytest.mark.parametrize(
    "kind",
    [
        VectorAnswer(length=9, high=8),
        VectorAnswer(length=4, high=1),
        VectorAnswer(length=3, low=None, high=-5),
        VectorAnswer(length=12),
    ],
)
def test_an_example_of_a_vector_is_one(kind: VectorAnswer) -> None:
    example = kind.describe().partition("such as ")[2]
    numbers = parse_answer(kind, example)
    assert isinstance(numbers, tuple)
    if kind.high != 1:
        assert len(set(numbers)) == kind.length
