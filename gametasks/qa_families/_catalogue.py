"""The catalogue of tasks: found, never registered by hand."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any

from gametasks.errors import PluginError, UnknownNameError, one_line
from gametasks.qa_families._task import Task

__all__ = ["ENTRY_POINT_GROUP", "Catalogue", "Plugin", "catalogue", "get_task"]

_NAME = re.compile(r"[a-z][a-z0-9_]*")

ENTRY_POINT_GROUP = "gametasks.tasks"
"""Entry-point group through which an installed package offers its tasks."""


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


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """Find the modules of ``qa_families`` and the tasks of installed packages.

    A plugin that cannot be loaded does not hide the others: it is listed as broken.
    """
    package = import_module("gametasks.qa_families")
    tasks: dict[str, Task[Any]] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("_"):
            task = import_module(f"{package.__name__}.{module.name}").TASK
            tasks[task.name] = task
    plugins: dict[str, Plugin] = {}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda entry: (entry.name, entry.value)):
        try:
            task = entry.load()
        except (Exception, SystemExit) as error:  # a plugin may raise anything at import
            broken[entry.name] = f"{entry.value} raised {one_line(error)}"
            continue
        if not isinstance(task, Task):
            broken[entry.name] = f"{entry.value} is not a Task but {type(task).__name__}"
        elif not all(_NAME.fullmatch(name) for name in (task.name, *(family.name for family in task.families))):
            broken[entry.name] = f"{entry.value} has a name that is not of small letters, digits and _, or a family has"
        elif task.name in tasks:
            broken[entry.name] = f"{entry.value} has the name of another task, {task.name}"
        else:
            tasks[task.name] = task
            name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("unknown", "unknown")
            plugins[task.name] = Plugin(entry.value, name, version)
    ordered = {name: tasks[name] for name in sorted(tasks)}
    return Catalogue(MappingProxyType(ordered), MappingProxyType(plugins), MappingProxyType(broken))


def get_task(name: str) -> Task[Any]:
    """Find a task by its name.

    Raises:
        UnknownNameError: No task has that name; the message offers close ones.
        PluginError: The name is that of a plugin that could not be loaded.
    """
    known = catalogue()
    if name in known.tasks:
        return known.tasks[name]
    if name in known.broken:
        raise PluginError(f"the plugin {name!r} cannot be used: {known.broken[name]}")
    raise UnknownNameError("task", name, known.tasks)
