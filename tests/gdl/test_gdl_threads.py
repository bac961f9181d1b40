"""Threads of one process: what they share gives each of them what it would get alone."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest

from gametasks import stream
from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter.budget import Budget, deep_stack
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.shared import SharedMachine
from gametasks.generators.gdl_simulation import games
from gametasks.generators.gdl_simulation.distinct import _Distinct
from gametasks.schemas.gdl_simulation import USUAL_WORK

THREADS = 8
FAMILIES = ("next_state", "legal_actions", "multistep_state", "multistep_action_state")


@pytest.fixture(params=[None, 1e-5], ids=["usual_switches", "many_switches"])
def switching(request):
    before = sys.getswitchinterval()
    sys.setswitchinterval(request.param or before)
    yield
    sys.setswitchinterval(before)


def at_once(function, arguments):
    """The results of a function that all threads begin at the same moment, one argument each."""
    barrier = threading.Barrier(len(arguments))

    def wait_and_call(argument):
        barrier.wait()
        return function(argument)

    with ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(wait_and_call, arguments))


def rows(family):
    return [row for level in (1, 2, 3) for row in islice(stream("gdl_simulation", family, level, 5), 3)]


def test_eight_threads_stream_the_rows_of_one(switching):
    alone = [rows(family) for family in FAMILIES]
    wanted = [*FAMILIES] * (THREADS // len(FAMILIES))
    assert at_once(rows, wanted) == alone * (THREADS // len(FAMILIES))


def test_threads_that_play_one_game_play_what_one_plays_alone(switching):
    machine = SharedMachine(Interpreter(games.load_drawn("tic_tac_toe")))
    words = start_words(THREADS, 3).tolist()

    def played(word):
        return [list(play(machine, word, 9)) for _ in range(10)]

    assert at_once(played, words) == [played(word) for word in words]


def test_threads_that_look_for_distinct_samples_find_the_same(switching):
    text = games.load_drawn("nim").text
    alone, shared = (_Distinct(text, "nim", 1, USUAL_WORK) for _ in range(2))
    found = at_once(shared.steps, [20] * THREADS)
    assert found == [alone.steps(20)] * THREADS


def test_the_recursion_limit_stays_until_the_last_thread_is_done_and_is_then_restored():
    before = sys.getrecursionlimit()
    budget = Budget("test", Limits())
    first_in, second_in = threading.Event(), threading.Event()
    found = []

    def first():
        with deep_stack(budget):
            first_in.set()
            assert second_in.wait(10)

    def depth(left):
        return 0 if left == 0 else 1 + depth(left - 1)

    thread = threading.Thread(target=first)
    thread.start()
    assert first_in.wait(10)
    with deep_stack(budget):
        second_in.set()
        thread.join(10)
        found.append(depth(3 * before))
    assert found == [3 * before]
    assert sys.getrecursionlimit() == before


def test_a_recursion_limit_that_somebody_sets_meanwhile_stays():
    before = sys.getrecursionlimit()
    try:
        with deep_stack(Budget("test", Limits())):
            sys.setrecursionlimit(60_000)
        assert sys.getrecursionlimit() == 60_000
    finally:
        sys.setrecursionlimit(before)


def test_a_game_opened_by_many_threads_is_opened_once(monkeypatch):
    from gametasks.solvers.gdl_simulation import machine

    opened = []

    class Counted(Interpreter):
        def __init__(self, game, limits):
            opened.append(game)
            super().__init__(game, limits)

    monkeypatch.setattr(machine, "Interpreter", Counted)
    text = "(role r)(init only_in_this_test)(<= (legal r stay) (true only_in_this_test))(<= (next ?f) (true ?f))"
    assert parse_game(text).roles == ("r",)
    found = at_once(lambda name: machine.numbered_game(text, name), ["threads"] * THREADS)
    assert len(opened) == 1
    assert len(set(map(id, found))) == 1
