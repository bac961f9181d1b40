"""Deduplication: one place decides, in plan order, what is a repeat."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from gametasks.errors import GameTasksError
from gametasks.qa_families._catalogue import get_task

__all__ = ["Deduplicator", "Fingerprinted", "may_repeat"]


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
        self._split_of_state: dict[str, dict[str, str]] = {}
        self._fingerprints: dict[tuple[str, str], set[str]] = {}
        self._pixels: set[str] = set()

    def reason_against(self, item: Fingerprinted, task: str, family: str, split: str) -> str | None:
        """Why an item is a repeat, or None if it is new."""
        if self._split_of_state.get(task, {}).get(item.state_fingerprint, split) != split:
            return "state of another split"
        if may_repeat(task, family):
            return None
        if item.fingerprint in self._fingerprints.get((task, split), ()):
            return "duplicate sample"
        if item.pixel_hash and item.pixel_hash in self._pixels:
            return "duplicate pixels"
        return None

    def accept(self, item: Fingerprinted, task: str, split: str) -> None:
        """Take an item's fingerprints as taken."""
        self._split_of_state.setdefault(task, {})[item.state_fingerprint] = split
        self._fingerprints.setdefault((task, split), set()).add(item.fingerprint)
        self._pixels.add(item.pixel_hash)

    def taken(self, task: str, family: str, split: str) -> frozenset[str]:
        """Fingerprints of either kind that a sample for this place must not have."""
        states = {state for state, owner in self._split_of_state.get(task, {}).items() if owner != split}
        if may_repeat(task, family):
            return frozenset(states)
        return frozenset(states | self._fingerprints.get((task, split), set()))
