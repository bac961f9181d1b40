"""The whole check of a task."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

from gametasks.build.conformance.contract import check_contract
from gametasks.build.conformance.findings import Finding, grouped
from gametasks.build.conformance.processes import check_fresh_processes, check_verifier_stands_alone
from gametasks.build.conformance.samples import check_sample, check_yield, json_fault, sample_of_slot, some_ids
from gametasks.build.dataset.engine import require_alarm, wall_clock_limit
from gametasks.errors import GameTasksError, SlotTimeout, blame, is_interrupt, one_line
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["check_task"]

SAMPLE_SECONDS = 120.0

Progress = Callable[[int, int], None]


def check_task(
    name: str, *, samples: int = 2, seed: int = 1, progress: Progress = lambda done, total: None
) -> list[Finding]:
    """Check a task's contract and ``samples`` samples of every family, format, level and set of ranges.

    Returns:
        What was found wrong, faults of one kind as one; empty if the task conforms.

    Raises:
        UnknownNameError: No task has that name.
        PluginError: A part of the task that says what it is raised.
        ConfigurationError: This system cannot end a sample whose time is over.
    """
    require_alarm()
    task = get_task(name)
    with blame(name):
        findings = list(check_contract(task))
    if len({family.name for family in task.families}) < len(task.families):
        return findings  # a record could not say which family it belongs to
    ids = list(some_ids(task, samples, seed))
    tried: Counter[str] = Counter()
    for done, first in enumerate(ids, 1):
        try:
            findings += _findings_of(task, first, tried)
        except SlotTimeout as error:  # the others would take as long, and a process of its own would never end
            return grouped([*findings, Finding("samples", f"{error}; no further sample was tried", str(first))])
        progress(done, len(ids))
    findings += check_yield(tried, Counter(first.family for first in ids))
    findings += check_fresh_processes(name, seed)
    findings += check_verifier_stands_alone(task)
    return grouped(findings)


def _findings_of(task: Task[Any], first: SampleId, tried: Counter[str]) -> list[Finding]:
    """Make and check the sample of a slot; ``tried`` counts the attempts of each family.

    Raises:
        SlotTimeout: It takes too long.
    """
    try:
        with wall_clock_limit(SAMPLE_SECONDS):
            sample, attempts = sample_of_slot(task, first)
            tried[first.family] += attempts
            return list(check_sample(task, sample))
    except SlotTimeout:
        raise
    except GameTasksError as error:
        symptom = one_line(error)
    except BaseException as error:  # a task under test may raise anything
        if is_interrupt(error):
            raise
        place = traceback.extract_tb(error.__traceback__)[-1]
        symptom = f"{one_line(error)}, at {place.filename}, line {place.lineno}"
    return [json_fault(task, first) or Finding("samples", symptom, str(first))]
