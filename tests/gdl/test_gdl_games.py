"""Every game of our own: sound by the checker, and every random playout ends in time with one value for each role."""

from __future__ import annotations

from functools import cache

import pytest

from gametasks.gdl.checker.check import check_game
from gametasks.gdl.description import load_game, parse_game, print_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import GameKind, own_games
from gametasks.gdl.playouts import End, play

GAMES = {entry.name: entry for entry in own_games()}

LONGEST = {
    "bidding_tic_tac_toe": 18,  # a bid and a mark for each square
    "bomb_maze": 30,
    "chinese_rings": 60,
    "corner_race": 60,
    "crossing": 20,  # a square at least is taken with each move
    "eight_puzzle": 60,
    "fox_and_hounds": 57,  # four hounds move down seven rows at most, the fox before and after
    "hanoi": 40,
    "knights_tour": 24,
    "lights_out": 20,
    "market": 12,
    "nim": 15,  # an object at least is taken with each move
    "peg_solitaire": 31,
    "pocket_cube": 20,
    "pursuit_maze": 30,
    "queens": 8,
    "rally": 20,
    "river_crossing": 20,
    "rock_paper_scissors": 10,
    "snake": 60,
    "sokoban": 60,
    "water_jugs": 15,
}
"""Most joint moves of the games whose rules say so in words; the others have 500."""


@cache
def machine(name: str) -> Interpreter:
    return Interpreter(load_game(GAMES[name].path))


@pytest.mark.parametrize("name", GAMES)
def test_random_playouts_end_in_time_with_one_goal_value_each(name: str) -> None:
    longest = LONGEST.get(name, 500)
    states = 0
    for number in range(20):
        # Slow games have few playouts, quick ones all of them.
        if states > 200:
            break
        for step in play(machine(name), 1 + number, longest):
            states += 1
            values = machine(name).goals(step.state)
            assert all(len(own) == 1 and 0 <= own[0] <= 100 for own in values), step.state
            if step.end is not None:
                assert step.end is End.TERMINAL, step.state


@pytest.mark.parametrize("name", GAMES)
def test_the_checker_finds_nothing(name: str) -> None:
    assert check_game(load_game(GAMES[name].path)) == []


@pytest.mark.parametrize("name", GAMES)
def test_printing_loses_nothing_but_comments(name: str) -> None:
    game = load_game(GAMES[name].path)
    again = parse_game(print_game(game))
    assert [(rule.head, rule.body) for rule in again.rules] == [(rule.head, rule.body) for rule in game.rules]


@pytest.mark.parametrize("name", GAMES)
def test_descriptions_are_written_alike(name: str) -> None:
    text = GAMES[name].path.read_text("ascii")
    assert text.startswith("; ")
    assert text.endswith(")\n")
    assert all(line.startswith(";") or line == line.lower() for line in text.splitlines())
    assert all(len(line) <= 80 and line == line.rstrip() for line in text.splitlines())
    assert "\n\n\n" not in text


def test_there_are_games_of_every_kind() -> None:
    assert {entry.metadata.kind for entry in GAMES.values()} == set(GameKind)
    assert len(GAMES) >= 24


def test_simultaneous_games_say_so() -> None:
    """A game is simultaneous exactly if in some state of its playouts two roles have a choice."""
    for name, entry in GAMES.items():
        both = any(sum(len(own) > 1 for own in step.legal) > 1 for step in play(machine(name), 7, 8))
        assert both == entry.metadata.properties.simultaneous, name
