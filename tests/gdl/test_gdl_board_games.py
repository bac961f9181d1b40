"""The library's games for two against a second implementation on random playouts: states, moves, ends, results."""

from __future__ import annotations

import pytest
from oracles import gdl_line_games as lines
from oracles import gdl_moving_games as moving

from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own
from gametasks.gdl.playouts import End, play, start_words

ORACLES = {
    "tic_tac_toe": lines.TicTacToe,
    "connect_four": lines.ConnectFour,
    "connect_four_suicide": lines.ConnectFourSuicide,
    "hex": lines.Hex,
    "atari_go": lines.AtariGo,
    "pente": lines.Pente,
    "othello": lines.Othello,
    "dots_and_boxes": lines.DotsAndBoxes,
    "quarto": lines.Quarto,
    "breakthrough": moving.Breakthrough,
    "checkers": moving.Checkers,
    "konane": moving.Konane,
    "nine_mens_morris": moving.NineMensMorris,
}
GOALS = {True: (100,), False: (0,)}


def follow(machine, oracle, word):
    """Play one playout in both, comparing all there is; the result."""
    for step in play(machine, word, 500):
        assert step.state == oracle.facts()
        result = oracle.result()
        assert (step.end is End.TERMINAL) == (result is not None)
        if result is not None:
            draw = result == "draw"
            assert machine.goals(step.state) == tuple((50,) if draw else GOALS[role == result] for role in oracle.roles)
            return result
        of_mover, of_other = step.legal if oracle.turn == 0 else step.legal[::-1]
        assert set(of_mover) == oracle.moves()
        assert of_other == ("noop",)
        oracle.play(step.moves[oracle.turn])
    raise AssertionError("the playout did not come to an end")


def compare(name, playouts, seed):
    machine = Interpreter(load_own(name))
    assert machine.game.roles == ORACLES[name].roles
    return {follow(machine, ORACLES[name](), int(word)) for word in start_words(playouts, seed)}


@pytest.mark.parametrize("name", sorted(ORACLES))
def test_random_playouts_agree_with_a_second_implementation(name):
    assert compare(name, 25, 1) >= set(ORACLES[name].roles)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(ORACLES))
def test_many_random_playouts_agree_with_a_second_implementation(name):
    results = compare(name, 250, 2)
    assert results >= set(ORACLES[name].roles)
    assert "draw" not in results or name not in {"atari_go", "breakthrough", "dots_and_boxes", "hex", "konane"}
