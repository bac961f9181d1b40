"""The catalogue of tasks: found, never registered by hand."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

from gametasks import __version__
from gametasks.errors import PluginError, UnknownNameError, is_interrupt, line_of, one_line, writable
from gametasks.qa_families._task import API, Family, Task
from gametasks.schemas import Capability, Format, Question
from gametasks.verifiers import Verifier

__all__ = ["ENTRY_POINT_GROUP", "RESERVED_NAMES", "Catalogue", "Plugin", "catalogue", "get_task"]

_PACKAGE = "gametasks.qa_families"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,99}")

_MOST_VERSIONS = 10**9 - 1
"""Highest version of a task: an id has room for so many digits."""

RESERVED_NAMES = frozenset({"default"})
"""No task's names: a dataset's card has a configuration for each task, and ``default`` for all of them."""

ENTRY_POINT_GROUP = "gametasks.tasks"
"""Entry-point group through which an installed package offers its tasks."""

_TYPES: Mapping[str, type] = {
    "name": str,
    "version": int,
    "title": str,
    "summary": str,
    "capability": Capability,
    "origin": str,
    "families": Sequence,
    "levels": Mapping,
    "verifier": Verifier,
    "modalities": Mapping,
}
"""What is read of a task wherever tasks are listed, so that one of another type must not get among them."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """Where a task of another package comes from.

    Attributes:
        value: The entry point's value, such as ``"package.module:TASK"``.
        package: Name of the installed distribution.
        version: Its version.
    """

    value: str
    package: str
    version: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All tasks that this installation knows.

    Attributes:
        tasks: Tasks by name, in alphabetical order.
        plugins: Names of those that come from other packages, with their origin.
        broken: Plugins that could not be loaded, with the reason.
    """

    tasks: Mapping[str, Task[Any]]
    plugins: Mapping[str, Plugin]
    broken: Mapping[str, str]

    def builtin(self) -> tuple[str, ...]:
        """Names of the project's own tasks."""
        return tuple(name for name in self.tasks if name not in self.plugins)

    def package_of(self, name: str) -> tuple[str, str]:
        """Name and version of the installed package that a task comes from."""
        plugin = self.plugins.get(name)
        return (plugin.package, plugin.version) if plugin else ("gametasks", __version__)


@lru_cache(maxsize=1)
def _builtin_names() -> frozenset[str]:
    """Names of the project's own tasks, which are those of their modules."""
    modules = pkgutil.iter_modules(import_module(_PACKAGE).__path__)
    return frozenset(module.name for module in modules if not module.name.startswith("_"))


def _builtin_task(name: str) -> Task[Any]:
    task: Task[Any] = import_module(f"{_PACKAGE}.{name}").TASK
    return task


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Find the modules of ``qa_families`` and the tasks of installed packages.

    A plugin that cannot be loaded does not hide the others: it is listed as broken.
    """
    from importlib.metadata import entry_points  # a stream of one of the project's own tasks does without

    tasks = {name: _builtin_task(name) for name in sorted(_builtin_names())}
    plugins: dict[str, Plugin] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            task = entry.load()
            fault = _fault(task, tasks)
        except BaseException as error:  # a plugin may raise anything at import
            if is_interrupt(error):
                raise
            broken[entry.name] = f"{entry.value} raised {one_line(error)}"
            continue
        if fault:
            broken[entry.name] = f"{entry.value} {fault}"
        else:
            tasks[task.name] = task
            name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("unknown", "unknown")
            plugins[task.name] = Plugin(entry.value, name, version)
    ordered = {name: tasks[name] for name in sorted(tasks)}
    return Catalogue(MappingProxyType(ordered), MappingProxyType(plugins), MappingProxyType(broken))


def _fault(task: object, known: Mapping[str, Task[Any]]) -> str:
    """Why the object that a plugin offers cannot be used as a task; empty where it can."""
    if not isinstance(task, Task):
        return f"is not a Task but {type(task).__name__}"
    return _api_fault(task) or _type_fault(task) or _name_fault(task, known)


def _api_fault(task: Task[Any]) -> str:
    if type(task.api) is not int:  # True equals 1
        return f"does not say which API it was written for; add api={API} to its Task(...)"
    if task.api == API:
        return ""
    wanted = "a newer gametasks" if task.api > API else "a newer version of the plugin, or an older gametasks"
    return f"was written for API {task.api} and gametasks {__version__} has API {API}; install {wanted}"


def _type_fault(task: Task[Any]) -> str:
    for field, kind in _TYPES.items():
        value = getattr(task, field)
        if not isinstance(value, kind):
            return f"has a field {field} that is no {kind.__name__} but {type(value).__name__}"
    if isinstance(task.version, bool) or not 1 <= task.version <= _MOST_VERSIONS:
        return f"has the version {line_of(task.version):.40}; versions are 1 to {_MOST_VERSIONS}"
    for text in (task.title, task.summary, task.origin):
        if text != writable(text):
            return f"has a text that is no Unicode: {writable(text):.100}"
    if not all(isinstance(levels, Sequence) for levels in task.levels.values()):
        return "has levels that are no sequence of ranges"
    if fault := next(filter(None, map(_family_fault, task.families)), ""):
        return fault
    for family in task.families:
        task.settings(family)  # raises where they cannot be worked out, and the plugin is broken
    return ""


def _name_fault(task: Task[Any], known: Mapping[str, Task[Any]]) -> str:
    if not all(_NAME.fullmatch(name) for name in (task.name, *(family.name for family in task.families))):
        return "has a name that is not of small letters, digits and _, at most 100 of them, or a family has"
    if task.name in RESERVED_NAMES:
        return f"has the name {task.name}, which datasets keep for the configuration of all tasks"
    return f"has the name of another task, {task.name}" if task.name in known else ""


def _family_fault(family: object) -> str:
    """Why an object cannot be used as a family; empty where it can."""
    if not isinstance(family, Family):
        return f"has a family that is not a Family but {type(family).__name__}"
    if not (isinstance(family.question, type) and issubclass(family.question, Question)):
        return f"has the family {family.title!r:.60}, whose question is no type of Question"
    if not isinstance(family.title, str):
        return f"has the family {family.name}, whose title is no text"
    if family.title != writable(family.title):
        return f"has the family {family.name}, whose title is no Unicode: {writable(family.title):.100}"
    if not family.formats or not all(isinstance(form, Format) for form in family.formats):
        return f"has the family {family.name}, whose formats are none of {', '.join(Format)}"
    return ""


def get_task(name: str) -> Task[Any]:
    """Find a task by its name; one of the project's own is found without loading any other.

    Raises:
        UnknownNameError: No task has that name; the message offers close ones.
        PluginError: The name is that of a plugin that could not be loaded.
    """
    if isinstance(name, str) and name in _builtin_names():
        return _builtin_task(name)
    known = catalogue()
    if not isinstance(name, str):
        raise UnknownNameError("task", name, known.tasks)
    if name in known.tasks:
        return known.tasks[name]
    if name in known.broken:
        raise PluginError(f"the plugin {name!r} cannot be used: {known.broken[name]}")
    raise UnknownNameError("task", name, known.tasks)
