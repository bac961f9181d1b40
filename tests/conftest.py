"""What all tests share: hypothesis without chance, and plugins that misbehave on purpose."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import settings

from gametasks.cli.scaffold import write_package

ROOT = Path(__file__).parent.parent

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write the goldens instead of comparing them")


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def change_task(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """``change_task(name, field=…)`` puts a changed task into the catalogue in an installed one's place."""
    from gametasks.qa_families import _catalogue

    found = _catalogue.catalogue()

    def change(name: str, **fields: Any) -> None:
        changed = replace(found, tasks=MappingProxyType({**found.tasks, name: replace(found.tasks[name], **fields)}))
        monkeypatch.setattr(_catalogue, "catalogue", lambda: changed)
        monkeypatch.setattr(_catalogue, "_builtin_task", changed.tasks.__getitem__)  # which get_task asks first

    return change


@pytest.fixture
def offer_modalities(change_task: Callable[..., None]) -> Callable[..., None]:
    """``offer_modalities(task, text=…, …)`` lets an installed task offer these modalities instead of its own."""

    def offer(name: str, /, **modalities: Callable[[Any, Any], str]) -> None:
        change_task(name, modalities=modalities)

    return offer


@pytest.fixture(scope="session")
def plugin_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH that holds the scaffold's task and misbehaving ones, as pip would install them."""
    site = tmp_path_factory.mktemp("plugins") / "site"
    write_package("lamps", site)
    offer(site, "gametasks_lamps", {"lamps": "gametasks_lamps.qa_families:TASK"})
    shutil.copy(ROOT / "tests" / "plugin" / "misbehaving.py", site / "misbehaving.py")
    names = ("raises", "wrong_type", "never_ends", "hangs_in_c", "too_small", "picky", "disagrees", "dies", "cribs")
    names += ("surrogate", "exits", "number_for_text", "other_question", "bad_name", "no_api", "other_api")
    names += (
        "text_for_api",
        "true_for_api",
        "no_levels",
        "odd_levels",
        "default",
        "odd_family",
        "odd_question",
        "no_formats",
        "odd_choices",
        "odd_rejection",
        "long_name",
        "odd_version",
        "huge_version",
        "odd_summary",
        "odd_title",
        "ends",
    )
    offers = {name: f"misbehaving:{name.upper()}" for name in names}
    offer(site, "misbehaving", {**offers, "no_task": "misbehaving:NO_TASK", "absent": "misbehaving:ABSENT"})
    (site / "leaves.py").write_text("raise SystemExit(3)\n")
    offer(site, "leaves", {"leaves": "leaves:TASK"})
    (site / "cancels.py").write_text("import asyncio\n\nraise asyncio.CancelledError\n")
    offer(site, "cancels", {"cancels": "cancels:TASK"})
    return site


def offer(site: Path, package: str, tasks: dict[str, str]) -> None:
    """Let a package on PYTHONPATH offer tasks, as pip writes it down for an installed one."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in tasks.items()]
    (info / "entry_points.txt").write_text("[gametasks.tasks]\n" + "\n".join(lines) + "\n")


@pytest.fixture(scope="session")
def run() -> Run:
    """Run the command line in a process of its own."""

    def run_command(*words: object, site: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        path = {"PYTHONPATH": str(site)} if site else {}
        return subprocess.run(
            [sys.executable, "-m", "gametasks", *map(str, words)],
            env={**os.environ, **path, **environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    return run_command
