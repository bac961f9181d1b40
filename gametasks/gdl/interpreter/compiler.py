"""Compiles the rules of a game to Python functions, one for each kind of question that is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gametasks.gdl.interpreter.analysis import Atom, Definition, Relation, Source
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.budget import Budget, deep_stack
from gametasks.gdl.interpreter.growth import Growth
from gametasks.gdl.interpreter.knowledge import Knowledge
from gametasks.gdl.interpreter.plan import Planner
from gametasks.gdl.interpreter.questions import Questions
from gametasks.gdl.interpreter.recursion import OPEN, Circle, Component
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, Pattern, specialised
from gametasks.gdl.interpreter.scope import Function, Scope
from gametasks.gdl.interpreter.state import StateStore
from gametasks.gdl.interpreter.writer import (
    arguments_text,
    build,
    tuple_text,
    write_body,
    write_match,
)
from gametasks.gdl.terms import Term, is_ground, variables

__all__ = ["Compiler"]

_LONG_JOIN = 2_000.0
"""Estimated rows of a join from which on the clock is looked at."""

_ROWS_PER_TICK = 20.0
"""Estimated rows for each look."""


class Compiler(Questions):
    """Compiles questions about the relations of a game.

    Args:
        knowledge: What is known of the game.
        budget: Limits.
        store: Facts of the state.
        careful: Whether the clock is looked at in every loop.
    """

    def __init__(self, knowledge: Knowledge, budget: Budget, store: StateStore, careful: bool = False) -> None:
        super().__init__(knowledge, store)
        analysis, extensions = knowledge.analysis, knowledge.extensions
        self._sizes = knowledge.sizes
        self._budget = budget
        self._growth = Growth(analysis)
        self._careful = careful
        self._planner = Planner(
            knowledge.sizes,
            lambda atom: atom.source is Source.RULES and not self.is_kept(atom.relation),
            self.clauses,
            lambda relation, atom: atom.source is Source.RULES and analysis.same_component(relation, atom.relation),
            lambda atom: extensions.values(atom.relation, atom.arguments) if atom.source is Source.RULES else {},
        )
        self._components: dict[int, Component] = {}
        self._lines: list[str] = []
        self._pieces = 0
        self.namespace |= {
            "OPEN": OPEN, "Circle": Circle, "tick": budget.tick, "count": budget.count,
            "check_depth": budget.check_depth,
        }  # fmt: skip

    # What the writer asks for -------------------------------------------------------------------------------------

    def is_same_component(self, relation: Relation, other: Relation) -> bool:
        """Whether two relations depend on each other."""
        return self._analysis.same_component(relation, other)

    def wants_tick(self, atoms: list[Atom], bound: set[str]) -> bool:
        """Whether a join may take so long that the clock has to be looked at, in its first loop."""
        if self._careful:
            return True
        rows: list[float] = []
        for atom in atoms:
            if atom.positive and atom.source is not Source.COMPARISON:
                if not atom.names <= bound:
                    answers = self._sizes.answers(atom, dict.fromkeys(bound, 0.0), {})
                    rows.append(max(answers, 1_000.0) if atom.relation in self._analysis.recursive else answers)
                bound |= atom.names
        inner, deeper = 1.0, 1.0
        for place, answers in enumerate(reversed(rows)):
            if place < len(rows) - 1:
                inner *= max(answers, 1.0)
            if place < len(rows) - 2:
                deeper *= max(answers, 1.0)
        return (
            bool(rows) and len(rows) > 1 and inner * rows[0] >= _LONG_JOIN and inner >= _ROWS_PER_TICK and deeper < 1e4
        )

    def new_piece(self) -> str:
        """The name of a new function that is a part of another."""
        self._pieces += 1
        return f"p{self._pieces}"

    def add_function(self, header: str, body: Block, end: str) -> None:
        """Take in a whole function."""
        self._lines += [header, *body.text(), f" {end}"]

    # Questions ----------------------------------------------------------------------------------------------------

    def question(self, relation: Relation, pattern: Pattern) -> Callable[..., Any]:
        """A Python function that answers a kind of question, given the bound arguments in order.

        It gives whether there is an answer if none is asked for, else the values of the arguments asked for: as
        they are if it is one, as tuples if there are more.
        """
        name = f"f{self.function(relation, pattern).number}"
        self.flush()
        namespace, budget = self.namespace, self._budget

        def ask(*arguments: Term) -> Any:
            budget.start_call()
            while True:
                try:
                    return namespace[name](*arguments)
                except Circle:
                    self.bend()
                    self.forget()
                except RecursionError:
                    bent = self.bend()
                    self.forget()
                    if not bent:
                        # A long chain of rules, not of facts.
                        return self._ask_deeply(name, arguments)
                except BaseException:
                    self.forget()
                    raise

        return ask

    def _ask_deeply(self, name: str, arguments: tuple[Term, ...]) -> Any:
        try:
            with deep_stack(self._budget):
                return self.namespace[name](*arguments)
        except BaseException:
            self.forget()
            raise

    def flush(self) -> None:
        """Compile what was asked for so far."""
        while self._queue:
            self._write(self._queue.pop())
        if self._lines:
            text = "\n".join(self._lines)
            self._lines = []
            exec(compile(text, f"<rules of {self._analysis.game.name}>", "exec"), self.namespace)

    def clauses(self, relation: Relation) -> list[Definition]:
        """The clauses of a relation; its facts are one clause over a relation of their own."""
        clauses = self._own.get(relation, [])
        facts = self._analysis.facts.get(relation)
        if not facts:
            return clauses
        hidden = (relation[0] + " facts", relation[1])
        if hidden not in self._extensions:
            self._extensions.keep(hidden, tuple(facts))
            self._sizes.know(hidden, facts)
        head: tuple[Term, ...] = tuple(f"?{place}" for place in range(relation[1]))
        return [Definition(head, (Atom(Source.RULES, hidden, head),), self._analysis.game.rules[0]), *clauses]

    def ordered(self, relation: Relation, body: tuple[Atom, ...], bound: set[str]) -> list[Atom]:
        """The order in which the body of a clause is worked through."""
        return self._planner.order(relation, body, bound)

    def _write(self, function: Function) -> None:
        number, block = function.number, Block()
        if function.recursive:
            block.line(f"key = {tuple_text(function.given)}")
            block.line(f"m{number}[key] = OPEN")
        if not function.existence:
            block.line("out = set()")
        sink = "out" if not function.existence else "key" if function.recursive else ""

        def found(inner: Block, scope: Scope) -> None:
            if not function.existence:
                inner.line(f"out.add({tuple_text([self._checked(term, scope) for term in scope.wanted])})")
                return
            if function.recursive:
                inner.line(f"m{number}[key] = True")
            inner.line("return True")

        self._write_clauses(function, block, found, sink)
        if not function.existence:
            block.line("if len(out) > 99: count(len(out))")
        if function.recursive:
            block.line(f"m{number}[key] = {'False' if function.existence else 'out'}")
        name = f"r{number}" if function.recursive else f"f{number}"
        end = "return False" if function.existence else "return out"
        self.add_function(f"def {name}({', '.join(function.given)}):", block, end)
        if function.recursive:
            self._lines.append(f"f{number} = r{number}")
            self._enter(function)

    def _write_clauses(
        self,
        function: Function,
        block: Block,
        found: Callable[[Block, Scope], None],
        sink: str,
        recursion: Callable[[Block, Scope, int], None] | None = None,
    ) -> None:
        copied = frozenset(relation for clause in self.clauses(function.relation) for relation in _copied(clause))
        for clause in self.clauses(function.relation):
            self._budget.look_at_opening()
            special = specialised(clause, function.pattern)
            if special is None:
                continue
            wanted = tuple(term for term, mark in zip(special.head, function.pattern, strict=True) if mark == ASKED)
            scope = Scope({}, [], wanted, found, function.relation, function.existence, sink, recursion, copied)
            inner = block
            for place, (term, mark) in enumerate(zip(special.head, function.pattern, strict=True)):
                if mark == GIVEN:
                    inner = write_match(inner, scope, term, f"a{place}")
            scope.body = self.ordered(function.relation, special.body, set(scope.names))
            write_body(self, inner, scope, 0)

    def _checked(self, term: Term, scope: Scope) -> str:
        """An expression for a part of an answer, which may grow from answer to answer, or from state to state."""
        if term in scope.facts:
            # As it stands in the state before: no new tuple is made, and the next difference of states is quick.
            return scope.facts[term]
        text = build(term, scope.names)
        if is_ground(term):
            return text
        if scope.relation == ("next", 1):
            return f"check_depth({text})" if self._growth.is_possible(term, scope.body) else text
        deep = not isinstance(term, str) and scope.relation in self._analysis.recursive
        return f"check_depth({text})" if deep else text

    # Recursion ----------------------------------------------------------------------------------------------------

    def _enter(self, function: Function) -> None:
        """Decide what others call to ask about a recursive relation.

        As long as no question depends on itself, plain recursion is fastest; if one does, or Python's stack is too
        small, the component works with tables.
        """
        number = self._analysis.component[function.relation]
        component = self._components.get(number)
        if component is None:
            component = self._components[number] = Component(self._budget, self._begin)
        self.namespace[f"solve{number}"] = component.solve
        if not component.straight:
            given = function.given
            call = f"solve{number}({function.number}, {tuple_text(given)}, {arguments_text(given)})"
            self._lines += [f"def f{function.number}({', '.join(given)}):", f" return {call}"]

    def bend(self) -> bool:
        """Let the components that were at work when a circle was met work with tables; whether there was one."""
        found = False
        for function in self._by_number:
            if function.recursive and any(answers is OPEN for answers in function.memo.values()):
                number = self._analysis.component[function.relation]
                if self._components[number].straight:
                    self._components[number].straight = False
                    found = True
        for function in self._by_number:
            if function.recursive and not self._components[self._analysis.component[function.relation]].straight:
                self._enter(function)
        self.flush()
        return found

    def _begin(self, number: int) -> tuple[dict[Any, Any], Callable[..., None], bool]:
        """The function that begins a table, see ``Component``."""
        function = self._by_number[number]
        self._write_with_tables(function)
        self.flush()
        return function.memo, self.namespace[f"s{number}"], function.existence

    def _write_with_tables(self, function: Function) -> None:
        component = self._analysis.component[function.relation]
        self.namespace[f"emit{component}"] = self._components[component].emit
        self.namespace[f"consume{component}"] = self._components[component].consume
        block = Block()

        def found(inner: Block, scope: Scope) -> None:
            answer = "True" if function.existence else tuple_text([self._checked(term, scope) for term in scope.wanted])
            inner.line(f"emit{component}(t, {answer})")
            if function.existence:
                inner.line("return")

        self._write_clauses(function, block, found, "t", self._write_continuation)
        self.add_function(f"def s{function.number}({', '.join(['t', *function.given])}):", block, "return")

    def _write_continuation(self, block: Block, scope: Scope, place: int) -> None:
        """Ask a question of the same component, and go on in a function of its own for each of its answers."""
        atom = scope.body[place]
        function = self.function(atom.relation, scope.marks(atom, scope.needed_from(place + 1)))
        pairs = list(zip(atom.arguments, function.pattern, strict=True))
        given = [build(term, scope.names) for term, mark in pairs if mark == GIVEN]
        free = [term for term, mark in pairs if mark == ASKED]
        needed = scope.needed_from(place + 1) | {name for term in free for name in variables(term)}
        carried = [name for name in scope.names if name in needed]
        piece = self.new_piece()
        component = self._analysis.component[scope.relation]
        environment = arguments_text([scope.names[name] for name in carried])
        block.line(
            f"consume{component}({function.number}, {tuple_text(given)}, {arguments_text(given)}, "
            f"{piece}, t, {environment})"
        )
        inner = scope.inner({name: f"a{number}" for number, name in enumerate(carried)})
        text = Block()
        if scope.existence:
            text.line("if t.answers: return")
        if carried:
            text.line(f"{arguments_text(list(inner.names.values()))} = e")
        targets = text.parts("r", len(free)) if len(free) > 1 else ("r",) * len(free)
        after = text
        for term, target in zip(free, targets, strict=True):
            after = write_match(after, inner, term, target)
        write_body(self, after, inner, place + 1)
        self.add_function(f"def {piece}(t, e, r):", text, "return")


def _copied(clause: Definition) -> Iterator[Relation]:
    """The facts of the state that a clause repeats as they are."""
    for atom in clause.body:
        if atom.source is Source.STATE and atom.positive and (atom.relation[0], *atom.arguments) in clause.head:
            yield atom.relation
