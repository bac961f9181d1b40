"""Limits of work, time and memory, as generated functions keep them: they report their work in ticks and facts."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic

from gametasks.errors import GdlLimitError
from gametasks.gdl.limits import Limits, option_of, shown_seconds
from gametasks.gdl.terms import Term, levels

__all__ = ["Budget", "Overflow", "deep_stack"]

_TICKS_PER_CLOCK_CHECK = 1_000
"""Ticks between two readings of the clock; a tick is some microseconds of work."""

_TICKS_PER_FACT = 4
"""Ticks that a trial may take for each fact that it may derive."""

_DEEP_RECURSION = 50_000
"""Python's recursion limit while a long chain of rules is followed."""


class Overflow(Exception):
    """A trial takes too many ticks, or derives too many facts."""


class Budget:
    """Counts derived facts and ticks, and reads the clock now and then.

    Args:
        name: Name of the game, for the message.
        limits: The limits.

    Attributes:
        limits: The limits.
        is_fresh: Whether no work was counted since the last query began, so that the next one need not be announced.
        facts: Facts that were derived and stored for the current state, whatever the moves. Whoever forgets them sets
            it to 0.
        facts_of_moves: Facts that were derived and stored for the current joint move; set to 0 likewise.
    """

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self.limits = limits
        self._trial_facts: int | None = None
        self._most_facts = limits.facts
        self.is_fresh = True
        self.facts = self.facts_of_moves = 0
        self._ticks = 0
        self._deadline: float | None = None
        self._is_opening = False
        self._is_one_question = False
        self._opening_deadline = inf
        self._ticks_before = 0
        """Ticks of the opening, or of the query, that were counted before ``_ticks`` was last set to 0."""

    @contextmanager
    def opening(self, began: float | None = None) -> Iterator[None]:
        """The game, or a part of it, is compiled; what is compiled otherwise counts for the query that needs it.

        Args:
            began: When the time for it began; now by default.

        Raises:
            GdlLimitError: Opening it takes too much work or time.
        """
        self._begin_count()
        self._is_opening = True
        self._opening_deadline = (monotonic() if began is None else began) + self.limits.seconds
        try:
            yield
            self._check_work()
        finally:
            self._is_opening = False
            self._opening_deadline = inf
            self._begin_count()

    def compile(self, steps: int) -> None:
        """A part of the game is compiled, which takes so many steps, each some microseconds of work.

        They count for the opening, or for the query that needs that part, but not for a trial. A query is not
        interrupted here, which would leave that part half compiled.

        Raises:
            GdlLimitError: Opening the game takes too much work or time.
        """
        self.is_fresh = False
        self._ticks_before += steps
        if self._is_opening:
            self._check_work()

    def start_query(self) -> None:
        """A query begins, and its work counts from here; the queries of a trial or of one question share its limits."""
        if self._trial_facts is None and not self._is_one_question:
            self._begin_count()

    @contextmanager
    def one_question(self) -> Iterator[None]:
        """All queries until the end are parts of one question."""
        self.start_query()
        self._is_one_question = True
        try:
            yield
        finally:
            self._is_one_question = False

    @contextmanager
    def trial(self, facts: int) -> Iterator[None]:
        """A computation that may be given up.

        Args:
            facts: Facts after which ``Overflow`` is raised; so it is after ticks in proportion to them.
        """
        self._set_trial(facts)
        try:
            yield
        finally:
            self._set_trial(None)

    def _set_trial(self, facts: int | None) -> None:
        self._trial_facts = facts
        self._most_facts = self.limits.facts if facts is None else min(facts, self.limits.facts)
        self.facts = self.facts_of_moves = 0
        self._begin_count()

    def _begin_count(self) -> None:
        self._ticks_before = self._ticks_before + self._ticks if self._is_opening else 0
        self._ticks = 0
        self._deadline = None
        self.is_fresh = True

    def tick(self, facts: int = 0) -> None:
        """Some steps of a join were made, which has derived so many facts up to now."""
        self.is_fresh = False
        self._ticks += 1
        if facts > self._most_facts or self._ticks % _TICKS_PER_CLOCK_CHECK == 0:
            self._check(facts)

    def count(self, facts: int) -> None:
        """Facts were derived and are stored, as long as the state stays."""
        self.facts += facts
        self.tick(self.facts + self.facts_of_moves)

    def count_for_moves(self, facts: int) -> None:
        """Facts were derived and are stored, as long as state and joint move stay."""
        self.facts_of_moves += facts
        self.tick(self.facts + self.facts_of_moves)

    def spend(self, ticks: int) -> None:
        """Work of many ticks was done."""
        self.is_fresh = False
        self._ticks += ticks
        self._check_clock()

    def _check(self, facts: int) -> None:
        if facts > self._most_facts:
            if self._trial_facts is not None:
                raise Overflow
            raise GdlLimitError(
                f"{self._name}: more than {self._most_facts:,} facts are derived for one state {option_of('facts')}"
            )
        self._check_clock()

    def _check_clock(self) -> None:
        if self._trial_facts is not None and self._ticks > self._trial_facts * _TICKS_PER_FACT:
            raise Overflow
        self._check_work()

    def _check_work(self) -> None:
        limits, now = self.limits, monotonic()
        what = "opening it" if self._is_opening else "one question"
        if self._ticks_before + self._ticks > limits.ticks:
            raise GdlLimitError(f"{self._name}: {what} takes more than {limits.ticks:,} ticks {option_of('ticks')}")
        if self._deadline is None:
            self._deadline = now + limits.seconds
        if now > min(self._deadline, self._opening_deadline):
            shown = shown_seconds(limits.seconds)
            raise GdlLimitError(f"{self._name}: {what} takes more than {shown} {option_of('seconds')}")

    def too_deep(self) -> GdlLimitError:
        """The error for a chain of rules, each of which calls the next, that is too long even for ``deep_stack``."""
        return GdlLimitError(f"{self._name}: its rules rest on each other in a chain that is too long to follow")

    def check_depth(self, term: Term) -> Term:
        """The term itself, if it is neither nested too deeply nor too wide.

        Raises:
            GdlLimitError: It is.
        """
        limits = self.limits
        for depth, level in enumerate(levels(term), 1):
            if len(level) > limits.parts:
                most = f"{limits.parts:,} parts {option_of('parts')}"
                raise GdlLimitError(f"{self._name}: a derived term has more than {most}")
            if depth > limits.depth:
                most = f"{limits.depth} deep {option_of('depth')}"
                raise GdlLimitError(f"{self._name}: a derived term is nested more than {most}")
        return term


@contextmanager
def deep_stack(budget: Budget) -> Iterator[None]:
    """Let Python functions call each other deeper than usual, which since Python 3.11 needs no more of the C stack.

    Raises:
        GdlLimitError: Even that was not deep enough.
    """
    _raised_limit.enter()
    try:
        yield
    except RecursionError:
        raise budget.too_deep() from None
    finally:
        _raised_limit.leave()


class _RaisedLimit:
    """Python's recursion limit, which all threads share: the first that needs it raises it, the last restores it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._before = self._raised = 0

    def enter(self) -> None:
        """Raise the limit, if no other thread has."""
        with self._lock:
            if not self._users:
                self._before = sys.getrecursionlimit()
                self._raised = max(self._before, _DEEP_RECURSION)
                sys.setrecursionlimit(self._raised)
            self._users += 1

    def leave(self) -> None:
        """Restore the limit, if no other thread needs it and nobody else has set it meanwhile."""
        with self._lock:
            self._users -= 1
            if not self._users and sys.getrecursionlimit() == self._raised:
                sys.setrecursionlimit(self._before)


_raised_limit = _RaisedLimit()
