"""What could hold in any state: never less than what holds in one."""

from __future__ import annotations

import pytest

from gametasks.gdl.description import Game, load_game, parse_game
from gametasks.gdl.interpreter.analysis import Kind, analyse
from gametasks.gdl.interpreter.budget import Budget
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.interpreter.flat import flatten
from gametasks.gdl.interpreter.knowledge import Bounds, Knowledge
from gametasks.gdl.interpreter.learning import find_bounds, find_static
from gametasks.gdl.interpreter.rules import unfold
from gametasks.gdl.interpreter.sizes import Sizes
from gametasks.gdl.interpreter.static import Extensions
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


def bounds_of(game: Game) -> tuple[Bounds, Extensions]:
    """The bounds of a game's relations, and their facts."""
    budget = Budget(game.name, Limits())
    analysis = flatten(analyse(game))
    known = Knowledge(analysis, analysis.definitions, Sizes(analysis))
    find_static(known, budget)
    known.definitions = unfold(analysis, known.extensions.__contains__)
    find_bounds(known, budget)
    return known.bounds, known.extensions


def rows(rules: str, relation: str, arity: int) -> tuple[tuple[int, ...], set[tuple[Term, ...]]] | None:
    bounds, extensions = bounds_of(parse_game(LINE + rules))
    bound = bounds.get((relation, arity))
    return None if bound is None else (bound.places, set(extensions.rows(bound.relation)))


FORWARD = {("1", "2"), ("1", "3"), ("1", "4"), ("2", "3"), ("2", "4"), ("3", "4")}


def test_a_bound_is_what_is_left_without_the_state():
    assert rows(SLIDES, "slides", 2) == ((0, 1), FORWARD)
    assert rows(SLIDES + "(slides 4 1)", "slides", 2) == ((0, 1), FORWARD | {(cell, "1") for cell in "1234"})


def test_what_rests_on_a_bounded_relation_is_bounded():
    rules = SLIDES + "(<= (moves ?x ?y ?p) (slides ?x ?y) (true (at ?p ?x))) (<= (moves ?x ?y all) (slides ?y ?x))"
    assert rows(rules, "moves", 3) == ((0, 1), FORWARD | {(y, x) for x, y in FORWARD})


def test_conditions_that_never_change_stay_if_their_variables_have_values():
    far = "(<= (far ?x ?y) (slides ?x ?y) (not (after ?x ?y)) (distinct ?x 1))"
    assert rows(SLIDES + far, "far", 2) == ((0, 1), {("2", "4")})
    # The state gives ?z, so that nothing is known of what it is compared with.
    seen = "(<= (seen ?x) (slides ?x ?y) (true (at ?z)) (distinct ?z ?x) (not (after ?z ?x)))"
    assert rows(SLIDES + seen, "seen", 1) == ((0,), {("1",), ("2",), ("3",)})


def test_a_negated_condition_on_the_state_is_no_condition():
    rules = SLIDES + "(<= (blocked ?x ?y) (slides ?x ?z) (after ?z ?y) (not (slides ?x ?y)))"
    assert rows(rules, "blocked", 2) == ((0, 1), {("1", "3"), ("1", "4"), ("2", "4")})


def test_arguments_that_only_multiply_the_facts_are_left_out():
    assert rows(SLIDES_BESIDE, "slides", 6) == ((0, 1), FORWARD)


def test_nothing_is_known_of_values_that_only_states_give():
    assert rows("(<= (meets ?x ?y) (true (at ?x ?y))) (<= (meets ?x ?y) (meets ?y ?x))", "meets", 2) is None


def test_endless_terms_have_no_bound():
    assert rows("(<= (grows z) (true (on))) (<= (grows (s ?x)) (grows ?x) (true (at ?x)))", "grows", 1) is None


@pytest.mark.parametrize("name", ["atari_go", "chinese_rings", "corner_race", "crossing", "othello"])
def test_what_holds_in_a_state_is_within_its_bound(name: str):
    game = load_game(OWN_GAMES / f"{name}.kif")
    bounds, extensions = bounds_of(game)
    kinds = analyse(game).kind
    reference = ReferenceMachine(game)
    found = 0
    assert bounds
    for step in list(play(Interpreter(game), start_words(1, 3).tolist()[0], 60))[::6]:
        for relation, bound in bounds.items():
            if kinds.get(relation) is not Kind.STATE:
                continue
            known = set(extensions.rows(bound.relation))
            question = (relation[0], *(f"?{place}" for place in range(relation[1])))
            for fact in map(arguments, reference.holds(step.state, question)):
                assert tuple(fact[place] for place in bound.places) in known
                found += 1
    assert found
