"""Deduplication: one place decides, in the order of the rows, what is a repeat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, Self

from gametasks.errors import GameTasksError
from gametasks.qa_families._catalogue import get_task

__all__ = ["Deduplicator", "Fingerprinted", "Fingerprints", "Repeat", "may_repeat"]


class Fingerprinted(Protocol):
    """What the decision is made from."""

    @property
    def fingerprint(self) -> str:
        """Of the state and the question."""

    @property
    def state_fingerprint(self) -> str:
        """Of the state."""

    @property
    def pixel_hash(self) -> str:
        """Of the images, empty if there are none."""


class Fingerprints(NamedTuple):
    """The fingerprints of a row."""

    fingerprint: str
    state_fingerprint: str
    pixel_hash: str

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Self:
        """Read them off a row's columns."""
        return cls(row["fingerprint"], row["state_fingerprint"], row["pixel_hash"])


class Repeat(NamedTuple):
    """Why an item is a repeat, and the id of the item that it repeats."""

    reason: str
    first: str


class _Holder(NamedTuple):
    """The item that was accepted first with some fingerprint."""

    id: str
    split: str


@cache
def may_repeat(task: str, family: str) -> bool:
    """Whether a family declares that its samples may repeat; one that is not installed here declares nothing."""
    try:
        return get_task(task).family(family).repeats_allowed
    except GameTasksError:
        return False


class Deduplicator:
    """Fingerprints and pixel hashes of everything accepted so far.

    A state that another split holds is a leak, whatever was asked about it. Within a split, the same
    state may be asked different questions, but not the same one twice. The same pixels never occur twice.
    """

    def __init__(self) -> None:
        self._states: dict[str, dict[str, _Holder]] = {}
        self._samples: dict[tuple[str, str], dict[str, str]] = {}
        self._pixels: dict[str, str] = {}

    def repeat_of(self, item: Fingerprinted, task: str, family: str, split: str) -> Repeat | None:
        """What an item repeats, or None if it is new or its family may repeat."""
        holder = self._states.get(task, {}).get(item.state_fingerprint)
        if holder is not None and holder.split != split:
            return Repeat("state of another split", holder.id)
        if may_repeat(task, family):
            return None
        if first := self.same_sample(item, task, split):
            return Repeat("duplicate sample", first)
        if item.pixel_hash in self._pixels:
            return Repeat("duplicate pixels", self._pixels[item.pixel_hash])
        return None

    def same_sample(self, item: Fingerprinted, task: str, split: str) -> str | None:
        """Id of the first sample of the split that asks the same about the same state, or None."""
        return self._samples.get((task, split), {}).get(item.fingerprint)

    def accept(self, item: Fingerprinted, name: str, task: str, split: str) -> None:
        """Take an item's fingerprints as taken.

        Args:
            item: The fingerprints.
            name: The item's id.
            task: Its task.
            split: The split that it stands in.
        """
        self._states.setdefault(task, {}).setdefault(item.state_fingerprint, _Holder(name, split))
        self._samples.setdefault((task, split), {}).setdefault(item.fingerprint, name)
        if item.pixel_hash:
            self._pixels.setdefault(item.pixel_hash, name)

    def taken(self, task: str, family: str, split: str) -> frozenset[str]:
        """Fingerprints of either kind that a sample for this place must not have."""
        states = {state for state, holder in self._states.get(task, {}).items() if holder.split != split}
        if may_repeat(task, family):
            return frozenset(states)
        return frozenset(states | self._samples.get((task, split), {}).keys())
