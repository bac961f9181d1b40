"""The plan: the ordered list of slots that a build fills. It depends on nothing but its inputs."""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, repeat, zip_longest
from typing import overload

import msgspec
from msgspec.structs import replace

from gametasks.build.dataset.profile import Profile
from gametasks.errors import ConfigurationError
from gametasks.qa_families import PlannedSamples
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import Format, Ranges, SampleId

__all__ = ["SHARD_SLOTS", "Plan", "Shard", "Slot", "Slots", "make_plan", "plan_samples"]

SHARD_SLOTS = 1000
"""Slots of one shard; at about 100 KB a sample a shard stays near 100 MB."""


class Slot(msgspec.Struct, frozen=True):
    """A place in the dataset.

    Attributes:
        number: Place in the plan, from 0.
        split: The split that the sample goes to.
        first: The id of the slot's first attempt.
    """

    number: int
    split: str
    first: SampleId


class Shard(msgspec.Struct, frozen=True):
    """A run of slots that are written to one Parquet file."""

    path: str
    slots: tuple[Slot, ...]


class Slots(Sequence[Slot]):
    """The slots of a plan, in 12 bytes each: slots of a kind differ in their index only, and are made when looked at.

    Args:
        slots: The slots in order, numbered from 0.
    """

    def __init__(self, slots: Iterable[Slot] = ()) -> None:
        kinds: dict[tuple[str, SampleId], int] = {}
        self._kinds = array("I")
        self._indices = array("Q")
        for slot in slots:
            kind = slot.split, replace(slot.first, index=0)
            self._kinds.append(kinds.setdefault(kind, len(kinds)))
            self._indices.append(slot.first.index)
        self._samples = list(kinds)

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, number: int) -> Slot: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[Slot, ...]: ...

    def __getitem__(self, number: int | slice) -> Slot | tuple[Slot, ...]:
        if isinstance(number, slice):
            return tuple(self._made(place) for place in range(*number.indices(len(self))))
        return self._made(range(len(self))[number])

    def _made(self, place: int) -> Slot:
        split, first = self._samples[self._kinds[place]]
        return Slot(place, split, replace(first, index=self._indices[place]))

    def groups(self) -> Iterator[tuple[str, str, range]]:
        """The runs of slots that have the same task and split: the task, the split, and the numbers of the slots."""
        numbers = range(len(self))
        names = [(first.task, split) for split, first in self._samples]
        for (task, split), run in groupby(numbers, lambda place: names[self._kinds[place]]):
            members = list(run)
            yield task, split, range(members[0], members[-1] + 1)

    def tasks(self) -> list[str]:
        """The tasks of the slots, in alphabetical order."""
        return sorted({first.task for _, first in self._samples})


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """All slots of a build.

    Attributes:
        profile: Name of the profile.
        seed: Seed of the build.
        slots: Slots in order, ``test`` first, each split task by task.
        contents: What the variants of the slots' ids name.
        attachments: Further files of the dataset's folder, by name.
        notes: Sentences for the manifest: what a reader of the dataset should know.
        given_files: Whether samples are made from a user's files.
    """

    profile: str
    seed: int
    slots: Slots
    contents: dict[str, str] = {}
    attachments: dict[str, str] = {}
    notes: tuple[str, ...] = ()
    given_files: bool = False

    def fingerprint(self) -> str:
        """Hash by which a folder knows whether a command continues the build it holds: that of the plan as JSON."""
        before, after = msgspec.json.encode(self, enc_hook=lambda slots: []).split(_SLOTS, 1)
        whole = hashlib.blake2b(before + _SLOTS[:-1], digest_size=16)
        for slot in self.slots:
            whole.update((b"," if slot.number else b"") + msgspec.json.encode(slot))
        whole.update(b"]" + after)
        return whole.hexdigest()

    def shards(self) -> Iterator[Shard]:
        """The files of the dataset, in the order of the slots."""
        for task, split, numbers in self.slots.groups():
            count = -(-len(numbers) // SHARD_SLOTS)
            for number in range(count):
                part = numbers[number * SHARD_SLOTS : (number + 1) * SHARD_SLOTS]
                path = f"data/{task}/{split}-{number:05d}-of-{count:05d}.parquet"
                yield Shard(path, self.slots[part.start : part.stop])


_SLOTS = b'"slots":[]'

Setting = tuple[int, Format]
Wanted = dict[tuple[str, str], dict[str, list[Setting]]]
"""By task and family, for each split: the level and format of every sample."""


def make_plan(profile: Profile, seed: int, limit: int | None = None) -> Plan:
    """Lay out the slots of a build.

    Args:
        profile: The quotas.
        seed: Seed of the build, 0 to 2**63 - 1.
        limit: If given, the number of slots in all, spread evenly over the families and, within a family,
            over the splits in proportion to its quotas.

    Raises:
        ConfigurationError: The seed or the limit is out of range, or nothing is asked for.
    """
    if not 0 <= seed < 2**63:
        raise ConfigurationError(f"the seed {seed} is outside 0 .. 2**63 - 1")
    if limit is not None and limit < 1:
        raise ConfigurationError(f"a limit of {limit} slots leaves nothing to build")
    wanted = {family: _quotas(profile, *family) for family in _families(profile)}
    if limit is not None:
        wanted = _limited(wanted, limit)
    slots = Slots(_slots(profile, seed, wanted))
    if not slots:
        raise ConfigurationError(f"profile {profile.name} asks for no samples")
    return Plan(profile.name, seed, slots)


def plan_samples(profile: str, seed: int, split: str, samples: PlannedSamples) -> Plan:
    """Lay out the slots of samples that a task makes from files, all in one split.

    Args:
        profile: Name of the build, which the manifest keeps.
        seed: Seed of the samples.
        split: The split, which must suit the ranges of the ids.
        samples: The samples.
    """
    slots = Slots(Slot(number, split, first) for number, first in enumerate(samples.ids))
    return Plan(
        profile,
        seed,
        slots,
        dict(samples.contents),
        dict(samples.attachments),
        tuple(samples.notes),
        samples.given_files,
    )


def _families(profile: Profile) -> list[tuple[str, str]]:
    return [(task, family.name) for task in profile.task_names() for family in get_task(task).families]


def _quotas(profile: Profile, task: str, family: str) -> dict[str, list[Setting]]:
    """For each split, the (level, format) of every sample wanted of a family, in order."""
    found = get_task(task)
    settings = found.settings(found.family(family))
    wanted: dict[str, list[Setting]] = {}
    for split in profile.split_names():
        own = [q for q in profile.quotas if q.task == task and q.split == split and q.family in (None, family)]
        wanted[split] = []
        for quota in own:
            allowed = [(level, form) for level, form in settings if quota.takes(level, form)]
            wanted[split] += _spread(allowed, quota.count)
        if not own:
            wanted[split] = _spread(settings, profile.splits[split].per_family)
    return wanted


def _spread(settings: list[Setting], count: int) -> list[Setting]:
    return [settings[i % len(settings)] for i in range(count)]


def _limited(wanted: Wanted, limit: int) -> Wanted:
    """Cut the plan to ``limit`` slots, as even over the families as their quotas allow."""
    remaining = {family: sum(map(len, splits.values())) for family, splits in wanted.items()}
    share = dict.fromkeys(wanted, 0)
    left = min(limit, sum(remaining.values()))
    while left:
        for family in wanted:
            if left and share[family] < remaining[family]:
                share[family] += 1
                left -= 1
    return {family: _cut(splits, share[family]) for family, splits in wanted.items()}


def _cut(splits: dict[str, list[Setting]], count: int) -> dict[str, list[Setting]]:
    """Take ``count`` samples over the splits, in proportion, the largest remainders rounded up."""
    total = sum(map(len, splits.values()))
    if not total:
        return splits
    exact = {split: len(settings) * count / total for split, settings in splits.items()}
    taken = {split: int(exact[split]) for split in splits}
    by_remainder = sorted(splits, key=lambda split: exact[split] - taken[split], reverse=True)
    for split in by_remainder[: count - sum(taken.values())]:
        taken[split] += 1
    return {split: settings[: taken[split]] for split, settings in splits.items()}


def _slots(profile: Profile, seed: int, wanted: Wanted) -> Iterator[Slot]:
    """Number the slots: split by split, task by task, the families of a task in turn."""
    indices: Counter[tuple[str, str, Format, str, int]] = Counter()
    number = 0
    for split in profile.split_names():
        ranges = Ranges.of_split(split)
        for task_name in profile.task_names():
            task = get_task(task_name)
            names = [family.name for family in task.families]
            columns = [zip(repeat(name), wanted[task_name, name][split], strict=False) for name in names]
            for turn in zip_longest(*columns):
                for entry in turn:
                    if entry is None:
                        continue
                    family, (level, form) = entry
                    key = (task_name, family, form, ranges, level)
                    first = SampleId(task_name, task.version, family, form, ranges, level, seed, indices[key], 0)
                    yield Slot(number, split, first)
                    indices[key] += 1
                    number += 1
