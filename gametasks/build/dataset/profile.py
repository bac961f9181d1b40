"""Profiles: how many samples of what. A profile sets quotas and nothing else."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from gametasks.errors import ConfigurationError, UnknownNameError
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import Format

__all__ = ["Profile", "Quota", "SplitQuota", "builtin_profiles", "load_profile", "profile_text", "with_tasks"]

_SPLIT_NAME = re.compile(r"[a-z][a-z0-9_]*")

_ALL_SPLITS = "all"
"""No split's name: `datasets` means every split of a dataset by it, and refuses to read one that is called so."""

_LONGEST = 1 << 20
"""Of a profile, in bytes; a device may never end."""

_Count = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class SplitQuota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Samples of every family in one split, spread evenly over its levels and formats."""

    per_family: _Count = 0


class Quota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A count for one family and split (or for every family of a task), which replaces ``per_family``.

    Several quotas for the same family and split add up; ``levels`` and ``formats`` say
    where they fall: everywhere by default.
    """

    task: str
    split: str
    count: _Count
    family: str | None = None
    levels: tuple[int, ...] | None = None
    formats: tuple[Format, ...] = (Format.OPEN, Format.CHOICE)

    def takes(self, level: int, form: Format) -> bool:
        """Whether samples of a level and a format count."""
        return (self.levels is None or level in self.levels) and form in self.formats


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole profile; ``tasks`` defaults to all tasks of the project itself."""

    name: str
    splits: dict[str, SplitQuota]
    tasks: tuple[str, ...] | None = None
    quotas: tuple[Quota, ...] = ()

    def task_names(self) -> tuple[str, ...]:
        """The tasks of a build, in alphabetical order."""
        return tuple(sorted(catalogue().builtin() if self.tasks is None else self.tasks))

    def split_names(self) -> tuple[str, ...]:
        """The splits in the order of the plan: ``test`` first, the others as the profile lists them."""
        return tuple(sorted(self.splits, key=lambda split: split != "test"))


def builtin_profiles() -> tuple[str, ...]:
    """Names of the profiles that come with the package."""
    folder = resources.files("gametasks.build.dataset") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_profile(name: str) -> Profile:
    """Load a built-in profile by name, or any profile by the path of its TOML file.

    Raises:
        UnknownNameError: There is no such profile, task or family.
        ConfigurationError: The file cannot be read or its content is not a profile.
    """
    try:
        profile = msgspec.toml.decode(profile_text(name), type=Profile)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise ConfigurationError(f"profile {name}: {error}") from None
    _validate(profile, name)
    return profile


def profile_text(name: str) -> str:
    """The text of a profile, given as ``load_profile`` takes it.

    Raises:
        UnknownNameError: There is no such profile.
        ConfigurationError: The file cannot be read, or is no text in UTF-8.
    """
    if name.endswith(".toml") or "/" in name:
        try:
            with Path(name).open("rb") as file:
                data = file.read(_LONGEST + 1)
        except OSError as error:
            raise ConfigurationError(f"cannot read the profile {name}: {error.strerror}") from None
        if len(data) > _LONGEST:
            raise ConfigurationError(f"the profile {name} is longer than {_LONGEST:,} bytes, and no profile is")
    elif name in builtin_profiles():
        data = (resources.files("gametasks.build.dataset") / "profiles" / f"{name}.toml").read_bytes()
    else:
        raise UnknownNameError("profile (a built-in name, or the path of a .toml file)", name, builtin_profiles())
    try:
        return data.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"profile {name}: not UTF-8 text: {error.reason}") from None


def with_tasks(profile: Profile, names: Sequence[str]) -> Profile:
    """The profile, restricted to some tasks or turned to others.

    Raises:
        UnknownNameError: There is no such task.
    """
    for name in names:
        get_task(name)
    return replace(profile, tasks=tuple(dict.fromkeys(names)))


def _validate(profile: Profile, name: str) -> None:
    """Check what types cannot: names that exist, and lists that say something."""
    where = f"profile {name}"
    if not profile.splits:
        raise ConfigurationError(f"{where}: no splits; add a table such as [splits.train]")
    for split in profile.splits:
        if not _SPLIT_NAME.fullmatch(split):
            raise ConfigurationError(f"{where}: {split!r} is not a split name; use small letters, digits and _")
        if split == _ALL_SPLITS:
            raise ConfigurationError(
                f"{where}: a split cannot be called {split!r}, which to `datasets` means every split; rename it"
            )
    _check_list(profile.tasks, "tasks", where, "the project's own tasks")
    for task_name in profile.tasks or ():
        _find_task(task_name, where)
    for number, quota in enumerate(profile.quotas, 1):
        _check_quota(profile, quota, f"{where}, quota {number}")


def _check_quota(profile: Profile, quota: Quota, where: str) -> None:
    """A quota must ask for something that the profile builds, in settings that exist."""
    task = _find_task(quota.task, where)
    if task.name not in profile.task_names():
        raise ConfigurationError(
            f"{where}: {task.name} is none of the profile's tasks, which are {', '.join(profile.task_names())}; "
            "add it to `tasks`, or leave the quota out"
        )
    if quota.family is not None and quota.family not in (known := [family.name for family in task.families]):
        raise UnknownNameError(f"family of {task.name} in {where}", quota.family, known)
    if quota.split not in profile.splits:
        raise UnknownNameError(f"split in {where}", quota.split, profile.splits)
    _check_list(quota.levels, "levels", where, "all levels")
    _check_list(quota.formats, "formats", where, "all formats")
    for level in quota.levels or ():
        if level not in task.level_numbers:
            raise ConfigurationError(
                f"{where}: {task.name} has no level {level}; its levels are 1 to {len(task.level_numbers)}"
            )
    for family in task.families:
        asked = quota.count and quota.family in (None, family.name)
        if asked and not any(quota.takes(level, form) for level, form in task.settings(family)):
            raise ConfigurationError(
                f"{where}: {task.name}/{family.name} has none of the formats {', '.join(quota.formats)} "
                f"at levels {', '.join(map(str, quota.levels or task.level_numbers))}"
            )


def _find_task(name: str, where: str) -> Task[Any]:
    """A task by its name; an unknown one is named with the place where it is asked for."""
    known = catalogue()
    if name not in known.tasks and name not in known.broken:
        raise UnknownNameError(f"task in {where}", name, known.tasks)
    return get_task(name)


def _check_list(values: Sequence[object] | None, key: str, where: str, default: str) -> None:
    """A list that is given holds something, and nothing twice."""
    if values is None:
        return
    if not values:
        raise ConfigurationError(f"{where}: {key} is empty; leave {key} out for {default}")
    twice = next((value for value, count in Counter(values).items() if count > 1), None)
    if twice is not None:
        raise ConfigurationError(f"{where}: {key} lists {twice} twice")
