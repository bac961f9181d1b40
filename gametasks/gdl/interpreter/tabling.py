"""Tabling: recursive queries that depend on each other in a cycle, or in too long a chain for Python's stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from gametasks.gdl.interpreter.analysis import Row
from gametasks.gdl.interpreter.budget import Budget

__all__ = ["IN_PROGRESS", "CyclicQuery", "Table", "TabledComponent"]

IN_PROGRESS = object()
"""Stands in a memo for the answers to a query that is being computed by plain recursion."""

_STEPS_PER_CLOCK_CHECK = 1_000
"""Steps of the worklist between two readings of the clock."""


class CyclicQuery(Exception):
    """A query depends on itself, so that plain recursion would not end."""


Continuation: TypeAlias = Callable[["Table", Row, Any], None]
"""A generated function that goes on with one answer; see ``TabledComponent.consume``."""


class Table:
    """The table of one query with its bound arguments.

    Attributes:
        answers: The answers found so far, in the order in which they were found.
        consumers: Continuations that get every answer, with the table that they work for and their environment.
    """

    __slots__ = ("answers", "consumers")

    def __init__(self) -> None:
        self.answers: dict[Any, None] = {}
        self.consumers: list[tuple[Continuation, Table, Row]] = []


class _Query:
    """A query of the component, with its tables by bound arguments."""

    __slots__ = ("is_boolean", "memo", "start", "tables")

    def __init__(self, memo: dict[Any, Any], start: Callable[..., None], is_boolean: bool) -> None:
        self.memo = memo
        self.start = start
        self.is_boolean = is_boolean
        self.tables: dict[Any, Table] = {}


class TabledComponent:
    """Answers queries about the relations of one strongly connected component, up to their least fixpoint.

    Every query has a table. A clause that needs another query's answers leaves a continuation there, which is called
    once for every answer, whether it is there already or comes later (Chen and Warren, "Tabled evaluation with delaying
    for general logic programs", 1996; negation needs no delaying, since it only concerns finished components). A
    worklist takes the place of Python's stack.

    Args:
        budget: Limits.
        start_table: For the number of a query, its memo, the function that begins a table, and whether it is Boolean.
        of_moves: Whether the answers depend on the joint move.
    """

    def __init__(
        self,
        budget: Budget,
        start_table: Callable[[int], tuple[dict[Any, Any], Callable[..., None], bool]],
        of_moves: bool,
    ) -> None:
        self._budget = budget
        self._count = budget.count_for_moves if of_moves else budget.count
        self._start_table = start_table
        self._worklist: list[tuple[Any, ...]] = []
        self._queries: dict[int, _Query] = {}

    def solve(self, number: int, key: Any, arguments: Row) -> Any:
        """Answer a query from outside the component.

        Args:
            number: The query.
            key: Its bound arguments as they stand in the memo.
            arguments: Its bound arguments as a tuple.

        Returns:
            A truth value or a tuple of answers, which is in the memo as well.
        """
        try:
            table = self._open(number, key, arguments)
            is_boolean = self._queries[number].is_boolean
            worklist = self._worklist
            steps = 0
            while worklist:
                steps += 1
                if not steps % _STEPS_PER_CLOCK_CHECK:
                    self._budget.spend(_STEPS_PER_CLOCK_CHECK)
                    self._budget.tick(len(worklist))
                if is_boolean and table.answers:
                    self._queries[number].memo[key] = True
                    return True
                step = worklist.pop()
                step[0](*step[1:])
            for query in self._queries.values():
                for bound, found in query.tables.items():
                    query.memo[bound] = bool(found.answers) if query.is_boolean else tuple(found.answers)
            return self._queries[number].memo[key]
        finally:
            self._worklist.clear()
            for query in self._queries.values():
                query.tables.clear()

    def _open(self, number: int, key: Any, arguments: Row) -> Table:
        query = self._queries.get(number)
        if query is None:
            query = self._queries[number] = _Query(*self._start_table(number))
        self._count(1)
        for argument in arguments:
            if not isinstance(argument, str):
                self._budget.check_depth(argument)
        table = query.tables[key] = Table()
        self._worklist.append((query.start, table, *arguments))
        return table

    def emit(self, table: Table, answer: Any) -> None:
        """Add an answer to a table; generated code calls this."""
        if answer not in table.answers:
            table.answers[answer] = None
            self._count(1)
            for resume, owner, environment in table.consumers:
                self._worklist.append((resume, owner, environment, answer))

    def consume(
        self, number: int, key: Any, arguments: Row, resume: Continuation, owner: Table, environment: Row
    ) -> None:
        """Go on with every answer to a query of the component; generated code calls this.

        Args:
            number: The query.
            key: Its bound arguments as they stand in the memo.
            arguments: Its bound arguments as a tuple.
            resume: The continuation, which is called with the table that it works for, its environment and an answer.
            owner: The table that it works for.
            environment: Values of the variables that it needs.
        """
        self._budget.tick()
        query = self._queries.get(number)
        table = query.tables.get(key) if query is not None else None
        if query is None or table is None:
            done = query.memo.get(key) if query is not None else None
            if query is not None and done is not None:
                answers: Iterable[Any] = ((True,) if done else ()) if query.is_boolean else done
                self._worklist.extend([(resume, owner, environment, answer) for answer in answers])
                return
            table = self._open(number, key, arguments)
        table.consumers.append((resume, owner, environment))
        self._worklist.extend([(resume, owner, environment, answer) for answer in table.answers])
