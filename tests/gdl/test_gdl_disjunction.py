"""Rules with many cases of ``or``: relations instead of cases change no answer of any engine."""

from __future__ import annotations

import pytest
from gdl.test_gdl_interpreter_random import games as random_games
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.errors import GdlError
from gametasks.gdl import normal
from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.network.engine import Network
from gametasks.gdl.normal import normal_form
from gametasks.gdl.reference.reasoner import ReferenceMachine

FOURTEEN = f"""
(role me) (init (on 3)) {" ".join(f"(init (on {n}))" for n in range(20, 34))}
{" ".join(f"(legal me {n})" for n in range(3))}
(<= (next (on 0)) (does me 0) {" ".join(f"(or (true (on {n})) (true (on {n + 20})))" for n in range(14))})
(<= (next (on 1)) (does me 1) {" ".join(f"(or (true (on {n})) (true (on {n + 19})))" for n in range(14))})
(<= (next (on ?x)) (does me ?x) (true (on 3)) {" ".join(f"(or (distinct ?x {n}) (true (on {n})))" for n in range(20))})
(<= terminal (not (and {" ".join(f"(not (and (true (on {n})) (true (on {n + 1}))))" for n in range(20, 33))})))
(goal me 100)
"""


def test_fourteen_times_or_plays_alike_on_all_engines():
    game = parse_game(FOURTEEN)
    assert any(" " in clause.head[0] for clause in normal_form(game) if not isinstance(clause.head, str))
    machines = [Interpreter(game), ReferenceMachine(game), Network.ground(game)]
    for state in (machines[0].initial(), frozenset({("on", "3"), ("on", "1")})):
        for machine in machines:
            assert machine.legal(state) == (("0", "1", "2"),)
            assert machine.terminal(state) == (("on", "20") in state)
            assert machine.next(state, ("0",)) == ({("on", "0")} if ("on", "20") in state else frozenset())
            assert machine.next(state, ("1",)) == ({("on", "1")} if ("on", "1") in state else frozenset())
            assert machine.next(state, ("2",)) == frozenset()


NESTED = st.recursive(
    st.sampled_from([
        "(e ?x ?y)", "(e ?y ?z)", "(d ?x)", "(d ?y)", "(d ?z)", "(true (p ?x))", "(true (q ?y ?z))",
        "(not (true (p ?y)))",
        "(not (e ?x ?z))", "(not (d ?u))", "(not (true (q ?u ?x)))", "(r0 ?x)", "(r1 ?x ?y)", "(e ?u a)",
    ]),
    lambda parts: st.tuples(st.sampled_from(["or", "or", "and", "not"]), st.lists(parts, min_size=2, max_size=3)).map(
        lambda pair: f"(not (or {' '.join(pair[1])}))" if pair[0] == "not" else f"({pair[0]} {' '.join(pair[1])})"
    ),
    max_leaves=6,
)  # fmt: skip


@st.composite
def nested_games(draw):
    """A random game with rules whose conditions are nested; what they leave unbound is bound in some games."""
    lines = [draw(random_games())]
    for head in ("terminal", "(next (p ?x))", "(legal a (m ?x))", "(goal a 50)", "(new ?x ?y)", "(new ?y ?x)"):
        body = draw(st.lists(NESTED, min_size=1, max_size=3))
        distinct = draw(st.sampled_from(["", "", "(distinct ?x ?y)", "(or (distinct ?x ?y) (true s))"]))
        binder = draw(st.sampled_from(["(e ?x ?y)", "(d ?x) (or (d ?y) (r5 ?y))", "(or (e ?x ?y) (e ?y ?x))", ""]))
        lines.append(f"(<= {head} {' '.join(body)} {distinct} {binder})")
    lines.append("(<= (next (q ?x ?y)) (new ?x ?y))")
    return "\n".join(lines)


@settings(max_examples=150, deadline=None)
@given(nested_games())
def test_relations_instead_of_cases_change_no_answer(text):
    game = parse_game(text)
    answers = {}
    for most_cases in (1_000_000, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(normal, "_MOST_CASES", most_cases)
            for engine in (Interpreter, ReferenceMachine):
                answers[engine, most_cases] = answer(game, engine)
    expected = answers[Interpreter, 1_000_000]
    if isinstance(expected, str):
        assert isinstance(answers[Interpreter, 1], str)
    else:
        assert list(answers.values()) == [expected] * 4


def answer(game, engine):
    """The answers of an engine in two states, or why it has none."""
    try:
        machine = engine(game)
        state = machine.initial()
        first = (state, machine.legal(state), machine.terminal(state), machine.goals(state))
        if not all(first[1]):
            return first
        state = machine.next(state, tuple(own[-1] for own in first[1]))
        return (*first, state, machine.legal(state), machine.terminal(state), machine.goals(state))
    except GdlError as error:
        return str(error)
