"""Questions: each module ends with its task's record, ``TASK: Task[State] = Task(...)``."""

from gametasks.qa_families._distractors import (
    DISTRACTORS,
    near_numbers,
    near_sequences,
    near_sets,
    other_labels,
    other_numbers,
)
from gametasks.qa_families._files import FileSamples, PlannedSamples
from gametasks.qa_families._score_table import ScoredRow, ScoreTable
from gametasks.qa_families._task import Family, Task

__all__ = [
    "DISTRACTORS",
    "Family",
    "FileSamples",
    "PlannedSamples",
    "ScoreTable",
    "ScoredRow",
    "Task",
    "near_numbers",
    "near_sequences",
    "near_sets",
    "other_labels",
    "other_numbers",
]
