"""Compiles queries about a game's relations to Python functions, and decides how recursive ones are answered.

Evaluation is top-down with memos: a query's function computes its answers once for each value of the bound arguments.
A recursive relation is computed by plain recursion, which is fastest, until a query turns out to depend on itself, or
Python's stack turns out too small; from then on its component is answered by tabling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gametasks.gdl.interpreter.analysis import Relation, Volatility
from gametasks.gdl.interpreter.binding import BindingPattern
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.budget import Budget, deep_stack
from gametasks.gdl.interpreter.clause_code import ClauseWriter
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.expressions import key_text, tuple_text
from gametasks.gdl.interpreter.query_module import QueryFunction, QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.interpreter.tabled_code import write_tabled_function
from gametasks.gdl.interpreter.tabling import IN_PROGRESS, CyclicQuery, TabledComponent
from gametasks.gdl.terms import Term

__all__ = ["Compiler"]


class Compiler:
    """Compiles queries when they are first asked for, together with all queries that these pose.

    Args:
        database: The game.
        budget: Limits.
        always_tick: Whether every loop reports ticks, because no statistics are known yet.

    Attributes:
        module: The generated module.
    """

    def __init__(self, database: Database, budget: Budget, always_tick: bool = False) -> None:
        self.module = QueryModule(database, always_tick)
        self._analysis = database.analysis
        self._budget = budget
        self._clauses = ClauseWriter(self.module, budget)
        self._components: dict[int, TabledComponent] = {}
        self._tabled: set[int] = set()
        self.module.namespace |= {
            "IN_PROGRESS": IN_PROGRESS,
            "CyclicQuery": CyclicQuery,
            "tick": budget.tick,
            "count": budget.count,
            "count_for_moves": budget.count_for_moves,
            "check_depth": budget.check_depth,
        }

    def query(self, relation: Relation, pattern: BindingPattern) -> Callable[..., Any]:
        """A Python function that answers a query, given the bound arguments in order.

        It gives a truth value if no argument is free, else the values of the free arguments: the terms themselves if
        it is one, tuples if there are more.
        """
        name = f"f{self.module.function(relation, pattern).number}"
        self._flush()
        namespace, budget = self.module.namespace, self._budget

        def ask(*arguments: Term) -> Any:
            # What happens in every state is as short as possible.
            if not budget.is_fresh:
                budget.start_query()
            try:
                return namespace[name](*arguments)
            except BaseException as error:
                return self._recover(name, arguments, error)

        return ask

    def _recover(self, name: str, arguments: tuple[Term, ...], error: BaseException) -> Any:
        """The answer to a query that an exception interrupted; raises it again if nothing helps."""
        while True:
            has_switched = isinstance(error, CyclicQuery | RecursionError) and self._switch_to_tabling()
            self._forget()
            if isinstance(error, RecursionError) and not has_switched:
                # A long chain of rules, not of facts.
                return self._ask_with_deep_stack(name, arguments)
            if not isinstance(error, CyclicQuery | RecursionError):
                raise error
            try:
                return self.module.namespace[name](*arguments)
            except BaseException as next_error:
                error = next_error

    def _ask_with_deep_stack(self, name: str, arguments: tuple[Term, ...]) -> Any:
        try:
            with deep_stack(self._budget):
                return self.module.namespace[name](*arguments)
        except BaseException:
            self._forget()
            raise

    def _forget(self) -> None:
        """Drop all that was derived, since a query was interrupted."""
        self.module.clear_memos()
        self._budget.facts = self._budget.facts_of_moves = 0

    def _flush(self) -> None:
        """Write and execute all functions that were asked for so far."""
        while (function := self.module.next_unwritten()) is not None:
            self._write(function)
        self.module.execute()

    def _write(self, function: QueryFunction) -> None:
        """Write a function that computes the answers in nested loops, by plain recursion where it is recursive."""
        number, block = function.number, Block()
        if function.recursive:
            block.line(f"key = {key_text(function.parameters)}")
            block.line(f"m{number}[key] = IN_PROGRESS")
        if not function.is_boolean:
            block.line("out = set()")
        sink = "out" if not function.is_boolean else "key" if function.recursive else ""

        def on_answer(inner: Block, scope: Scope) -> None:
            if not function.is_boolean:
                inner.line(f"out.add({self._clauses.answer_text(scope)})")
                return
            if function.recursive:
                inner.line(f"m{number}[key] = True")
            inner.line("return True")

        self._clauses.write(function, block, on_answer, sink)
        if not function.is_boolean:
            of_moves = self._analysis.volatility_of(function.relation) is Volatility.MOVES
            block.line(f"if len(out) > 99: {'count_for_moves' if of_moves else 'count'}(len(out))")
        if function.recursive:
            block.line(f"m{number}[key] = {'False' if function.is_boolean else 'out'}")
        name = f"r{number}" if function.recursive else f"f{number}"
        end = "return False" if function.is_boolean else "return out"
        self.module.add_function(f"def {name}({', '.join(function.parameters)}):", block, end)
        if function.recursive:
            self.module.add_lines([f"f{number} = r{number}"])
            self._redirect_if_tabled(function)

    # Tabling ------------------------------------------------------------------------------------------------------

    def _redirect_if_tabled(self, function: QueryFunction) -> None:
        """Let the function that others call ask the tabled component, if tabling is in use there."""
        number = self._analysis.component[function.relation]
        component = self._components.get(number)
        if component is None:
            of_moves = self._analysis.volatility_of(function.relation) is Volatility.MOVES
            component = self._components[number] = TabledComponent(self._budget, self._start_table, of_moves)
            self.module.namespace |= {
                f"solve{number}": component.solve,
                f"emit{number}": component.emit,
                f"consume{number}": component.consume,
            }
        if number in self._tabled:
            bound = function.parameters
            call = f"solve{number}({function.number}, {key_text(bound)}, {tuple_text(bound)})"
            self.module.add_lines([f"def f{function.number}({', '.join(bound)}):", f" return {call}"])

    def _switch_to_tabling(self) -> bool:
        """Use tabling in the components that have a query in progress; whether there is a new one among them."""
        found = {
            self._analysis.component[function.relation]
            for function in self.module.functions
            if function.recursive and any(answers is IN_PROGRESS for answers in function.memo.values())
        }
        has_new = not found <= self._tabled
        self._tabled |= found
        for function in self.module.functions:
            if function.recursive and self._analysis.component[function.relation] in self._tabled:
                self._redirect_if_tabled(function)
        self._flush()
        return has_new

    def _start_table(self, number: int) -> tuple[dict[Any, Any], Callable[..., None], bool]:
        """What ``TabledComponent`` needs of a query: its memo, the function that begins a table, and ``is_boolean``."""
        function = self.module.functions[number]
        write_tabled_function(self.module, self._clauses, function)
        self._flush()
        return function.memo, self.module.namespace[f"s{number}"], function.is_boolean
