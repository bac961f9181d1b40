"""Code for queries that are answered by tabling: recursive calls become continuations, see ``tabling``."""

from __future__ import annotations

from gametasks.gdl.interpreter.binding import BOUND, FREE
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.body_code import write_body
from gametasks.gdl.interpreter.clause_code import ClauseWriter
from gametasks.gdl.interpreter.expressions import key_text, term_text, tuple_text, write_match
from gametasks.gdl.interpreter.query_code import arguments_of_mode
from gametasks.gdl.interpreter.query_module import QueryFunction, QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.terms import variables

__all__ = ["write_tabled_function"]


def write_tabled_function(module: QueryModule, clauses: ClauseWriter, function: QueryFunction) -> None:
    """Write the function ``s…(t, …)`` that begins to fill the table ``t`` of a query."""
    component = module.database.analysis.component[function.relation]
    block = Block()

    def on_answer(inner: Block, scope: Scope) -> None:
        answer = "True" if function.is_boolean else clauses.answer_text(scope)
        inner.line(f"emit{component}(t, {answer})")
        if function.is_boolean:
            inner.line("return")

    def recursive_call(inner: Block, scope: Scope, position: int) -> None:
        _write_continuation(module, component, inner, scope, position)

    clauses.write(function, block, on_answer, "t", recursive_call)
    module.add_function(f"def s{function.number}({', '.join(['t', *function.parameters])}):", block, "return")


def _write_continuation(module: QueryModule, component: int, block: Block, scope: Scope, position: int) -> None:
    """Write a query of the same component, and a function that goes on with each of its answers.

    The function gets the table of the query that it works for, the values of the variables that are still needed (the
    environment), and the answer.
    """
    literal = scope.body[position]
    function = module.function(literal.relation, scope.pattern(literal, scope.needed_from(position + 1)))
    bound = [term_text(term, scope.names) for term in arguments_of_mode(literal, function.pattern, BOUND)]
    free = arguments_of_mode(literal, function.pattern, FREE)
    needed = scope.needed_from(position + 1) | {name for term in free for name in variables(term)}
    carried = [name for name in scope.names if name in needed]
    part = module.part_name()
    environment = tuple_text([scope.names[name] for name in carried])
    block.line(
        f"consume{component}({function.number}, {key_text(bound)}, {tuple_text(bound)}, {part}, t, {environment})"
    )
    inner = scope.in_new_function({name: f"a{number}" for number, name in enumerate(carried)})
    text = Block()
    if scope.is_boolean:
        text.line("if t.answers: return")
    if carried:
        text.line(f"{tuple_text(list(inner.names.values()))} = e")
    targets = text.parts("r", len(free)) if len(free) > 1 else ("r",) * len(free)
    after = text
    for term, target in zip(free, targets, strict=True):
        after = write_match(after, inner, term, target)
    write_body(module, after, inner, position + 1)
    module.add_function(f"def {part}(t, e, r):", text, "return")
