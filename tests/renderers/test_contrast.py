"""Every mark that carries meaning stands out by 3 : 1; `python bench/contrast.py` measures many more in all themes."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from gametasks.qa_families._catalogue import catalogue

PICTURED = [name for name in catalogue().builtin() if catalogue().tasks[name].draw is not None]


@pytest.fixture(scope="module")
def contrast() -> ModuleType:
    spec = spec_from_file_location("bench_contrast", Path(__file__).parents[2] / "bench" / "contrast.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("task", PICTURED)
def test_marks_stand_out_in_every_look_of_a_light_and_of_dark_themes(contrast: ModuleType, task: str) -> None:
    found = contrast.measured(catalogue().tasks[task], 1, ("sand", "night", "plum"))
    assert list(found) == ["sand", "night", "plum"]
    weak = {(theme, *mark) for theme, marks in found.items() for mark in marks if mark.ratio < 3}
    assert not weak


def test_a_task_of_which_no_mark_is_watched_is_refused(contrast: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contrast, "MARKS", {})
    with pytest.raises(ValueError, match="no mark of occluded_count is watched"):
        contrast.measured(catalogue().tasks["occluded_count"], 1, ("sand",))


def test_no_watched_function_has_another_name_by_now(contrast: ModuleType) -> None:
    for module, names in (
        *contrast.KIT.items(),
        *(item for marks in contrast.MARKS.values() for item in marks.items()),
    ):
        for name in names:
            assert callable(getattr(import_module(module), name, None)), f"{module}.{name}"


def test_a_mark_is_measured_against_what_lies_under_it_and_by_its_outline(contrast: ModuleType) -> None:
    """Yellow on white has 1.4 : 1; edged with black it has 21 : 1."""
    white = np.full((40, 40, 3), 255, dtype=np.uint8)
    yellow = white.copy()
    yellow[10:30, 10:30] = (255, 214, 10)
    edged = white.copy()
    edged[10:30, 10:30] = 0
    edged[12:28, 12:28] = (255, 214, 10)
    assert list(contrast.ratios(white, white)) == []
    assert list(contrast.ratios(white, yellow)) == [pytest.approx(1.4, abs=0.05)]
    assert list(contrast.ratios(white, edged)) == [pytest.approx(21)]
    yellow[2:5, 32:38] = 0
    assert sorted(contrast.ratios(white, yellow)) == [pytest.approx(1.4, abs=0.05), pytest.approx(21)]
