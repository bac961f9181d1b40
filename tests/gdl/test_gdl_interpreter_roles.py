"""Clauses about any role, which the interpreter compiles for each: the same answers as the plain reasoner."""

import pytest

from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reference.reasoner import ReferenceMachine

RULES = """
(n 1) (n 2) (n 3) (succ 1 2) (succ 2 3)
(<= (init (at ?x free)) (n ?x)) (init (step 1))
(<= (legal ?r (take ?x)) (role ?r) (n ?x) (not (owns ?r ?x)))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?x ?r)) (does ?r (take ?x)))
(<= (next (at ?x ?c)) (true (at ?x ?c)) (not (taken ?x)))
(<= (taken ?x) (does ?r (take ?x)))
(<= (owns ?r ?x) (true (at ?x ?r)))
(<= (owns ?r ?x) (true (at ?x free)) (true (at 1 ?r)))
(<= (rich ?r) (role ?r) (owns ?r ?x) (owns ?r ?y) (distinct ?x ?y))
(<= (beside ?r ?s) (role ?r) (role ?s) (owns ?r ?x) (owns ?s ?y) (succ ?x ?y))
(<= (same ?r ?r) (role ?r) (owns ?r 1))
(<= (next (met ?r ?s)) (beside ?r ?s) (role ?s) (not (same ?r ?s)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (role ?r) (rich ?r) (not (same ?r ?r)))
(<= terminal (true (step 3)))
(<= (goal ?r 1) (role ?r) (rich ?r))
(<= (goal ?r 0) (role ?r) (not (rich ?r)))
"""


@pytest.mark.parametrize("roles", ["(role a)", "(role a) (role b)", "(role a) (role b) (role c) (role d) (role e)"])
@pytest.mark.parametrize(
    "asked", ["", "(<= (next (free ?r)) (role ?r) (legal ?r (take 1)))", "(<= (next w) (legal b stay))"]
)
def test_every_role_has_its_moves_and_facts(roles, asked):
    game = parse_game(f"{roles} {RULES} {asked}")
    machine, plain = Interpreter(game), ReferenceMachine(game)
    for word in start_words(5, 2).tolist():
        for step in play(machine, word, 4):
            assert machine.legal(step.state) == plain.legal(step.state)
            assert machine.terminal(step.state) == plain.terminal(step.state)
            assert machine.goals(step.state) == plain.goals(step.state)
            if step.moves is not None:
                assert machine.next(step.state, step.moves) == plain.next(step.state, step.moves)


def test_goals_are_compiled_when_they_are_asked_for():
    """An exponential search for goals costs nothing before; what is legal and what follows is answered without it."""
    game = parse_game(f"(role a) {RULES}")
    machine = Interpreter(game)
    state = machine.next(machine.initial(), ("stay",))
    assert "_goals" not in vars(machine)
    assert machine.goals(state) == ((0,),)
    assert "_goals" in vars(machine)
