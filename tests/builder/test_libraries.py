"""The manifest's list of libraries: all that decide rows, found from the imports of the code that makes them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from msgspec.structs import replace

import gametasks
from gametasks.build.dataset.manifest import begin_manifest, current_libraries, draws_alike
from gametasks.build.dataset.plan import make_plan
from gametasks.build.dataset.profile import load_profile
from gametasks.folder import Recipe

ROOT = Path(gametasks.__file__).parent
MAKES_ROWS = ("schemas", "gdl", "solvers", "generators", "renderers", "verifiers", "qa_families", "folder", "build")
DECIDES_NO_ROW = {
    "scipy": "tests of the audit",
    "datasets": "offers the features of the columns to a user",
    "filelock": "keeps two builds out of one folder",
    "jsonschema": "checks the notation that a prompt shows",
    "pyyaml": "writes the card",
}


def imported() -> Iterator[str]:
    """Top names of all modules that the packages import, at the top of a file or within a function."""
    for path in (path for package in MAKES_ROWS for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (name.name.partition(".")[0] for name in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module.partition(".")[0]


def test_every_library_that_makes_rows_is_listed():
    distributions = packages_distributions()
    foreign = set(imported()) - set(sys.stdlib_module_names) - {"gametasks"}
    used = {distribution.lower() for name in foreign for distribution in distributions[name]}
    assert {"networkx", "ortools", "clingo"} <= used, "the search finds what is imported late"
    assert used - set(DECIDES_NO_ROW) <= set(current_libraries())
    assert set(DECIDES_NO_ROW) <= used, "an exception for what nobody imports"


@pytest.mark.parametrize(
    ("library", "alike"), [("networkx", True), ("numba", True), ("cairo", False), ("pillow", False)]
)
def test_pixels_are_compared_where_the_drawing_libraries_agree(library, alike):
    manifest = begin_manifest(make_plan(load_profile("demo"), 1, 20), Recipe())
    assert draws_alike(manifest)
    assert draws_alike(replace(manifest, libraries={**manifest.libraries, library: "0.0.1"})) is alike
