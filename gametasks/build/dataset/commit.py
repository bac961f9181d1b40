"""The committer: takes candidates in plan order and decides, so that timing decides nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from gametasks.build.dataset.dedupe import Deduplicator
from gametasks.build.dataset.engine import Engine, Pending
from gametasks.build.dataset.journal import SlotLine
from gametasks.build.dataset.plan import Slot
from gametasks.build.dataset.work import Failure, Outcome, Request
from gametasks.build.sample.attempts import attempt_after
from gametasks.errors import PluginError, Rejection, SlotTimeout

__all__ = ["Committer"]

_EXHAUSTED_IN_A_ROW = 3
"""After so many exhausted slots in a row, the rest of their kind fails without being tried."""


class Committer:
    """Settles slots one by one.

    Args:
        engine: Where further attempts of a rejected slot are made.
        seconds: Wall time of one slot.
        contents: What the variants of the slots' ids name.
    """

    def __init__(self, engine: Engine[Request, Outcome], seconds: float, contents: Mapping[str, str]) -> None:
        self._engine = engine
        self._seconds = seconds
        self._contents = contents
        self._seen = Deduplicator()
        self._found: Counter[str] = Counter()
        self._exhausted_in_a_row: Counter[str] = Counter()

    def settle(self, slot: Slot, pending: Pending[Outcome]) -> tuple[SlotLine, bytes]:
        """Accept a slot's candidate, ask for its next attempt, or let the slot fail.

        Returns:
            The journal's line, and the row if there is one.
        """
        fate, payload = self._decide(slot, pending)
        self.remember(slot, fate)
        return fate, payload

    def _hopeless(self, slot: Slot) -> bool:
        """Whether slots of this kind have been exhausted so often that another is not tried."""
        return self._exhausted_in_a_row[_kind(slot)] >= _EXHAUSTED_IN_A_ROW

    def remember(self, slot: Slot, fate: SlotLine) -> None:
        """Count a decision, be it taken now or replayed from the journal."""
        kind = _kind(slot)
        if fate.failure:
            self._exhausted_in_a_row[kind] = self._exhausted_in_a_row[kind] + 1 if fate.exhausted else 0
        else:
            self._exhausted_in_a_row[kind] = 0
            self._found[kind] += 1
            self._seen.accept(fate, fate.id, slot.first.task, slot.split)

    def _decide(self, slot: Slot, pending: Pending[Outcome]) -> tuple[SlotLine, bytes]:
        task, family = slot.first.task, slot.first.family
        rejections: Counter[str] = Counter()
        if self._hopeless(slot):
            return self._failed(slot, Failure(slot.first, "not tried", {}, exhausted=True), rejections), b""
        while True:
            outcome = self._await(slot, pending)
            rejections.update(outcome.rejections)
            if isinstance(outcome, Failure):
                return self._failed(slot, outcome, rejections), b""
            repeat = self._seen.repeat_of(outcome, task, family, slot.split)
            if repeat is None:
                line = SlotLine(
                    slot.number,
                    str(outcome.id),
                    outcome.fingerprint,
                    outcome.state_fingerprint,
                    outcome.pixel_hash,
                    outcome.row_hash,
                    dict(sorted(rejections.items())),
                )
                return line, outcome.payload
            rejections[repeat.reason] += 1
            try:
                following = attempt_after(outcome.id)
            except Rejection as exhausted:
                return self._failed(slot, Failure(outcome.id, exhausted.reason, {}, exhausted=True), rejections), b""
            taken = self._seen.taken(task, family, slot.split)
            content = self._contents.get(slot.first.variant, "")
            pending = self._engine.submit(Request(following, slot.split, self._seconds, taken, content=content))

    @staticmethod
    def _await(slot: Slot, pending: Pending[Outcome]) -> Outcome:
        try:
            return pending.result()
        except (SlotTimeout, PluginError) as error:
            return Failure(slot.first, str(error), {})

    def _failed(self, slot: Slot, failure: Failure, rejections: Counter[str]) -> SlotLine:
        reason = failure.reason
        if failure.exhausted:
            kind = _kind(slot)
            reason += f"; {kind} yields {self._found[kind]} distinct samples here: ask for fewer, or allow more levels"
        return SlotLine(
            slot.number,
            str(failure.id),
            rejections=dict(sorted(rejections.items())),
            failure=reason,
            exhausted=failure.exhausted,
        )


def _kind(slot: Slot) -> str:
    """Slots that draw from the same ranges for the same split."""
    first = replace(slot.first, index=0, attempt=0)
    variant = f":{first.variant}" if first.variant else ""
    return f"{first.task}/{first.family}{variant} ({first.format}, level {first.level}, {slot.split})"
