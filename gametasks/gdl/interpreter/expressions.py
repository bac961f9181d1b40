"""Python text for terms: expressions that build them, and tests that match them and bind their variables."""

from __future__ import annotations

from collections.abc import Mapping

from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.scope import Scope
from gametasks.gdl.terms import Term, is_variable

__all__ = ["key_text", "term_text", "tuple_text", "write_match"]


def term_text(term: Term, names: Mapping[str, str]) -> str:
    """An expression for a term, given Python names of all its variables."""
    if isinstance(term, str):
        return names[term] if is_variable(term) else repr(term)
    return f"({', '.join(term_text(part, names) for part in term)})"


def key_text(parts: list[str]) -> str:
    """One expression as it is, none or several as a tuple: the form of keys and rows in memos and indices."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def tuple_text(parts: list[str]) -> str:
    """A tuple of any length."""
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def write_match(block: Block, scope: Scope, term: Term, value: str) -> Block:
    """Write the test that a value matches a term, and bind the term's variables.

    Args:
        block: Where to write.
        scope: Gets names for the variables that had no value.
        term: The term.
        value: Python name of the value.

    Returns:
        The block that is reached if it does.
    """
    if isinstance(term, str) and is_variable(term) and term not in scope.names:
        scope.names[term] = value
        return block
    if scope.is_bound(term):
        return block.test(f"{value} == {term_text(term, scope.names)}")
    block = block.test(f"{value}.__class__ is tuple and len({value}) == {len(term)} and {value}[0] == {term[0]!r}")
    for part, inner in zip(block.parts(value, len(term) - 1, True), term[1:], strict=True):
        block = write_match(block, scope, inner, part)
    return block
