"""Files of predictions: read strictly, scored completely, summed up with honest intervals."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from scoring.catalogue_rows import all_families, every_row

from gametasks.errors import DatasetError, PluginError, PredictionError
from gametasks.evaluate import report as scores
from gametasks.evaluate.predictions import MAX_LINE, read_predictions
from gametasks.evaluate.report import read_chance_levels, score_predictions
from gametasks.qa_families import ScoreTable
from gametasks.qa_families._catalogue import Catalogue, get_task

KNOWN = {"a": None, "b": None, "c": None}


def write(path, *lines):
    path.write_text("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


@pytest.fixture
def file(tmp_path):
    return tmp_path / "predictions.jsonl"


def test_responses_are_read_by_id(file):
    write(file, {"id": "a", "response": "R1C1"}, "\n", {"id": "c", "response": "", "model": "x"})
    assert read_predictions(file, KNOWN).responses == {"a": "R1C1", "c": ""}


def test_an_empty_file_holds_no_responses(file):
    assert read_predictions(write(file, ""), KNOWN).responses == {}
    assert read_predictions(write(file, "\n \n"), KNOWN).responses == {}


def test_line_ends_of_windows_and_separators_inside_strings_do_no_harm(file):
    file.write_bytes(b'{"id": "a", "response": "1"}\r\n{"id": "b", "response": "x\xe2\x80\xa8y"}\r\n')
    assert read_predictions(file, KNOWN).responses == {"a": "1", "b": "x\u2028y"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"id": "b", "response": "1"', "not valid JSON"),
        ('{"id": "b", "response": "1"} x', "not valid JSON"),
        ('{"id": "b", "response": "1"}{"id": "c", "response": "1"}', "not valid JSON"),
        ('{"id": "b", "id": "c", "response": "1"}', "given twice"),
        ("[" * 100_000, "not valid JSON"),
        ('{"id": "b", "response": ' + "9" * 5000 + "}", "not valid JSON"),
        ("[]", "expected an object"),
        ('"b"', "expected an object"),
        ("null", "expected an object"),
        ('{"response": "1"}', "expected an object"),
        ('{"id": 3, "response": "1"}', "expected an object"),
        ('{"id": "b"}', "'b' is missing or not a text"),
        ('{"id": "b", "response": null}', "'b' is missing or not a text"),
        ('{"id": "b", "response": 5}', "'b' is missing or not a text"),
        ('{"id": "b", "response": ["1"]}', "'b' is missing or not a text"),
        ('{"id": "b", "response": "1", "modality": ""}', "\"modality\" of 'b' is not the name of one"),
        ('{"id": "b", "response": "1", "modality": null}', "\"modality\" of 'b' is not the name of one"),
        ('{"id": "b", "response": "1", "modality": "TEXT"}', "the name of one: 'TEXT' is not of small letters"),
        ('{"id": "b", "response": "1", "modality": "text "}', "the name of one: 'text ' is not of small letters"),
        ('{"id": "b", "response": "1", "modality": "\\ud800"}', "is not the name of one"),
        ('{"id": "b", "response": "1", "modality": ["text"]}', "is not the name of one"),
        ('{"id": "b", "response": "1", "modality": "text"}', "the modality is 'text', in the lines before 'picture'"),
        ('{"id": "z", "response": "1"}', "no sample 'z'"),
        ('{"id": "B", "response": "1"}', "no sample 'B'"),
        ('{"id": "a", "response": "2"}', "the id a was given before, in line 1"),
    ],
)
def test_a_bad_line_is_named_by_its_number(file, line, why):
    write(file, {"id": "a", "response": "1"}, "\n", line + "\n", {"id": "c", "response": "1"})
    with pytest.raises(PredictionError, match="line 3: ") as caught:
        read_predictions(file, KNOWN)
    assert why in str(caught.value)
    assert str(file) in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_a_file_is_of_one_modality_pictures_by_default(file):
    assert read_predictions(write(file, {"id": "a", "response": "1"}), KNOWN).modality == "picture"
    assert read_predictions(write(file, ""), KNOWN).modality == "picture"
    lines = [{"id": name, "response": "1", "modality": "braille"} for name in "ab"]
    assert read_predictions(write(file, *lines), KNOWN).modality == "braille"
    with pytest.raises(PredictionError, match=r"line 3: the modality is 'picture'.*a file of its own"):
        read_predictions(write(file, *lines, {"id": "c", "response": "1"}), KNOWN)


def test_a_sample_without_a_text_cannot_have_been_asked_by_text(file):
    known = {"a": {"text": "..X"}, "b": {"text": ""}}
    lines = [{"id": name, "response": "1", "modality": "text"} for name in "ab"]
    assert read_predictions(write(file, lines[0]), known).responses == {"a": "1"}
    with pytest.raises(PredictionError, match="line 2: b has no board as text"):
        read_predictions(write(file, *lines), known)


def test_a_file_that_is_not_utf_8_is_named_with_the_line(file):
    file.write_bytes(b'{"id": "a", "response": "1"}\n{"id": "b", "response": "\xff"}\n')
    with pytest.raises(PredictionError, match="line 2: not UTF-8"):
        read_predictions(file, KNOWN)


def test_a_byte_order_mark_begins_a_file_and_no_other_line(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text('\ufeff{"id": "a", "response": "1"}\n{"id": "b", "response": "2"}', encoding="utf-8")
    assert read_predictions(file, {"a": {}, "b": {}}).responses == {"a": "1", "b": "2"}
    file.write_text('{"id": "a", "response": "1"}\n\ufeff{"id": "b", "response": "2"}', encoding="utf-8")
    with pytest.raises(PredictionError, match="line 2: not valid JSON"):
        read_predictions(file, {"a": {}, "b": {}})


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the system has no endless device")
def test_a_file_that_never_ends_is_refused():
    with pytest.raises(PredictionError, match=f"line 1: longer than {MAX_LINE:,} bytes"):
        read_predictions(Path("/dev/zero"), {})


def test_a_file_that_is_not_there_is_named(tmp_path):
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        with pytest.raises(PredictionError, match="cannot read"):
            read_predictions(path, KNOWN)


# ------------------------------------------------------------------------------------------ scores of a set


def choice_row(number, **columns):
    """A row with the right answer A."""
    row = {
        "id": f"s{number}",
        "task": "t",
        "family": "f",
        "capability": "spatial",
        "format": "choice",
        "split": "test",
        "answer": "A",
        "answer_schema": '{"kind":"choice"}',
        "evaluator": "unread",
        "state": "unread",
    }
    return row | columns


def overall(report):
    (group,) = (group for group in report.summary if group.group == "overall")
    return group


@pytest.mark.parametrize(
    ("right", "count", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3 (Wilson's score interval).
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(right, count, low, high):
    rows = [choice_row(number) for number in range(count)]
    responses = {f"s{number}": "A" if number < right else "B" for number in range(count)}
    group = overall(score_predictions(rows, responses, {}))
    assert group.score == pytest.approx(100 * right / count)
    assert (group.low, group.high) == (pytest.approx(100 * low, abs=0.006), pytest.approx(100 * high, abs=0.006))
    assert (group.samples, group.missing) == (count, 0)


def test_every_sample_without_a_prediction_scores_0_and_counts():
    report = score_predictions([choice_row(n) for n in range(4)], {"s1": "A"}, {})
    assert [sample.score for sample in report.samples] == [0.0, 1.0, 0.0, 0.0]
    assert [sample.id for sample in report.samples] == ["s0", "s1", "s2", "s3"]
    assert [s.diagnostic.kind if s.diagnostic else None for s in report.samples] == [
        "missing",
        None,
        "missing",
        "missing",
    ]
    group = overall(report)
    assert (group.score, group.samples, group.missing) == (25.0, 4, 3)


def test_samples_without_a_text_are_left_out_of_the_scores_by_text():
    rows = [choice_row(0, text="..X"), choice_row(1, text=""), choice_row(2, text="X.."), choice_row(3, text=None)]
    del rows[3]["text"]  # as in a record of an older release
    report = score_predictions(rows, {"s0": "A"}, {}, modality="text")
    assert (report.modality, report.left_out) == ("text", 2)
    assert [sample.id for sample in report.samples] == ["s0", "s2"]
    assert (overall(report).score, overall(report).samples) == (50.0, 2)
    assert score_predictions(rows, {"s0": "A"}, {}).left_out == 0
    assert overall(score_predictions(rows, {"s0": "A"}, {})).samples == 4


def test_an_empty_prediction_is_wrong_and_not_missing():
    group = overall(score_predictions([choice_row(0)], {"s0": ""}, {}))
    assert (group.score, group.samples, group.missing) == (0.0, 1, 0)


def test_no_rows_make_no_groups():
    report = score_predictions([], {}, {})
    assert report.summary == ()
    assert report.samples == ()


def test_the_summary_groups_by_family_task_capability_and_format():
    rows = [
        choice_row(0, task="t", family="f", capability="spatial"),
        choice_row(1, task="t", family="g", capability="spatial"),
        choice_row(2, task="u", family="f", capability="planning"),
        choice_row(3, task="u", family="f", capability="planning"),
    ]
    report = score_predictions(rows, {"s0": "A", "s1": "B", "s2": "A"}, {"t/f": 20.0, "t/g": 40.0, "u/f": 10.0})
    found = {
        (group.group, group.name): (group.score, group.samples, group.missing, group.chance) for group in report.summary
    }
    assert found == {
        ("family", "t/f"): (100.0, 1, 0, 20.0),
        ("family", "t/g"): (0.0, 1, 0, 40.0),
        ("family", "u/f"): (50.0, 2, 1, 10.0),
        ("task", "t"): (50.0, 2, 0, 30.0),
        ("task", "u"): (50.0, 2, 1, 10.0),
        ("capability", "spatial"): (50.0, 2, 0, 30.0),
        ("capability", "planning"): (50.0, 2, 1, 10.0),
        ("format", "choice"): (50.0, 4, 1, 20.0),
        ("overall", "all"): (50.0, 4, 1, 20.0),
    }
    assert [group.group for group in report.summary] == ["family"] * 3 + ["task"] * 2 + ["capability"] * 2 + [
        "format",
        "overall",
    ]


def test_a_group_has_a_chance_level_only_if_all_its_samples_have_one():
    rows = [choice_row(0, family="f"), choice_row(1, family="g")]
    report = score_predictions(rows, {}, {"t/f": 20.0})
    assert {group.name: group.chance for group in report.summary if group.group in ("family", "overall")} == {
        "t/f": 20.0,
        "t/g": None,
        "all": None,
    }


def test_the_stored_answers_of_all_families_reach_100_percent():
    rows = [sample.row for sample in every_row()]
    report = score_predictions(rows, {row["id"]: row["answer"] for row in rows}, {})
    assert {group.score for group in report.summary} == {100.0}
    assert {group.name for group in report.summary if group.group == "family"} == set(all_families())
    assert len(report.samples) == len(rows)


def test_chance_levels_come_from_the_audit(tmp_path):
    assert read_chance_levels(tmp_path) == {}
    (tmp_path / "audit.json").write_text('{"families": {"t/f": {"chance": 16.5}}}')
    assert read_chance_levels(tmp_path) == {"t/f": 16.5}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"families": []}', '{"families": {"t/f": {}}}', '{"families": {"t/f": {"chance": "?"}}}', "\xff"],
)
def test_a_damaged_audit_is_named(tmp_path, text):
    (tmp_path / "audit.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(DatasetError, match=r"audit\.json is damaged"):
        read_chance_levels(tmp_path)


@pytest.mark.parametrize("name", ["summary", "samples"])
def test_a_table_of_a_task_cannot_take_the_place_of_another_part_of_the_report(monkeypatch, name):
    rows = [sample.row for sample in every_row()]
    task = replace(get_task(rows[0]["task"]), score_table=lambda scored: ScoreTable(name=name, rows=(), columns={}))
    monkeypatch.setattr(scores, "catalogue", lambda: Catalogue({task.name: task}, {}, {}))
    with pytest.raises(PluginError, match=f"'{name}', is taken"):
        score_predictions(rows, {}, {})


def test_a_table_of_a_task_is_made_from_the_scores_of_its_own_rows(monkeypatch):
    class Line(msgspec.Struct):
        count: int

    def table(scored):
        assert {row.family for row in scored} <= {family.name for family in task.families}
        assert [row.statistics for row in scored] == [{"depth": 3}] + [{}] * (len(scored) - 1)
        assert all(row.score == 0.0 for row in scored)
        return ScoreTable(name="own", rows=(Line(len(scored)),), columns={"count": "rows"})

    rows = [sample.row for sample in every_row()]
    rows[0] = {**rows[0], "params": '{"structural": {"depth": 3}, "regions": []}'}
    task = replace(get_task(rows[0]["task"]), score_table=table)
    monkeypatch.setattr(scores, "catalogue", lambda: Catalogue({task.name: task}, {}, {}))
    report = score_predictions(rows, {}, {})
    content = json.loads(report.to_json())
    assert list(content) == ["reading", "modality", "left_out", "summary", "own", "samples"]
    assert content["own"] == [{"count": sum(row["task"] == task.name for row in rows)}]
