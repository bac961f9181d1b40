"""The first row of a stream loads what draws it, and no other task and no library that only reports or builds need."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

NOT_NEEDED = {
    *("scipy", "pandas", "datasets", "networkx", "ortools", "jsonschema", "numba", "clingo", "yaml", "rich", "typer"),
    *("pebble", "click", "huggingface_hub", "matplotlib", "pyarrow"),
}

PROGRAM = """
import json, sys
import gametasks
next(gametasks.stream(sys.argv[1], sys.argv[2], 1, 3))
print(json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize(
    ("task", "family"), [("rush_exit", "plan"), ("hexakai", "solution"), ("spot_difference", "difference_count")]
)
def test_the_first_row_loads_little(task, family):
    done = subprocess.run([sys.executable, "-c", PROGRAM, task, family], capture_output=True, text=True, check=True)
    loaded = json.loads(done.stdout)
    assert not NOT_NEEDED & {name.partition(".")[0] for name in loaded}
    assert not [name for name in loaded if name.startswith("gametasks.gdl.")]
    tasks = {name for name in loaded if name.startswith("gametasks.qa_families.") and "._" not in name}
    assert {name.split(".")[2] for name in tasks} == {task}
