"""Rows of every family that the catalogue holds."""

from __future__ import annotations

from functools import cache

from gametasks.qa_families._catalogue import catalogue
from gametasks.testing import PosedRow, rows_of


def all_families() -> list[str]:
    """Names of all families of all tasks, as ``task/family``."""
    return [f"{task.name}/{family.name}" for task in catalogue().tasks.values() for family in task.families]


@cache
def rows_of_family(name: str) -> tuple[PosedRow, ...]:
    """Six samples of a family."""
    task, _, family = name.partition("/")
    return rows_of(catalogue().tasks[task], family)


def every_row() -> list[PosedRow]:
    """The samples of all families."""
    return [row for name in all_families() for row in rows_of_family(name)]
