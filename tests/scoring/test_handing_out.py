"""The docs' way to hand out questions without answers, run as it stands there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gametasks.build.dataset.pipeline import build_dataset
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.folder import read_rows

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"
SEED = 7_654_321_123


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    build_dataset(make_plan(with_tasks(load_profile("demo"), ["rolling_cube", "hexakai"]), SEED, 96), tmp_path / "DIR")
    return tmp_path / "DIR"


def test_questions_go_out_under_numbers_and_answers_come_back_under_ids(dataset, run, monkeypatch):
    section = PAGE.read_text(encoding="utf-8").partition("### Questions without answers")[2].partition("## Scores")[0]
    hand_out, take_back = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    monkeypatch.chdir(dataset.parent)
    names: dict[str, object] = {}
    exec(hand_out, names)
    rows = {row["id"]: row for row in read_rows(dataset, split="test")}
    questions = Path("questions.jsonl").read_text(encoding="utf-8")
    kept = [json.loads(line) for line in Path("kept.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["id"] for line in kept} == set(rows)
    assert [line["id"] for line in kept] != list(rows)
    assert [json.loads(line)["number"] for line in questions.splitlines()] == list(range(len(rows)))
    for row in rows.values():
        secrets = [
            row[column] for column in ("id", "fingerprint", "state_fingerprint", "pixel_hash", "params", "state")
        ]
        assert not [secret for secret in (*secrets, str(SEED)) if secret in questions]

    answers = [{"number": line["number"], "response": rows[line["id"]]["answer"]} for line in kept]
    Path("answers.jsonl").write_text("\n".join(map(json.dumps, answers)), encoding="utf-8")
    exec(take_back, names)
    scored = run("score", dataset, "predictions.jsonl", "--split", "test", "--out", "scores.json")
    assert scored.returncode == 0, scored.stderr
    assert json.loads(Path("scores.json").read_text())["summary"][-1]["score"] == 100
