"""Questions: each module ends with its task's record, ``TASK: Task[State] = Task(...)``."""

from gametasks.qa_families._distractors import DISTRACTORS, numeric_distractors
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
    "numeric_distractors",
]
