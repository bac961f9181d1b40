"""What the interpreter keeps about states that come again."""

import pytest

from gametasks.errors import GdlError
from gametasks.gdl.description import parse_game
from gametasks.gdl.interpreter import memory
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.interpreter.memory import StateMemory
from gametasks.gdl.library import load_own
from gametasks.gdl.playouts import run_playouts
from gametasks.gdl.reference.reasoner import ReferenceMachine


def played(machine, seed):
    result = run_playouts(machine, 40, seed, 30, measure=True)
    return [result.lengths.tolist(), result.goals.tolist(), result.facts.tolist(), result.changes.tolist()]


@pytest.mark.parametrize(
    ("window", "hits", "facts"), [(1_024, 400, 200_000), (50, 1, 100_000), (20, 20, 300), (9, 0, 40)]
)
@pytest.mark.parametrize("name", ["tic_tac_toe", "river_crossing", "market"])
def test_remembered_answers_are_those_of_a_machine_that_forgets(name, window, hits, facts, monkeypatch):
    for constant, value in (("_WINDOW", window), ("_LEAST_HITS", hits), ("_MOST_FACTS", facts)):
        monkeypatch.setattr(memory, constant, value)
    game = load_own(name)
    remembering, forgetting = Interpreter(game), Interpreter(game, remembers=False)
    for seed in (1, 2, 1):
        assert played(remembering, seed) == played(forgetting, seed)


def test_equal_states_are_one_state():
    machine, plain = Interpreter(load_own("nim")), ReferenceMachine(load_own("nim"))
    state = machine.initial()
    for _ in range(2):
        for moves in [(own, "noop") for own in plain.legal(state)[0]]:
            copy = frozenset(set(state))
            following = machine.next(copy, moves)
            assert following == plain.next(state, moves)
            assert machine.terminal(copy) == plain.terminal(state)
            assert machine.legal(following) == plain.legal(following)
            assert machine.legal(copy) == plain.legal(state)


def test_a_wrong_joint_move_is_refused_however_often():
    machine = Interpreter(load_own("nim"))
    for _ in range(2):
        with pytest.raises(GdlError, match="2 roles, but 1 moves"):
            machine.next(machine.initial(), ("noop",))


def test_moves_do_not_stay_in_a_state_where_moves_are_asked_for():
    """Unsound: what is legal depends on what was done; nothing is done when it is asked."""
    game = parse_game(
        "(role a) (init on) (<= (legal a go) (not (does a go))) (legal a stay) (<= (next on) (does a ?m))"
    )
    machine = Interpreter(game)
    state = machine.initial()
    assert machine.next(state, ("go",)) == {"on"}
    assert machine.legal(state) == (("go", "stay"),)
    assert machine.next(state, ("go",)) == {"on"}


def states(numbers):
    return [frozenset({("n", str(number)), "a"}) for number in numbers]


def test_a_memory_that_finds_little_is_given_up(monkeypatch):
    monkeypatch.setattr(memory, "_WINDOW", 8)
    monkeypatch.setattr(memory, "_LEAST_HITS", 2)
    few, many = StateMemory(), StateMemory()
    for first, second in zip(states(range(20)), states([0, 1] * 10), strict=True):
        few.known(first).terminal = True
        many.known(second).terminal = True
    assert few.known(states([19])[0]).terminal is None
    assert many.known(states([0])[0]).terminal is True


def test_a_full_memory_keeps_what_it_has(monkeypatch):
    monkeypatch.setattr(memory, "_MOST_FACTS", 4)
    full = StateMemory()
    for state in states(range(3)):
        full.known(state).terminal = False
    assert [full.known(state).terminal for state in states(range(3))] == [False, False, None]
