"""The books: what has been settled so far, counted, and the manifest that comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from gametasks.build.dataset.journal import SlotLine
from gametasks.build.dataset.plan import Slot
from gametasks.folder import FailedSlot, Manifest, ShardLine

__all__ = ["Books"]


class Books:
    """Counts of rows, rejections, failures and repeats."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, Counter[str]]] = {}
        self._rejections: dict[str, Counter[str]] = {}
        self._failed: list[FailedSlot] = []
        self._repeats: Counter[str] = Counter()

    def add(self, slot: Slot, fate: SlotLine, *, repeats: bool) -> None:
        """Count a settled slot.

        Args:
            slot: The slot.
            fate: What came of it.
            repeats: Whether its row repeats another one of its split, where that is allowed.
        """
        name = f"{slot.first.task}/{slot.first.family}"
        if fate.rejections:
            self._rejections.setdefault(name, Counter()).update(fate.rejections)
        if fate.failure:
            self._failed.append(FailedSlot(fate.id, fate.failure))
            return
        self._counts.setdefault(slot.split, {}).setdefault(slot.first.task, Counter())[slot.first.family] += 1
        self._repeats[name] += repeats

    def close(self, begun: Manifest, notes: tuple[str, ...], shards: Iterable[ShardLine]) -> Manifest:
        """The manifest of a build that has ended."""
        return msgspec.structs.replace(
            begun,
            complete=True,
            counts={
                split: {task: dict(families) for task, families in tasks.items()}
                for split, tasks in self._counts.items()
            },
            rejections={name: dict(sorted(reasons.items())) for name, reasons in sorted(self._rejections.items())},
            failed=tuple(self._failed),
            repeats={name: count for name, count in sorted(self._repeats.items()) if count},
            notes=notes,
            shards=tuple(shards),
        )
