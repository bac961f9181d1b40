"""The Python module that is generated for a game: one function for each query, the tables they read, and their names.

A query is a relation with a binding pattern. These names occur in the generated code:

- ``f3(a0, …)``: the function of query 3, its bound arguments as parameters; ``r3``: the same by plain recursion, and
  ``s3(t, …)``: the same by tabling, where a relation is recursive; ``p7``: a function that is a part of another.
- ``m3``: the memo of query 3, a dictionary from bound arguments to answers; ``g3``: its method ``get``.
- ``t5``: an index of a materialised relation, or the instances of a clause; ``i5``: an index of the state's facts;
  ``q5``: method ``get`` of one.
- ``S``: the facts of the state; ``D``: the move of each role; ``E``: the empty set.
- ``A``: the atoms that are assumed, see ``assumptions``.
- ``v1``: local variables; ``out``: the answers; ``key``: the bound arguments as they stand in the memo.
"""

from __future__ import annotations

from itertools import compress
from typing import Any

from gametasks.gdl.interpreter.analysis import LEGAL, LiteralKind, Relation, Volatility
from gametasks.gdl.interpreter.binding import BOUND, DONT_CARE, FREE, BindingPattern, Constant
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.state_store import StateStore
from gametasks.gdl.machine import GameState
from gametasks.gdl.terms import Term

__all__ = ["QueryFunction", "QueryModule"]

_MOST_SPECIALISED = 24
"""Queries about one relation whose binding patterns hold constants."""

_MOST_ROLES = 4
"""Roles up to which each gets a function of its own for its legal moves."""

_MOST_SELECTIVITY = 0.5
"""Selectivity of a relaxed relation beyond which it is not worth a lookup."""


class QueryFunction:
    """The generated function of a query.

    Attributes:
        number: The query's number, part of the names of everything that belongs to it.
        relation: The relation.
        pattern: The binding pattern.
        recursive: Whether the relation depends on itself.
        memo: Answers by bound arguments, see ``is_boolean``.
    """

    __slots__ = ("memo", "number", "pattern", "recursive", "relation")

    def __init__(self, number: int, relation: Relation, pattern: BindingPattern, recursive: bool) -> None:
        self.number = number
        self.relation = relation
        self.pattern = pattern
        self.recursive = recursive
        self.memo: dict[Any, Any] = {}

    @property
    def is_boolean(self) -> bool:
        """Whether no argument is free, so that the answer is a truth value instead of a collection of rows."""
        return FREE not in self.pattern

    @property
    def parameters(self) -> list[str]:
        """Names of its parameters: the bound arguments."""
        return [f"a{position}" for position, mode in enumerate(self.pattern) if mode == BOUND]


class QueryModule:
    """The module under construction; every function, table and index is made once.

    Args:
        database: The game.
        always_tick: Whether every loop reports ticks, because no statistics are known yet.

    Attributes:
        legal_by_role: Whether the legal moves of each role have a function of their own, since there are few roles and
            no rule asks for the moves of any.
        namespace: The module's names with their values.
        functions: All functions by their numbers.
        memos: The memos of the queries about relations of each volatility.
    """

    def __init__(self, database: Database, always_tick: bool = False) -> None:
        self.database = database
        self.always_tick = always_tick
        self.legal_by_role = (
            not always_tick
            and len(database.analysis.game.roles) <= _MOST_ROLES
            and not any(
                literal.relation == LEGAL and literal.kind is LiteralKind.RELATION
                for clauses in database.clauses.values()
                for clause in clauses
                for literal in clause.body
            )
        )
        self.store = StateStore()
        self.functions: list[QueryFunction] = []
        self.memos: dict[Volatility, list[dict[Any, Any]]] = {volatility: [] for volatility in Volatility}
        self.moves: dict[Term, Term] = {}
        self.namespace: dict[str, Any] = {
            "S": frozenset(),
            "A": frozenset(),
            "D": self.moves,
            "E": frozenset(),
            "compress": compress,
        }
        self._by_query: dict[tuple[Relation, BindingPattern], QueryFunction] = {}
        self._specialised: dict[Relation, int] = {}
        self._unwritten: list[QueryFunction] = []
        self._names: dict[Any, str] = {}
        self._parts = 0
        self._lines: list[str] = []

    # State --------------------------------------------------------------------------------------------------------

    def load(self, state: GameState) -> None:
        """Make a state the current one. Memos are not cleared."""
        self.store.load(state)
        self.namespace["S"] = state

    def clear_memos(self) -> None:
        """Drop all answers, unfinished ones among them."""
        for memos in self.memos.values():
            for memo in memos:
                memo.clear()

    # Names --------------------------------------------------------------------------------------------------------

    def function(self, relation: Relation, pattern: BindingPattern) -> QueryFunction:
        """The function that answers a query; its binding pattern may be more general than what was asked for."""
        recursive = relation in self.database.analysis.recursive
        pattern = self._generalise(relation, pattern, recursive)
        function = self._by_query.get((relation, pattern))
        if function is None:
            number = len(self.functions)
            function = self._by_query[relation, pattern] = QueryFunction(number, relation, pattern, recursive)
            self.functions.append(function)
            self._unwritten.append(function)
            self.memos[self.database.analysis.volatility_of(relation)].append(function.memo)
            self.namespace[f"m{number}"] = function.memo
            self.namespace[f"g{number}"] = function.memo.get
        return function

    def _generalise(self, relation: Relation, pattern: BindingPattern, recursive: bool) -> BindingPattern:
        if relation == LEGAL and pattern[0] not in {FREE, DONT_CARE}:
            # All legal moves are computed anyway.
            return (pattern[0] if self.legal_by_role else BOUND), FREE
        if any(isinstance(mode, Constant) for mode in pattern) and (relation, pattern) not in self._by_query:
            specialised = self._specialised.get(relation, 0)
            if recursive or specialised >= _MOST_SPECIALISED:
                return tuple(BOUND if isinstance(mode, Constant) else mode for mode in pattern)
            self._specialised[relation] = specialised + 1
        return pattern

    def index(self, relation: Relation, pattern: BindingPattern) -> tuple[str, Any]:
        """Name and value of the index of a materialised relation, see ``Extensions.index``."""
        index = self.database.index(relation, pattern)
        return self._name("t", (relation, pattern), index), index

    def state_index(self, relation: Relation, bound: tuple[int, ...]) -> str:
        """Name of an index of the state's facts by the arguments in some positions."""
        return self._name("i", (relation, bound), self.store.index(relation, bound))

    def getter(self, index: str) -> str:
        """Name of the method ``get`` of an index."""
        return self._name("q", index, self.namespace[index].get)

    def relaxed_index(self, relation: Relation, pattern: BindingPattern) -> tuple[str, list[int]] | None:
        """Name of a set of keys among which those of every query with an answer are, and the positions of the key.

        None if there is no relaxed relation, or if it would let most queries of this pattern through.
        """
        relaxed = self.database.relaxed.get(relation)
        if relaxed is None:
            return None
        # Any value of a free argument will do.
        own = tuple([DONT_CARE if pattern[at] == FREE else pattern[at] for at in relaxed.positions])
        bound = [position for position in relaxed.positions if pattern[position] == BOUND]
        if not bound or self.database.extensions.selectivity(relaxed.relation, own) > _MOST_SELECTIVITY:
            return None
        return self.index(relaxed.relation, own)[0], bound

    def table(self, value: Any) -> str:
        """Name of a new table."""
        return self._name("t", len(self._names), value)

    def part_name(self) -> str:
        """The name of a new function that is a part of another."""
        self._parts += 1
        return f"p{self._parts}"

    def _name(self, kind: str, identity: Any, value: Any) -> str:
        name = self._names.get((kind, identity))
        if name is None:
            name = self._names[kind, identity] = f"{kind}{len(self._names)}"
            self.namespace[name] = value
        return name

    # Code ---------------------------------------------------------------------------------------------------------

    def next_unwritten(self) -> QueryFunction | None:
        """A function that was asked for and is still to be written; None if there is none."""
        return self._unwritten.pop() if self._unwritten else None

    def add_function(self, header: str, body: Block, end: str) -> None:
        """Add a function: its first line, what stands below, and its last statement."""
        self._lines += [header, *body.text(), f" {end}"]

    def add_lines(self, lines: list[str]) -> None:
        """Add statements of the module."""
        self._lines += lines

    def execute(self) -> None:
        """Compile and execute what was added since the last time."""
        if self._lines:
            text = "\n".join(self._lines)
            self._lines = []
            exec(compile(text, f"<rules of {self.database.analysis.game.name}>", "exec"), self.namespace)
