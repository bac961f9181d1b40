"""Relaxed relations: what they hold, and that it is never less than what holds in a state."""

from __future__ import annotations

import pytest

from gametasks.gdl.description import Game, load_game, parse_game
from gametasks.gdl.interpreter.analysis import Relation, Volatility, analyse
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.cardinality import Cardinalities
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.interpreter.flatten import flatten
from gametasks.gdl.interpreter.materialise import materialise_relaxed, materialise_static
from gametasks.gdl.interpreter.unfold import unfold
from gametasks.gdl.library import OWN_GAMES
from gametasks.gdl.limits import Limits
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term, arguments

LINE = "(role r) (after 1 2) (after 2 3) (after 3 4) (legal r go) (<= (next (free ?x)) (true (free ?x)))"
SLIDES = """
(<= (slides ?x ?y) (after ?x ?y))
(<= (slides ?x ?y) (after ?x ?z) (true (free ?z)) (slides ?z ?y))
"""
SLIDES_BESIDE = """
(mark a) (mark b) (mark c) (mark d) (mark e) (mark f) (mark g) (mark h) (mark i) (mark j)
(<= (slides ?x ?y ?u ?v ?w ?t) (after ?x ?y) (mark ?u) (mark ?v) (mark ?w) (mark ?t))
(<= (slides ?x ?y ?u ?v ?w ?t) (after ?x ?z) (true (free ?z)) (slides ?z ?y ?u ?v ?w ?t))
"""


def opened(game: Game) -> Database:
    """A game with its relaxed relations."""
    budget = Budget(game.name, Limits())
    analysis = flatten(analyse(game, budget), budget)
    database = Database(analysis, analysis.clauses, Cardinalities(analysis))
    materialise_static(database, budget)
    database.clauses = unfold(analysis, analysis.clauses, database.extensions.__contains__)
    materialise_relaxed(database, budget)
    return database


def relaxed_rows(rules: str, relation: Relation) -> tuple[tuple[int, ...], set[tuple[Term, ...]]] | None:
    """The arguments that a relaxed relation has, and its rows; None if there is none."""
    database = opened(parse_game(LINE + rules))
    relaxed = database.relaxed.get(relation)
    return None if relaxed is None else (relaxed.positions, set(database.extensions.rows(relaxed.relation)))


FORWARD = {("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4")}


def test_a_relaxed_relation_is_what_is_left_without_the_state():
    assert relaxed_rows(SLIDES, ("slides", 2)) == ((0, 1), FORWARD)
    assert relaxed_rows(SLIDES + "(slides 4 1)", ("slides", 2)) == ((0, 1), FORWARD | {(cell, "1") for cell in "1234"})


def test_what_depends_on_a_relaxed_relation_is_relaxed():
    rules = SLIDES + "(<= (moves ?x ?y ?p) (slides ?x ?y) (true (at ?p ?x))) (<= (moves ?x ?y all) (slides ?y ?x))"
    assert relaxed_rows(rules, ("moves", 3)) == ((0, 1), FORWARD | {(y, x) for x, y in FORWARD})


def test_static_conditions_stay_if_their_variables_have_values():
    far = "(<= (far ?x ?y) (slides ?x ?y) (not (after ?x ?y)) (distinct ?x 1))"
    assert relaxed_rows(SLIDES + far, ("far", 2)) == ((0, 1), {("2", "4")})
    # The state gives ?z, so that nothing is known of what it is compared with.
    seen = "(<= (seen ?x) (slides ?x ?y) (true (at ?z)) (distinct ?z ?x) (not (after ?z ?x)))"
    assert relaxed_rows(SLIDES + seen, ("seen", 1)) == ((0,), {("1",), ("2",), ("3",)})


def test_a_negated_condition_on_the_state_is_no_condition():
    rules = SLIDES + "(<= (blocked ?x ?y) (slides ?x ?z) (after ?z ?y) (not (slides ?x ?y)))"
    assert relaxed_rows(rules, ("blocked", 2)) == ((0, 1), {("1", "3"), ("1", "4"), ("2", "4")})


def test_arguments_that_only_multiply_the_facts_are_left_out():
    assert relaxed_rows(SLIDES_BESIDE, ("slides", 6)) == ((0, 1), FORWARD)


def test_nothing_is_known_of_values_that_only_states_give():
    assert relaxed_rows("(<= (meets ?x ?y) (true (at ?x ?y))) (<= (meets ?x ?y) (meets ?y ?x))", ("meets", 2)) is None


def test_endless_terms_have_no_relaxed_relation():
    assert (
        relaxed_rows("(<= (grows z) (true (on))) (<= (grows (s ?x)) (grows ?x) (true (at ?x)))", ("grows", 1)) is None
    )


@pytest.mark.parametrize("name", ["atari_go", "chinese_rings", "corner_race", "crossing", "othello"])
def test_what_holds_in_a_state_is_in_the_relaxed_relation(name: str):
    game = load_game(OWN_GAMES / f"{name}.kif")
    database = opened(game)
    volatility = analyse(game, Budget(game.name, Limits())).volatility
    reference = ReferenceMachine(game)
    found = 0
    assert database.relaxed
    for step in list(play(Interpreter(game), start_words(1, 3).tolist()[0], 60))[::6]:
        for relation, relaxed in database.relaxed.items():
            if volatility.get(relation) is not Volatility.STATE:
                continue
            rows = set(database.extensions.rows(relaxed.relation))
            query = (relation[0], *(f"?{position}" for position in range(relation[1])))
            for fact in map(arguments, reference.holds(step.state, query)):
                assert tuple(fact[position] for position in relaxed.positions) in rows
                found += 1
    assert found
