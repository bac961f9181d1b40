"""Python text for one kind of question: nested loops over what satisfies the atoms of each clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gametasks.gdl._interpreter_analysis import Atom, Definition, Relation, Source
from gametasks.gdl._interpreter_rules import ASKED, GIVEN, UNUSED, Constant, Pattern
from gametasks.gdl._interpreter_static import Functional
from gametasks.gdl.terms import Term, is_ground, is_variable, variables

__all__ = ["Function", "Host", "Scope", "arguments_text", "build", "tuple_text", "write_body", "write_match"]

_MOST_LOOPS = 10
"""Loops within each other in one function; Python takes 20."""

_MOST_INDENT = 60
"""Blocks within each other in one function; Python takes 100."""


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

    def add_text(self, lines: list[str]) -> None:
        """Take in a whole function."""


class Scope:
    """Where code is being written.

    Args:
        names: Python text of each bound variable.
        body: The atoms in order.
        wanted: What the answer consists of.
        success: Writes what happens with an answer, at an indentation; gives whether the function was left.
        relation: The relation whose clause it is.
        existence: Whether the first answer ends the function.
        sink: Name of what ``success`` uses besides variables; empty if there is none.
        recursion: Writes a question about a relation of the same component; None if it is an ordinary call.
    """

    def __init__(
        self,
        names: dict[str, str],
        body: list[Atom],
        wanted: tuple[Term, ...],
        success: Callable[[list[str], int, Scope], None],
        relation: Relation,
        existence: bool,
        sink: str = "",
        recursion: Callable[[list[str], int, Scope, int], None] | None = None,
        counter: list[int] | None = None,
    ) -> None:
        self.names = names
        self.body = body
        self.wanted = wanted
        self.success = success
        self.relation = relation
        self.existence = existence
        self.sink = sink
        self.recursion = recursion
        self.loops = 0
        self.loops_before_last_answer: int | None = None
        self._counter = counter if counter is not None else [0]

    def inner(self, names: dict[str, str]) -> Scope:
        """The same in another function."""
        return Scope(
            names, self.body, self.wanted, self.success, self.relation, self.existence, self.sink, self.recursion
        )

    def fresh(self) -> str:
        """A new local name."""
        self._counter[0] += 1
        return f"v{self._counter[0]}"

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


def write_body(host: Host, lines: list[str], indent: int, scope: Scope, place: int) -> None:
    """Write the code for the atoms from a place on, and for the answer behind them."""
    if place == len(scope.body):
        space = " " * indent
        scope.success(lines, indent, scope)
        if scope.loops_before_last_answer is not None and scope.loops == scope.loops_before_last_answer + 1:
            lines.append(f"{space}break")
        return
    if _is_cut(host, lines, indent, scope, place):
        return
    atom = scope.body[place]
    after = scope.needed_from(place + 1)
    space = " " * indent
    if atom.source is Source.COMPARISON:
        first, second = (build(term, scope.names) for term in atom.arguments)
        lines.append(f"{space}if {first} {'!=' if atom.positive else '=='} {second}:")
        indent += 1
    elif not atom.positive:
        lines.append(f"{space}if not {_existence(host, lines, indent, scope, atom)}:")
        indent += 1
    elif atom.source is Source.STATE:
        indent = _write_state(host, lines, indent, scope, atom, place)
    elif atom.source is Source.MOVES:
        indent = _write_moves(host, lines, indent, scope, atom)
    elif host.is_kept(atom.relation):
        indent = _write_static(host, lines, indent, scope, atom, after, place)
    elif scope.recursion is not None and host.is_same_component(scope.relation, atom.relation):
        scope.recursion(lines, indent, scope, place)
        return
    else:
        marks = scope.marks(atom, after)
        answers = _write_call(host, lines, indent, scope, atom, marks)
        if ASKED in marks:
            free = [term for term, mark in zip(atom.arguments, marks, strict=True) if mark == ASKED]
            indent = _write_loop(host, lines, indent, scope, free, answers, place)
        else:
            lines.append(f"{space}if {answers}:")
            indent += 1
    write_body(host, lines, indent, scope, place + 1)


def _is_cut(host: Host, lines: list[str], indent: int, scope: Scope, place: int) -> bool:
    """Go on in a function of its own if that saves work, or if Python's limits of nesting are near."""
    space = " " * indent
    rest = scope.body[place:]
    too_deep = scope.loops >= _MOST_LOOPS or indent > _MOST_INDENT
    if (
        not scope.existence
        and scope.recursion is None
        and scope.loops_before_last_answer is None
        and all(map(scope.is_bound, scope.wanted))
    ):
        # Only whether the rest holds matters from here on.
        binding = [atom for atom in rest if atom.positive and not atom.names <= scope.names.keys()]
        scope.loops_before_last_answer = scope.loops
        if len(binding) > 1:
            call = _write_piece(host, scope, rest)
            lines.append(f"{space}if {call}:")
            scope.success(lines, indent + 1, scope)
            return True
    if too_deep:
        needed = scope.needed_from(place)
        bound = [name for name in scope.names if name in needed]
        inner = scope.inner({name: f"a{number}" for number, name in enumerate(bound)})
        sinks = [scope.sink] if scope.sink else []
        piece = host.new_piece()
        text = [f"def {piece}({', '.join([*sinks, *inner.names.values()])}):"]
        write_body(host, text, 1, inner, place)
        text.append(" return False")
        host.add_text(text)
        call = f"{piece}({', '.join([*sinks, *(scope.names[name] for name in bound)])})"
        leaves = scope.existence and scope.recursion is None
        lines.append(f"{space}if {call}: return True" if leaves else f"{space}{call}")
    return too_deep


def _write_piece(host: Host, scope: Scope, body: list[Atom]) -> str:
    """A function of its own for whether a conjunction has an answer; gives the call."""
    used = {name for atom in body for name in atom.names}
    bound = [name for name in scope.names if name in used]
    piece = host.new_piece()
    inner = Scope(
        {name: f"a{number}" for number, name in enumerate(bound)}, body, (), _return_true, scope.relation, True
    )
    text = [f"def {piece}({', '.join(inner.names.values())}):"]
    write_body(host, text, 1, inner, 0)
    text.append(" return False")
    host.add_text(text)
    return f"{piece}({', '.join(scope.names[name] for name in bound)})"


def _return_true(lines: list[str], indent: int, scope: Scope) -> None:
    lines.append(f"{' ' * indent}return True")


def write_match(lines: list[str], indent: int, scope: Scope, term: Term, value: str) -> int:
    """Write the test that a value has the form of a term, and bind the term's variables; gives the indentation."""
    space = " " * indent
    if isinstance(term, str) and is_variable(term) and term not in scope.names:
        scope.names[term] = value
        return indent
    if scope.is_bound(term):
        lines.append(f"{space}if {value} == {build(term, scope.names)}:")
        return indent + 1
    lines.append(f"{space}if {value}.__class__ is tuple and len({value}) == {len(term)} and {value}[0] == {term[0]!r}:")
    indent += 1
    parts = [scope.fresh() for _ in term[1:]]
    lines.append(f"{' ' * indent}_, {', '.join(parts)} = {value}")
    for part, inner in zip(parts, term[1:], strict=True):
        indent = write_match(lines, indent, scope, inner, part)
    return indent


def _write_loop(
    host: Host, lines: list[str], indent: int, scope: Scope, terms: list[Term], rows: str, place: int
) -> int:
    targets = [scope.fresh() for _ in terms]
    scope.loops += 1
    lines.append(f"{' ' * indent}for {', '.join(targets)} in {rows}:")
    indent += 1
    if host.wants_tick(scope.body[place:], set(scope.names)):
        lines.append(f"{' ' * indent}tick()")
    for term, target in zip(terms, targets, strict=True):
        indent = write_match(lines, indent, scope, term, target)
    return indent


def _write_state(host: Host, lines: list[str], indent: int, scope: Scope, atom: Atom, place: int) -> int:
    if all(map(scope.is_bound, atom.arguments)):
        lines.append(f"{' ' * indent}if {_state_fact(atom, scope.names)} in S:")
        return indent + 1
    if atom.relation == ("", 1):
        return _write_loop(host, lines, indent, scope, [atom.arguments[0]], "S", place)
    bound = tuple(number for number, term in enumerate(atom.arguments) if scope.is_bound(term))
    free = [term for number, term in enumerate(atom.arguments) if number not in bound]
    rows = host.state_index(atom.relation, bound)
    if bound:
        key = tuple_text([build(atom.arguments[number], scope.names) for number in bound])
        rows = f"{host.method(rows)}({key}, E)"
    return _write_loop(host, lines, indent, scope, free, rows, place)


def _write_moves(host: Host, lines: list[str], indent: int, scope: Scope, atom: Atom) -> int:
    role, move = atom.arguments
    target = scope.fresh()
    if scope.is_bound(role):
        lines.append(f"{' ' * indent}{target} = D.get({build(role, scope.names)})")
        if is_variable(move) and move not in scope.names:
            lines.append(f"{' ' * indent}if {target} is not None:")
            indent += 1
        return write_match(lines, indent, scope, move, target)
    player = scope.fresh()
    lines.append(f"{' ' * indent}for {player}, {target} in D.items():")
    scope.loops += 1
    indent = write_match(lines, indent + 1, scope, role, player)
    return write_match(lines, indent, scope, move, target)


def _write_static(
    host: Host, lines: list[str], indent: int, scope: Scope, atom: Atom, after: set[str], place: int
) -> int:
    space = " " * indent
    marks = scope.marks(atom, after)
    if ASKED not in marks:
        lines.append(f"{space}if {_static_test(host, scope, atom, marks)}:")
        return indent + 1
    name, table = host.static_table(atom.relation, marks)
    free = [term for term, mark in zip(atom.arguments, marks, strict=True) if mark == ASKED]
    key = _given_text(scope, atom, marks)
    if key is None:
        return _write_loop(host, lines, indent, scope, free, name, place)
    if not isinstance(table, Functional):
        return _write_loop(host, lines, indent, scope, free, f"{host.method(name)}({key}, E)", place)
    target = scope.fresh()
    lines += [f"{space}{target} = {host.method(name)}({key})", f"{space}if {target} is not None:"]
    indent += 1
    targets = [target]
    if len(free) > 1:
        targets = [scope.fresh() for _ in free]
        lines.append(f"{' ' * indent}{', '.join(targets)} = {target}")
    for term, part in zip(free, targets, strict=True):
        indent = write_match(lines, indent, scope, term, part)
    return indent


def _static_test(host: Host, scope: Scope, atom: Atom, marks: Pattern) -> str:
    key = _given_text(scope, atom, marks)
    name, table = host.static_table(atom.relation, marks)
    return str(bool(table)) if key is None else f"({key} in {name})"


def _existence(host: Host, lines: list[str], indent: int, scope: Scope, atom: Atom) -> str:
    """An expression that is true where an atom has an answer, whatever its unbound variables are."""
    if atom.source is Source.STATE and all(map(scope.is_bound, atom.arguments)):
        return f"({_state_fact(atom, scope.names)} in S)"
    marks = scope.marks(atom, set())
    if atom.source is Source.RULES and ASKED not in marks:
        if host.is_kept(atom.relation):
            return _static_test(host, scope, atom, marks)
        return _write_call(host, lines, indent, scope, atom, marks)
    return _write_piece(host, scope, [atom._replace(positive=True)])


def _write_call(host: Host, lines: list[str], indent: int, scope: Scope, atom: Atom, marks: Pattern) -> str:
    """Write a question to another function; gives the name of the answer."""
    function = host.function(atom.relation, marks)
    # The function may generalise a constant.
    given = [
        build(term, scope.names)
        for term, mark in zip(atom.arguments, function.pattern, strict=True)
        if mark == GIVEN
    ]
    target, space, number = scope.fresh(), " " * indent, function.number
    simple = len(given) == 1
    key = given[0] if simple else scope.fresh()
    if not simple:
        lines.append(f"{space}{key} = {tuple_text(given)}")
    lines.append(f"{space}{target} = g{number}({key})")
    call = f"({', '.join(given)})"
    if not function.recursive:
        lines.append(f"{space}if {target} is None: {target} = m{number}[{key}] = f{number}{call}")
    elif host.is_same_component(scope.relation, atom.relation):
        lines.append(f"{space}if {target} is None: {target} = r{number}{call}")
        lines.append(f"{space}elif {target} is OPEN: raise Circle")
    else:
        lines.append(f"{space}if {target} is None: {target} = f{number}{call}")
    return target


def _state_fact(atom: Atom, names: dict[str, str]) -> str:
    if atom.relation == ("", 1):
        return build(atom.arguments[0], names)
    name = atom.relation[0]
    return build((name, *atom.arguments) if atom.arguments else name, names)


def _given_text(scope: Scope, atom: Atom, marks: Pattern) -> str | None:
    parts = [build(term, scope.names) for term, mark in zip(atom.arguments, marks, strict=True) if mark == GIVEN]
    return tuple_text(parts) if parts else None


def build(term: Term, names: dict[str, str]) -> str:
    """An expression for a term all of whose variables are bound."""
    if isinstance(term, str):
        return names[term] if is_variable(term) else repr(term)
    return f"({', '.join(build(part, names) for part in term)})"


def tuple_text(parts: list[str]) -> str:
    """One value as it is, none or several as a tuple."""
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"


def arguments_text(parts: list[str]) -> str:
    """A tuple, whatever its length."""
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


