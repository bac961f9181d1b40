"""Every task of the project keeps the contract that plugins are held to."""

from __future__ import annotations

import pytest

from gametasks.build.conformance import check_task
from gametasks.qa_families._catalogue import catalogue


@pytest.mark.parametrize("task", catalogue().builtin())
def test_the_task_keeps_the_contract(task):
    assert check_task(task, samples=1, seed=5) == []
