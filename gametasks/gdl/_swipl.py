"""A game as a Prolog program: the yardstick of speed, and an engine that shares no code with ours.

The translation is direct: a clause for each rule, its conditions in the order in which they were written. Only what
is negated may wait, until its variables are bound, because not before that is Prolog's negation that of GDL.
Relations that depend on themselves are tabled. The facts of the state and the moves are asserted.
"""

from __future__ import annotations

from collections.abc import Iterator
import os
from gametasks.gdl.description import Game, Rule
from gametasks.gdl.terms import Term, arguments, functor, is_variable, signature, variables

__all__ = ["translate"]

FLAT = os.environ.get("FLAT") == "1"

_DRIVER = """
initial(Facts) :- findall(F, r_init(F), Fs), sort(Fs, Facts).

legal_moves([], []).
legal_moves([R|Rs], [Ms|Mss]) :- findall(M, r_legal(R, M), L), sort(L, Ms), legal_moves(Rs, Mss).

draw_all([], []).
draw_all([Ms|Mss], [M|Moves]) :- length(Ms, N), N > 0, I is random(N), nth0(I, Ms, M), draw_all(Mss, Moves).

set_state(Facts) :- clear, store_all(Facts).
store_all([]).
store_all([F|Fs]) :- store(F), store_all(Fs).

set_moves(Moves) :- roles(Roles), retractall(r_does(_, _)), set_each(Roles, Moves).
set_each([], []).
set_each([R|Rs], [M|Ms]) :- assertz(r_does(R, M)), set_each(Rs, Ms).

next_state(Facts) :- findall(F, r_next(F), Fs), sort(Fs, Facts).

playout(Step, Step) :- max_steps(Step), !.
playout(Step, Step) :- r_terminal, !.
playout(Step, Steps) :-
    roles(Roles), legal_moves(Roles, Legal), draw_all(Legal, Moves), !,
    set_moves(Moves), forget_moves, next_state(Facts),
    set_state(Facts), forget_state, Next is Step + 1, playout(Next, Steps).
playout(Step, Step).

measure(Seconds) :-
    initial(Facts), statistics(cputime, Start), measure(Facts, Start, Seconds, 0).
measure(Facts, Start, Seconds, States) :-
    set_state(Facts), forget_state, playout(0, Steps), Total is States + Steps,
    statistics(cputime, Now), Spent is Now - Start,
    (   Spent < Seconds, Steps > 0
    ->  measure(Facts, Start, Seconds, Total)
    ;   format("~w ~w~n", [Total, Spent])
    ).
"""


def translate(game: Game, max_steps: int = 500) -> str:
    """A game, and a driver that plays it at random, as one Prolog program.

    Args:
        game: The game.
        max_steps: Joint moves after which a playout ends.
    """
    return "".join(_lines(game, max_steps))


def _lines(game: Game, max_steps: int) -> Iterator[str]:
    rules: dict[tuple[str, int], list[Rule]] = {}
    for rule in game.rules:
        rules.setdefault(signature(rule.head), []).append(rule)
    calls = {head: {signature(atom) for rule in group for atom in _atoms(rule.body)} for head, group in rules.items()}
    needed = {("init", 1), ("next", 1), ("legal", 2), ("terminal", 0), ("does", 2)}.union(*calls.values())
    yield ":- set_prolog_flag(optimise, true).\n:- style_check(-singleton).\n"
    for name, count in sorted(needed - set(rules) - {("true", 1)}):
        yield f":- dynamic {_relation(name)}/{count}.\n"
    tabled = sorted(head for head in rules if head in _reached(calls, head))
    for name, count in tabled:
        yield f":- table {_relation(name)}/{count}.\n"
    for group in rules.values():
        for rule in group:
            yield _clause(rule)
    if FLAT:
      fluents = sorted({signature(f) for f in _fluents(game) if not is_variable(functor(f))})
      yield f":- dynamic {', '.join(f'{_flat(name)}/{count}' for name, count in fluents)}.\n"
      for name, count in fluents:
        parameters = [f"A{i}" for i in range(count)]
        whole, stored = _call(_quote(name), parameters), _call(_flat(name), parameters)
        yield f"store({whole}) :- assertz({stored}).\n"
      for name, count in fluents:
        parameters = [f"A{i}" for i in range(count)]
        whole, stored = _call(_quote(name), parameters), _call(_flat(name), parameters)
        yield f"r_true({whole}) :- {stored}.\n"
      for name, count in fluents:
        yield f"clear :- retractall({_call(_flat(name), ['_'] * count)}), fail.\n"
      yield "clear.\n"
    else:
      yield ":- dynamic r_true/1.\n store(F) :- assertz(r_true(F)).\n clear :- retractall(r_true(_)).\n"
    forget = "abolish_all_tables" if tabled else "true"
    yield f"forget_state :- {forget}.\nforget_moves :- {forget}.\n"
    yield f"roles([{', '.join(_term(role) for role in game.roles)}]).\n"
    yield f"max_steps({max_steps}).\n"
    yield _DRIVER

def _flat(name): return _quote("t_" + name)
def _call(name: str, parameters) -> str:
    return f"{name}({', '.join(parameters)})" if parameters else name

def _fluents(game):
    for rule in game.rules:
        if signature(rule.head) in {("init", 1), ("next", 1)}:
            yield rule.head[1]
        for a in _atoms(rule.body):
            if signature(a) == ("true", 1):
                yield a[1]

def _clause(rule: Rule) -> str:
    if not rule.body:
        return f"{_atom(rule.head)}.\n"
    return f"{_atom(rule.head)} :- {_conjunction(rule.body, set())}.\n"


def _conjunction(conditions: tuple[Term, ...], bound: set[str]) -> str:
    """Conditions in their order, but for what has to wait until other conditions have bound its variables."""
    waiting = list(conditions)
    done: list[str] = []
    bound = set(bound)
    while waiting:
        can_be_bound = bound.union(*(_binds(condition) for condition in waiting))
        ready = (c for c in waiting if not (_needs(c) & can_be_bound) - bound)
        chosen = next(ready, waiting[0])
        waiting.remove(chosen)
        done.append(_goal(chosen, bound))
        bound |= _binds(chosen)
    return ", ".join(done)


def _goal(condition: Term, bound: set[str]) -> str:
    name, parts = functor(condition), arguments(condition)
    if name == "not":
        return f"\\+ ({_goal(parts[0], bound)})"
    if name == "and":
        return f"({_conjunction(parts, bound)})"
    if name == "or":
        return f"({' ; '.join(_goal(part, bound) for part in parts)})"
    if name == "distinct":
        return f"{_term(parts[0])} \\== {_term(parts[1])}"
    return _atom(condition)


def _binds(condition: Term) -> set[str]:
    """The variables that are bound once a condition holds."""
    name, parts = functor(condition), arguments(condition)
    if name in {"not", "distinct"}:
        return set()
    if name == "and":
        return set().union(*map(_binds, parts))
    if name == "or":
        return set.intersection(*map(_binds, parts))
    return set(variables(condition))


def _needs(condition: Term) -> set[str]:
    """The variables that should be bound before a condition is asked."""
    name, parts = functor(condition), arguments(condition)
    if name in {"not", "distinct"}:
        return set(variables(condition))
    if name == "and":
        return set().union(*map(_needs, parts)) - _binds(condition)
    if name == "or":
        return set().union(*(_needs(part) - _binds(part) for part in parts))
    return set()


def _atoms(body: tuple[Term, ...]) -> Iterator[Term]:
    """The atoms of a body, whatever stands around them."""
    for condition in body:
        if functor(condition) in {"not", "and", "or"}:
            yield from _atoms(arguments(condition))
        elif functor(condition) != "distinct":
            yield condition


def _reached(calls: dict[tuple[str, int], set[tuple[str, int]]], start: tuple[str, int]) -> set[tuple[str, int]]:
    """The relations that the rules of a relation lead to."""
    reached: set[tuple[str, int]] = set()
    waiting = [start]
    while waiting:
        for called in calls.get(waiting.pop(), set()) - reached:
            reached.add(called)
            waiting.append(called)
    return reached


def _relation(name: str) -> str:
    """The prefix keeps a game's relations apart from Prolog's own."""
    return _quote("r_" + name)


def _atom(atom: Term) -> str:
    if FLAT and signature(atom) == ("true", 1) and not is_variable(functor(atom[1])):
        f = atom[1]
        return _call(_flat(functor(f)), [_term(a) for a in arguments(f)])
    parts = arguments(atom)
    name = _relation(functor(atom))
    return f"{name}({', '.join(map(_term, parts))})" if parts else name


def _term(term: Term) -> str:
    if not isinstance(term, str):
        return f"{_quote(functor(term))}({', '.join(map(_term, term[1:]))})"
    # A variable may hold any character; those that Prolog's may not are written as their number.
    if is_variable(term):
        return "V" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in term[1:])
    return _quote(term)


def _quote(name: str) -> str:
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
