"""Scoring needs the record, msgspec and the one verifier: no drawing, solving or dataset library."""

from __future__ import annotations

import json
import subprocess
import sys

from scoring.catalogue_rows import every_row

BLOCKED = (
    *("cairocffi", "cffi", "PIL", "ortools", "datasets", "pyarrow", "numpy", "scipy", "imagehash", "fontTools"),
    *("networkx", "clingo", "jsonschema", "typer", "click", "rich", "huggingface_hub", "pandas", "yaml"),
)

ABSENT = (
    *("gametasks.qa_families", "gametasks.solvers", "gametasks.generators", "gametasks.renderers", "gametasks.build"),
    *("gametasks.cli.app", "gametasks.streams", "gametasks.evaluate.predictions", "gametasks.evaluate.report"),
    "importlib.metadata",  # slow to load, and needed for plugins only
)

PROGRAM = """
import json, sys
from importlib.abc import MetaPathFinder

blocked, absent, rows = json.load(sys.stdin)

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, Missing())
import gametasks

for row in rows:
    assert gametasks.score(row, row["answer"]).score == 1.0, row["id"]
    assert gametasks.score(row, "no answer at all").score == 0.0, row["id"]
    other = [loaded for loaded in sys.modules if loaded in absent or loaded.partition(".")[0] in blocked]
    assert not other, other
used = sorted({loaded for loaded in sys.modules if loaded.startswith("gametasks.verifiers.")})
print(json.dumps(used))
"""


def run(rows: list[dict[str, object]]) -> list[str]:
    """Score rows in a process of its own, and return the verifier modules that it loaded."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([BLOCKED, ABSENT, rows]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_family_is_scored_where_the_heavy_libraries_are_missing():
    rows = [sample.row for sample in every_row()]
    loaded = run(rows)
    assert {json.loads(row["evaluator"])["name"] for row in rows if row["format"] == "open"} <= set(loaded)


def test_scoring_loads_the_verifier_that_the_record_names_and_no_other():
    by_task: dict[str, dict[str, object]] = {}
    for sample in every_row():
        if sample.row["format"] == "open":
            by_task.setdefault(sample.task.name, sample.row)
    name, row = next(iter(by_task.items()))
    modules = {module.removeprefix("gametasks.verifiers.") for module in run([row])}
    tasks = {module.partition(".")[0] for module in modules if not module.startswith("_")}
    assert tasks == {json.loads(str(row["evaluator"]))["name"].rpartition(".")[2]}, name
