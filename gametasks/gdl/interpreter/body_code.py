"""Code for the body of a clause: nested loops and tests, one for each literal in join order.

Every function that writes code for a literal gives the block that is reached where the literal holds; the next literal
goes there.
"""

from __future__ import annotations

from gametasks.gdl.interpreter.analysis import BodyLiteral, LiteralKind
from gametasks.gdl.interpreter.binding import FREE
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.database import Functional
from gametasks.gdl.interpreter.expressions import term_text, write_match
from gametasks.gdl.interpreter.frame_code import write_frame
from gametasks.gdl.interpreter.query_code import (
    arguments_of_mode,
    bound_key,
    bucket_text,
    fact_text,
    is_recursive_call,
    membership_text,
    write_call,
    write_relaxed_test,
)
from gametasks.gdl.interpreter.query_module import QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.terms import Term, is_variable

__all__ = ["write_body"]

_MOST_LOOPS = 10
"""Loops within each other in one function; Python allows 20."""

_MOST_INDENT = 60
"""Blocks within each other in one function; Python allows 100."""


def write_body(module: QueryModule, block: Block, scope: Scope, position: int) -> None:
    """Write the code for the literals from a position on, and for the answer behind them."""
    if position == len(scope.body):
        scope.on_answer(block, scope)
        if scope.loops_at_answer is not None and scope.loops == scope.loops_at_answer + 1:
            block.line("break")
        return
    if position == scope.frame:
        write_frame(module, block, scope, position, write_body)
        return
    if _continues_in_part(module, block, scope, position):
        return
    inner = _write_literal(module, block, scope, position)
    if inner is not None:
        write_body(module, inner, scope, position + 1)


def _write_literal(module: QueryModule, block: Block, scope: Scope, position: int) -> Block | None:
    """Write the code for one literal; None instead of a block if all that follows it is written, too."""
    literal = scope.body[position]
    if literal.kind is LiteralKind.COMPARISON:
        first, second = (term_text(term, scope.names) for term in literal.arguments)
        return block.test(f"{first} {'!=' if literal.positive else '=='} {second}")
    if literal.kind is LiteralKind.ASSUMPTION:
        return block.test(f"{fact_text(literal, scope.names)} not in A")
    if not literal.positive:
        return block.test(f"not {_existence_text(module, block, scope, literal)}")
    if literal.kind is LiteralKind.STATE:
        return _write_state(module, block, scope, literal, position)
    if literal.kind is LiteralKind.MOVES:
        return _write_moves(block, scope, literal)
    return _write_relation(module, block, scope, literal, position)


# Parts in functions of their own ----------------------------------------------------------------------------------


def _continues_in_part(module: QueryModule, block: Block, scope: Scope, position: int) -> bool:
    """Go on in a function of its own if that saves work, or if Python's limits of nesting are near."""
    if (
        not scope.is_boolean
        and scope.recursive_call is None
        and scope.loops_at_answer is None
        and all(map(scope.is_bound, scope.answer))
    ):
        # Only whether the rest holds matters from here on.
        rest = scope.body[position:]
        scope.loops_at_answer = scope.loops
        if _count_loops(module, scope, position) > 1:
            scope.on_answer(block.test(_write_existence_part(module, scope, rest)), scope)
            return True
    if scope.loops < _MOST_LOOPS and block.depth <= _MOST_INDENT:
        return False
    needed = scope.needed_from(position)
    bound = [name for name in scope.names if name in needed]
    inner = scope.in_new_function({name: f"a{number}" for number, name in enumerate(bound)})
    sinks = [scope.sink] if scope.sink else []
    part = module.part_name()
    header = f"def {part}({', '.join([*sinks, *inner.names.values()])}):"
    text = Block()
    write_body(module, text, inner, position)
    module.add_function(header, text, "return False")
    call = f"{part}({', '.join([*sinks, *(scope.names[name] for name in bound)])})"
    if scope.is_boolean and scope.recursive_call is None:
        block.test(call).line("return True")
    else:
        block.line(call)
    return True


def _count_loops(module: QueryModule, scope: Scope, position: int) -> int:
    """How many loops the literals from a position on need; lookups that have one row at most need none."""
    database, probe, loops = module.database, scope.in_new_function(dict(scope.names)), 0
    for number, literal in enumerate(scope.body[position:], position):
        if not literal.positive or literal.variables <= probe.names.keys():
            continue
        if literal.kind is LiteralKind.MOVES:
            loops += not probe.is_bound(literal.arguments[0])
        elif literal.kind is LiteralKind.RELATION and database.is_materialised(literal.relation):
            pattern = probe.pattern(literal, probe.needed_from(number + 1))
            loops += FREE in pattern and not isinstance(database.index(literal.relation, pattern), Functional)
        else:
            loops += 1
        probe.names.update(dict.fromkeys(literal.variables, ""))
    return loops


def _write_existence_part(module: QueryModule, scope: Scope, body: list[BodyLiteral]) -> str:
    """Write a function that tells whether a conjunction has a match; gives its call."""
    used = {name for literal in body for name in literal.variables}
    bound = [name for name in scope.names if name in used]
    part = module.part_name()
    inner = Scope(
        {name: f"a{number}" for number, name in enumerate(bound)}, body, (), _return_true, scope.relation, True
    )
    header = f"def {part}({', '.join(inner.names.values())}):"
    text = Block()
    write_body(module, text, inner, 0)
    module.add_function(header, text, "return False")
    return f"{part}({', '.join(scope.names[name] for name in bound)})"


def _return_true(block: Block, scope: Scope) -> None:
    block.line("return True")


def _existence_text(module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral) -> str:
    """An expression that is true where a literal has a match, whatever the values of its unbound variables."""
    if literal.kind is LiteralKind.STATE and all(map(scope.is_bound, literal.arguments)):
        return f"({fact_text(literal, scope.names)} in S)"
    if literal.kind is LiteralKind.MOVES and all(map(scope.is_bound, literal.arguments)):
        role, move = (term_text(term, scope.names) for term in literal.arguments)
        return f"(D.get({role}) == {move})"
    if literal.kind is LiteralKind.STATE and literal.relation != ("", 1) and _match_any(scope.unbound(literal)):
        return bucket_text(module, literal, scope.names)
    pattern = scope.pattern(literal, set())
    if literal.kind is LiteralKind.RELATION and FREE not in pattern:
        if module.database.is_materialised(literal.relation):
            return membership_text(module, scope, literal, pattern)
        return write_call(module, block, scope, literal, pattern)
    return _write_existence_part(module, scope, [literal._replace(positive=True)])


# Loops ------------------------------------------------------------------------------------------------------------


def _write_loop(module: QueryModule, block: Block, scope: Scope, terms: list[Term], rows: str, position: int) -> Block:
    """Write a loop over rows, and match them with terms."""
    return _write_matching_loop(module, block, scope, terms, rows, position, (True,) * len(terms))


def _write_matching_loop(
    module: QueryModule,
    block: Block,
    scope: Scope,
    terms: list[Term],
    rows: str,
    position: int,
    wanted: tuple[bool, ...],
    fact: Term | None = None,
) -> Block:
    """Write a loop over rows of which some parts are wanted, and match these with terms.

    Where a fact is given, a row is the fact itself, which gets a name.
    """
    left_early = scope.loops_at_answer == scope.loops
    scope.loops += 1
    tick = ""
    if _needs_tick(module, scope, position):
        tick = "tick(len(out))" if scope.sink == "out" else "tick()"
    targets, block = block.loop(rows, wanted, left_early, tick, fact is not None)
    if fact is not None:
        scope.facts[fact] = targets[-1]
    for term, target in zip(terms, targets, strict=fact is None):
        block = write_match(block, scope, term, target)
    return block


def _needs_tick(module: QueryModule, scope: Scope, position: int) -> bool:
    database = module.database
    return module.always_tick or database.cardinalities.needs_tick(
        scope.body[position:], set(scope.names), database.analysis.recursive
    )


# Conditions on state and moves ------------------------------------------------------------------------------------


def _write_state(module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, position: int) -> Block | None:
    """Write the code for ``true``; None instead of a block if the answers are added, too."""
    if all(map(scope.is_bound, literal.arguments)):
        return block.test(f"{fact_text(literal, scope.names)} in S")
    if literal.relation == ("", 1):
        return _write_loop(module, block, scope, [literal.arguments[0]], "S", position)
    free = scope.unbound(literal)
    if _match_any(free) and not scope.needed_from(position + 1).intersection(map(str, free)):
        return block.test(bucket_text(module, literal, scope.names))
    rows = bucket_text(module, literal, scope.names, "E")
    fact: Term = (literal.relation[0], *literal.arguments)
    if scope.sink == "out" and scope.answer == (fact,) and position == len(scope.body) - 1 and _match_any(free):
        block.line(f"out.update({rows})")
        return None
    wanted = (False, *(not scope.is_bound(term) for term in literal.arguments))
    copied = fact if literal.relation in scope.copied else None
    return _write_matching_loop(module, block, scope, free, rows, position, wanted, copied)


def _match_any(terms: list[Term]) -> bool:
    """Whether unbound terms match any values: they are different variables."""
    return all(map(is_variable, terms)) and len(set(terms)) == len(terms)


def _write_moves(block: Block, scope: Scope, literal: BodyLiteral) -> Block:
    """Write the code for ``does``."""
    role, move = literal.arguments
    if scope.is_bound(role):
        target = block.value(f"D.get({term_text(role, scope.names)})")
        if is_variable(move) and move not in scope.names:
            block = block.test(f"{target} is not None")
        return write_match(block, scope, move, target)
    left_early = scope.loops_at_answer == scope.loops
    (player, target), block = block.loop("D.items()", (True, True), left_early, "")
    scope.loops += 1
    return write_match(write_match(block, scope, role, player), scope, move, target)


# Relations --------------------------------------------------------------------------------------------------------


def _write_relation(
    module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, position: int
) -> Block | None:
    """Write the code for a literal over a relation; None instead of a block if all that follows it is written, too."""
    if module.database.is_materialised(literal.relation):
        return _write_materialised(module, block, scope, literal, position)
    if scope.recursive_call is not None and is_recursive_call(module, scope, literal):
        scope.recursive_call(block, scope, position)
        return None
    return _write_computed(module, block, scope, literal, position)


def _write_materialised(module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, position: int) -> Block:
    """Write a lookup in the index of a materialised relation."""
    pattern = scope.pattern(literal, scope.needed_from(position + 1))
    if FREE not in pattern:
        return block.test(membership_text(module, scope, literal, pattern))
    name, index = module.index(literal.relation, pattern)
    free = arguments_of_mode(literal, pattern, FREE)
    key = bound_key(scope, literal, pattern)
    if key is None:
        return _write_loop(module, block, scope, free, name, position)
    if not isinstance(index, Functional):
        return _write_loop(module, block, scope, free, f"{module.getter(name)}({key}, E)", position)
    row = block.value(f"{module.getter(name)}({key})")
    block = block.test(f"{row} is not None")
    targets = block.parts(row, len(free)) if len(free) > 1 else (row,)
    for term, target in zip(free, targets, strict=True):
        block = write_match(block, scope, term, target)
    return block


def _write_computed(module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, position: int) -> Block:
    """Write the call of a relation's function."""
    pattern = scope.pattern(literal, scope.needed_from(position + 1))
    block = write_relaxed_test(module, block, scope, literal, pattern)
    answers = write_call(module, block, scope, literal, pattern)
    if FREE not in pattern:
        return block.test(answers)
    return _write_loop(module, block, scope, arguments_of_mode(literal, pattern, FREE), answers, position)
