"""The plain reasoner against hand-worked programs and the traces of an independent one."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game, load_game, parse_game
from gametasks.gdl.limits import Limits
from gametasks.gdl.reader import read_terms
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term

HANDED = Path(__file__).parents[2].parent / "shared" / "gdl"
EMPTY: frozenset[Term] = frozenset()


def game(rules: str) -> Game:
    return parse_game("(role me) " + rules)


def holds(rules: str, goal: Term, state: frozenset[Term] = EMPTY) -> set[Term]:
    return set(ReferenceMachine(game(rules)).holds(state, goal))


def term(text: str) -> Term:
    (found,) = read_terms(text, "a test")
    return found


GRAPH = "(edge a b) (edge b c) (edge c a) (edge c d) "


@pytest.mark.parametrize(
    "rules",
    [
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (edge ?x ?z) (path ?z ?y))",
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (path ?x ?z) (edge ?z ?y))",
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (path ?x ?z) (path ?z ?y))",
        "(<= (path ?x ?y) (edge ?x ?y)) (<= (path ?x ?y) (hop ?x ?y)) (<= (hop ?x ?y) (path ?x ?z) (edge ?z ?y))",
    ],
    ids=["right", "left", "double", "mutual"],
)
def test_transitive_closure(rules: str) -> None:
    found = holds(GRAPH + rules, ("path", "?x", "?y"))
    assert found == {("path", x, y) for x in "abc" for y in "abcd"}
    assert holds(GRAPH + rules, ("path", "d", "?y")) == set()
    assert holds(GRAPH + rules, ("path", "?x", "d")) == {("path", x, "d") for x in "abc"}


def test_win_by_two_rules_that_call_each_other_through_negation_of_a_lower_layer() -> None:
    rules = GRAPH + "(<= (source ?x) (edge ?x ?y)) (<= (sink ?y) (edge ?x ?y) (not (source ?y)))"
    assert holds(rules, ("sink", "?x")) == {("sink", "d")}


def test_or_nested_not_and_distinct() -> None:
    rules = "(p a) (p b) (p c) (q b) (r c) (<= (s ?x) (p ?x) (not (or (q ?x) (not (r ?x)))))"
    assert holds(rules, ("s", "?x")) == {("s", "c")}
    rules = "(p a) (p b) (<= (pair ?x ?y) (p ?x) (p ?y) (distinct ?x ?y)) "
    rules += "(<= (same ?x ?y) (p ?x) (p ?y) (not (distinct ?x ?y)))"
    assert holds(rules, ("pair", "?x", "?y")) == {("pair", "a", "b"), ("pair", "b", "a")}
    assert holds(rules, ("same", "?x", "?y")) == {("same", "a", "a"), ("same", "b", "b")}


def test_a_variable_of_a_negation_alone_is_read_as_none() -> None:
    rules = "(<= lonely (not (true (cell ?x ?y))))"
    assert holds(rules, "lonely") == {"lonely"}
    assert holds(rules, "lonely", frozenset({("cell", "1", "2")})) == set()


def test_function_terms_and_heads_that_repeat_a_variable() -> None:
    rules = "(n 1) (n 2) (<= (twice (f ?x ?x)) (n ?x)) (<= (both ?x ?x) (n ?x))"
    assert holds(rules, ("twice", "?t")) == {("twice", ("f", "1", "1")), ("twice", ("f", "2", "2"))}
    assert holds(rules, ("twice", ("f", "?x", "2"))) == {("twice", ("f", "2", "2"))}
    assert holds(rules, ("both", "?a", "?b")) == {("both", "1", "1"), ("both", "2", "2")}
    assert holds("(n 1) (<= (all ?x ?y) (n ?x) (n ?y))", ("all", ("f", "?z"), "?y")) == set()


def test_one_name_with_two_arities_is_two_relations() -> None:
    rules = "(p a) (p a b) (<= (q ?x) (p ?x))"
    assert holds(rules, ("q", "?x")) == {("q", "a")}


def test_a_long_chain_needs_no_deep_stack() -> None:
    rules = "".join(f"(succ {n} {n + 1})" for n in range(3000))
    rules += "(<= (reach 0)) (<= (reach ?y) (succ ?x ?y) (reach ?x))"
    assert holds(rules, ("reach", "3000")) == {("reach", "3000")}


def test_negation_through_recursion_is_refused() -> None:
    with pytest.raises(GdlError, match="depends on"):
        holds("(p a) (<= (win ?x) (p ?x) (not (win ?x)))", ("win", "?x"))


def test_unbound_variables_are_refused_with_their_place() -> None:
    with pytest.raises(GdlError, match=r"<text>:1:11: .*no condition binds"):
        holds("(<= (p ?x) (not (q ?x)))", ("p", "?x"))
    with pytest.raises(GdlError, match=r"no condition binds \?y of \(distinct"):
        holds("(q a) (<= (p ?x) (q ?x) (distinct ?x ?y))", ("p", "?x"))


def test_recursion_without_end_is_stopped() -> None:
    with pytest.raises(GdlLimitError, match="deep"):
        holds("(p 0) (<= (p (s ?x)) (p ?x))", ("p", "?x"))


@pytest.mark.skipif(not HANDED.is_dir(), reason="the handed games are not here")
@pytest.mark.parametrize("name", sorted(path.stem for path in HANDED.glob("*.kif")))
def test_rows_of_handed_traces(name: str) -> None:
    played = load_game(HANDED / f"{name}.kif")
    machine = ReferenceMachine(played)
    with gzip.open(HANDED / f"{name}.trace.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines][:: 30 if "othello" in name or name == "chess" else 10]
    assert machine.initial() == frozenset(map(term, rows[0]["state"]))
    for row in rows:
        state = frozenset(map(term, row["state"]))
        assert machine.terminal(state) == bool(row.get("terminal"))
        if machine.terminal(state):
            continue
        legal = {role.lower(): set(map(term, moves)) for role, moves in row["legal"].items()}
        for role, moves in zip(played.roles, machine.legal(state), strict=True):
            assert set(moves) == legal[str(role)]
        assert machine.next(state, tuple(map(term, row["moves"]))) == frozenset(map(term, row["next"]))


def test_a_chain_takes_steps_in_proportion_to_its_length() -> None:
    length = 2_000
    chain = " ".join(f"(succ {number} {number + 1})" for number in range(length))
    rules = chain + "(<= (reached 0) (true on)) (<= (reached ?y) (reached ?x) (succ ?x ?y))"
    machine = ReferenceMachine(game(rules), Limits(comparisons=20 * length))
    assert len(machine.holds(frozenset({"on"}), ("reached", "?x"))) == length + 1
    assert machine.holds(frozenset({"on"}), ("reached", str(length)))


@pytest.mark.parametrize(
    ("deeper", "reason"), [("(f ?x)", "nested more than 100 deep"), ("(f ?x ?x)", "of more than 5,000 parts")]
)
def test_questions_that_grow_without_end_are_stopped(deeper: str, reason: str) -> None:
    rules = f"(d 1) (<= (p ?x) (p {deeper}) (d ?x))"
    with pytest.raises(GdlLimitError, match=f"p is called with terms {reason}"):
        ReferenceMachine(game(rules)).holds(EMPTY, ("p", "1"))


def test_a_condition_that_stands_twice_is_one_condition() -> None:
    assert holds("(edge a b) (<= (p ?x) (edge ?x ?y) (edge ?x ?y) (distinct ?x ?y))", ("p", "?x")) == {("p", "a")}


CIRCLES = """
(link a b) (link b a)
(<= (safe ?x) (calm ?x))
(<= (safe ?x) (near ?x))
(<= (safe ?x) (true (at ?x)))
(<= (calm ?x) (quiet ?x))
(<= (calm ?x) (safe ?x))
(<= (quiet ?x) (calm ?x))
(<= (near ?x) (quiet ?x))
"""


@pytest.mark.parametrize("first", ["safe", "calm", "quiet", "near"])
def test_a_question_that_waits_is_not_finished_by_another_at_its_depth(first: str) -> None:
    machine = ReferenceMachine(game(CIRCLES))
    state = frozenset({("at", "a")})
    for name in [first, "near", "safe", "calm", "quiet"]:
        assert machine.holds(state, (name, "?x")) == ((name, "a"),)


def test_a_board_takes_steps_in_proportion_to_its_pairs() -> None:
    size = 24
    state = frozenset(("cell", str(x), str(y), "on") for x in range(size) for y in range(size))
    rules = "(<= (pair ?x ?z ?y) (true (cell ?x ?y on)) (true (cell ?z ?y on)))"
    machine = ReferenceMachine(game(rules), Limits(comparisons=4 * size**3))
    assert len(machine.holds(state, ("pair", "?x", "?z", "?y"))) == size**3


def test_a_question_that_takes_too_long_leaves_others_to_be_answered() -> None:
    rules = "(<= (deep ?x) (true ?x)) (<= (deep (f ?x)) (deep ?x)) (<= terminal (true on))"
    machine = ReferenceMachine(game(rules))
    state = frozenset({"on"})
    with pytest.raises(GdlLimitError):
        machine.holds(state, ("deep", "?x"))
    assert machine.terminal(state)
