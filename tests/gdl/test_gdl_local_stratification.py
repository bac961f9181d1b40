"""Relations that depend on their own negation play where no atom does, and are refused alike where one does."""

from __future__ import annotations

import pytest

from gametasks.errors import GdlError
from gametasks.gdl.checker.check import Code, Severity, check_game, check_play
from gametasks.gdl.description import parse_game
from gametasks.gdl.engines import Engine, open_machine
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import UndecidedError
from gametasks.gdl.network.engine import Network
from gametasks.gdl.reference.reasoner import ReferenceMachine

ROBOT = """(role robot)
(init (at a))
(step a b) (step b c)
(<= (legal robot (go ?y)) (true (at ?x)) (step ?x ?y))
(legal robot stay)
(<= (next (at ?y)) (does robot (go ?y)))
(<= (next (at ?x)) (true (at ?x)) (does robot stay))
(<= terminal (true (at c)))
"""
"""A robot goes from a to b to c; goals are added."""

A, B, C = (frozenset({("at", place)}) for place in "abc")


def engines(text):
    game = parse_game(ROBOT + text)
    return [Interpreter(game), ReferenceMachine(game), Network.ground(game)]


@pytest.mark.parametrize(
    "goals",
    [
        "(<= (goal robot 100) (true (at c))) (<= (goal robot 0) (not (goal robot 100)))",
        "(<= (goal ?r 100) (role ?r) (true (at c))) (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))",
        "(<= (goal ?r 100) (role ?r) (true (at c))) (<= (goal ?r ?v) (role ?r) (none ?v) (not (goal ?r 100))) (none 0)",
        """(<= (goal robot 100) (won robot)) (<= (won ?r) (true (at c)) (role ?r))
        (<= (goal robot 0) (lost robot)) (<= (lost ?r) (role ?r) (not (goal ?r 100)))""",
        """(<= (goal robot 100) (true (at c))) (<= (goal robot 0) (role ?r) (not (best ?r)) (not (goal ?r 50)))
        (<= (goal robot 50) (not (goal robot 100)) (true (at d))) (<= (best ?r) (goal ?r 100))""",
    ],
    ids=["one role", "all roles", "values of a relation", "through others", "three values"],
)
def test_a_goal_may_rest_on_the_negation_of_another_goal(goals):
    for machine in engines(goals):
        assert [machine.goals(state) for state in (A, B, C)] == [((0,),), ((0,),), ((100,),)]
        assert machine.legal(A) == ((("go", "b"), "stay"),)
        assert machine.next(A, (("go", "b"),)) == B
        assert machine.terminal(C)


def test_who_wins_is_decided_position_by_position():
    rules = "(move 1 2) (move 2 3) (move 3 4) (move 3 5) (move 5 4)(<= (win ?x) (move ?x ?y) (not (win ?y)))"
    more = "(<= (legal robot (take ?x)) (win ?x)) (<= (goal robot 7) (not (win ?any)))(<= (goal robot 8) (not (win 4)))"
    for machine in engines(rules + more):
        # 4 has no move, so 3 and 5 win, 2 loses against 3, and 1 wins.
        assert machine.legal(C) == ((("take", "1"), ("take", "3"), ("take", "5"), "stay"),)
        assert machine.goals(A) == ((8,),)


def test_a_relation_may_alternate_along_numbers_and_along_the_facts_of_a_state():
    rules = """(succ 0 1) (succ 1 2) (succ 2 3) (number 0) (number 1) (number 2) (number 3)
        (<= (even ?n) (number ?n) (not (odd ?n))) (<= (odd ?n) (succ ?m ?n) (not (odd ?m)))
        (<= (free ?x) (true (at ?x)) (not (blocked ?x)))
        (<= (blocked ?x) (step ?x ?y) (true (at ?y)) (not (blocked ?y)))
        (<= (goal robot ?n) (even ?n)) (<= (next (seen ?x)) (free ?x)) (<= (next (seen ?m)) (does robot ?m) (free a))"""
    for machine in engines(rules):
        assert machine.goals(A) == ((0, 2),)
        # a is blocked by b, unless b is blocked by c.
        assert machine.next(A | B, ("stay",)) == A | B | {("seen", "b")}
        assert machine.next(A | C, ("stay",)) == A | C | {("seen", "a"), ("seen", "c"), ("seen", "stay")}


PHASES = "(<= (goal robot 1) (true (at a)) (not (goal robot 2))) (<= (goal robot 2) (true (at c)) (not (goal robot 1)))"


def test_rules_may_be_stratified_from_state_to_state():
    game = parse_game(ROBOT + PHASES)
    for machine in (Interpreter(game), ReferenceMachine(game), open_machine(game)):
        assert [machine.goals(state) for state in (A, B, C)] == [((1,),), ((),), ((2,),)]
    assert [finding.severity for finding in check_game(game) if finding.code is Code.UNSTRATIFIED] == [Severity.WARNING]


CIRCLE = "(<= (goal robot 1) (not (goal robot 2))) (<= (goal robot 2) (not (goal robot 1)))"


def test_a_circle_among_goals_leaves_moves_and_states_alone():
    for machine in engines(CIRCLE):
        assert machine.legal(A) == ((("go", "b"), "stay"),)
        assert machine.next(A, (("go", "b"),)) == B
        assert machine.terminal(C)
        with pytest.raises(GdlError, match="depends on its own negation"):
            machine.goals(C)


@pytest.mark.parametrize(
    ("goals", "message"),
    [
        ("(<= (goal robot ?v) (role ?r) (not (best ?v)))", "no condition binds"),
        ("(<= (goal robot ?v) (worth ?v)) (<= (worth ?v) (distinct ?v 1) (true (at ?x)))", "no condition binds"),
        ("(<= (goal robot 5) (does robot stay))", "goal depends on does"),
        ("(n z) (<= (n (s ?x)) (n ?x)) (<= (goal robot ?x) (n ?x))", "limit"),
    ],
)
def test_whatever_is_wrong_with_goals_moves_and_states_are_known(goals, message):
    game = parse_game(ROBOT + goals)
    machines = [Interpreter(game), ReferenceMachine(game)]
    # Grounding does not come to an end where goals do not.
    machines += [] if message == "limit" else [Network.ground(game)]
    for machine in machines:
        assert machine.initial() == A
        assert machine.legal(A) == ((("go", "b"), "stay"),)
        assert machine.next(A, (("go", "b"),)) == B
        assert machine.terminal(C)
        if "does" in message and not isinstance(machine, Network):
            assert machine.goals(C) == ((),)
        else:
            with pytest.raises(GdlError, match=message):
                machine.goals(C)


def test_a_circle_is_refused_alike_and_names_what_it_leaves_open():
    messages = set()
    for machine in engines(CIRCLE)[:2]:
        with pytest.raises(UndecidedError) as caught:
            machine.goals(A)
        messages.add(str(caught.value))
    why = "is neither true nor false here, since it rests on an atom that depends on its own negation"
    assert messages == {f"<text>:9:1: (goal robot 1) {why}"}


@pytest.mark.parametrize(
    ("more", "question"),
    [
        ("(<= (p ?x) (step ?x ?y) (not (p ?x))) (<= (legal robot (go ?x)) (p ?x))", "legal"),
        ("(<= (p ?x) (step ?x ?y) (q ?x)) (<= (q ?x) (step ?x ?y) (not (p ?x))) (<= terminal (p a))", "terminal"),
        ("(<= p (does robot stay) (not p)) (<= (next (at d)) p)", "next"),
        ("(<= p (not q)) (<= q (not p)) (<= (init (at b)) p)", "initial"),
    ],
)
def test_a_circle_is_met_by_the_question_that_rests_on_it_and_by_no_other(more, question):
    game = parse_game(ROBOT + more)
    for machine in (Interpreter(game), ReferenceMachine(game)):
        questions = {
            "initial": machine.initial,
            "legal": lambda machine=machine: machine.legal(A),
            "terminal": lambda machine=machine: machine.terminal(A),
            "next": lambda machine=machine: machine.next(A, ("stay",)),
        }
        for name, ask in questions.items():
            if name == question:
                with pytest.raises(UndecidedError, match="its own negation"):
                    ask()
            else:
                ask()
        # What the circle does not reach is answered.
        assert machine.goals(A) == ((),)
    with pytest.raises(GdlError, match="an atom of its ground rules depends on its own negation"):
        Network.ground(game)


def test_what_is_true_anyway_does_not_rest_on_a_circle():
    rules = "(<= (p ?x) (step ?x ?y) (not (p ?x))) (<= (p ?x) (true (at ?x))) (<= (goal robot 5) (p a))"
    game = parse_game(ROBOT + rules)
    for machine in (Interpreter(game), ReferenceMachine(game)):
        assert machine.goals(A) == ((5,),)
        with pytest.raises(UndecidedError):
            machine.goals(B)


def test_positive_circles_within_negative_ones_are_unfounded():
    rules = "(<= p q) (<= q p) (<= r (not p)) (<= p (not r) (true (at b))) (<= (goal robot 1) r) (<= (goal robot 2) p)"
    game = parse_game(ROBOT + rules)
    for machine in (Interpreter(game), ReferenceMachine(game)):
        assert machine.goals(A) == ((1,),)
        with pytest.raises(UndecidedError):
            machine.goals(B)


def test_the_interpreter_plays_many_playouts_of_what_has_no_network():
    game = parse_game(ROBOT + PHASES)
    machine = open_machine(game)
    assert set(machine.playouts(2000, 1, 100).goals.ravel().tolist()) == {2}
    assert machine.network is None
    with pytest.raises(GdlError, match="negation"):
        open_machine(game, Engine.NETWORK).playouts(1, 1, 10)


def test_alternation_keeps_the_limits_of_a_question():
    moves = " ".join(f"(move {n} {n + 1})" for n in range(2000))
    game = parse_game(ROBOT + moves + "(<= (win ?x) (move ?x ?y) (not (win ?y))) (<= terminal (win 0))")
    with pytest.raises(GdlError, match=r"limit 'ticks'|limit 'seconds'"):
        Interpreter(game, Limits(ticks=20_000)).terminal(A)
    with pytest.raises(GdlError, match="more than 50,000 comparisons for one question"):
        ReferenceMachine(game, Limits(comparisons=50_000)).terminal(A)


def test_check_warns_and_plays_or_calls_a_circle_an_error():
    played = ROBOT + "(<= (goal robot 100) (true (at c))) (<= (goal robot 0) (not (goal robot 100)))"
    (finding,) = [finding for finding in check_game(parse_game(played)) if finding.code is Code.UNSTRATIFIED]
    assert finding.severity is Severity.WARNING
    assert "(goal _ _) -> not (goal _ _)" in finding.message
    assert check_play(Interpreter(parse_game(played))) == []
    (finding,) = [finding for finding in check_game(parse_game(ROBOT + CIRCLE)) if finding.code is Code.UNSTRATIFIED]
    assert finding.severity is Severity.ERROR
    assert "so does (goal robot 1)" in finding.message
    sometimes = ROBOT + "(<= (p) (not (q)) (true (at c))) (<= (q) (not (p))) (<= (goal robot 1) (p))"
    assert [own.severity for own in check_game(parse_game(sometimes)) if own.code is Code.UNSTRATIFIED] == ["warning"]
    (met,) = check_play(Interpreter(parse_game(sometimes)))
    assert (met.severity, met.code) == (Severity.ERROR, Code.PLAY)
    assert "(goal robot 1) is neither true nor false" in met.message
