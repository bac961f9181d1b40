"""The name of the task, which its record and the ids that it lays out share."""

__all__ = ["TASK_NAME"]

TASK_NAME = "gdl_simulation"
