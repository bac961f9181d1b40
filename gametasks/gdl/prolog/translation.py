"""A game as a Prolog program, which shares no code with the engines.

The translation is direct: a clause for each rule, its conditions in the order in which they were written. Only what
is negated may wait, until its variables are bound, because not before that is Prolog's negation that of GDL. The
facts of the state and the moves are asserted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gametasks.gdl._graphs import reachable
from gametasks.gdl.description import CONNECTIVES, Game, Rule
from gametasks.gdl.terms import Term, arguments, functor, is_variable, signature, variables

__all__ = ["Translation", "translate"]


@dataclass(frozen=True)
class Translation:
    """The choices that a translator has.

    Attributes:
        own_relations: Whether ``(true (cell 1 1 b))`` becomes a fact of a relation ``cell``, whose arguments Prolog
            indexes well, rather than of the one relation ``true``.
        tabled: Whether relations that depend on themselves are tabled. Most published games recur downwards, so that
            Prolog needs no tables and is faster without; others never end without them.
    """

    own_relations: bool = False
    tabled: bool = False


_DRIVER = r"""
% The game as a state machine.

initial(Facts) :- findall(F, r_init(F), Fs), sort(Fs, Facts).

legal_moves([], []).
legal_moves([R|Rs], [Ms|Mss]) :- findall(M, r_legal(R, M), L), sort(L, Ms), legal_moves(Rs, Mss).

next_state(Facts) :- findall(F, r_next(F), Fs), sort(Fs, Facts).

set_state(Facts) :- clear, store_all(Facts), forget.
store_all([]).
store_all([F|Fs]) :- store(F), store_all(Fs).

set_moves(Moves) :- roles(Roles), retractall(r_does(_, _)), set_each(Roles, Moves), forget.
set_each([], []).
set_each([R|Rs], [M|Ms]) :- assertz(r_does(R, M)), set_each(Rs, Ms).

draw_all([], []).
draw_all([Ms|Mss], [M|Moves]) :- length(Ms, N), N > 0, I is random(N), nth0(I, Ms, M), draw_all(Mss, Moves).

% Random playouts against the clock; statistics/2 gives the CPU time of this process.

measure(Seconds) :-
    initial(Facts), statistics(cputime, Start), End is Start + Seconds, nb_setval(end, End),
    rounds(Facts, States), statistics(cputime, Now), Spent is Now - Start,
    format("~w ~w~n", [States, Spent]).

rounds(Facts, States) :- rounds(Facts, 0, States).
rounds(Facts, Before, States) :-
    set_state(Facts), playout(0, Steps), After is Before + Steps,
    (   (Steps =:= 0 ; time_is_up) -> States = After ; rounds(Facts, After, States) ).

playout(Step, Step) :- max_steps(Step), !.
playout(Step, Step) :- Step /\ 15 =:= 15, time_is_up, !.
playout(Step, Step) :- r_terminal, !.
playout(Step, Steps) :-
    roles(Roles), legal_moves(Roles, Legal), draw_all(Legal, Moves), !,
    set_moves(Moves), next_state(Facts), set_state(Facts), Next is Step + 1, playout(Next, Steps).
playout(Step, Step).

time_is_up :- statistics(cputime, Now), nb_getval(end, End), Now >= End.
"""


def translate(game: Game, how: Translation = Translation(), max_steps: int = 500) -> str:
    """A game, and a driver that plays it at random, as the text of one program.

    The goal ``measure(Seconds)`` plays for some seconds of CPU time and prints how many states it visited and the time
    that it took.

    Args:
        game: The game.
        how: The choices of the translation.
        max_steps: Joint moves after which a playout ends.
    """
    return "".join(_lines(game, how, max_steps))


def _lines(game: Game, how: Translation, max_steps: int) -> Iterator[str]:
    rules: dict[tuple[str, int], list[Rule]] = {}
    for rule in game.rules:
        rules.setdefault(signature(rule.head), []).append(rule)
    calls = {head: {signature(atom) for rule in group for atom in _atoms(rule.body)} for head, group in rules.items()}
    needed = {("init", 1), ("next", 1), ("legal", 2), ("terminal", 0), ("does", 2)}.union(*calls.values())
    yield ":- set_prolog_flag(optimise, true).\n:- style_check(-singleton).\n"
    for name, count in sorted(needed - set(rules) - {("true", 1)}):
        yield f":- dynamic {_relation(name)}/{count}.\n"
    tabled = sorted(
        head for head in rules if how.tabled and head in reachable((head,), lambda relation: calls.get(relation, ()))
    )
    for name, count in tabled:
        yield f":- table {_relation(name)}/{count}.\n"
    yield f"forget :- {'abolish_all_tables' if tabled else 'true'}.\n"
    yield f"max_steps({max_steps}).\nroles([{', '.join(_term(role) for role in game.roles)}]).\n"
    yield from _storage(game) if how.own_relations else (_ONE_RELATION,)
    for group in rules.values():
        for rule in group:
            body = f" :- {_conjunction(rule.body, set(), how)}" if rule.body else ""
            yield f"{_atom(rule.head, how)}{body}.\n"
    yield _DRIVER


_ONE_RELATION = """:- dynamic r_true/1.
store(F) :- assertz(r_true(F)).
clear :- retractall(r_true(_)).
"""


def _storage(game: Game) -> Iterator[str]:
    """Clauses that keep each kind of fact in a relation of its own."""
    kinds = dict.fromkeys(signature(fact) for fact in _facts(game) if not is_variable(functor(fact)))
    stores, reads, clears = [], [], []
    for name, count in kinds:
        parameters = [f"A{i}" for i in range(count)]
        whole, stored = _compound(_quote(name), parameters), _compound(_fluent(name), parameters)
        yield f":- dynamic {_fluent(name)}/{count}.\n"
        stores.append(f"store({whole}) :- !, assertz({stored}).\n")
        reads.append(f"r_true({whole}) :- {stored}.\n")
        clears.append(f"clear :- retractall({_compound(_fluent(name), ['_'] * count)}), fail.\n")
    yield from (*stores, "store(F) :- throw(no_relation_for(F)).\n", *reads, *clears, "clear.\n")


def _facts(game: Game) -> Iterator[Term]:
    """What may be a fact of a state, as far as the heads of the rules tell."""
    for rule in game.rules:
        if signature(rule.head) in {("init", 1), ("next", 1)}:
            yield rule.head[1]
        yield from (atom[1] for atom in _atoms(rule.body) if signature(atom) == ("true", 1))


def _conjunction(conditions: tuple[Term, ...], bound: set[str], how: Translation) -> str:
    """Conditions in their order, but for what has to wait until other conditions have bound its variables."""
    waiting = list(conditions)
    goals: list[str] = []
    bound = set(bound)
    while waiting:
        bindable = bound.union(*(_binds(condition) for condition in waiting))
        ready = (condition for condition in waiting if not (_needs(condition) & bindable) - bound)
        chosen = next(ready, waiting[0])
        waiting.remove(chosen)
        goals.append(_goal(chosen, bound, how))
        bound |= _binds(chosen)
    return ", ".join(goals)


def _goal(condition: Term, bound: set[str], how: Translation) -> str:
    name, parts = functor(condition), arguments(condition)
    if name == "not":
        return f"\\+ ({_goal(parts[0], bound, how)})"
    if name == "and":
        return f"({_conjunction(parts, bound, how)})"
    if name == "or":
        return f"({' ; '.join(_goal(part, bound, how) for part in parts)})"
    if name == "distinct":
        return f"{_term(parts[0])} \\== {_term(parts[1])}"
    return _atom(condition, how)


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


def _atoms(conditions: tuple[Term, ...]) -> Iterator[Term]:
    """The atoms of some conditions, whatever stands around them."""
    for condition in conditions:
        if functor(condition) in CONNECTIVES:
            yield from _atoms(arguments(condition))
        elif functor(condition) != "distinct":
            yield condition


def _atom(atom: Term, how: Translation) -> str:
    name, parts = functor(atom), arguments(atom)
    if how.own_relations and signature(atom) == ("true", 1) and not is_variable(functor(parts[0])):
        return _compound(_fluent(functor(parts[0])), [_term(part) for part in arguments(parts[0])])
    return _compound(_relation(name), [_term(part) for part in parts])


def _term(term: Term) -> str:
    if not isinstance(term, str):
        return _compound(_quote(functor(term)), [_term(part) for part in term[1:]])
    if is_variable(term):
        # Characters that Prolog's variables may not hold are written as their numbers.
        return "V" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c)}_" for c in term[1:])
    return _quote(term)


def _compound(name: str, parts: list[str]) -> str:
    return f"{name}({', '.join(parts)})" if parts else name


def _relation(name: str) -> str:
    """The prefixes keep a game's relations apart from Prolog's own and from each other."""
    return _quote(f"r_{name}")


def _fluent(name: str) -> str:
    return _quote(f"t_{name}")


def _quote(name: str) -> str:
    return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"
