"""What is written is read back as the same value, and reading anything is safe."""

from __future__ import annotations

import doctest
import re
import time
from pathlib import Path
from typing import get_args

import pytest
from answers.answer_strategies import NASTY, damaged, kinds_and_values, texts
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.errors import PluginError, RecordError
from gametasks.schemas import (
    AnswerKind,
    Cell,
    CellAnswer,
    CellPair,
    CellPairAnswer,
    CellsAnswer,
    Diagnostic,
    DirectionAnswer,
    EntriesAnswer,
    Entry,
    EntryAnswer,
    FieldsAnswer,
    IntegerAnswer,
    LabelAnswer,
    SequenceAnswer,
    VectorAnswer,
    answer_format_line,
    parse_answer,
    write_answer,
)
from gametasks.schemas.answers.kinds import decode_answer_kind, encode_answer_kind
from gametasks.schemas.answers.table import EXAMPLES, answer_table

CARRIED = next(example for example in EXAMPLES if isinstance(example.kind, FieldsAnswer))


@given(kinds_and_values)
@settings(derandomize=True, max_examples=250)
def test_a_written_answer_is_read_back_as_the_same_value(pair):
    kind, value = pair
    text = write_answer(kind, value)
    back = parse_answer(kind, text)
    assert back == value
    assert type(back) is type(value)
    assert write_answer(kind, back) == text


@given(kinds_and_values)
@settings(derandomize=True, max_examples=100)
def test_white_space_around_an_answer_and_the_case_of_its_letters_mean_nothing(pair):
    kind, value = pair
    if kind.__struct_config__.tag == "json":
        return
    text = write_answer(kind, value)
    assert parse_answer(kind, f" \t{text.upper()}\n") == parse_answer(kind, text.lower()) == value


@given(kinds_and_values)
@settings(derandomize=True, max_examples=100)
def test_a_kind_survives_its_json(pair):
    kind, _ = pair
    again = decode_answer_kind(encode_answer_kind(kind))
    assert again == kind
    assert answer_format_line(again) == answer_format_line(kind)


@given(kinds_and_values, st.data())
@settings(derandomize=True, max_examples=250)
def test_no_text_breaks_a_parser_and_what_it_reads_is_a_value_of_the_kind(pair, data):
    kind, value = pair
    text = data.draw(st.one_of(texts, damaged(write_answer(kind, value))))
    found = parse_answer(kind, text)
    if not isinstance(found, Diagnostic):
        # Reading, writing and reading again changes nothing any more.
        assert parse_answer(kind, write_answer(kind, found)) == found
    else:
        assert found.message.encode()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.kind.__struct_config__.tag)
def test_the_table_of_the_docs_holds(example):
    for text in (write_answer(example.kind, example.value), *example.variants):
        assert parse_answer(example.kind, text) == example.value
    if example.separators is not None:
        assert len({sign for sign in example.separators.signs if any(sign in text for text in example.variants)}) > 0


def test_the_table_of_the_docs_lists_every_kind_in_well_formed_rows():
    lines = answer_table().splitlines()
    assert len(lines) == 2 + len(EXAMPLES)
    assert {line.replace("\\|", "").count("|") for line in lines} == {7}
    every = {kind.__struct_config__.tag for kind in get_args(AnswerKind)}
    assert {example.kind.__struct_config__.tag for example in EXAMPLES} == every


PATTERNS = {
    "spaces": " ",
    "spaces inside": "1 ",
    "line breaks": "1\n",
    "commas": ",",
    "items": "R1C1,",
    "opening brackets": "[",
    "closing brackets": "]",
    "pairs of brackets": "[]",
    "parentheses": "(",
    "letters": "a",
    "digits": "1",
    "moves": "U",
    "arrows": "->",
    "colons": " : ",
    "fields": "a=1,",
    "equals": "=",
    "slashes": "/",
    "plus": "a+",
    "quotes": '"',
    "backslashes": '"\\',
    "dotted i": "\u0130",
    "surrogates": "\ud800",
}


@pytest.mark.parametrize("pattern", PATTERNS.values(), ids=PATTERNS.keys())
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.kind.__struct_config__.tag)
def test_a_long_text_of_one_pattern_is_read_in_linear_time(example, pattern):
    text = write_answer(example.kind, example.value) + pattern * (100_000 // len(pattern))
    start = time.process_time()
    found = parse_answer(example.kind, text)
    # A parser that is quadratic needs minutes here; this bound is loose enough for any machine.
    assert time.process_time() - start < 5
    assert isinstance(found, Diagnostic) or (pattern.isspace() and found == example.value)


def test_many_different_members_are_read_in_linear_time():
    kind = CellsAnswer(rows=300, columns=300)
    text = " ".join(f"R{row}C{column}" for row in range(1, 301) for column in range(1, 301))
    start = time.process_time()
    assert len(parse_answer(kind, text)) == 90_000
    assert time.process_time() - start < 5


ENTRIES = EntriesAnswer(entry=EntryAnswer(key=CellAnswer(rows=2, columns=2), value=IntegerAnswer(high=4)))


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (IntegerAnswer(low=0), -1),
        (IntegerAnswer(), None),
        (IntegerAnswer(), 2.0),
        (IntegerAnswer(), "2"),
        (IntegerAnswer(low=None), 10**20),
        (LabelAnswer(labels=("red",)), "blue"),
        (CellsAnswer(rows=2, columns=2), [(1, 1)]),
        (CellsAnswer(rows=2, columns=2), None),
        (VectorAnswer(length=2), [1, 2]),
        (VectorAnswer(length=2), (1, 2, 3)),
        (SequenceAnswer(item=IntegerAnswer()), ()),
        (CARRIED.kind, {"cell": (1, 1)}),
        (CARRIED.kind, CARRIED.value | {"more": 1}),
        (CellPairAnswer(rows=6, columns=6), CellPair(Cell(1, 5), Cell(1, 2))),
        (DirectionAnswer(), "up"),
        (ENTRIES.entry, Entry(Cell(1, 2), 5)),
        (ENTRIES, {}),
        (ENTRIES, [1]),
        (EXAMPLES[-1].kind, {"a": float("nan")}),
        (EXAMPLES[-1].kind, (1, 2)),
    ],
)
def test_a_value_that_is_none_of_its_kind_is_not_written(kind, value):
    with pytest.raises(PluginError):
        write_answer(kind, value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "null",
        '{"kind":"integers"}',
        '{"kind":"integer","lo":1}',
        '{"kind":"label","labels":["a","A"]}',
        "\ud800",
        "[" * 9999,
    ],
)
def test_a_text_that_is_no_answer_schema_is_named_as_such(text):
    with pytest.raises(RecordError, match="answer_schema"):
        decode_answer_kind(text)


def test_the_format_line_of_a_set_inside_a_field_asks_for_plus_signs():
    line = answer_format_line(CARRIED.kind)
    assert "joined by +" in line
    assert "separated by commas" not in line


def test_the_troublesome_characters_cover_what_the_parsers_part_by():
    signs = {c for example in EXAMPLES if example.separators for sign in example.separators.signs for c in sign}
    assert signs <= set(NASTY)


PAGE = Path(__file__).parents[2] / "docs" / "answer-kinds.md"


def test_the_examples_of_the_docs_hold():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > len(get_args(AnswerKind))
    assert not failed


def test_the_docs_show_every_kind_by_its_constructor_and_its_name():
    shown = re.findall(r"^\*\*(\w+) \(`(\w+)`\)\*\*", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted((kind.__name__, kind.__struct_config__.tag) for kind in get_args(AnswerKind))
