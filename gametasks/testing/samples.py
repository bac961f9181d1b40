"""Samples of a family, with and without pictures, drawn as a build draws them."""

from __future__ import annotations

from typing import Any, TypeVar

from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.case import draw_case
from gametasks.build.sample.produce import Sample, make_sample
from gametasks.generators import Draft
from gametasks.qa_families import Task
from gametasks.schemas import Format, Ranges, SampleId, State

__all__ = ["drafts", "first_sample", "sample_id"]

S = TypeVar("S", bound=State)


def sample_id(
    task: Task[Any],
    family: str,
    level: int,
    ranges: Ranges = Ranges.DATASET,
    *,
    form: Format | None = None,
    seed: int = 1,
    index: int = 0,
) -> SampleId:
    """The id of the first attempt at a sample.

    Args:
        task: A task.
        family: Name of one of its families.
        level: 1 for the easiest.
        ranges: Of a dataset, or of its test split.
        form: Its format; the family's first one where none is given.
        seed: Seed of a build.
        index: Number of the sample, from 0.

    Raises:
        UnknownNameError: The task has no family of that name.
    """
    chosen = form or task.family(family).formats[0]
    return SampleId(task.name, task.version, family, chosen, ranges, level, seed, index, 0)


def drafts(
    task: Task[S], family: str, level: int, ranges: Ranges = Ranges.DATASET, *, count: int = 1, seed: int = 1
) -> list[Draft[S, Any]]:
    """Draw states with their questions, neither solved nor pictured.

    Raises:
        UnknownNameError: The task has no family of that name.
        Rejection: A hundred attempts in a row were rejected.
    """
    ids = (sample_id(task, family, level, ranges, seed=seed, index=index) for index in range(count))
    cases = (Attempts(first).first(lambda attempt: draw_case(task, attempt)) for first in ids)
    return [Draft(case.state, case.question, case.statistics) for case in cases]


def first_sample(
    task: Task[Any],
    family: str,
    level: int,
    ranges: Ranges = Ranges.DATASET,
    *,
    form: Format | None = None,
    seed: int = 1,
) -> Sample:
    """Make a whole sample: its record and its images.

    Raises:
        UnknownNameError: The task has no family of that name.
        Rejection: A hundred attempts in a row were rejected.
        PluginError: The task broke its contract.
    """
    first = sample_id(task, family, level, ranges, form=form, seed=seed)
    return Attempts(first).first(lambda attempt: make_sample(task, attempt))
