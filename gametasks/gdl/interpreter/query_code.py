"""Code that answers one literal over a relation: lookups in indices, and calls of the functions of queries."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.gdl.interpreter.analysis import LEGAL, BodyLiteral
from gametasks.gdl.interpreter.binding import BOUND, FREE, BindingPattern
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.expressions import key_text, term_text
from gametasks.gdl.interpreter.query_module import QueryModule
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.terms import Term, variables

__all__ = [
    "arguments_of_mode",
    "bound_key",
    "bucket_text",
    "fact_text",
    "is_recursive_call",
    "membership_text",
    "write_call",
    "write_relaxed_test",
]


def is_recursive_call(module: QueryModule, scope: Scope, literal: BodyLiteral) -> bool:
    """Whether a literal calls a relation of the component of the clause that it stands in."""
    return module.database.analysis.same_component(scope.relation, literal.relation)


def membership_text(module: QueryModule, scope: Scope, literal: BodyLiteral, pattern: BindingPattern) -> str:
    """An expression for whether a materialised relation has a row with the bound arguments."""
    key = bound_key(scope, literal, pattern)
    name, index = module.index(literal.relation, pattern)
    return str(bool(index)) if key is None else f"({key} in {name})"


def write_relaxed_test(
    module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, pattern: BindingPattern
) -> Block:
    """Write the test whether a query can have an answer in any state."""
    if is_recursive_call(module, scope, literal) and (scope.is_boolean or FREE in pattern):
        # Within a search the test hardly ever fails: it held where the search began.
        return block
    relaxed = module.relaxed_index(literal.relation, pattern)
    if relaxed is None:
        return block
    name, positions = relaxed
    key = key_text([term_text(literal.arguments[position], scope.names) for position in positions])
    return block.test(f"({key} in {name})")


def write_call(module: QueryModule, block: Block, scope: Scope, literal: BodyLiteral, pattern: BindingPattern) -> str:
    """Write a lookup in the memo of a query, and the call of its function if there is nothing; gives the answer."""
    function = module.function(literal.relation, pattern)
    # Its pattern may be more general than the one asked for.
    bound = [term_text(term, scope.names) for term in arguments_of_mode(literal, function.pattern, BOUND)]
    number = function.number
    is_recursive = is_recursive_call(module, scope, literal)
    if is_recursive:
        # A term may grow from query to query.
        bound = [f"check_depth({text})" if text.startswith("(") else text for text in bound]
    key = bound[0] if len(bound) == 1 else block.value(key_text(bound)) if bound else "()"
    call = f"({', '.join(bound)})"
    if not function.recursive:
        if_missing = f"if @ is None: @ = m{number}[{key}] = f{number}{call}"
    elif is_recursive:
        if_missing = f"if @ is None: @ = r{number}{call}\nelif @ is IN_PROGRESS: raise CyclicQuery"
    else:
        if_missing = f"if @ is None: @ = f{number}{call}"
    answers = block.value(f"g{number}({key})", if_missing)
    if function.pattern == (BOUND, FREE) and literal.relation == LEGAL and scope.is_bound(literal.arguments[1]):
        return f"({term_text(literal.arguments[1], scope.names)} in {answers})"
    return answers


def arguments_of_mode(literal: BodyLiteral, pattern: BindingPattern, wanted: str) -> list[Term]:
    """The arguments of a literal that are bound, or free, in a binding pattern."""
    return [term for term, mode in zip(literal.arguments, pattern, strict=True) if mode == wanted]


def bound_key(scope: Scope, literal: BodyLiteral, pattern: BindingPattern) -> str | None:
    """An expression for the bound arguments; None if there are none."""
    bound = [term_text(term, scope.names) for term in arguments_of_mode(literal, pattern, BOUND)]
    return key_text(bound) if bound else None


def fact_text(literal: BodyLiteral, names: Mapping[str, str]) -> str:
    """An expression for the fact that a condition on the state is about; all its variables have values."""
    if literal.relation == ("", 1):
        return term_text(literal.arguments[0], names)
    name = literal.relation[0]
    return term_text((name, *literal.arguments) if literal.arguments else name, names)


def bucket_text(module: QueryModule, literal: BodyLiteral, names: Mapping[str, str], otherwise: str = "") -> str:
    """An expression for the facts of the state that match a literal, whatever the values of its other variables.

    Args:
        module: The module.
        literal: A condition on the state.
        names: Python names of the variables that have a value.
        otherwise: Stands for the facts if there are none; if it is empty, the expression is then false.
    """
    bound = tuple(
        position for position, term in enumerate(literal.arguments) if all(name in names for name in variables(term))
    )
    if len(bound) == literal.relation[1]:
        return f"{{{fact_text(literal, names)}}}"
    index = module.state_index(literal.relation, bound)
    key = key_text([term_text(literal.arguments[position], names) for position in bound])
    return f"{module.getter(index)}({', '.join([key, otherwise] if otherwise else [key])})" if bound else index
