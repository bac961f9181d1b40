"""The committer: takes candidates in plan order and decides, so that timing decides nothing."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from gametasks.build.dataset.books import Books
from gametasks.build.dataset.dedupe import Deduplicator
from gametasks.build.dataset.engine import Engine, Pending
from gametasks.build.dataset.journal import SlotLine
from gametasks.build.dataset.plan import Slot
from gametasks.build.dataset.work import Candidate, Failure, Job, Outcome, Request, Result
from gametasks.build.sample.attempts import attempt_after
from gametasks.errors import PluginError, Rejection, SlotTimeout

__all__ = ["Committer"]

_EXHAUSTED_IN_A_ROW = 3
"""After so many exhausted slots in a row, the rest of their kind fails without being tried."""


class Committer:
    """Settles slots one by one.

    Args:
        engine: Where further attempts of a rejected slot are made.

    Attributes:
        books: What has been settled so far, counted.
    """

    def __init__(self, engine: Engine[Job, Result]) -> None:
        self.books = Books()
        self._engine = engine
        self._seen = Deduplicator()
        self._found: Counter[str] = Counter()
        self._exhausted_in_a_row: Counter[str] = Counter()

    def settle(self, slot: Slot, request: Request, pending: Pending[Result]) -> SlotLine:
        """Accept a slot's candidate, ask for its next attempt, or let the slot fail.

        Args:
            slot: The slot.
            request: What was asked for it first.
            pending: What comes of that.

        Returns:
            The journal's line.
        """
        fate = self._decide(slot, request, pending)
        self.remember(slot, fate)
        return fate

    def _hopeless(self, slot: Slot) -> bool:
        """Whether slots of this kind have been exhausted so often that another is not tried."""
        return self._exhausted_in_a_row[_kind(slot)] >= _EXHAUSTED_IN_A_ROW

    def remember(self, slot: Slot, fate: SlotLine) -> None:
        """Count a decision, be it taken now or replayed from the journal."""
        kind, repeats = _kind(slot), False
        if fate.failure:
            self._exhausted_in_a_row[kind] = self._exhausted_in_a_row[kind] + 1 if fate.exhausted else 0
        else:
            self._exhausted_in_a_row[kind] = 0
            self._found[kind] += 1
            repeats = self._seen.accept(fate, slot.number, slot.first.task, slot.split) != slot.number
        self.books.add(slot, fate, repeats=repeats)

    def _decide(self, slot: Slot, request: Request, pending: Pending[Result]) -> SlotLine:
        task, family = slot.first.task, slot.first.family
        rejections: Counter[str] = Counter()
        if self._hopeless(slot):
            return self._failed(slot, Failure(slot.first, "not tried", {}, exhausted=True), rejections)
        while True:
            outcome = self._await(slot, pending)
            rejections.update(outcome.rejections)
            if isinstance(outcome, Failure):
                return self._failed(slot, outcome, rejections)
            repeat = self._seen.repeat_of(outcome, task, family, slot.split)
            if repeat is None:
                return SlotLine(
                    slot.number,
                    str(outcome.id),
                    outcome.fingerprint,
                    outcome.state_fingerprint,
                    outcome.pixel_hash,
                    outcome.row_hash,
                    dict(sorted(rejections.items())),
                )
            rejections[repeat.reason] += 1
            try:
                following = attempt_after(outcome.id)
            except Rejection as exhausted:
                return self._failed(slot, Failure(outcome.id, exhausted.reason, {}, exhausted=True), rejections)
            # From here on, the worker asks about each attempt before the costly half of the work.
            pending = self._engine.submit(
                replace(request, first=following, asks=True),
                lambda prints: self._seen.is_taken(prints, task, family, slot.split),
            )

    @staticmethod
    def _await(slot: Slot, pending: Pending[Result]) -> Outcome:
        try:
            outcome = pending.result()
        except (SlotTimeout, PluginError) as error:
            return Failure(slot.first, str(error), {})
        if not isinstance(outcome, Candidate | Failure):
            raise TypeError(f"a slot's outcome is no {type(outcome).__name__}")
        return outcome

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
