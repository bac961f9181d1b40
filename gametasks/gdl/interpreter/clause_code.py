"""Code for the clauses of a relation, specialised to the binding pattern of a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gametasks.gdl.interpreter.analysis import AnalysedClause, LiteralKind, Relation
from gametasks.gdl.interpreter.binding import BOUND, FREE, specialise
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.body_code import write_body
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.expressions import key_text, term_text, write_match
from gametasks.gdl.interpreter.frame_code import find_frame
from gametasks.gdl.interpreter.instance_code import write_instances
from gametasks.gdl.interpreter.instances import InstanceFinder
from gametasks.gdl.interpreter.join_order import JoinPlanner
from gametasks.gdl.interpreter.query_module import QueryFunction, QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.interpreter.term_growth import TermGrowth
from gametasks.gdl.terms import Term, is_ground, variables

__all__ = ["ClauseWriter"]


class ClauseWriter:
    """Writes the bodies of functions.

    Args:
        module: The module that the functions belong to.
        budget: Limits.
    """

    def __init__(self, module: QueryModule, budget: Budget) -> None:
        self._module = module
        self._budget = budget
        self._planner = JoinPlanner(module.database, budget)
        self._instances = InstanceFinder(module.database, budget)
        self._growth = TermGrowth(module.database.analysis, budget)

    def write(
        self,
        function: QueryFunction,
        block: Block,
        on_answer: Callable[[Block, Scope], None],
        sink: str,
        recursive_call: Callable[[Block, Scope, int], None] | None = None,
    ) -> None:
        """Write all clauses of the relation that a query is about; for the arguments, see ``Scope``."""
        relation = function.relation
        clauses = self._module.database.clauses_of(relation)
        copied = frozenset(fact for clause in clauses for fact in _copied_facts(clause))
        for clause in clauses:
            self._budget.compile(1)
            special = specialise(clause, function.pattern)
            if special is None:
                continue
            head = list(zip(special.head, function.pattern, strict=True))
            answer = tuple(term for term, mode in head if mode == FREE)
            scope = Scope({}, [], answer, on_answer, relation, function.is_boolean, sink, recursive_call, copied)
            bound = {name for term, mode in head if mode == BOUND for name in variables(term)}
            scope.body, cost = self._planner.order(relation, special.body, bound)
            # A module that ticks always only computes statistics, for which listing instances takes too long.
            if not self._module.always_tick and sink != "t" and not any(_copied_facts(clause)):
                instances = self._instances.find(special, function.pattern, cost)
                if instances is not None:
                    write_instances(self._module, block, scope, instances, function.parameters)
                    continue
            inner = block
            for position, (term, mode) in enumerate(head):
                if mode == BOUND:
                    inner = write_match(inner, scope, term, f"a{position}")
            scope.frame = find_frame(self._planner, scope) if sink == "out" else None
            write_body(self._module, inner, scope, 0)

    def answer_text(self, scope: Scope) -> str:
        """An expression for an answer."""
        return key_text([self._checked_text(term, scope) for term in scope.answer])

    def _checked_text(self, term: Term, scope: Scope) -> str:
        """An expression for a part of an answer, with a check where it may grow by recursion or from state to state."""
        if term in scope.facts:
            # The very tuple of the state before: none is built, and the next difference of states is quick.
            return scope.facts[term]
        text = term_text(term, scope.names)
        if is_ground(term):
            return text
        if scope.relation == ("next", 1):
            return f"check_depth({text})" if self._growth.is_possible(term, scope.body) else text
        may_grow = not isinstance(term, str) and scope.relation in self._module.database.analysis.recursive
        return f"check_depth({text})" if may_grow else text


def _copied_facts(clause: AnalysedClause) -> Iterator[Relation]:
    """Name and arity of the facts of the state that a clause repeats as they are."""
    for literal in clause.body:
        if (
            literal.kind is LiteralKind.STATE
            and literal.positive
            and (literal.relation[0], *literal.arguments) in clause.head
        ):
            yield literal.relation
