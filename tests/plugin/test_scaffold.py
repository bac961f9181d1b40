"""`gametasks new` writes a package that is whole as it stands: typed strictly, tested, checked by the contract."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import Run, offer

from gametasks.cli.scaffold import TEMPLATE

ROOT = Path(__file__).parent.parent.parent
NAME = "two_word_task"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory, run: Run) -> Path:
    """A new package, with what pip would write beside it."""
    folder = tmp_path_factory.mktemp("scaffold") / "new"
    made = run("new", NAME, "--out", folder)
    assert made.returncode == 0, made.stderr
    assert made.stdout.split() == [str(path) for path in sorted(folder.rglob("*")) if path.is_file()]
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "gametasks-two-word-task"
    offer(folder, "gametasks_two_word_task", project["entry-points"]["gametasks.tasks"])
    return folder


def ran(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python module, run in the package's folder with the package installed."""
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_its_own_tests_pass(package):
    tested = ran(package, "pytest", "-q", "-p", "no:cacheprovider")
    assert tested.returncode == 0, tested.stdout
    assert "passed" in tested.stdout


def test_it_is_typed_strictly_as_a_strangers_package(package):
    """The installed gametasks is read through its py.typed, as any user's mypy does it."""
    options = ("--cache-dir", str(ROOT / ".mypy_cache" / "scaffold"))
    typed = ran(package, "mypy", *options)
    assert typed.returncode == 0, typed.stdout
    path = package / "gametasks_two_word_task" / "solvers.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("return Solution(", "return Solution(optimal=1, answer="), encoding="utf-8")
    try:
        typed = ran(package, "mypy", *options)
    finally:
        path.write_text(text, encoding="utf-8")
    assert 'Unexpected keyword argument "optimal" for "Solution"' in typed.stdout


def test_it_keeps_the_contract_and_is_listed(package, run):
    checked = run("check", NAME, "--samples", 1, site=package)
    assert checked.returncode == 0, checked.stderr
    assert "two_word_task keeps the contract" in checked.stdout
    assert "gametasks_two_word_task" in run("tasks", site=package).stdout


def test_nothing_of_the_templates_name_is_left(package):
    for path in package.rglob("*"):
        assert "lamp_walk" not in path.name
        if path.is_file() and path.suffix in (".py", ".toml", ".md"):
            text = path.read_text(encoding="utf-8").lower()
            assert not {"lamp_walk", "lamp-walk", "lamp walk"} & {text[i : i + 9] for i in range(len(text))}, path


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Mirrors", "--out", "new"), "'Mirrors' cannot be a task's name: small letters"),
        (("a__b", "--out", "new"), "cannot be a task's name"),
        (("default", "--out", "new"), "default means all tasks to datasets; choose another name"),
        (("hexakai", "--out", "new"), "there is a task hexakai already"),
        (("mirrors", "--out", "."), "is not an empty folder; give a new one"),
        (("mirrors", "--out", "file"), "file is not an empty folder"),
    ],
)
def test_what_cannot_be_written_is_refused(run, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    refused = run("new", *words)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


def test_the_template_is_no_part_of_the_package():
    assert not (TEMPLATE / "__init__.py").exists()
