"""Rows of every family that the catalogue holds, without pictures: what scoring needs and no more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from gametasks.build.sample.produce import pose
from gametasks.errors import Rejection
from gametasks.qa_families import Family, Task
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import AnswerKind, Format, Ranges, SampleId, parse_answer
from gametasks.schemas._record import Evaluator
from gametasks.schemas.answers.kinds import encode_answer_kind
from gametasks.streams import Stream

SAMPLES = 6
MAX_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row with what it was made from.

    Attributes:
        row: The columns that scoring reads, and those that it groups by.
        kind: How this row is answered, in its format.
        gold: The canonical answer as a value of that kind.
    """

    task: Task[Any]
    family: Family[Any, Any]
    state: Any
    question: Any
    row: dict[str, Any]
    kind: AnswerKind
    gold: Any

    @property
    def has_several_answers(self) -> bool:
        """Whether another answer than the canonical one may be right: any optimal plan is, if it is one of many."""
        return self.row["format"] == Format.OPEN and self.family.optimal and not self.family.unique


def all_families() -> list[str]:
    """Names of all families of all tasks, as ``task/family``."""
    return [f"{task.name}/{family.name}" for task in catalogue().tasks.values() for family in task.families]


@cache
def rows_of(name: str) -> tuple[ScoredRow, ...]:
    """Six samples of a family, spread over its levels, formats and both sets of ranges."""
    task_name, _, family_name = name.partition("/")
    task = catalogue().tasks[task_name]
    return tuple(islice(_rows(task, task.family(family_name)), SAMPLES))


def every_row() -> list[ScoredRow]:
    """The samples of all families."""
    return [row for name in all_families() for row in rows_of(name)]


def _rows(task: Task[Any], family: Family[Any, Any]) -> Iterator[ScoredRow]:
    cells = family.settings()
    for number in range(SAMPLES):
        level, form = cells[number % len(cells)]
        ranges = (Ranges.DATASET, Ranges.EVALUATION)[number % 2]
        yield _row(task, family, SampleId(task.name, task.version, family.name, form, ranges, level, 1, number, 0))


def _row(task: Task[Any], family: Family[Any, Any], sample_id: SampleId) -> ScoredRow:
    for _ in range(MAX_ATTEMPTS):
        try:
            return _attempt(task, family, sample_id)
        except Rejection:
            sample_id = sample_id.next_attempt()
    raise AssertionError(f"no sample for {sample_id}")


def _attempt(task: Task[Any], family: Family[Any, Any], sample_id: SampleId) -> ScoredRow:
    draft = family.sample(task.levels[sample_id.ranges][sample_id.level - 1], Stream(str(sample_id), "state"))
    solution = task.solve(draft.state, draft.question)
    if family.unique and solution.unique is not True:
        raise Rejection("not unique")
    posed = pose(task, family, draft.state, draft.question, solution.answer, sample_id)
    row = {
        "id": str(sample_id),
        "task": task.name,
        "capability": str(task.capability),
        "family": family.name,
        "format": str(sample_id.format),
        "split": "test" if sample_id.ranges is Ranges.EVALUATION else "train",
        "options": list(posed.options),
        "answer": posed.answer,
        "answer_schema": encode_answer_kind(posed.kind),
        "evaluator": _json(Evaluator(task.verifier.name, msgspec.to_builtins(draft.question))),
        "state": _json(draft.state),
    }
    gold = parse_answer(posed.kind, posed.answer)
    return ScoredRow(task, family, draft.state, draft.question, row, posed.kind, gold)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
