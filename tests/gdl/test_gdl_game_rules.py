"""Our own games against their rules in plain Python: the same facts, moves, ends and results in every playout."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from itertools import product
from typing import TypeAlias

import pytest
from oracles.gdl_contests import CONTESTS, Contest
from oracles.gdl_mazes import MAZES, BombMaze
from oracles.gdl_moving_puzzles import MOVING_PUZZLES, Snake
from oracles.gdl_positions import POSITIONS
from oracles.gdl_puzzles import PUZZLES
from oracles.gdl_simultaneous import SIMULTANEOUS, Rally
from oracles.gdl_single import Puzzle

from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own
from gametasks.gdl.machine import GameState, JointMove, Machine
from gametasks.gdl.reference.reasoner import ReferenceMachine
from gametasks.gdl.terms import Term, functor
from gametasks.streams import Stream

ORACLES: dict[str, type[Puzzle | Contest]] = {
    oracle.name: oracle for oracle in (*PUZZLES, *MOVING_PUZZLES, *CONTESTS, *SIMULTANEOUS, *MAZES)
}


Game: TypeAlias = Puzzle | Contest
Legal: TypeAlias = tuple[tuple[Term, ...], ...]
Choose: TypeAlias = Callable[[Game, Legal, Stream], JointMove]


def by_chance(_: Game, legal: Legal, stream: Stream) -> JointMove:
    return tuple(stream.choice(own) for own in legal)


def playout(machine: Machine, game: Game, stream: Stream, choose: Choose = by_chance) -> int:
    """One playout of both, compared state by state; the number of states."""
    state: GameState = frozenset(game.facts())
    states = 0
    while True:
        states += 1
        assert state == game.facts()
        assert machine.goals(state) == tuple((value,) for value in game.goals())
        assert machine.terminal(state) == game.over()
        if game.over():
            return states
        legal = machine.legal(state)
        assert [set(moves) for moves in legal] == game.legal()
        moves = choose(game, legal, stream)
        state = machine.next(state, moves)
        game.play(moves)


@pytest.mark.parametrize("name", sorted(ORACLES))
def test_playouts_follow_the_rules(name: str) -> None:
    machine = Interpreter(load_own(name))
    assert machine.initial() == ORACLES[name]().facts()
    states = 0
    for number in range(200):
        # Long games have fewer playouts.
        if states < 1500:
            states += playout(machine, ORACLES[name](), Stream(f"{name} {number}", "playout"))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_many_playouts_follow_the_rules(name: str) -> None:
    machine, states = Interpreter(load_own(name)), 0
    for number in range(1000):
        if states < 10_000:
            states += playout(machine, ORACLES[name](), Stream(f"{name} {number}", "playout"))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_the_plain_reasoner_follows_the_rules_too(name: str) -> None:
    machine = ReferenceMachine(load_own(name))
    for number in range(3):
        playout(machine, ORACLES[name](), Stream(f"{name} {number}", "playout"))


def towards_the_apple(game: Game, legal: Legal, stream: Stream) -> JointMove:
    """A move that does not crash, if there is one; mostly the one that ends nearest to the apple."""
    assert isinstance(game, Snake)
    safe: list[tuple[int, Term]] = []
    for move in legal[0]:
        after = deepcopy(game)
        after.play((move,))
        if not after.crashed:
            (r, c), apple = after.body[-1], game.APPLES[game.eaten]
            safe.append((abs(r - apple[0]) + abs(c - apple[1]), move))
    if not safe or stream.uniform() < 0.1:
        return by_chance(game, legal, stream)
    return (min(safe)[1],)


def test_snakes_that_grow_long() -> None:
    """Random ones die young."""
    machine, most = Interpreter(load_own("snake")), 0
    for number in range(30):
        snake = Snake()
        playout(machine, snake, Stream(f"long snake {number}", "playout"), towards_the_apple)
        most = max(most, snake.eaten)
    assert most == 8


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_rare_positions_follow_the_rules(name: str) -> None:
    machine, states = Interpreter(load_own(name)), 0
    for number in range(300):
        if states < 600:
            stream = Stream(f"{name} {number}", "position")
            states += playout(machine, POSITIONS[name](stream), stream)


def test_bombs_set_each_other_off() -> None:
    machine, chains = Interpreter(load_own("bomb_maze")), 0
    for number in range(100):
        arena = POSITIONS["bomb_maze"](Stream(f"bombs {number}", "position"))
        assert isinstance(arena, BombMaze)
        fuses = {left for _, left in arena.bombs.values()}
        after = machine.next(frozenset(arena.facts()), ("wait", "wait"))
        chains += 1 in fuses and len(fuses) == 2 and not _bombs(after)
    assert chains > 10


def _bombs(state: GameState) -> int:
    return sum(functor(fact) == "bomb" for fact in state)


def test_cars_that_meet() -> None:
    """From states in which the cars are anywhere on the track at any speed."""
    machine, collisions = Interpreter(load_own("rally")), 0
    for number in range(150):
        stream, rally = Stream(f"cars {number}", "playout"), Rally()
        squares = product((1, 2, 3), range(1, 13))
        track = [(lane, square) for lane, square in squares if rally.TRACK[lane - 1][square - 1] == "."]
        place = stream.choice(track)
        near = [other for other in track if abs(other[0] - place[0]) + abs(other[1] - place[1]) <= 2]
        rally.cars = {"red": (*place, stream.integers(1, 4)), "blue": (*stream.choice(near), stream.integers(1, 4))}
        after = machine.next(frozenset(rally.facts()), ("coast", "coast"))
        collisions += {("speed", "red", "0"), ("speed", "blue", "0")} <= after
        playout(machine, rally, stream)
    assert collisions > 10
