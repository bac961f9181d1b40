"""The contracts of imports are kept, and each of them catches a violation that is planted for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parent.parent
PARTS = ("schemas", "generators", "renderers", "solvers", "verifiers", "qa_families")


def import_graph() -> grimp.ImportGraph:
    return grimp.build_graph("gametasks", exclude_type_checking_imports=True, cache_dir=None)


def imports_between_tasks(graph: grimp.ImportGraph) -> list[str]:
    """Imports from a task's modules, or from what the tasks of a folder share, into the modules of another task."""
    names = {module.rpartition(".")[2] for module in graph.find_children("gametasks.qa_families")}
    tasks = {name for name in names if not name.startswith("_")}
    return sorted(
        f"{importer} imports {imported}"
        for importer in graph.modules
        if task_part(importer)
        for imported in graph.find_modules_directly_imported_by(importer)
        if task_part(imported) in tasks - {task_part(importer)}
    )


def task_part(module: str) -> str:
    """The name below one of the six folders: a task's, or that of a module that tasks share."""
    _, folder, name, *_ = [*module.split("."), "", ""]
    return name if folder in PARTS else ""


def imports_of_the_door(graph: grimp.ImportGraph) -> list[str]:
    """What ``import gametasks`` loads before a name is used; it should be nothing."""
    return sorted(graph.find_modules_directly_imported_by("gametasks"))


def test_one_task_never_imports_another():
    assert imports_between_tasks(import_graph()) == []


def test_the_door_loads_nothing():
    assert imports_of_the_door(import_graph()) == []


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("gametasks.verifiers.rolling_cube", "gametasks.verifiers.hexakai"),
        ("gametasks.renderers.rush_exit.cars", "gametasks.schemas.rolling_cube"),
        ("gametasks.qa_families._distractors", "gametasks.schemas.rush_exit"),
    ],
)
def test_an_import_of_another_task_is_seen(importer, imported):
    graph = import_graph()
    graph.add_import(importer=importer, imported=imported)
    assert imports_between_tasks(graph) == [f"{importer} imports {imported}"]


def test_an_import_at_the_door_is_seen():
    graph = import_graph()
    graph.add_import(importer="gametasks", imported="gametasks.evaluate.scoring")
    assert imports_of_the_door(graph) == ["gametasks.evaluate.scoring"]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package's modules and its contracts."""
    folder = tmp_path_factory.mktemp("contracts")
    data = shutil.ignore_patterns("__pycache__", "fonts", "*.kif", "*.json")
    shutil.copytree(ROOT / "gametasks", folder / "gametasks", ignore=data)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def broken_contracts(folder: Path) -> tuple[set[str], str]:
    """Names of the contracts that the package in a folder breaks, and the whole report."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_logo=True))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={"PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    report = done.stdout + done.stderr
    assert "Contracts: " in report or "Missing layer" in report, report
    return {line.removesuffix(" BROKEN") for line in report.splitlines() if line.endswith(" BROKEN")}, report


LAYERS = "every module stands in a layer and imports lower ones only"
RENDERER = "a renderer sees schemas only"
VERIFIER = "a verifier sees schemas and gdl only"
SCHEMAS = "schemas know neither gdl nor chance"
SAMPLER = "a solver or a generator sees neither verifiers nor renderers"
GENERAL = "building and evaluating know no description language"

PLANTED = [
    ("errors", "gametasks.streams", {LAYERS}),
    ("streams", "gametasks.gdl.terms", {LAYERS}),
    ("gdl/reader", "gametasks.schemas", {LAYERS}),
    ("solvers/_solution", "gametasks.generators", {LAYERS}),
    ("generators/_draft", "gametasks.qa_families", {LAYERS}),
    ("qa_families/_task", "gametasks.evaluate.prompts", {LAYERS}),
    ("evaluate/prompts", "gametasks.build.sample.rows", {LAYERS}),
    ("build/sample/rows", "gametasks.cli.terminal", {LAYERS}),
    ("renderers/kit/canvas", "gametasks.solvers", {LAYERS, RENDERER}),
    ("renderers/kit/canvas", "gametasks.streams", {RENDERER}),
    ("verifiers/_verifier", "gametasks.solvers._solution", {LAYERS, VERIFIER}),
    ("verifiers/_verifier", "gametasks.streams", {VERIFIER}),
    ("schemas/_style", "gametasks.streams", {SCHEMAS, RENDERER, VERIFIER}),
    ("generators/_draft", "gametasks.verifiers", {SAMPLER}),
    ("evaluate/prompts", "gametasks.gdl.terms", {GENERAL}),
]


@pytest.mark.parametrize(("importer", "imported", "contracts"), PLANTED)
def test_a_planted_import_breaks_its_contract(package, importer, imported, contracts):
    path = package / "gametasks" / f"{importer}.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nimport {imported}\n", encoding="utf-8")
    try:
        broken, report = broken_contracts(package)
    finally:
        path.write_text(text, encoding="utf-8")
    assert contracts <= broken, report
    assert f"gametasks.{importer.replace('/', '.')} -> {imported}" in report


def test_a_module_without_a_layer_is_seen(package):
    path = package / "gametasks" / "helpers.py"
    path.write_text("", encoding="utf-8")
    try:
        broken, report = broken_contracts(package)
    finally:
        path.unlink()
    assert broken == {LAYERS}, report
    assert "helpers" in report


def test_without_a_planted_import_all_contracts_are_kept(package):
    broken, report = broken_contracts(package)
    assert broken == set()
    assert "0 broken" in report


def test_every_contract_has_a_planted_import():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    named = {contract["name"] for contract in project["tool"]["importlinter"]["contracts"]}
    assert named == set().union(*(contracts for _, _, contracts in PLANTED))
