"""What is known while code is being written: the question, the variables with a value, and who can be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gametasks.gdl.interpreter.analysis import Atom, Relation
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, UNUSED, Constant, Pattern
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["Function", "Host", "Scope"]


class Function:
    """A generated function for one kind of question.

    Attributes:
        number: Part of the names of everything that belongs to it.
        relation: The relation asked about.
        pattern: How it is asked about.
        recursive: Whether the relation depends on itself.
        memo: Answers by given arguments.
    """

    __slots__ = ("memo", "number", "pattern", "recursive", "relation")

    def __init__(self, number: int, relation: Relation, pattern: Pattern, recursive: bool) -> None:
        self.number = number
        self.relation = relation
        self.pattern = pattern
        self.recursive = recursive
        self.memo: dict[Any, Any] = {}

    @property
    def existence(self) -> bool:
        """Whether only the truth is asked."""
        return ASKED not in self.pattern

    @property
    def given(self) -> list[str]:
        """Names of its parameters."""
        return [f"a{place}" for place, mark in enumerate(self.pattern) if mark == GIVEN]


class Host(Protocol):
    """What the writer needs of the compiler."""

    def function(self, relation: Relation, pattern: Pattern) -> Function:
        """The function that answers a kind of question."""

    def static_table(self, relation: Relation, pattern: Pattern) -> tuple[str, Any]:
        """Name and value of the table that answers a kind of question about a relation that never changes."""

    def bound(self, relation: Relation, pattern: Pattern) -> tuple[str, list[int]] | None:
        """Name of a set that holds certain arguments of every question that may have an answer, and their places."""

    def state_index(self, relation: Relation, bound: tuple[int, ...]) -> str:
        """Name of an index of the state's facts."""

    def method(self, table: str) -> str:
        """Name of the method ``get`` of a table."""

    def is_kept(self, relation: Relation) -> bool:
        """Whether a relation is answered from tables."""

    def is_same_component(self, relation: Relation, other: Relation) -> bool:
        """Whether two relations depend on each other."""

    def wants_tick(self, atoms: list[Atom], bound: set[str]) -> bool:
        """Whether a join may take so long that the clock has to be looked at."""

    def new_piece(self) -> str:
        """The name of a new function that is a part of another."""

    def add_function(self, header: str, body: Block, end: str) -> None:
        """Take in a whole function."""


class Scope:
    """Where code is being written.

    Args:
        names: Python text of each bound variable.
        body: The atoms in order.
        wanted: What the answer consists of.
        success: Writes what happens with an answer.
        relation: The relation whose clause it is.
        existence: Whether the first answer ends the function.
        sink: Name of what ``success`` uses besides variables; empty if there is none.
        recursion: Writes a question about a relation of the same component; None if it is an ordinary call.
        copied: Names and arities of the facts that some answer of the function repeats as they are.
    """

    def __init__(
        self,
        names: dict[str, str],
        body: list[Atom],
        wanted: tuple[Term, ...],
        success: Callable[[Block, Scope], None],
        relation: Relation,
        existence: bool,
        sink: str = "",
        recursion: Callable[[Block, Scope, int], None] | None = None,
        copied: frozenset[Relation] = frozenset(),
    ) -> None:
        self.names = names
        self.body = body
        self.wanted = wanted
        self.success = success
        self.relation = relation
        self.existence = existence
        self.sink = sink
        self.recursion = recursion
        self.copied = copied
        self.facts: dict[Term, str] = {}
        """Names of facts of the state that are at hand whole."""
        self.loops = 0
        self.loops_before_last_answer: int | None = None

    def inner(self, names: dict[str, str]) -> Scope:
        """The same in another function, in which no fact is at hand whole, and so none is copied."""
        return Scope(
            names, self.body, self.wanted, self.success, self.relation, self.existence, self.sink, self.recursion
        )

    def is_bound(self, term: Term) -> bool:
        """Whether all variables of a term have a value."""
        return all(name in self.names for name in variables(term))

    def needed_from(self, place: int) -> set[str]:
        """Variables that the answer or an atom from a place on needs."""
        needed = {name for term in self.wanted for name in variables(term)}
        return needed.union(*(atom.names for atom in self.body[place:]))

    def marks(self, atom: Atom, after: set[str]) -> Pattern:
        """How an atom's relation is asked about."""
        marks: list[Any] = []
        for place, term in enumerate(atom.arguments):
            if is_ground(term):
                marks.append(Constant(term))
            elif self.is_bound(term):
                marks.append(GIVEN)
            elif not is_variable(term) or term in after:
                marks.append(ASKED)
            else:
                others = [other for number, other in enumerate(atom.arguments) if number != place]
                marks.append(ASKED if term in set(variables(("", *others))) else UNUSED)
        return tuple(marks)
