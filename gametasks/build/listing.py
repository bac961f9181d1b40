"""What tasks there are, as data: for programs that choose tasks, and for tables.

Nothing is drawn for it: a list must come whatever a plugin's sampler does.
"""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import msgspec

from gametasks.errors import is_interrupt
from gametasks.qa_families import Family, Task
from gametasks.qa_families._catalogue import Catalogue
from gametasks.qa_families._task import API
from gametasks.schemas import AnswerKind, Format

__all__ = ["ListedFamily", "ListedTask", "TaskList", "list_tasks"]


class ListedFamily(msgspec.Struct, frozen=True):
    """One family of a listed task.

    Attributes:
        name, title: As in the family.
        levels: By format, the levels at which it exists.
        answer_kinds: The kinds that open answers may have, by the annotation of the family's ``answer_kind``; all
            kinds where it says no more. Keys of the list's ``answer_kinds``.
    """

    name: str
    title: str
    levels: dict[Format, tuple[int, ...]]
    answer_kinds: tuple[str, ...]


class ListedTask(msgspec.Struct, frozen=True):
    """One task.

    Attributes:
        name, version, title, summary, capability, origin: As in the task.
        package: The installed distribution that the task comes from.
        package_version: Its version.
        levels: How many levels the task has.
        modalities: What a prompt can show in the pictures' place.
        families: Its families.
    """

    name: str
    version: int
    title: str
    summary: str
    capability: str
    origin: str
    package: str
    package_version: str
    levels: int
    modalities: tuple[str, ...]
    families: tuple[ListedFamily, ...]


class TaskList(msgspec.Struct, frozen=True):
    """All that this installation knows.

    Attributes:
        api: Number of the contract of tasks.
        tasks: The tasks, in alphabetical order.
        answer_kinds: JSON Schema of every answer kind that these tasks use: of the column ``answer_schema``.
        broken: Plugins that cannot be used, with the reason.
    """

    api: int
    tasks: tuple[ListedTask, ...]
    answer_kinds: dict[str, dict[str, Any]]
    broken: dict[str, str]


def list_tasks(found: Catalogue) -> TaskList:
    """List the tasks of a catalogue."""
    tasks = tuple(_listed(found, task) for task in found.tasks.values())
    used = {name for task in tasks for family in task.families for name in family.answer_kinds}
    schemas = {name: msgspec.json.schema(_KINDS[name]) for name in sorted(used)}
    return TaskList(API, tasks, schemas, dict(found.broken))


def _listed(found: Catalogue, task: Task[Any]) -> ListedTask:
    package, version = found.package_of(task.name)
    return ListedTask(
        name=task.name,
        version=task.version,
        title=task.title,
        summary=task.summary,
        capability=str(task.capability),
        origin=task.origin,
        package=package,
        package_version=version,
        levels=len(task.level_numbers),
        modalities=tuple(task.modalities),
        families=tuple(_listed_family(task, family) for family in task.families),
    )


def _listed_family(task: Task[Any], family: Family[Any, Any]) -> ListedFamily:
    return ListedFamily(
        name=family.name,
        title=family.title,
        levels=task.levels_of(family),
        answer_kinds=tuple(_tag(kind) for kind in _kinds_of(family)),
    )


def _kinds_of(family: Family[Any, Any]) -> tuple[Any, ...]:
    """The types that the annotation of a family's ``answer_kind`` names."""
    try:
        hint = get_type_hints(family.answer_kind).get("return", AnswerKind)
    except BaseException as error:  # a name that only type checkers see, no annotations, or anything
        if is_interrupt(error):
            raise
        hint = AnswerKind
    kinds = get_args(hint) or (hint,)
    return kinds if set(kinds) <= set(_KINDS.values()) else get_args(AnswerKind)


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


_KINDS: dict[str, Any] = {_tag(kind): kind for kind in get_args(AnswerKind)}
