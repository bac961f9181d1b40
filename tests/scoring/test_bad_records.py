"""A record that cannot be used for scoring is named, and nothing that it says is run."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

import pytest
from scoring.catalogue_rows import every_row, rows_of_family

from gametasks import score
from gametasks.errors import PluginError, PredictionError, RecordError
from gametasks.evaluate import scoring
from gametasks.schemas import Diagnostic, Format, parse_answer
from gametasks.testing import mutated_strings


def some_row(form: Format) -> dict[str, object]:
    """The first row of a format."""
    return dict(next(sample.row for sample in every_row() if sample.row["format"] == form))


OPEN, CHOICE = Format.OPEN, Format.CHOICE


@pytest.mark.parametrize("column", ["format", "answer", "answer_schema", "evaluator", "state"])
@pytest.mark.parametrize("value", [None, 3, b"x", {}])
def test_a_column_of_another_type_is_named_with_the_record(column, value):
    row = some_row(OPEN) | {column: value}
    with pytest.raises(RecordError, match=column) as caught:
        score(row, "x")
    assert str(caught.value).startswith(str(row["id"]))
    del row[column]
    with pytest.raises(RecordError, match=column):
        score(row, "x")


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ("format", "opne"),
        ("answer_schema", "{"),
        ("answer_schema", '{"kind":"guess"}'),
        ("answer_schema", "\ud800"),
        ("evaluator", ""),
        ("evaluator", "{}"),
        ("evaluator", '{"name":"","data":{}}'),
        ("evaluator", '{"name":"gametasks.verifiers.rolling_cubes","data":{}}'),
        ("evaluator", '{"name":"gametasks.verifiers","data":{}}'),
        ("evaluator", '{"name":"gametasks..verifiers","data":{}}'),
        ("evaluator", '{"name":"gametasks.errors","data":{}}'),
        ("evaluator", '{"name":".","data":{}}'),
        ("evaluator", '{"name":"gametasks.\\u0000","data":{}}'),
        ("evaluator", '{"name":"gametasks","data":' + '{"a":' * 5000 + "1" + "}" * 5001),
        ("state", "{}"),
        ("state", "[1"),
        ("state", "\ud800"),
    ],
)
def test_a_damaged_column_is_named_with_the_record(column, text):
    row = some_row(OPEN) | {column: text}
    with pytest.raises(RecordError) as caught:
        score(row, str(row["answer"]))
    assert str(caught.value).startswith(str(row["id"]))


@pytest.mark.parametrize("module", ["this", "antigravity", "os", "idlelib.run", "gametasks_of_someone_else"])
def test_a_record_cannot_choose_a_module_from_elsewhere(module):
    row = some_row(OPEN) | {"evaluator": f'{{"name":"{module}","data":{{}}}}'}
    loaded = set(sys.modules)
    with pytest.raises(RecordError, match="no installed package that offers tasks"):
        score(row, "x")
    assert module not in set(sys.modules) - loaded


@pytest.mark.parametrize("answer", ["", "G", "b", "A, B", "3"])
def test_a_choice_whose_answer_is_no_letter_is_a_bad_record(answer):
    with pytest.raises(RecordError, match="not the letter of an option"):
        score(some_row(CHOICE) | {"answer": answer}, answer)


def test_a_choice_with_the_schema_of_an_open_answer_is_a_bad_record():
    with pytest.raises(RecordError, match="not the letter of an option"):
        score(some_row(CHOICE) | {"answer_schema": '{"kind":"integer"}'}, "A")


@pytest.mark.parametrize("answer", [None, 3, b"A", ["A"]])
def test_an_answer_that_is_no_text_is_refused(answer):
    with pytest.raises(PredictionError, match="an answer is a text"):
        score(some_row(OPEN), answer)


def test_a_row_that_is_no_mapping_is_refused():
    with pytest.raises(RecordError, match="mapping"):
        score([("format", "open")], "x")


def test_scoring_reads_nothing_but_its_five_columns():
    row = some_row(OPEN)
    columns = ("format", "answer", "answer_schema", "evaluator", "state")
    assert score({column: row[column] for column in columns}, str(row["answer"])).score == 1.0


@pytest.mark.parametrize("fault", [ValueError("no such cell"), ZeroDivisionError(), RecursionError()])
def test_a_verifier_that_raises_is_named(monkeypatch, fault):
    sample = next(sample for sample in every_row() if sample.row["format"] == OPEN)
    row, verifier = sample.row, sample.task.verifier
    wrong = next(text for text in mutated_strings(row, 200, seed=1) if _is_read(sample.kind, text, sample.gold))

    def check(state, question, given):
        if given != sample.gold:
            raise fault
        return verifier.check(state, question, given)

    broken = replace(verifier, check=check)
    monkeypatch.setattr(scoring, "load_verifier", lambda name: broken)
    assert score(row, row["answer"]).score == 1.0
    with pytest.raises(PluginError, match=f"{broken.name} raised {type(fault).__name__}"):
        score(row, wrong)


def _is_read(kind, text, gold):
    value = parse_answer(kind, text)
    return not isinstance(value, Diagnostic) and value != gold


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("rolling_cube/top_face", {"path": [[1, 1], [9, 9]]}),
        ("rolling_cube/checkpoint_faces", {"path": [[1, 1]]}),
        ("gdl_simulation/next_state", {"description": "(role white) (<= (next (p"}),
        ("gdl_simulation/next_state", {"description": "(<= (next ?x) (true (p 1)))"}),
    ],
)
def test_a_state_that_contradicts_itself_is_a_bad_record(name, change):
    row = next(sample.row for sample in rows_of_family(name) if sample.row["format"] == OPEN)
    state = json.loads(row["state"])
    assert set(change) <= set(state)
    with pytest.raises(RecordError) as caught:
        score(row | {"state": json.dumps(state | change)}, row["answer"])
    assert str(caught.value).startswith(row["id"])


@pytest.mark.parametrize("column", ["id", "format", "answer_schema", "evaluator", "state"])
def test_a_message_quotes_no_more_than_a_line(column):
    for text in ("x\n" * 100_000, '{"name":"gametasks.' + "x" * 100_000 + '","data":{}}'):
        row = some_row(CHOICE) | {"answer": "Z" * 100_000, column: text}
        with pytest.raises(RecordError) as caught:
            score(row, "x")
        assert len(str(caught.value)) < 700
        assert "\n" not in str(caught.value)


def test_a_verifier_that_returns_no_verdict_is_named(monkeypatch):
    row = some_row(OPEN)
    broken = _with_check(row, lambda state, question, given: True)
    monkeypatch.setattr(scoring, "load_verifier", lambda name: broken)
    with pytest.raises(PluginError, match="returned bool, not a Verdict"):
        score(row, str(row["answer"]))


def _with_check(row, check):
    sample = next(sample for sample in every_row() if sample.row["id"] == row["id"])
    return replace(sample.task.verifier, check=check)
