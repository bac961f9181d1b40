"""Records of other versions: older ones score as they did, newer ones with a warning."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import pytest
from scoring.catalogue_rows import all_families, rows_of_family

import gametasks
from gametasks.build.conformance.contract import check_contract
from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.errors import NewerRecordWarning
from gametasks.evaluate.report import newer_versions
from gametasks.folder import read_rows
from gametasks.qa_families._catalogue import catalogue

RELEASES = sorted((Path(__file__).parent / "releases").glob("*.jsonl"))
"""Records of releases, of every family and format, with texts and the scores that the release gave them."""


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("path", RELEASES, ids=lambda path: path.stem)
def test_records_of_a_release_score_as_they_did(path):
    lines = _lines(path)
    assert {f"{line['id'].partition('@')[0]}/{line['id'].split('/')[1]}" for line in lines} <= set(all_families())
    for line in lines:
        scores = line.pop("scores")
        assert scores[line["answer"]] == 1
        assert 0 in scores.values()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert {text: gametasks.score(line, text).score for text in scores} == scores, line["id"]


def test_records_of_the_last_release_are_kept():
    names = {f"{line['id'].partition('@')[0]}/{line['id'].split('/')[1]}" for line in _lines(RELEASES[-1])}
    assert len(names) == 20


def _made_by(row: dict[str, Any], version: int) -> dict[str, Any]:
    task, _, rest = row["id"].partition("@")
    return row | {"id": f"{task}@{version}/{rest.partition('/')[2]}"}


def _open_rows() -> list[dict[str, Any]]:
    samples = (sample.row for name in all_families() for sample in rows_of_family(name))
    rows = {row["id"].partition("@")[0]: row for row in samples if row["format"] == "open"}
    return list(rows.values())


@pytest.mark.parametrize("row", _open_rows(), ids=lambda row: row["id"].partition("@")[0])
def test_a_record_of_a_newer_version_is_scored_with_a_warning(row):
    task = row["id"].partition("@")[0]
    version = catalogue().tasks[task].version
    with pytest.warns(
        NewerRecordWarning, match=f"^records of version 9 of {task} are judged by .* {version}, "
    ) as caught:
        assert gametasks.score(_made_by(row, 9), row["answer"]).score == 1
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for known in range(1, version + 1):
            assert gametasks.score(_made_by(row, known), row["answer"]).score == 1
        for odd in (None, 5, "", "@9/", "Rolling@9/x", "row 17"):
            assert gametasks.score(row | {"id": odd}, row["answer"]).score == 1


def test_python_shows_the_warning_once_for_each_version():
    rows = [_made_by(row, 9) for row in _open_rows()]
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("default")
        for row in rows * 3:
            gametasks.score(row, "wrong")
    assert len(shown) == len(rows)


def test_score_says_nothing_of_versions_that_it_knows(run, tmp_path):
    tasks = catalogue().tasks
    newer = {name: task.version + 7 for name, task in tasks.items()}
    said = newer_versions(
        f"{name}@{version}/x" for name in ("rush_exit", "hexakai") for version in (newer[name], 1, newer[name])
    )
    assert [line.split()[5] for line in said] == ["hexakai", "rush_exit"]
    assert newer_versions(["nothing@9/x", "hexakai@1/x", "no id"]) == []

    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 4), tmp_path / "d")
    rows = list(read_rows(tmp_path / "d"))
    lines = [json.dumps({"id": row["id"], "response": row["answer"]}) for row in rows]
    (tmp_path / "p.jsonl").write_text("\n".join(lines))
    scored = run("score", tmp_path / "d", tmp_path / "p.jsonl", "--out", tmp_path / "s.json")
    assert (scored.returncode, scored.stderr) == (0, "")


def test_score_says_in_a_line_that_a_newer_version_made_the_records(run, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 0, 8), tmp_path / "d")
    (shard,) = (tmp_path / "d").glob("data/rolling_cube/train-*.parquet")
    table = pq.read_table(shard)
    rows = [_made_by(row, 9) for row in table.to_pylist()]
    pq.write_table(pa.Table.from_pylist(rows, schema=table.schema), shard)
    (tmp_path / "p.jsonl").write_text(
        "\n".join(json.dumps({"id": row["id"], "response": row["answer"]}) for row in rows)
    )
    words = ("score", tmp_path / "d", tmp_path / "p.jsonl", "--split", "train", "--out", tmp_path / "s.json")
    scored = run(*words)
    assert scored.returncode == 0
    changed_file, newer_version = scored.stderr.splitlines()
    assert "is not the file that the build wrote" in changed_file
    assert newer_version.startswith("gametasks: records of version 9 of rolling_cube are judged by")
    assert json.loads((tmp_path / "s.json").read_text())["summary"][-1]["score"] == 100


def test_a_verifier_of_another_version_than_its_task_breaks_the_contract(change_task):
    task = catalogue().tasks["hexakai"]
    assert task.verifier.version == task.version
    change_task("hexakai", version=task.version + 1)
    found = [finding.detail for finding in check_contract(gametasks.get_task("hexakai"))]
    assert any("the verifier's version is" in detail for detail in found)
