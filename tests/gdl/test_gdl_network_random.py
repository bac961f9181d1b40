"""The network against the plain reasoner on random small stratified games, most with recursion within a state."""

from __future__ import annotations

import numpy as np
import pytest
from gdl.gdl_agreement import ground_in_process
from hypothesis import given, settings
from hypothesis import strategies as st

from gametasks.gdl.description import parse_game
from gametasks.gdl.network import engine as network_module
from gametasks.gdl.network.array_kernel import ArrayKernel
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import run_playouts
from gametasks.gdl.reference.reasoner import ReferenceMachine

pytest.importorskip("numba")

CONSTANTS = ["1", "2", "3"]
VARIABLES = ["?x", "?y", "?z"]
LEVELS = {"edge": (0, 2), "node": (0, 1), "way": (1, 2), "good": (1, 1), "far": (2, 1), "pair": (2, 2), "odd": (2, 0)}
"""Stratum and number of arguments of each relation."""

terms = st.sampled_from([*VARIABLES, *VARIABLES, *CONSTANTS])


def atom(name, parts):
    return f"({name} {' '.join(parts)})" if parts else name


@st.composite
def conditions(draw, level, moves):
    """A condition for a rule of a stratum: positive ones may recurse, negated ones look further down."""
    kind = draw(st.integers(0, 9))
    if kind <= 1:
        text = f"(true (at {draw(terms)} {draw(terms)}))"
        return text if kind else f"(not {text})"
    if kind == 2:
        return f"(distinct {draw(terms)} {draw(terms)})"
    if kind == 3 and moves:
        return draw(
            st.sampled_from(["(does a (go ?x))", "(not (does ?x (go ?y)))", "(does ?z (go ?x))", "(does b stay)"])
        )
    positive = kind < 8
    name = draw(st.sampled_from([name for name, (own, _) in LEVELS.items() if own <= level - (not positive)]))
    text = atom(name, [draw(terms) for _ in range(LEVELS[name][1])])
    return text if positive else f"(not {text})"


@st.composite
def rules(draw, head, level, moves=False):
    body = draw(st.lists(conditions(level, moves), min_size=1, max_size=3))
    safe = " ".join([head, *(part for part in body if part.startswith("(distinct"))])
    body += [f"(node {name})" for name in VARIABLES if name in safe]
    return f"(<= {head} {' '.join(draw(st.permutations(body)))})"


@st.composite
def games(draw):
    constants = st.sampled_from(CONSTANTS)
    lines = ["(role a) (role b) (node 1) (node 2) (node 3)"]
    lines += [f"(edge {draw(constants)} {draw(constants)})" for _ in range(draw(st.integers(1, 4)))]
    lines += [f"(init (at {draw(constants)} {draw(constants)}))" for _ in range(3)]
    for name, (level, count) in LEVELS.items():
        for _ in range(draw(st.integers(0, 3)) if level else 0):
            lines.append(draw(rules(atom(name, [draw(terms) for _ in range(count)]), level)))
    if draw(st.booleans()):
        lines.append(
            "(<= (way ?x ?y) (way ?y ?x)) (<= (way ?x ?z) (way ?x ?y) (way ?y ?z)) (<= (way ?x ?y) (true (at ?x ?y)))"
        )
    for _ in range(draw(st.integers(1, 4))):
        lines.append(draw(rules(f"(next (at {draw(terms)} {draw(terms)}))", 3, True)))
    lines += [
        "(legal b stay)",
        draw(rules("(legal b (go ?x))", 3)),
        draw(rules("(legal a (go ?x))", 3)),
        "(legal a (go 1))",
    ]
    lines += [draw(rules("terminal", 3)), draw(rules("(goal a ?x)", 3)), draw(rules("(goal b 7)", 3))]
    return "\n".join(lines)


@settings(max_examples=120, deadline=None)
@given(games(), st.booleans(), st.integers(0, 1000))
def test_same_playouts_as_the_plain_reasoner(text, split, seed):
    game = parse_game(text)
    grounding = ground_in_process(game, split)
    wanted = run_playouts(ReferenceMachine(game), 4, seed, 5, measure=True)
    networks = [Network(game, grounding)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_module, "open_kernel", ArrayKernel)
        networks.append(Network(game, grounding))
    for network in networks:
        played = network.playouts(4, seed, 5, measure=True)
        for name in ("lengths", "ends", "goals", "facts", "changes"):
            np.testing.assert_array_equal(getattr(played, name), getattr(wanted, name), name)
    state = networks[0].initial()
    for network in networks:
        assert network.legal(state) == ReferenceMachine(game).legal(state)
        assert network.goals(state) == ReferenceMachine(game).goals(state)


def test_the_random_games_have_loops():
    """Otherwise the test above would not say what its title says."""
    game = parse_game(
        "(role a) (init (at 1 2)) (init (at 2 1)) (init (at 2 3)) (legal a go) (<= (next ?f) (true ?f)) "
        "(<= (way ?x ?y) (true (at ?x ?y))) (<= (way ?x ?z) (way ?x ?y) (way ?y ?z)) "
        "(<= (goal a 1) (way 1 3)) (<= (goal a 2) (way 3 1))"
    )
    grounding = ground_in_process(game, False)
    assert len(grounding.circuit.loops)
    network = Network(game, grounding)
    assert network.goals(network.initial()) == ((1,),)
    assert network.goals(frozenset({("at", "2", "3")})) == ((),)
