"""Samples without a dataset: an endless iterator, for training and for a first look."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from operator import index
from typing import Any

from msgspec.structs import replace

from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.errors import ConfigurationError, blame, line_of
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import Format, Ranges, SampleId

__all__ = ["stream"]


def stream(
    task: str, family: str, level: int, seed: int, format: str = "open", ranges: str = "dataset"
) -> Iterator[dict[str, Any]]:
    """Yield verified rows without end, the same ones for the same arguments.

    The rows are those that a build would try for the same slots, in order; unlike a build, a stream does
    not remove duplicates.

    Args:
        task: Name of a task, such as ``"rush_exit"``.
        family: Name of one of its families.
        level: 1, the easiest, to the number of the task's levels.
        seed: Any integer from 0 to 2**63 - 1.
        format: ``"open"`` or ``"choice"``.
        ranges: ``"dataset"``, or ``"evaluation"`` for the layouts of test splits.

    Raises:
        UnknownNameError: There is no such task, family, format or set of ranges.
        ConfigurationError: The family does not have that format at that level.
        Rejection: A slot is exhausted: none of its attempts yields a sample.
        PluginError: The task raised, or broke its contract.
    """
    for name, value in (("task", task), ("family", family), ("format", format), ("ranges", ranges)):
        if not isinstance(value, str):
            raise ConfigurationError(f"{name} is a name, not {line_of(value)}")
    level, seed = _integer("level", level), _integer("seed", seed)
    found = get_task(task)
    chosen = found.family(family)
    if (level, format) not in found.settings(chosen):
        formats = [
            f"{form} at the levels {', '.join(map(str, levels))}" for form, levels in found.levels_of(chosen).items()
        ]
        raise ConfigurationError(
            f"{task}/{family} has no format {format!r:.200} at level {line_of(level)}; it has {' and '.join(formats)}"
        )
    if ranges not in tuple(Ranges):
        raise ConfigurationError(f"ranges is 'dataset' or 'evaluation', not {ranges!r:.200}")
    if not 0 <= seed < 2**63:
        raise ConfigurationError(f"a seed is an integer from 0 to 2**63 - 1, not {line_of(seed)}")
    return _rows(found, SampleId(found.name, found.version, family, Format(format), Ranges(ranges), level, seed, 0, 0))


def _integer(name: str, value: object) -> int:
    """An integer, be it one of NumPy's.

    Raises:
        ConfigurationError: It is none.
    """
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]
        except TypeError:
            pass
    raise ConfigurationError(f"{name} is an integer, not {line_of(value)}")


def _rows(task: Any, first: SampleId) -> Iterator[dict[str, Any]]:
    for number in count():
        slot = Attempts(replace(first, index=number))
        with blame(task.name):
            row = row_of(slot.first(lambda sample_id: make_sample(task, sample_id)))
        yield row
