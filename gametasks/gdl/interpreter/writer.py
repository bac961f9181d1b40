"""Python text for one kind of question: nested loops over what satisfies the atoms of each clause."""

from __future__ import annotations

from gametasks.gdl.interpreter.analysis import LEGAL, Atom, Source
from gametasks.gdl.interpreter.block import Block
from gametasks.gdl.interpreter.rules import ASKED, GIVEN, Pattern
from gametasks.gdl.interpreter.scope import Host, Scope
from gametasks.gdl.interpreter.static import Functional
from gametasks.gdl.terms import Term, is_variable

__all__ = ["arguments_text", "build", "tuple_text", "write_body", "write_match"]

_MOST_LOOPS = 10
"""Loops within each other in one function; Python takes 20."""

_MOST_INDENT = 60
"""Blocks within each other in one function; Python takes 100."""


def write_body(host: Host, block: Block, scope: Scope, place: int) -> None:
    """Write the code for the atoms from a place on, and for the answer behind them."""
    if place == len(scope.body):
        scope.success(block, scope)
        if scope.loops_before_last_answer is not None and scope.loops == scope.loops_before_last_answer + 1:
            block.line("break")
        return
    if _is_cut(host, block, scope, place):
        return
    inner = _write_atom(host, block, scope, place)
    if inner is not None:
        write_body(host, inner, scope, place + 1)


def _write_atom(host: Host, block: Block, scope: Scope, place: int) -> Block | None:
    """Write the code for one atom; gives the block behind it, or None if all that follows is written."""
    atom = scope.body[place]
    if atom.source is Source.COMPARISON:
        first, second = (build(term, scope.names) for term in atom.arguments)
        return block.test(f"{first} {'!=' if atom.positive else '=='} {second}")
    if not atom.positive:
        return block.test(f"not {_existence(host, block, scope, atom)}")
    if atom.source is Source.STATE:
        return _write_state(host, block, scope, atom, place)
    if atom.source is Source.MOVES:
        return _write_moves(block, scope, atom)
    return _write_relation(host, block, scope, atom, place)


def _write_relation(host: Host, block: Block, scope: Scope, atom: Atom, place: int) -> Block | None:
    """Write the code for a condition that rules or facts of the description answer."""
    if host.is_kept(atom.relation):
        return _write_static(host, block, scope, atom, place)
    if scope.recursion is not None and host.is_same_component(scope.relation, atom.relation):
        scope.recursion(block, scope, place)
        return None
    marks = scope.marks(atom, scope.needed_from(place + 1))
    block = _write_bound(host, block, scope, atom, marks)
    answers = _write_call(host, block, scope, atom, marks)
    if ASKED not in marks:
        return block.test(answers)
    free = [term for term, mark in zip(atom.arguments, marks, strict=True) if mark == ASKED]
    return _write_loop(host, block, scope, free, answers, place)


def _is_cut(host: Host, block: Block, scope: Scope, place: int) -> bool:
    """Go on in a function of its own if that saves work, or if Python's limits of nesting are near."""
    if (
        not scope.existence
        and scope.recursion is None
        and scope.loops_before_last_answer is None
        and all(map(scope.is_bound, scope.wanted))
    ):
        # Only whether the rest holds matters from here on.
        rest = scope.body[place:]
        binding = [atom for atom in rest if atom.positive and not atom.names <= scope.names.keys()]
        scope.loops_before_last_answer = scope.loops
        if len(binding) > 1:
            scope.success(block.test(_write_piece(host, scope, rest)), scope)
            return True
    if scope.loops < _MOST_LOOPS and block.depth <= _MOST_INDENT:
        return False
    needed = scope.needed_from(place)
    bound = [name for name in scope.names if name in needed]
    inner = scope.inner({name: f"a{number}" for number, name in enumerate(bound)})
    sinks = [scope.sink] if scope.sink else []
    piece = host.new_piece()
    header = f"def {piece}({', '.join([*sinks, *inner.names.values()])}):"
    text = Block()
    write_body(host, text, inner, place)
    host.add_function(header, text, "return False")
    call = f"{piece}({', '.join([*sinks, *(scope.names[name] for name in bound)])})"
    if scope.existence and scope.recursion is None:
        block.test(call).line("return True")
    else:
        block.line(call)
    return True


def _write_piece(host: Host, scope: Scope, body: list[Atom]) -> str:
    """A function of its own for whether a conjunction has an answer; gives the call."""
    used = {name for atom in body for name in atom.names}
    bound = [name for name in scope.names if name in used]
    piece = host.new_piece()
    inner = Scope(
        {name: f"a{number}" for number, name in enumerate(bound)}, body, (), _return_true, scope.relation, True
    )
    header = f"def {piece}({', '.join(inner.names.values())}):"
    text = Block()
    write_body(host, text, inner, 0)
    host.add_function(header, text, "return False")
    return f"{piece}({', '.join(scope.names[name] for name in bound)})"


def _return_true(block: Block, scope: Scope) -> None:
    block.line("return True")


def write_match(block: Block, scope: Scope, term: Term, value: str) -> Block:
    """Write the test that a value has the form of a term, and bind the term's variables; gives the block behind it."""
    if isinstance(term, str) and is_variable(term) and term not in scope.names:
        scope.names[term] = value
        return block
    if scope.is_bound(term):
        return block.test(f"{value} == {build(term, scope.names)}")
    block = block.test(f"{value}.__class__ is tuple and len({value}) == {len(term)} and {value}[0] == {term[0]!r}")
    for part, inner in zip(block.parts(value, len(term) - 1, True), term[1:], strict=True):
        block = write_match(block, scope, inner, part)
    return block


def _write_loop(
    host: Host, block: Block, scope: Scope, terms: list[Term], rows: str, place: int, fact: Term | None = None
) -> Block:
    """Write a loop over rows; where the fact that they come from is given, a row is a pair of a key and that."""
    private = scope.loops_before_last_answer == scope.loops
    scope.loops += 1
    tick = ""
    if host.wants_tick(scope.body[place:], set(scope.names)):
        tick = "tick(len(out))" if scope.sink == "out" else "tick()"
    targets, block = block.loop(rows, len(terms), private, tick, fact is not None)
    if fact is not None:
        scope.facts[fact] = targets[-1]
    for term, target in zip(terms, targets, strict=fact is None):
        block = write_match(block, scope, term, target)
    return block


def _write_state(host: Host, block: Block, scope: Scope, atom: Atom, place: int) -> Block | None:
    """Write the code for a condition on the state; gives the block behind it, or None if all is said."""
    if all(map(scope.is_bound, atom.arguments)):
        return block.test(f"{_state_fact(atom, scope.names)} in S")
    if atom.relation == ("", 1):
        return _write_loop(host, block, scope, [atom.arguments[0]], "S", place)
    bound = tuple(number for number, term in enumerate(atom.arguments) if scope.is_bound(term))
    free = [term for number, term in enumerate(atom.arguments) if number not in bound]
    rows = host.state_index(atom.relation, bound)
    if bound:
        key = tuple_text([build(atom.arguments[number], scope.names) for number in bound])
        rows = f"{host.method(rows)}({key}, N)"
    if atom.relation not in scope.copied:
        return _write_loop(host, block, scope, free, rows, place)
    fact: Term = (atom.relation[0], *atom.arguments)
    if scope.sink == "out" and scope.wanted == (fact,) and place == len(scope.body) - 1 and _are_free(free):
        block.line(f"out.update({rows}.values())")
        return None
    return _write_loop(host, block, scope, free, f"{rows}.items()", place, fact)


def _are_free(terms: list[Term]) -> bool:
    """Whether terms without a value stand for any values at all."""
    return all(map(is_variable, terms)) and len(set(terms)) == len(terms)


def _write_moves(block: Block, scope: Scope, atom: Atom) -> Block:
    role, move = atom.arguments
    if scope.is_bound(role):
        target = block.value(f"D.get({build(role, scope.names)})")
        if is_variable(move) and move not in scope.names:
            block = block.test(f"{target} is not None")
        return write_match(block, scope, move, target)
    private = scope.loops_before_last_answer == scope.loops
    (player, target), block = block.loop("D.items()", 2, private, "")
    scope.loops += 1
    return write_match(write_match(block, scope, role, player), scope, move, target)


def _write_static(host: Host, block: Block, scope: Scope, atom: Atom, place: int) -> Block:
    marks = scope.marks(atom, scope.needed_from(place + 1))
    if ASKED not in marks:
        return block.test(_static_test(host, scope, atom, marks))
    name, table = host.static_table(atom.relation, marks)
    free = [term for term, mark in zip(atom.arguments, marks, strict=True) if mark == ASKED]
    key = _given_text(scope, atom, marks)
    if key is None:
        return _write_loop(host, block, scope, free, name, place)
    if not isinstance(table, Functional):
        return _write_loop(host, block, scope, free, f"{host.method(name)}({key}, E)", place)
    target = block.value(f"{host.method(name)}({key})")
    block = block.test(f"{target} is not None")
    targets = block.parts(target, len(free)) if len(free) > 1 else (target,)
    for term, part in zip(free, targets, strict=True):
        block = write_match(block, scope, term, part)
    return block


def _static_test(host: Host, scope: Scope, atom: Atom, marks: Pattern) -> str:
    key = _given_text(scope, atom, marks)
    name, table = host.static_table(atom.relation, marks)
    return str(bool(table)) if key is None else f"({key} in {name})"


def _existence(host: Host, block: Block, scope: Scope, atom: Atom) -> str:
    """An expression that is true where an atom has an answer, whatever its unbound variables are."""
    if atom.source is Source.STATE and all(map(scope.is_bound, atom.arguments)):
        return f"({_state_fact(atom, scope.names)} in S)"
    marks = scope.marks(atom, set())
    if atom.source is Source.RULES and ASKED not in marks:
        if host.is_kept(atom.relation):
            return _static_test(host, scope, atom, marks)
        return _write_call(host, block, scope, atom, marks)
    return _write_piece(host, scope, [atom._replace(positive=True)])


def _write_call(host: Host, block: Block, scope: Scope, atom: Atom, marks: Pattern) -> str:
    """Write a question to another function; gives the name of the answer."""
    function = host.function(atom.relation, marks)
    # The function may generalise a constant.
    pairs = zip(atom.arguments, function.pattern, strict=True)
    given = [build(term, scope.names) for term, mark in pairs if mark == GIVEN]
    number = function.number
    if host.is_same_component(scope.relation, atom.relation):
        # A term may grow from question to question.
        given = [f"check_depth({text})" if text.startswith("(") else text for text in given]
    key = given[0] if len(given) == 1 else block.value(tuple_text(given)) if given else "()"
    call = f"({', '.join(given)})"
    if not function.recursive:
        otherwise = f"if @ is None: @ = m{number}[{key}] = f{number}{call}"
    elif host.is_same_component(scope.relation, atom.relation):
        otherwise = f"if @ is None: @ = r{number}{call}\nelif @ is OPEN: raise Circle"
    else:
        otherwise = f"if @ is None: @ = f{number}{call}"
    answers = block.value(f"g{number}({key})", otherwise)
    if function.pattern == (GIVEN, ASKED) and atom.relation == LEGAL and scope.is_bound(atom.arguments[1]):
        return f"({build(atom.arguments[1], scope.names)} in {answers})"
    return answers


def _write_bound(host: Host, block: Block, scope: Scope, atom: Atom, marks: Pattern) -> Block:
    """Write the test whether a question can have an answer in any state; gives the block behind it."""
    if host.is_same_component(scope.relation, atom.relation) and (scope.existence or ASKED in marks):
        # A search that goes on: where it began, there was an answer to be hoped for.
        return block
    found = host.bound(atom.relation, marks)
    if found is None:
        return block
    table, places = found
    return block.test(f"({tuple_text([build(atom.arguments[place], scope.names) for place in places])} in {table})")


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
