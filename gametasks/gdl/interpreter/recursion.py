"""Recursive relations whose questions depend on each other in a circle, or in too long a chain."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.terms import Term

__all__ = ["OPEN", "Circle", "Component", "Table"]

OPEN = object()
"""Stands in a memo for the answers to a question that is being worked on."""


_STEPS_PER_LOOK = 1_000
"""Steps between two looks at the clock."""


class Circle(Exception):
    """A question depends on itself."""


class Table:
    """Answers to one question, and who waits for them."""

    __slots__ = ("answers", "waiting")

    def __init__(self) -> None:
        self.answers: dict[Any, None] = {}
        self.waiting: list[tuple[Callable[..., None], Table, tuple[Term, ...]]] = []


class _Kind:
    """One kind of question: a relation and which of its arguments are given."""

    __slots__ = ("existence", "memo", "start", "tables")

    def __init__(self, memo: dict[Any, Any], start: Callable[..., None], existence: bool) -> None:
        self.memo = memo
        self.start = start
        self.existence = existence
        self.tables: dict[Any, Table] = {}


class Component:
    """Answers questions about relations that depend on each other, to their least fixpoint.

    Every question has a table. A clause that needs another question's answers leaves a continuation there, which is
    called once for every answer, whether it is there already or comes later (Chen and Warren, "Tabled evaluation with
    delaying for general logic programs", 1996, without delaying: negation looks at finished components only). A list
    of things to do takes the place of Python's stack.

    Args:
        budget: Limits.
        begin: Gives, for the number of a kind of question, its memo, the function that begins a table, and whether
            only the truth is asked.
    """

    def __init__(
        self, budget: Budget, begin: Callable[[int], tuple[dict[Any, Any], Callable[..., None], bool]]
    ) -> None:
        self._budget = budget
        self._begin = begin
        self._pending: list[tuple[Any, ...]] = []
        self._kinds: dict[int, _Kind] = {}
        self.straight = True
        """Whether no circle was met so far: then plain recursion is tried first."""

    def solve(self, number: int, key: Any, arguments: tuple[Term, ...]) -> Any:
        """Answer a question."""
        try:
            table = self._open(number, key, arguments)
            existence = self._kinds[number].existence
            pending = self._pending
            steps = 0
            while pending:
                steps += 1
                if not steps % _STEPS_PER_LOOK:
                    self._budget.spend(_STEPS_PER_LOOK)
                    self._budget.tick(len(pending))
                if existence and table.answers:
                    self._kinds[number].memo[key] = True
                    return True
                step = pending.pop()
                step[0](*step[1:])
            for kind in self._kinds.values():
                for question, found in kind.tables.items():
                    kind.memo[question] = bool(found.answers) if kind.existence else tuple(found.answers)
            return self._kinds[number].memo[key]
        finally:
            self._pending.clear()
            for kind in self._kinds.values():
                kind.tables.clear()

    def _open(self, number: int, key: Any, arguments: tuple[Term, ...]) -> Table:
        kind = self._kinds.get(number)
        if kind is None:
            kind = self._kinds[number] = _Kind(*self._begin(number))
        self._budget.count(1)
        for argument in arguments:
            if not isinstance(argument, str):
                self._budget.check_depth(argument)
        table = kind.tables[key] = Table()
        self._pending.append((kind.start, table, *arguments))
        return table

    def emit(self, table: Table, answer: Any) -> None:
        """An answer was found."""
        if answer not in table.answers:
            table.answers[answer] = None
            self._budget.count(1)
            for resume, owner, environment in table.waiting:
                self._pending.append((resume, owner, environment, answer))

    def consume(
        self,
        number: int,
        key: Any,
        arguments: tuple[Term, ...],
        resume: Callable[..., None],
        owner: Table,
        environment: tuple[Term, ...],
    ) -> None:
        """Go on with every answer to a question."""
        self._budget.tick()
        kind = self._kinds.get(number)
        table = kind.tables.get(key) if kind is not None else None
        if kind is None or table is None:
            done = kind.memo.get(key) if kind is not None else None
            if kind is not None and done is not None:
                answers: Iterable[Any] = ((True,) if done else ()) if kind.existence else done
                self._pending.extend([(resume, owner, environment, answer) for answer in answers])
                return
            table = self._open(number, key, arguments)
        table.waiting.append((resume, owner, environment))
        self._pending.extend([(resume, owner, environment, answer) for answer in table.answers])
