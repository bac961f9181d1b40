"""Deduplication: one place decides, in the order of the rows, what is a repeat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, Self

from gametasks.build.dataset.hash_table import HashTable
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
    """Why an item is a repeat, and the number of the item that it repeats."""

    reason: str
    first: int


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
        self._states: defaultdict[str, defaultdict[str, HashTable]] = defaultdict(lambda: defaultdict(HashTable))
        self._samples: defaultdict[tuple[str, str], HashTable] = defaultdict(HashTable)
        self._pixels = HashTable()

    def repeat_of(self, item: Fingerprinted, task: str, family: str, split: str) -> Repeat | None:
        """What an item repeats, or None if it is new or its family may repeat."""
        if (first := self._leak(item.state_fingerprint, task, split)) is not None:
            return Repeat("state of another split", first)
        if may_repeat(task, family):
            return None
        if (first := self.same_sample(item, task, split)) is not None:
            return Repeat("duplicate sample", first)
        if item.pixel_hash and (first := self._pixels.get(item.pixel_hash)) is not None:
            return Repeat("duplicate pixels", first)
        return None

    def same_sample(self, item: Fingerprinted, task: str, split: str) -> int | None:
        """Number of the first sample of the split that asks the same about the same state, or None."""
        return self._samples[task, split].get(item.fingerprint)

    def accept(self, item: Fingerprinted, number: int, task: str, split: str) -> int:
        """Take an item's fingerprints as taken.

        Args:
            item: The fingerprints.
            number: The item's number, by which a repeat names it.
            task: Its task.
            split: The split that it stands in.

        Returns:
            The number of the first sample of the split that asks the same about the same state: its own, if it is new.
        """
        self._states[task][split].setdefault(item.state_fingerprint, number)
        if item.pixel_hash:
            self._pixels.setdefault(item.pixel_hash, number)
        return self._samples[task, split].setdefault(item.fingerprint, number)

    def is_taken(self, prints: tuple[str, str], task: str, family: str, split: str) -> bool:
        """Whether a sample for this place must not have these fingerprints, of sample and state."""
        fingerprint, state_fingerprint = prints
        if self._leak(state_fingerprint, task, split) is not None:
            return True
        return not may_repeat(task, family) and self._samples[task, split].get(fingerprint) is not None

    def _leak(self, state_fingerprint: str, task: str, split: str) -> int | None:
        """Number of the first item in another split that has a state."""
        others = (states for name, states in self._states[task].items() if name != split)
        found = [first for states in others if (first := states.get(state_fingerprint)) is not None]
        return min(found, default=None)
