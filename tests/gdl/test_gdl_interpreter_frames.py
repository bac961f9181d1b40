"""Frame rules, which sets answer for all facts at once: the interpreter against the plain reasoner."""

import pytest

from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.interpreter.query_module import QueryModule
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.reference.reasoner import ReferenceMachine

BOARD = """
(role a) (role b) (index 1) (index 2) (index 3) (index 4) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (init (cell ?x ?y blank)) (index ?x) (index ?y)) (init (lamp 1)) (init (lamp 3)) (init (step 1))
(<= (legal ?r (mark ?x ?y)) (role ?r) (true (cell ?x ?y blank)))
(<= (legal ?r stay) (role ?r))
(<= (next (cell ?x ?y ?r)) (does ?r (mark ?x ?y)))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= (next (lamp ?x)) (true (lamp ?x)) (not (does a (mark ?x ?x))))
(<= terminal (true (step 4)))
(goal a 1) (goal b 2)
(<= (marked ?x ?y) (does ?r (mark ?x ?y)))
(<= (beside ?x ?y) (does ?r (mark ?u ?y)) (succ ?u ?x))
(<= (beside ?x ?x) (true (lamp ?x)) (does ?r stay))
"""

KEPT = {
    "a relation that a rule computes": "(not (marked ?x ?y))",
    "two of them": "(not (marked ?x ?y)) (not (beside ?x ?y))",
    "arguments the other way round": "(not (beside ?y ?x))",
    "one of the fact's arguments": "(not (marked ?x 2)) (not (marked 1 ?y))",
    "what is bound before": "(does b (mark ?u ?v)) (not (beside ?u ?y)) (distinct ?x ?u)",
    "the same argument twice": "(not (marked ?x ?x))",
    "a constant": "(distinct ?c blank)",
    "a value of the move": "(does ?r (mark ?u ?v)) (distinct ?x ?u)",
    "two values": "(does ?r (mark ?u ?v)) (distinct ?u ?x) (distinct ?v ?y)",
    "a part of a move": "(not (does a (mark ?x ?y)))",
    "any part of it": "(not (does ?r (mark ?x ?other)))",
    "a whole argument of a move": "(not (does ?c stay))",
    "facts of the state": "(not (true (lamp ?x)))",
    "a fact that never holds": "(not (true (nothing ?x ?y)))",
    "a static relation": "(not (succ ?x ?y))",
    "two arguments of the fact": "(distinct ?x ?y)",
    "a test without them": "(not (does a stay)) (not (marked ?x ?y))",
    "only if it is bound": "(index ?z) (succ ?z ?y) (not (marked ?z ?y))",
}


@pytest.mark.parametrize("tests", KEPT.values(), ids=KEPT)
@pytest.mark.parametrize("fact", ["(cell ?x ?y ?c)", "(cell ?x ?y blank)"])
def test_facts_stay_except_those_that_are_excluded(tests, fact):
    text = tests.replace("?c", "blank") if "?c" not in fact else tests
    game = parse_game(f"{BOARD} (<= (next {fact}) (true {fact}) {text})")
    machine, plain = Interpreter(game), ReferenceMachine(game)
    for word in start_words(6, 1).tolist():
        for step in play(machine, word, 10):
            if step.moves is not None:
                assert machine.next(step.state, step.moves) == plain.next(step.state, step.moves)


@pytest.mark.parametrize(
    "pairs",
    [
        ("(distinct ?x ?u)", "(distinct ?y ?v)"),
        ("(distinct ?c blank) (distinct ?x ?u)", "(distinct ?c blank) (distinct ?y ?v)", "(distinct ?x 2)"),
        ("(distinct ?x ?u) (not (marked ?y ?x))", "(not (marked ?y ?x)) (distinct ?y ?v)", "(distinct ?x ?u)"),
        ("(not (true (lamp ?x)))", "(not (marked ?x ?y))", "(distinct ?x ?v)", "(distinct ?x ?u) (distinct ?y ?v)"),
    ],
)
def test_facts_stay_by_any_of_some_rules(pairs):
    moved = "(does ?r (mark ?u ?v)) (true (cell ?x ?y ?c))"
    game = parse_game(BOARD + " ".join(f"(<= (next (cell ?x ?y ?c)) {moved} {tests})" for tests in pairs))
    machine, plain = Interpreter(game), ReferenceMachine(game)
    for word in start_words(6, 1).tolist():
        for step in play(machine, word, 10):
            if step.moves is not None:
                assert machine.next(step.state, step.moves) == plain.next(step.state, step.moves)


@pytest.mark.parametrize(
    ("tests", "by_sets"),
    [
        ("(not (marked ?x ?y))", True),
        ("(does ?r (mark ?u ?v)) (distinct ?u ?x)", True),
        ("(not (true (lamp ?x)))", True),
        # What a recursive relation excludes is only asked for fact by fact: all of it may be much, or without end.
        ("(not (far ?x ?y))", False),
        ("(distinct ?x ?y)", False),
    ],
)
def test_sets_answer_where_what_is_excluded_can_be_enumerated(tests, by_sets, monkeypatch):
    written: dict[QueryModule, list[str]] = {}

    def added(module, header, body, end, add=QueryModule.add_function):
        written.setdefault(module, []).append("\n".join(body.text()))
        add(module, header, body, end)

    monkeypatch.setattr(QueryModule, "add_function", added)
    far = "(<= (far ?x ?y) (succ ?x ?y) (true (lamp ?x))) (<= (far ?x ?z) (far ?x ?y) (far ?y ?z))"
    Interpreter(parse_game(f"{BOARD} {far} (<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) {tests})"))
    # The modules before the last one compute statistics only.
    assert any("difference(" in text for text in list(written.values())[-1]) is by_sets
