"""The state of code generation within one clause: which variables have a value, and what happens with an answer."""

from __future__ import annotations

from collections.abc import Callable

from gametasks.gdl.interpreter.analysis import BodyLiteral, Relation, Row
from gametasks.gdl.interpreter.binding import BOUND, DONT_CARE, FREE, BindingPattern, Constant, Mode
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["Scope"]


class Scope:
    """What the code for one body may use at the point where it is written.

    Args:
        names: Python names of the variables that have a value.
        body: The literals in join order.
        answer: The terms that an answer consists of.
        on_answer: Writes what happens with an answer.
        relation: The relation of the clause.
        is_boolean: Whether the function returns at the first answer.
        sink: Python name of what ``on_answer`` uses besides variables; empty if there is none.
        recursive_call: Writes the call of a relation of the same component, and all that follows it; None if such a
            call is written like any other.
        copied: Names and arities of the facts that some answer of the function repeats as they are.

    Attributes:
        facts: Python names of whole facts of the state that the code has at hand.
        frame: The position in the body from which on it is a frame rule, see ``frame_code``; None if it is not.
        loops: Loops around this point.
        loops_at_answer: Loops around the point at which all of ``answer`` had values: from there on one match is
            enough. None before that point.
    """

    def __init__(
        self,
        names: dict[str, str],
        body: list[BodyLiteral],
        answer: Row,
        on_answer: Callable[[Block, Scope], None],
        relation: Relation,
        is_boolean: bool,
        sink: str = "",
        recursive_call: Callable[[Block, Scope, int], None] | None = None,
        copied: frozenset[Relation] = frozenset(),
    ) -> None:
        self.names = names
        self.body = body
        self.answer = answer
        self.on_answer = on_answer
        self.relation = relation
        self.is_boolean = is_boolean
        self.sink = sink
        self.recursive_call = recursive_call
        self.copied = copied
        self.facts: dict[Term, str] = {}
        self.frame: int | None = None
        self.loops = 0
        self.loops_at_answer: int | None = None

    def in_new_function(self, names: dict[str, str]) -> Scope:
        """The same body in another function, which has no whole facts at hand, and so copies none."""
        return Scope(
            names,
            self.body,
            self.answer,
            self.on_answer,
            self.relation,
            self.is_boolean,
            self.sink,
            self.recursive_call,
        )

    def is_bound(self, term: Term) -> bool:
        """Whether all variables of a term have a value."""
        return all(name in self.names for name in variables(term))

    def unbound(self, literal: BodyLiteral) -> list[Term]:
        """The arguments of a literal with a variable that has no value."""
        return [term for term in literal.arguments if not self.is_bound(term)]

    def needed_from(self, position: int) -> set[str]:
        """Variables that the answer needs, or a literal of the body from a position on."""
        needed = {name for term in self.answer for name in variables(term)}
        return needed.union(*(literal.variables for literal in self.body[position:]))

    def pattern(self, literal: BodyLiteral, needed: set[str]) -> BindingPattern:
        """The binding pattern of the query that a literal poses here.

        Args:
            literal: The literal.
            needed: Variables whose values are needed later.
        """
        pattern: list[Mode] = []
        for position, term in enumerate(literal.arguments):
            if is_ground(term):
                pattern.append(Constant(term))
            elif self.is_bound(term):
                pattern.append(BOUND)
            elif not is_variable(term) or term in needed:
                pattern.append(FREE)
            else:
                others = [other for number, other in enumerate(literal.arguments) if number != position]
                pattern.append(FREE if term in set(variables(("", *others))) else DONT_CARE)
        return tuple(pattern)
