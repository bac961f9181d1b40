"""The project as a whole: what is published is current, what is installed is complete."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

from gametasks.qa_families._task import API
from gametasks.schemas._publish import FOLDER, published_schemas

ROOT = Path(__file__).parent.parent


def test_the_published_schemas_are_current():
    on_disk = {path.name: path.read_bytes() for path in FOLDER.glob("*.json")}
    assert on_disk == published_schemas(), "run `make schemas`"


def test_the_docs_quote_what_is_there():
    check = subprocess.run(
        [sys.executable, "tools/sync_docs.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert check.returncode == 0, check.stderr


def test_what_plugins_may_rely_on_is_there():
    page = (ROOT / "docs" / "writing-a-task.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(gametasks[.\w]*)` \| (.+) \|$", page, re.MULTILINE)
    assert len(rows) == 10
    for module, names in rows:
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(import_module(module), name), f"{module}.{name}"


def test_the_api_number_in_the_docs_is_the_codes():
    page = (ROOT / "docs" / "writing-a-task.md").read_text(encoding="utf-8")
    assert f"number in `Task.api`, which is {API}." in page


def test_the_python_lines_of_the_readme_run():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (lines,) = (block for block in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "gametasks.stream" in block)
    program = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False, timeout=120)
    assert program.returncode == 0, program.stderr
    assert program.stdout.strip().endswith("1.0")


def test_the_wheel_holds_everything_that_is_used(tmp_path):
    """`build` is a folder that the usual defaults of packagers leave out, and data files are easily forgotten."""
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    tracked = {path.relative_to(ROOT).as_posix() for path in (ROOT / "gametasks").rglob("*") if path.is_file()}
    tracked = {name for name in tracked if "__pycache__" not in name}
    packed = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site" / "gametasks").rglob("*")}
    assert "gametasks/py.typed" in tracked <= packed
    program = "import gametasks.build.dataset.pipeline as p; print(p.__file__)"
    found = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path / "site", capture_output=True, text=True, check=True
    )
    assert str(tmp_path) in found.stdout


def test_no_registry_and_no_path_of_a_machine_is_named():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    bad = re.compile(r"pypi\.org|pythonhosted|index-url|/work/|/root/|/home/\w")
    for name in listed:
        path = ROOT / name
        if path.suffix in (".png", ".ttf", ".otf") or name == "tests/test_project.py" or not path.exists():
            continue
        text = path.read_text(encoding="utf-8")
        assert not bad.search(text), name
