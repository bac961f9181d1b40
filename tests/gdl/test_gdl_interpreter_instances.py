"""Clauses whose instances are listed when a game is opened: the interpreter against the plain reasoner."""

import pytest

from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter import clause_code
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reference.reasoner import ReferenceMachine

BOARD = """
(role a) (role b) (index 1) (index 2) (index 3) (index 4) (succ 1 2) (succ 2 3) (succ 3 4) (pair (p 1 2)) (pair (p 3 4))
(<= (init (cell ?x ?y blank)) (index ?x) (index ?y)) (init (step 1)) (init odd)
(<= (next (cell ?x ?y ?r)) (does ?r (mark ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (marked ?x ?y)))
(<= (marked ?x ?y) (does ?r (mark ?x ?y)))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= (next odd) (not (true odd)))
(<= (legal ?r (mark ?x ?y)) (role ?r) (index ?x) (index ?y) (true (cell ?x ?y blank)) (not (hit ?r ?x ?y)))
(<= (legal ?r stay) (role ?r))
(<= (hit ?r ?x ?y) (role ?r) (index ?x) (index ?y) (true (cell ?x ?y ?r)))
(<= terminal (line ?r))
(<= terminal (true (step 4)))
(<= (goal ?r 100) (role ?r) (line ?r))
(<= (goal ?r 0) (role ?r) (not (line ?r)))
"""

BODIES = {
    "facts that are needed": "(succ ?x ?y) (true (cell ?x ?y ?r))",
    "facts that are excluded": "(succ ?x ?y) (not (true (cell ?x ?y blank)))",
    "both": "(succ ?x ?y) (succ ?y ?z) (true (cell ?x ?y ?r)) (not (true (cell ?y ?z ?r)))",
    "a fact that is both": "(succ ?x ?y) (true (cell ?x ?y ?r)) (not (true (cell ?x ?y ?r)))",
    "a joined condition and its negation": "(index ?x) (index ?y) (not (succ ?x ?y)) (true (cell ?x ?y ?r))",
    "terms that differ": "(index ?x) (index ?y) (distinct ?x ?y) (true (cell ?x ?y ?r)) (true (cell ?y ?x blank))",
    "terms that are equal": "(index ?x) (index ?y) (not (distinct ?x ?y)) (true (cell ?x ?y ?r))",
    "a part of a term": "(pair (p ?x ?y)) (true (cell ?x ?y ?r))",
    "what is the same in all": "(true odd) (succ ?x ?y) (true (cell ?x ?y ?r)) (not (true (step 1)))",
    "a fact without variables alone": "(index ?x) (true odd) (not (true (step 3)))",
    "nothing that can hold": "(succ ?x ?x) (true (cell ?x ?x ?r))",
    "a variable that no static relation binds": "(index ?x) (true (cell ?x ?y ?r))",
    "a variable below not alone": "(index ?x) (not (true (cell ?x ?other ?r)))",
    "the whole fact": "(index ?x) (true (cell ?x ?x ?r)) (true ?fact)",
}


def assert_equal(game):
    machine, plain = Interpreter(game), ReferenceMachine(game)
    for word in start_words(4, 1).tolist():
        for step in play(machine, word, 5):
            assert machine.legal(step.state) == plain.legal(step.state)
            assert machine.terminal(step.state) == plain.terminal(step.state)
            assert machine.goals(step.state) == plain.goals(step.state)
            if step.moves is not None:
                assert machine.next(step.state, step.moves) == plain.next(step.state, step.moves)


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
@pytest.mark.parametrize("role", ["(role ?r)", "(role ?r) (distinct ?r b)"])
def test_what_an_instance_may_need(body, role):
    assert_equal(parse_game(f"{BOARD} (<= (line ?r) {role} {body})"))


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_answers_of_instances(body):
    rules = f"(<= (line a) (found 2 ?y a) (found ?x ?y a)) (<= (found ?x (q ?x ?r) ?r) (role ?r) {body})"
    assert_equal(parse_game(f"{BOARD} {rules} (<= (next (seen ?z)) (found ?x ?z b)) (<= (next many) (found 1 ?z ?r))"))


def test_instances_are_listed(monkeypatch):
    """Otherwise the tests above would not say what their titles say."""
    listed = []
    written = clause_code.write_instances
    monkeypatch.setattr(clause_code, "write_instances", lambda *given: (listed.append(given), written(*given)))
    Interpreter(parse_game(f"{BOARD} (<= (line ?r) (role ?r) {BODIES['both']} (true odd))"))
    lines = [instances for *_, instances, _ in listed if len(instances.tests) == 1]
    assert sum(len(own) for instances in lines for own in instances.by_key.values()) >= 2
    assert all(len(one.needed) == len(one.excluded) == 1 for own in lines[0].by_key.values() for one in own)


def test_a_game_with_many_instances_opens_quickly():
    """The rows that are looked at to list instances are bounded, and the join takes over."""
    index = " ".join(f"(n {number})" for number in range(60))
    game = parse_game(
        f"(role r) {index} (init (c 1 2)) (legal r go) (<= (next ?f) (true ?f)) "
        "(<= terminal (n ?x) (n ?y) (n ?z) (n ?u) (true (c ?x ?y)) (true (c ?z ?u)) (distinct ?x ?z))"
    )
    assert not Interpreter(game).terminal(frozenset({("c", "1", "2")}))
    assert Interpreter(game).terminal(frozenset({("c", "1", "2"), ("c", "2", "2")}))
