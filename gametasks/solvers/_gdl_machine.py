"""A description as a machine that plays it, kept for the questions to come."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter import Interpreter
from gametasks.gdl.machine import Machine
from gametasks.gdl.reader import Source, read_expressions
from gametasks.gdl.terms import Term

__all__ = ["machine_of", "read_terms"]


@lru_cache(maxsize=32)
def machine_of(description: str, name: str) -> Machine:
    """The game of a description, compiled.

    Raises:
        GdlError: The description is no game.
    """
    return Interpreter(parse_game(description, name, file=name))


def read_terms(texts: Iterable[str]) -> tuple[Term, ...]:
    """Terms from their texts, one each.

    Raises:
        GdlSyntaxError: A text is no term.
    """
    return tuple(expression.term for text in texts for expression in read_expressions(Source("<state>", text)))
