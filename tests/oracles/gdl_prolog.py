"""SWI-Prolog as a reasoner that shares no code with the engines: random playouts that it chooses and writes down."""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.gdl.description import Game
from gametasks.gdl.machine import Machine
from gametasks.gdl.prolog.swipl import answer_of
from gametasks.gdl.prolog.translation import translate
from gametasks.gdl.reader import read_terms
from gametasks.gdl.terms import Term, show

_WALK = r"""
% Random playouts written down: lines of a word and terms in prefix notation.

walk(Seed, States) :- set_random(seed(Seed)), initial(Facts), walk_on(States, Facts).
walk_on(0, _) :- !.
walk_on(N, Facts) :- set_state(Facts), line(state, Facts), M is N - 1, walk_step(Next), !, walk_on(M, Next).
walk_step(Next) :- r_terminal, !, writeln(terminal), initial(Next).
walk_step(Next) :-
    roles(Roles), legal_moves(Roles, Legal), forall(member(Ms, Legal), line(legal, Ms)),
    (   draw_all(Legal, Moves)
    ->  line(moves, Moves), set_moves(Moves), next_state(Next), line(next, Next)
    ;   initial(Next)
    ).

line(Word, Terms) :- write(Word), forall(member(T, Terms), (write(' '), prefix(T))), nl.
prefix(T) :- atom(T), !, write(T).
prefix(T) :- T =.. [F|As], write('('), write(F), forall(member(A, As), (write(' '), prefix(A))), write(')').
"""


def differences(
    game: Game, machine: Machine, *, states: int = 50, seed: int = 1, own_relations: bool = False, patience: float = 5.0
) -> list[str]:
    """What SWI-Prolog and a machine see differently on random playouts that SWI-Prolog chooses.

    Args:
        game: The game.
        machine: An engine for it.
        states: States to compare, each with its legal moves and the state that follows.
        seed: Seed of SWI-Prolog's choices.
        own_relations: As in ``Translation``.
        patience: Wall seconds after which the process is stopped; with tables it gets more.

    Raises:
        GdlError: SWI-Prolog is not installed, or cannot play the game.
        GdlLimitError: It was stopped.
    """
    answer = answer_of(
        game.name, lambda how: translate(game, how) + _WALK, own_relations, f"walk({seed}, {states})", patience
    )
    found: list[str] = []
    state = machine.initial()
    legal: list[tuple[Term, ...]] = []
    moves: tuple[Term, ...] = ()
    for word, terms in _answers(answer):
        if word == "state":
            state, legal = frozenset(terms), []
        elif word == "legal":
            legal.append(terms)
        elif word == "moves":
            moves = terms
            ours = machine.legal(state)
            for role, mine, theirs in zip(game.roles, ours, legal, strict=True):
                found += _unequal(f"legal moves of {show(role)} in {_facts(state)}", set(mine), set(theirs))
            if machine.terminal(state):
                found.append(f"only ours is terminal: {_facts(state)}")
        elif word == "next":
            found += _unequal(f"after {_facts(moves)} in {_facts(state)}", set(machine.next(state, moves)), set(terms))
        elif word == "terminal" and not machine.terminal(state):
            found.append(f"only theirs is terminal: {_facts(state)}")
    return found


def _unequal(what: str, ours: set[Term], theirs: set[Term]) -> list[str]:
    if ours == theirs:
        return []
    return [f"{what}: only ours {_facts(ours - theirs) or 'none'}, only theirs {_facts(theirs - ours) or 'none'}"]


def _facts(terms: frozenset[Term] | set[Term] | tuple[Term, ...]) -> str:
    return " ".join(sorted(map(show, terms)))


def _answers(text: str) -> Iterator[tuple[str, tuple[Term, ...]]]:
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        yield word, read_terms(rest, "swipl")
