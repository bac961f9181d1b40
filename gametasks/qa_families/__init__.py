"""Questions: each module ends with its task's record, ``TASK: Task[State] = Task(...)``."""

from gametasks.qa_families._distractors import DISTRACTORS, numeric_distractors
from gametasks.qa_families._task import Family, FileSamples, Task

__all__ = ["DISTRACTORS", "Family", "FileSamples", "Task", "numeric_distractors"]
