"""The network against the shared traces and against the plain reasoner, by compiled code and by NumPy alone."""

from __future__ import annotations

import gzip
import json
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl import fastest
from gametasks.gdl.description import load_game, parse_game
from gametasks.gdl.engines import Engine, open_machine
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import UnknownTermError
from gametasks.gdl.network import engine as network_module
from gametasks.gdl.network import grounder
from gametasks.gdl.network.array_kernel import ArrayKernel
from gametasks.gdl.network.engine import Network
from gametasks.gdl.network.kernel import open_kernel
from gametasks.gdl.playouts import End, play, run_playouts, start_words
from gametasks.gdl.reader import read_terms
from gametasks.gdl.reference.reasoner import ReferenceMachine

SHARED = Path(__file__).resolve().parents[3] / "shared" / "gdl"
SLOW = {"checkers", "chess", "chineseCheckers3", "farmers", "god", "knightwar", "othello-comp2007", "quarto"}
TRACED = sorted(path.name.removesuffix(".kif") for path in SHARED.glob("*.kif"))

RACE = """
(role left) (role right)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(init (at left 0)) (init (at right 0))
(<= (legal ?r stay) (role ?r))
(<= (legal ?r (step ?n)) (true (at ?r ?m)) (succ ?m ?n))
(<= (next (at ?r ?n)) (does ?r (step ?n)) (not (clash ?n)))
(<= (next (at ?r ?m)) (does ?r (step ?n)) (clash ?n) (true (at ?r ?m)))
(<= (next (at ?r ?m)) (does ?r stay) (true (at ?r ?m)))
(<= (clash ?n) (does left (step ?n)) (does right (step ?n)))
(<= terminal (true (at ?r 4)))
(<= (goal ?r 100) (true (at ?r 4)))
(<= (goal ?r 0) (role ?r) (not (true (at ?r 4))))
"""
"""Two walk at the same time; who would meet on a square bounces."""

CAVES = """
(role digger)
(cave a) (cave b) (cave c) (cave d)
(init (here a)) (init (torch a))
(<= (legal digger (dig ?x ?y)) (reached ?x) (cave ?y) (not (reached ?y)))
(<= (legal digger (fill ?x ?y)) (true (way ?x ?y)))
(<= (reached ?x) (true (here ?x)))
(<= (reached ?y) (reached ?x) (joined ?x ?y))
(<= (joined ?x ?y) (true (way ?x ?y)))
(<= (joined ?x ?y) (joined ?y ?x))
(<= (next (way ?x ?y)) (does digger (dig ?x ?y)))
(<= (next (way ?x ?y)) (true (way ?x ?y)) (not (does digger (fill ?x ?y))))
(<= (next (here a)) (does digger ?move))
(<= (next (torch ?y)) (does digger (dig ?x ?y)))
(<= terminal (reached d) (not (true (torch ?any))))
(<= (goal digger 50) (reached d))
(<= (goal digger 60) (reached c))
"""
"""A puzzle whose reachability runs in circles; stuck when every cave is reached and no way can be filled."""

DEAD_END = """
(role a) (role b)
(init (left 3))
(less 3 2) (less 2 1)
(<= (legal a (take ?n)) (true (left ?m)) (less ?m ?n))
(legal b wait)
(<= (legal b (take ?n)) (true (left ?m)) (less ?m ?n))
(<= (next (left ?n)) (does a (take ?n)))
(<= terminal (true (left 0)))
(<= (goal a 7) (true (left 1)))
(goal b 3)
"""
"""Never over, and the first role runs out of moves."""

ODD_NAMES = """
(role §1) (role (p two))
(init (|x| a-b)) (init (x 1.5)) (init (not-x A)) (init (true y))
(<= (legal ?r (Do ?x)) (true (|x| ?x)) (role ?r))
(legal (p two) "quoted")
(<= (next ?f) (true ?f) (not (gone ?f)))
(<= (gone (x ?v)) (does (p two) "quoted") (true (x ?v)))
(<= (next (x ?v)) (true (x ?v)) (does §1 (do ?w)) (distinct ?v ?w) (does (p two) (do ?u)) (not (distinct ?u ?w)))
(<= terminal (not (true (x ?any))))
(<= (goal ?r 1) (role ?r) (not (distinct ?r §1)))
(<= (gone) (gone ?x))
"""
"""Names that no other language would take, one symbol with two arities, and a role that is a compound term."""

GAMES = {"race": RACE, "caves": CAVES, "dead end": DEAD_END, "odd names": ODD_NAMES}
KERNELS = ["compiled", "arrays"]


@pytest.fixture(params=KERNELS)
def kernel(request, monkeypatch):
    if request.param == "compiled":
        pytest.importorskip("numba")
    else:
        monkeypatch.setattr(network_module, "open_kernel", ArrayKernel)
    return request.param


@pytest.fixture(scope="module")
def grounded():
    """The ground form of each game; grounding starts a process, so it is done once."""
    return {name: Network.ground(parse_game(text, name)).grounding for name, text in GAMES.items()}


def same(left, right):
    for name in ("lengths", "ends", "goals", "facts", "changes"):
        np.testing.assert_array_equal(getattr(left, name), getattr(right, name), name)


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_those_of_the_plain_reasoner(name, grounded, kernel):
    game = parse_game(GAMES[name], name)
    same(
        Network(game, grounded[name]).playouts(40, 5, 12, measure=True),
        run_playouts(ReferenceMachine(game), 40, 5, 12, measure=True),
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_is_that_of_the_plain_reasoner(name, grounded, kernel):
    game = parse_game(GAMES[name], name)
    network, plain = Network(game, grounded[name]), ReferenceMachine(game)
    assert network.initial() == plain.initial()
    for word in start_words(4, 1).tolist():
        for state, _, moves, _ in play(plain, word, 8):
            assert network.legal(state) == plain.legal(state)
            assert network.terminal(state) == plain.terminal(state)
            assert network.goals(state) == plain.goals(state)
            if moves is not None:
                assert network.next(state, moves) == plain.next(state, moves)


def test_the_games_above_end_in_every_way(grounded):
    ends = {
        name: set(Network(parse_game(GAMES[name]), grounded[name]).playouts(200, 1, 9).ends.tolist()) for name in GAMES
    }
    assert ends["race"] == {End.TERMINAL, End.LIMIT}
    assert ends["dead end"] == {End.STUCK}
    assert End.LIMIT in ends["caves"]
    assert ends["odd names"] == {End.TERMINAL, End.LIMIT}


def test_more_playouts_than_lanes(grounded, kernel):
    network = Network(parse_game(RACE, "race"), grounded["race"])
    many = network.playouts(6_000, 3, 30, measure=True)
    few = run_playouts(Interpreter(network.game), 300, 3, 30, measure=True)
    same(few, type(many)(*(getattr(many, name)[:300] for name in ("lengths", "ends", "goals", "facts", "changes"))))
    assert set(many.ends.tolist()) == {End.TERMINAL}
    assert many.states == many.lengths.sum() + 6_000
    # Two who would arrive together bounce.
    assert {tuple(goals) for goals in many.goals.tolist()} == {(0, 100), (100, 0)}


def test_both_kernels_play_the_same(grounded, monkeypatch):
    pytest.importorskip("numba")
    game = parse_game(CAVES, "caves")
    compiled = Network(game, grounded["caves"]).playouts(3_000, 9, 25, measure=True)
    monkeypatch.setattr(network_module, "open_kernel", ArrayKernel)
    same(compiled, Network(game, grounded["caves"]).playouts(3_000, 9, 25, measure=True))


def test_without_numba_arrays_serve(grounded, monkeypatch):
    monkeypatch.setitem(sys.modules, "gametasks.gdl.network.compiled_kernel", None)
    monkeypatch.setattr(network_module, "open_kernel", open_kernel)
    network = Network(parse_game(RACE, "race"), grounded["race"])
    assert isinstance(network._kernel, ArrayKernel)
    same(network.playouts(9, 2, 9, True), run_playouts(Interpreter(network.game), 9, 2, 9, True))


@pytest.mark.parametrize(("n", "max_steps"), [(0, 10), (3, 0)])
def test_no_playout_and_no_step(n, max_steps, grounded, kernel):
    network = Network(parse_game(RACE, "race"), grounded["race"])
    played = network.playouts(n, 1, max_steps)
    assert played.lengths.tolist() == [0] * n
    assert played.ends.tolist() == [End.LIMIT] * n
    assert played.goals.shape == (n, 2)
    assert played.facts is None
    assert played.states == n


@pytest.mark.parametrize(("n", "max_steps"), [(-1, 3), (3, -1), (3, 1 << 70), (1 << 40, 3)])
def test_numbers_of_playouts_and_steps_are_checked_alike(n, max_steps, grounded):
    network = Network(parse_game(GAMES["race"], "race"), grounded["race"])
    for playouts in (network.playouts, partial(run_playouts, Interpreter(network.game))):
        with pytest.raises(ValueError, match=r"there cannot be|a playout cannot have"):
            playouts(n, 1, max_steps)


def test_what_the_network_does_not_know_is_an_error(grounded):
    network = Network(parse_game(RACE, "race"), grounded["race"])
    with pytest.raises(UnknownTermError, match=r"the fact \(at left 9\) cannot occur in race"):
        network.legal(frozenset({("at", "left", "9")}))
    with pytest.raises(UnknownTermError, match="the move jump"):
        network.next(network.initial(), ("stay", "jump"))
    with pytest.raises(GdlError, match="2 roles, but 1 moves"):
        network.next(network.initial(), ("stay",))
    assert network.legal(network.initial()) == ((("step", "1"), "stay"), (("step", "1"), "stay"))


def test_a_description_that_grows_without_end_stops_at_its_limit():
    game = parse_game("(role a) (init (n 0)) (legal a go) (<= (next (n (s ?x))) (true (n ?x)))", "endless")
    began = time.monotonic()
    with pytest.raises(GdlLimitError, match="endless"):
        Network.ground(game, Limits(seconds=3.0))
    assert time.monotonic() - began < 8.0
    assert open_machine(game, Engine.AUTO, Limits(seconds=1.0)).playouts(2, 1, 5).lengths.tolist() == [5, 5]


EXPLOSION = (
    "(role a) (legal a go) "
    + " ".join(f"(init (d {k}))" for k in range(60))
    + """
(<= (next (big ?a ?b ?c ?d ?e)) (true (d ?a)) (true (d ?b)) (true (d ?c)) (true (d ?d)) (true (d ?e)))
"""
)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(seconds=60.0, rules=50_000), "more than 50,000 rules"),
        (Limits(seconds=60.0, memory_mb=250, rules=10**9), "more than 250 MB"),
        (Limits(seconds=0.5), "more than 0.5 seconds"),
    ],
)
def test_an_explosion_stops_at_each_limit(limits, message):
    with pytest.raises(GdlLimitError, match=message):
        Network.ground(parse_game(EXPLOSION, "explosion"), limits)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("(<= (next (n ?x)) (distinct ?x b))", "no condition binds"),
        ("(<= (p ?x) (d ?x) (not (q ?x))) (<= (q ?x) (d ?x) (not (p ?x))) (<= terminal (p b))", "own negation"),
        ("(<= terminal (does a go))", "terminal depends on does"),
    ],
)
def test_what_cannot_be_grounded_is_said(rules, message):
    game = parse_game(f"(role a) (d b) (init (n 0)) (legal a go) {rules}")
    with pytest.raises(GdlError, match=message):
        Network.ground(game)


@pytest.fixture
def always_worth_grounding(monkeypatch):
    monkeypatch.setattr(fastest, "_LEAST_SECONDS", 0.0)
    monkeypatch.setattr(fastest, "_SHARE", 1e9)


def measured_as(monkeypatch, seconds):
    """The network is said to need so many seconds for a step of all its lanes."""
    ground = fastest.FastestPlayer._ground

    def grounded_and_measured(player, allowed):
        ground(player, allowed)
        player._network_step = seconds

    monkeypatch.setattr(fastest.FastestPlayer, "_ground", grounded_and_measured)


def test_what_cannot_be_grounded_is_left_to_the_interpreter(always_worth_grounding):
    game = parse_game("(role a) (init (n 0)) (legal a go) (<= (next (n 0)) (true (n 0))) (<= terminal (does a go))")
    machine = open_machine(game)
    assert machine.playouts(3, 1, 10_000).ends.tolist() == [End.LIMIT] * 3
    assert machine.network is None


@pytest.mark.parametrize(("seconds", "interpreted"), [(0.0, 3), (1e9, 1_000)])
def test_the_faster_engine_plays(always_worth_grounding, monkeypatch, seconds, interpreted):
    game = parse_game(RACE, "race")
    auto, slow, fast = (open_machine(game, engine) for engine in (Engine.AUTO, Engine.INTERPRETER, Engine.NETWORK))
    measured_as(monkeypatch, seconds)
    counted = []
    played_by_interpreter = fastest.run_words
    monkeypatch.setattr(
        fastest, "run_words", lambda *given: (counted.append(len(given[1])), played_by_interpreter(*given))[1]
    )
    same(auto.playouts(1_000, 4, 30, True), slow.playouts(1_000, 4, 30, True))
    assert sum(counted) == interpreted
    same(auto.playouts(0, 4, 30, True), fast.playouts(0, 4, 30, True))
    same(auto.playouts(700, 5, 30, True), fast.playouts(700, 5, 30, True))
    assert isinstance(auto.network, Network)
    assert slow.network is None
    assert auto.legal(frozenset({("at", "left", "9")})) == (("stay",), ("stay",))


def test_a_few_playouts_are_not_worth_grounding():
    machine = open_machine(parse_game(RACE, "race"))
    machine.playouts(50, 1, 30)
    assert machine.network is None


def test_grounding_that_failed_is_tried_again_only_with_twice_the_time(always_worth_grounding, monkeypatch):
    allowed = []

    def too_long(game, limits):
        allowed.append(limits.seconds)
        raise GdlLimitError("too long")

    monkeypatch.setattr(fastest.Network, "ground", too_long)
    machine = open_machine(parse_game(RACE, "race"), Engine.AUTO, Limits(seconds=3.0))
    for seed in range(3):
        machine.playouts(200, seed, 30)
    assert allowed == [3.0]


def terms(texts):
    return frozenset(read_terms(" ".join(texts), "trace"))


@pytest.mark.skipif(not TRACED, reason="the shared games are not here")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in TRACED]
)
def test_traces_of_an_independent_reasoner(name):
    game = load_game(SHARED / f"{name}.kif")
    try:
        network = Network.ground(game)
    except GdlLimitError as error:
        pytest.skip(str(error))
    with gzip.open(SHARED / f"{name}.trace.jsonl.gz", "rt") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        state = terms(row["state"])
        assert network.terminal(state) == bool(row.get("terminal"))
        if row["step"] == 0:
            assert network.initial() == state
        if not row.get("terminal"):
            legal = dict(zip(game.roles, network.legal(state), strict=True))
            assert {role: terms(row["legal"][role]) for role in game.roles} == {r: frozenset(legal[r]) for r in legal}
            moves = tuple(read_terms(text, "trace")[0] for text in row["moves"])
            assert network.next(state, moves) == terms(row["next"])
    assert rows


def test_a_system_that_bounds_no_memory_grounds_all_the_same(monkeypatch):
    def refuses(*arguments: object) -> None:
        raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr("resource.setrlimit", refuses)
    grounder._bound_memory(1 << 30)
