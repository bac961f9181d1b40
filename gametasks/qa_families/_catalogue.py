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

from gametasks import __version__
from gametasks.errors import PluginError, UnknownNameError, one_line
from gametasks.qa_families._task import API, Task

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

    def package_of(self, name: str) -> tuple[str, str]:
        """Name and version of the installed package that a task comes from."""
        plugin = self.plugins.get(name)
        return (plugin.package, plugin.version) if plugin else ("gametasks", __version__)


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
        if fault := _fault(task, tasks):
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
    if task.api is None:
        return f"does not say which API it was written for; add api={API} to its Task(...)"
    if task.api != API:
        wanted = "a newer gametasks" if task.api > API else "a newer version of the plugin, or an older gametasks"
        return f"was written for API {task.api} and gametasks {__version__} has API {API}; install {wanted}"
    if not all(_NAME.fullmatch(name) for name in (task.name, *(family.name for family in task.families))):
        return "has a name that is not of small letters, digits and _, or a family has"
    if task.name in known:
        return f"has the name of another task, {task.name}"
    return ""


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
