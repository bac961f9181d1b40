"""What a task promises by its record alone: names, levels and types, before a sample is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

from gametasks.build.conformance.findings import Finding
from gametasks.evaluate.prompts import PICTURE, is_modality_name
from gametasks.evaluate.scoring import load_verifier
from gametasks.qa_families import Task
from gametasks.schemas import Ranges
from gametasks.schemas._identity import MOST_LEVELS

__all__ = ["check_contract"]


def check_contract(task: Task[Any]) -> Iterator[Finding]:
    """Names, levels, types: what can be seen without a sample."""
    promise = "contract"
    if not task.families:
        yield Finding(promise, "the task has no families")
    for name, number in Counter(family.name for family in task.families).items():
        if number > 1:
            yield Finding(
                promise, f"{number} families have the name {name!r}: the tags of their question types are equal"
            )
    yield from _check_levels(task)
    if task.levels.get(Ranges.DATASET) == task.levels.get(Ranges.EVALUATION):
        yield Finding(promise, "dataset and evaluation have the same ranges; evaluation needs layouts of its own")
    if load_verifier(task.verifier.name) is not task.verifier:
        yield Finding(promise, f"{task.verifier.name}.VERIFIER is not the task's verifier")
    if task.verifier.state is not task.state:
        yield Finding(promise, "the verifier reads another type of state than the task's")
    if task.verifier.version not in (None, task.version):
        yield Finding(
            promise,
            f"the verifier's version is {task.verifier.version}, the task's {task.version}; let both be one constant",
        )
    yield from _check_openings(task)
    union = get_args(task.verifier.question) or (task.verifier.question,)
    for family in task.families:
        if family.question not in union:
            yield Finding(promise, f"the verifier's questions lack that of {family.name}")
        if family.optimal and "optimum" not in family.question.__struct_fields__:
            yield Finding(promise, f"the question of {family.name} asks for an optimum and does not hold it")


def _check_openings(task: Task[Any]) -> Iterator[Finding]:
    """What comes in pairs is there or not, and every modality can be asked for."""
    promise = "contract"
    if (task.text is None) != (task.parse is None):
        yield Finding(promise, "the task has only one of text and parse")
    if (task.move is None) != (task.verifier.moves is None):
        yield Finding(promise, "the task has only one of move and its verifier's moves")
    for modality in task.modalities:
        if modality == PICTURE or not is_modality_name(modality):
            yield Finding(promise, f"no modality can be called {modality!r}; take small letters, digits and _")


def _check_levels(task: Task[Any]) -> Iterator[Finding]:
    """Both sets of ranges have the same number of levels, and a family has no others."""
    promise = "contract"
    numbers = {ranges: len(task.levels.get(ranges, ())) for ranges in Ranges}
    for ranges, number in numbers.items():
        if not 1 <= number <= MOST_LEVELS:
            yield Finding(promise, f"levels[{ranges}] holds {number} levels; a task has 1 to {MOST_LEVELS}")
    if len(set(numbers.values())) > 1:
        counts = ", ".join(f"{ranges} {number}" for ranges, number in numbers.items())
        yield Finding(promise, f"the two sets of ranges differ in the number of levels ({counts})")
    for family in task.families:
        unknown = [level for level in family.choice_levels or () if not 1 <= level <= min(numbers.values())]
        if unknown:
            yield Finding(promise, f"{family.name} has choices at level {unknown[0]}, which the task does not have")
