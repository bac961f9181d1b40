"""Goldens: what each family says, and a few of its pictures. `make golden` writes them; the diff is reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gametasks.qa_families._catalogue import catalogue
from gametasks.testing import assert_golden_picture, assert_golden_text, first_sample, golden_text

FOLDER = Path(__file__).parent
TASKS = catalogue().builtin()
PICTURED = [name for name in TASKS if catalogue().tasks[name].draw is not None]
FAMILIES = [(name, family.name) for name in TASKS for family in catalogue().tasks[name].families]


@pytest.fixture
def write(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--write-golden"))


@pytest.mark.parametrize(("task", "family"), FAMILIES)
def test_texts_states_and_answers(task, family, write):
    path = FOLDER / "text" / f"{task}.{family}.txt"
    assert_golden_text(path, golden_text(catalogue().tasks[task], family), write=write)


@pytest.mark.parametrize("task", PICTURED)
def test_pictures(task, write):
    sample = first_sample(catalogue().tasks[task], catalogue().tasks[task].families[0].name, level=1, seed=20)
    assert_golden_picture(FOLDER / "pictures" / f"{task}.png", sample.images[0], write=write)


def test_no_golden_is_left_over():
    texts = {path.name for path in (FOLDER / "text").glob("*.txt")}
    assert texts == {f"{task}.{family}.txt" for task, family in FAMILIES}
    assert {path.stem for path in (FOLDER / "pictures").glob("*.png")} == set(PICTURED)
