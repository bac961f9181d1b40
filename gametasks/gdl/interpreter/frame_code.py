"""Frame rules: most facts stay as they are, and only a few are excluded.

A rule such as ``(<= (next (cell ?x ?c)) (true (cell ?x ?c)) (not (changed ?x)))`` asks of every fact whether it
is excluded. Where what it excludes can be enumerated at less cost, sets answer for all facts at once: those of an index
less those of some buckets of another index. In terms of databases this is an anti-join, evaluated from its right side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gametasks.gdl.interpreter.analysis import BodyLiteral, LiteralKind
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.expressions import term_text
from gametasks.gdl.interpreter.join_order import JoinPlanner
from gametasks.gdl.interpreter.query_code import bucket_text
from gametasks.gdl.interpreter.query_module import QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.terms import Term, is_variable, variables

__all__ = ["find_frame", "write_frame"]

WriteBody: TypeAlias = Callable[[QueryModule, Block, Scope, int], None]

_LEAST_FACTS = 3.0
"""Expected facts from which on sets are faster than a loop."""


def find_frame(planner: JoinPlanner, scope: Scope) -> int | None:
    """The position in a body from which on it says that facts stay except for excluded ones; None if it does not.

    Args:
        planner: Estimates what it costs to enumerate what is excluded.
        scope: The clause, its body in join order.
    """
    bound = set(scope.names)
    for position, literal in enumerate(scope.body):
        if _is_kept(literal, scope, bound):
            tests = scope.body[position + 1 :]
            facts = planner.expected_rows(literal, bound)
            if tests and facts >= _LEAST_FACTS and all(_excludes(test, literal, bound) for test in tests):
                cost = sum(_enumeration_cost(planner, scope, test, bound) for test in tests)
                return position if cost <= facts else None
            return None
        if literal.binds:
            bound |= literal.variables
    return None


def _is_kept(literal: BodyLiteral, scope: Scope, bound: set[str]) -> bool:
    """Whether each fact of the state that matches a literal is an answer."""
    if literal.kind is not LiteralKind.STATE or not literal.positive or literal.relation not in scope.copied:
        return False
    free = [term for term in literal.arguments if not bound.issuperset(variables(term))]
    return (
        scope.answer == ((literal.relation[0], *literal.arguments),)
        and bool(free)
        and all(map(is_variable, free))
        and len(set(free)) == len(free)
    )


def _excludes(test: BodyLiteral, kept: BodyLiteral, bound: set[str]) -> bool:
    """Whether a test excludes the facts of some buckets, once what it says of the kept facts has been enumerated."""
    own = kept.variables - bound
    if test.kind is LiteralKind.ASSUMPTION:
        return False
    if test.kind is not LiteralKind.COMPARISON:
        return not test.positive and bool(own & test.variables) and _is_plain(test, own)
    return test.positive and any(
        one in own and bound.issuperset(variables(other)) for one, other in _both_ways(test.arguments)
    )


def _both_ways(pair: tuple[Term, ...]) -> Iterator[tuple[Term, Term]]:
    first, second = pair
    yield first, second
    yield second, first


def _is_plain(test: BodyLiteral, own: frozenset[str]) -> bool:
    """Whether the kept facts' variables in a test stand for themselves, or for parts of a move, which can match."""
    return test.kind is LiteralKind.MOVES or all(
        is_variable(term) or not own.intersection(variables(term)) for term in test.arguments
    )


def _enumeration_cost(planner: JoinPlanner, scope: Scope, test: BodyLiteral, bound: set[str]) -> float:
    if test.kind is LiteralKind.COMPARISON:
        return 0.0
    return planner.enumeration_cost(scope.relation, test._replace(positive=True), bound)


def write_frame(module: QueryModule, block: Block, scope: Scope, position: int, write_body: WriteBody) -> None:
    """Write the code that adds all facts of a frame rule which are not excluded."""
    kept, tests = scope.body[position], scope.body[position + 1 :]
    excluded: list[str] = []
    others: list[BodyLiteral] = []
    for test in tests:
        if test.kind is LiteralKind.COMPARISON:
            excluded.append(_different_text(module, scope, kept, test))
        else:
            others.append(test._replace(positive=True))
    if others:
        excluded.append(f"*{_write_enumeration(module, scope, kept, others, write_body)}")
    facts = bucket_text(module, kept, scope.names, "E")
    block.keep(facts, excluded)


def _different_text(module: QueryModule, scope: Scope, kept: BodyLiteral, test: BodyLiteral) -> str:
    """The facts that a condition ``distinct`` excludes."""
    first, second = test.arguments
    own, other = (first, second) if not scope.is_bound(first) else (second, first)
    return bucket_text(module, kept, {**scope.names, str(own): term_text(other, scope.names)}, "E")


def _write_enumeration(
    module: QueryModule, scope: Scope, kept: BodyLiteral, tests: list[BodyLiteral], write_body: WriteBody
) -> str:
    """Write a function that gives the buckets of all facts that some literals exclude; gives its call."""
    used = {name for literal in (kept, *tests) for name in literal.variables}
    bound = [name for name in scope.names if name in used]
    names = {name: f"a{number}" for number, name in enumerate(bound)}
    part, text = module.part_name(), Block()
    text.line("x = []")

    def on_answer(inner: Block, found: Scope) -> None:
        inner.line(f"x.append({bucket_text(module, kept, found.names, 'E')})")

    for test in tests:
        answer = tuple(term for term in kept.arguments if not scope.is_bound(term) and str(term) in test.variables)
        inner = Scope(dict(names), [test], answer, on_answer, scope.relation, False, "x")
        write_body(module, text, inner, 0)
    module.add_function(f"def {part}({', '.join(names.values())}):", text, "return x")
    return f"{part}({', '.join(scope.names[name] for name in bound)})"
