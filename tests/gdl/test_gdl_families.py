"""Families of games: what their parameters change, what they leave alone, and which values they refuse."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import pytest
from oracles.gdl_single import term

from gametasks.errors import ConfigurationError, UnknownNameError
from gametasks.gdl.checker.check import check_game
from gametasks.gdl.description import Game
from gametasks.gdl.families import FAMILIES, make_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.playouts import End, play
from gametasks.gdl.properties.structure import game_properties
from gametasks.gdl.terms import Term, arguments, functor

CORNERS = [
    (name, dict(zip(family.parameters, values, strict=True)))
    for name, family in FAMILIES.items()
    for values in product(*((parameter.low, parameter.high) for parameter in family.parameters.values()))
]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_game_with_nothing_given(name: str) -> None:
    family = FAMILIES[name]
    game = make_game(name)
    assert game.name == f"{name}_{family.factor}{family.parameters[family.factor].default}"
    assert game.text == family.text({})
    assert family.name == name
    assert all(parameter.low <= parameter.default <= parameter.high for parameter in family.parameters.values())


@pytest.mark.parametrize(("name", "values"), CORNERS, ids=lambda value: value if isinstance(value, str) else str(value))
def test_the_smallest_and_the_largest_games_are_sound(name: str, values: dict[str, int]) -> None:
    game = make_game(name, **values)
    assert check_game(game) == []
    assert all(len(line) <= 79 and line == line.rstrip() for line in game.text.splitlines())
    assert "\n\n\n" not in game.text
    machine = Interpreter(game)
    *_, last = play(machine, 1, max(values.get("steps", 0), values.get("plots", 0)))
    assert last.end is End.TERMINAL
    assert all(len(own) == 1 for own in machine.goals(last.state))


def test_names_tell_what_is_not_as_by_default() -> None:
    assert make_game("signal", depth=7).name == "signal_depth7"
    assert make_game("signal", steps=9, lamps=8).name == "signal_depth4_steps9"
    assert make_game("claim", players=5, plots=20).name == "claim_players5_plots20"


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("lights", {"size": 1}, "size of the family 'lights' must be from 2 to 12, not 1"),
        ("lights", {"size": 13}, "must be from 2 to 12, not 13"),
        ("claim", {"players": 2.0}, "players of the family 'claim' must be a whole number, not 2.0"),
        ("claim", {"players": True}, "must be a whole number, not True"),
        ("signal", {"depth": "4"}, "must be a whole number, not '4'"),
    ],
)
def test_values_that_are_refused(name: str, values: dict[str, int], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        make_game(name, **values)


def test_unknown_names() -> None:
    with pytest.raises(UnknownNameError, match="unknown family of games 'light'; did you mean lights"):
        make_game("light")
    with pytest.raises(UnknownNameError, match="unknown parameter of the family 'lights' 'sise'; did you mean size"):
        make_game("lights", sise=3)


# --- One factor at a time ------------------------------------------------------------------------------------------


def test_size_changes_the_board_alone() -> None:
    small, large = (make_game("lights", size=size) for size in (3, 9))
    assert {rule for rule in _rules(small) ^ _rules(large) if functor(rule[0]) not in ("index", "succ")} == set()
    assert [len(Interpreter(game).initial()) for game in (small, large)] == [9 + 1, 81 + 1]


def test_number_of_players_changes_the_roles_alone() -> None:
    few, many = (make_game("claim", players=players) for players in (2, 9))
    assert {functor(rule[0]) for rule in _rules(few) ^ _rules(many)} == {"role"}
    assert len(many.roles) == 9
    assert Interpreter(few).initial() == Interpreter(many).initial()


def test_depth_changes_the_rules_alone() -> None:
    depths = [1, 2, 5, 12]
    games = [make_game("signal", depth=depth) for depth in depths]
    assert len({Interpreter(game).initial() for game in games}) == 1
    for property_of in ("next", "legal"):
        found = [getattr(game_properties(game), property_of).max_rule_depth for game in games]
        assert [depth - found[0] for depth in found] == [depth - depths[0] for depth in depths]


def _rules(game: Game) -> set[tuple[Term, tuple[Term, ...]]]:
    return {(rule.head, rule.body) for rule in game.rules}


# --- The rules in plain Python -------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", [1, 2, 3, 7])
@pytest.mark.parametrize("lamps", [3, 8, 11])
def test_signals_follow_the_gates(depth: int, lamps: int) -> None:
    machine = Interpreter(make_game("signal", depth=depth, lamps=lamps))
    lit = {0}
    for number in range(20):
        for step in play(machine, 100 + number, 20):
            if term("step", 0) in step.state:
                lit = {0}
            shown = {term("lamp", at + 1, "on" if at in lit else "off") for at in range(lamps)}
            assert {fact for fact in step.state if functor(fact) == "lamp"} == shown
            assert machine.terminal(step.state) == (not lit or term("step", 20) in step.state)
            if step.moves is None:
                break
            for _ in range(depth):
                # rule 30: the left neighbour, or else both of the others, but not all at once
                lit = {at for at in range(lamps) if ((at - 1) % lamps in lit) != bool({at, (at + 1) % lamps} & lit)}
            assert set(step.legal[0]) == {"wait", *(term("switch_off", at + 1) for at in lit)}
            if step.moves != ("wait",):
                lit -= {int(functor(arguments(step.moves[0])[0])) - 1}


@pytest.mark.parametrize(("players", "plots"), [(2, 12), (3, 12), (6, 15)])
def test_land_goes_to_a_lone_claim(players: int, plots: int) -> None:
    machine = Interpreter(make_game("claim", players=players, plots=plots))
    for number in range(40):
        land = dict.fromkeys(range(1, plots + 1), "free")
        for step in play(machine, 100 + number, plots):
            assert step.state == {term("plot", *plot) for plot in land.items()}
            free = {term("claim", plot) for plot, owner in land.items() if owner == "free"}
            assert machine.terminal(step.state) == (not free)
            assert machine.goals(step.state) == _standing(land, players)
            if step.moves is not None:
                assert all(set(own) == free for own in step.legal)
                claims = Counter(step.moves)
                for player, move in enumerate(step.moves, 1):
                    land[int(functor(arguments(move)[0]))] = f"player{player}" if claims[move] == 1 else "waste"


def _standing(land: dict[int, str], players: int) -> tuple[tuple[int], ...]:
    owners = [land[plot] for plot in sorted(land)]
    pairs = [
        sum(first == second == f"player{player}" for first, second in pairwise(owners))
        for player in range(1, players + 1)
    ]
    best = 100 if pairs.count(max(pairs)) == 1 else 50
    return tuple((best if own == max(pairs) else 0,) for own in pairs)
