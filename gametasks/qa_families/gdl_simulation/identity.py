"""The name and the version of the task, which its record and the ids that it lays out share."""

__all__ = ["TASK_NAME", "VERSION"]

TASK_NAME = "gdl_simulation"

VERSION = 1
"""Raised whenever a sample of the same id would change."""
