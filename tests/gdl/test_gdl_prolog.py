"""SWI-Prolog, on a direct translation of the rules, plays the same games as the engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from oracles.gdl_prolog import differences

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own, own_games
from gametasks.gdl.prolog import Translation, is_installed, states_per_second, translate
from gametasks.gdl.reference.reasoner import ReferenceMachine

prolog = pytest.mark.skipif(not is_installed(), reason="SWI-Prolog is not installed")

HANDED = sorted((Path(__file__).parents[2].parent / "shared" / "gdl").glob("*.kif"))
OWN = [entry.name for entry in own_games()]

ODD = r"""
(role |it's|) (role B\slash)
(init (step 0)) (init Plain) (init (held (pair a b)))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal ?r (take ?x ?y)) (role ?r) (distinct ?x ?y) (item ?x) (item ?y) (not (blocked ?x)))
(item a) (item b) (item c-1) (item ?odd_name)
(<= (item2 ?x?) (item ?x?))
(<= (blocked ?x) (or (true (held (pair ?x ?y))) (and (true plain) (not (true (step 0))) (item ?x) (distinct ?x a))))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next ?f) (true ?f) (not (timed ?f)) (does |it's| (take ?x ?y)))
(<= (timed (step ?n)) (true (step ?n)))
(<= (next (held (pair ?x ?y))) (does b\slash (take ?x ?y)))
(<= terminal (true (step 3)))
(goal |it's| 1) (goal b\slash 2)
""".replace(" (item ?odd_name)", "")

CIRCLE = """
(role me) (init (at a)) (edge a b) (edge b c) (edge c a) (edge c d)
(<= (reach ?x ?y) (reach ?x ?z) (edge ?z ?y)) (<= (reach ?x ?y) (edge ?x ?y))
(<= (legal me (go ?y)) (true (at ?x)) (reach ?x ?y))
(<= (next (at ?x)) (does me (go ?x))) (<= terminal (true (at d))) (goal me 100)
"""


@prolog
@pytest.mark.parametrize("own_relations", [False, True])
@pytest.mark.parametrize("name", ["breakthrough", "connect_four", "knights_tour", "market", "quarto"])
def test_own_games_are_the_same_in_prolog(name, own_relations):
    machine = Interpreter(load_own(name))
    assert differences(machine.game, machine, states=30, own_relations=own_relations) == []


@prolog
@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_every_own_game_is_the_same_in_prolog(name):
    machine = Interpreter(load_own(name))
    assert differences(machine.game, machine, states=60, seed=2) == []


@prolog
@pytest.mark.slow
@pytest.mark.skipif(not HANDED, reason="the handed games are not here")
@pytest.mark.parametrize("own_relations", [False, True])
@pytest.mark.parametrize("path", HANDED, ids=lambda path: path.stem)
def test_every_handed_game_is_the_same_in_prolog_as_for_the_plain_reasoner(path, own_relations):
    machine = ReferenceMachine(load_game(path))
    assert differences(machine.game, machine, states=12, own_relations=own_relations) == []


@prolog
@pytest.mark.parametrize("own_relations", [False, True])
def test_odd_names_nested_conditions_and_variables_for_facts(own_relations):
    machine = Interpreter(parse_game(ODD, "odd"))
    assert differences(machine.game, machine, states=40, own_relations=own_relations) == []


@prolog
def test_what_recurs_for_ever_is_tabled():
    machine = Interpreter(parse_game(CIRCLE, "circle"))
    assert differences(machine.game, machine, states=40, patience=1.0) == []


@prolog
def test_a_difference_is_told():
    right, wrong = CIRCLE, CIRCLE.replace("(edge c d)", "(edge c e)")
    found = differences(parse_game(right, "circle"), Interpreter(parse_game(wrong, "circle")), states=20, patience=1.0)
    assert any(line.startswith("legal moves of me in (at a): only ours (go e), only theirs (go d)") for line in found)


@prolog
def test_speed_is_a_number_of_states():
    assert states_per_second(load_own("tic_tac_toe"), 0.1) > 0


@prolog
def test_what_prolog_cannot_play_is_an_error():
    endless = "(role me) (init (n 0)) (legal me go) (<= (n (s ?x)) (n ?x)) (n 0) (<= terminal (n ?x) (bad ?x))"
    with pytest.raises(GdlLimitError, match="did not finish with endless"):
        states_per_second(parse_game(endless, "endless"), 0.1, patience=0.5)


def test_without_prolog_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(GdlError, match="swi-prolog-nox"):
        states_per_second(load_own("nim"), 0.1)


def test_negation_waits_until_its_variables_are_bound():
    rules = "(role me) (<= (legal me ?x) (not (bad ?x)) (distinct ?x b) (good ?x))"
    text = translate(parse_game(rules, "late"))
    assert "'r_legal'('me', Vx) :- 'r_good'(Vx), \\+ ('r_bad'(Vx)), Vx \\== 'b'." in text


def test_only_relations_that_depend_on_themselves_are_tabled():
    text = translate(parse_game(CIRCLE, "circle"), Translation(tabled=True))
    assert [line for line in text.splitlines() if line.startswith(":- table")] == [":- table 'r_reach'/2."]
