"""Our own puzzles and games against numbers that are known from outside, found by search through the machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from itertools import product

import pytest
from oracles.gdl_puzzles import LightsOut, PegSolitaire
from oracles.gdl_single import term

from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.families import make_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own
from gametasks.gdl.machine import GameState
from gametasks.gdl.terms import Term, functor


def machine(name: str) -> Interpreter:
    return Interpreter(load_own(name))


def start_of(engine: Interpreter) -> GameState:
    """The first state without its step, so that a search meets each position once."""
    return frozenset(fact for fact in engine.initial() if functor(fact) != "step")


def followers(engine: Interpreter, state: GameState) -> Iterator[GameState]:
    """The states that a lone player can reach with one move."""
    return (engine.next(state, (move,)) for move in engine.legal(state)[0])


def layers(
    engine: Interpreter, start: GameState, key: Callable[[GameState], Hashable] = lambda state: state
) -> Iterator[list[GameState]]:
    """The positions by their distance from a first one, those with equal keys once; ends when there are no more."""
    seen, layer = {key(start)}, [start]
    while layer:
        yield layer
        found: dict[Hashable, GameState] = {}
        for state in layer:
            for after in followers(engine, state):
                if key(after) not in seen:
                    found.setdefault(key(after), after)
        seen |= found.keys()
        layer = list(found.values())


def first_layers(
    engine: Interpreter, start: GameState, count: int, key: Callable[[GameState], Hashable] = lambda state: state
) -> list[int]:
    return [len(layer) for layer, _ in zip(layers(engine, start, key), range(count), strict=False)]


def distance(engine: Interpreter, start: GameState, solved: Callable[[GameState], bool]) -> int:
    """Fewest moves to a solved position."""
    return next(depth for depth, layer in enumerate(layers(engine, start)) if any(map(solved, layer)))


def has_won(engine: Interpreter) -> Callable[[GameState], bool]:
    return lambda state: engine.goals(state) == ((100,),)


# --- Hanoi ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("discs", [1, 2, 3, 4, 5])
def test_hanoi_takes_two_to_the_n_minus_one_moves(discs: int) -> None:
    engine = machine("hanoi")
    start = frozenset(term("disc", disc, "left") for disc in range(6 - discs, 6))
    goal = frozenset(term("disc", disc, "right") for disc in range(6 - discs, 6))
    assert distance(engine, start, goal.__eq__) == 2**discs - 1


def test_hanoi_is_won_with_the_last_of_31_moves() -> None:
    engine = machine("hanoi")
    assert distance(engine, start_of(engine), has_won(engine)) == 31


def test_hanoi_has_three_to_the_n_positions() -> None:
    engine = machine("hanoi")
    assert sum(map(len, layers(engine, start_of(engine)))) == 3**5


# --- Eight puzzle --------------------------------------------------------------------------------------------------

EIGHT_PUZZLE_LAYERS = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
    20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
"""Positions by their distance from the ordered one (OEIS A089473)."""


def ordered() -> GameState:
    tiles = [*range(1, 9), "blank"]
    return frozenset(term("cell", at // 3 + 1, at % 3 + 1, tile) for at, tile in enumerate(tiles))


def test_eight_puzzle_positions_by_distance() -> None:
    assert first_layers(machine("eight_puzzle"), ordered(), 14) == list(EIGHT_PUZZLE_LAYERS[:14])


@pytest.mark.slow
def test_eight_puzzle_has_half_of_all_orders_and_starts_farthest_away() -> None:
    engine = machine("eight_puzzle")
    found = list(layers(engine, ordered()))
    assert tuple(map(len, found)) == EIGHT_PUZZLE_LAYERS
    assert sum(EIGHT_PUZZLE_LAYERS) == 181_440
    assert start_of(engine) in found[31]


def test_eight_puzzle_is_over_when_ordered() -> None:
    engine = machine("eight_puzzle")
    assert engine.terminal(ordered())
    assert engine.goals(ordered()) == ((100,),)


# --- Lights out ----------------------------------------------------------------------------------------------------


def dark(size: int) -> GameState:
    return frozenset(term("cell", *square, "off") for square in product(range(1, size + 1), repeat=2))


def bits(state: GameState, size: int) -> int:
    """The lamps that are on, one bit each."""
    return sum(
        1 << at
        for at, square in enumerate(product(range(1, size + 1), repeat=2))
        if term("cell", *square, "on") in state
    )


def rank(rows: list[int]) -> int:
    """Rank over GF(2) of rows of bits."""
    pivots: list[int] = []
    for row in rows:
        rest = row
        for pivot in pivots:
            rest = min(rest, rest ^ pivot)
        if rest:
            pivots.append(rest)
    return len(pivots)


@pytest.mark.parametrize(("size", "nullity"), [(2, 0), (3, 0), (4, 4), (5, 2), (6, 0), (9, 8)])
def test_lights_out_solvable_share(size: int, nullity: int) -> None:
    """One in 2^nullity patterns can be put out (OEIS A159257): on 5 by 5, one in four."""
    engine = Interpreter(make_game("lights", size=size))
    presses = [bits(state, size) for state in followers(engine, dark(size))]
    assert rank(presses) == size * size - nullity


def test_lights_out_on_3_by_3_reaches_all_patterns() -> None:
    engine = Interpreter(make_game("lights", size=3))
    assert sum(map(len, layers(engine, dark(3)))) == 2**9


def test_lights_out_with_all_on_takes_15_presses() -> None:
    """All four sets of presses that put them out are found by hand; one of the smallest is played."""
    engine = machine("lights_out")
    moves = engine.legal(dark(5))[0]
    effects = [bits(engine.next(dark(5), (move,)), 5) for move in moves]
    solutions = list(_solutions(effects, 2**25 - 1))
    assert len(solutions) == 4
    assert min(map(len, solutions)) == 15
    state = engine.initial()
    for at in min(solutions, key=len):
        assert not engine.terminal(state)
        state = engine.next(state, (moves[at],))
    assert engine.terminal(state)
    assert has_won(engine)(state)
    assert term("step", 15) in state


def _solutions(effects: list[int], target: int) -> Iterator[list[int]]:
    """All sets of presses with the effect that is wanted: the first row is tried out, each further press is forced."""
    for first in range(2**5):
        pressed = [at for at in range(5) if first >> at & 1]
        lit = target
        for at in pressed:
            lit ^= effects[at]
        for at in range(5, 25):
            if lit >> (at - 5) & 1:  # only this press still reaches the lamp above
                pressed.append(at)
                lit ^= effects[at]
        if not lit:
            yield pressed


def test_lights_family_gives_the_same_rules_as_the_game() -> None:
    made = make_game("lights", size=LightsOut.size, steps=LightsOut.limit)
    assert {(rule.head, rule.body) for rule in made.rules} == {
        (rule.head, rule.body) for rule in load_own("lights_out").rules
    }


# --- Knight's tour -------------------------------------------------------------------------------------------------


def tours(engine: Interpreter, state: GameState) -> int:
    if engine.terminal(state):
        return int(engine.goals(state) == ((100,),))
    return sum(tours(engine, after) for after in followers(engine, state))


@pytest.mark.slow
def test_knight_has_304_open_tours_from_the_corner() -> None:
    engine = machine("knights_tour")
    assert tours(engine, engine.initial()) == 304


# --- Peg solitaire -------------------------------------------------------------------------------------------------

PEG_SOLUTION = (
    "2444 3234 1333 1513 3432 3133 3515 3735 4323 1333 4143 4323 4525 1535 4745 4525 "
    "6343 5153 5333 2343 4345 5535 2545 5755 5456 7555 4565 7375 7555 5654 6444"
)
"""Rows and columns of 31 jumps, found by a search over bit boards."""


def pegs(state: GameState) -> frozenset[tuple[int, int]]:
    holes = (fact for fact in state if functor(fact) == "cell")
    return frozenset((int(functor(row)), int(functor(column))) for _, row, column, what in holes if what == "peg")


def up_to_symmetry(state: GameState) -> Hashable:
    """The least of the eight images of a position under turns and reflections of the board."""
    images = []
    for swap, flip_row, flip_column in product((False, True), repeat=3):
        image = ((c, r) if swap else (r, c) for r, c in pegs(state))
        images.append(sorted((8 - r if flip_row else r, 8 - c if flip_column else c) for r, c in image))
    return tuple(min(images))


def test_peg_solitaire_positions_up_to_symmetry() -> None:
    """OEIS A112737."""
    engine = machine("peg_solitaire")
    assert first_layers(engine, engine.initial(), 6, up_to_symmetry) == [1, 1, 2, 8, 39, 171]


def test_peg_solitaire_positions() -> None:
    """Without symmetry, against a search on the plain rules."""
    engine = machine("peg_solitaire")
    counts, layer = [], {frozenset(PegSolitaire().pegs)}
    for _ in range(5):
        counts.append(len(layer))
        layer = {after for position in layer for after in _jumps(position)}
    assert first_layers(engine, engine.initial(), 5, pegs) == counts


def _jumps(position: frozenset[tuple[int, int]]) -> Iterator[frozenset[tuple[int, int]]]:
    game = PegSolitaire()
    game.pegs = set(position)
    for move in game.moves():
        game.pegs = set(position)
        game.do(tuple(move))
        yield frozenset(game.pegs)


def test_peg_solitaire_can_be_solved() -> None:
    engine = machine("peg_solitaire")
    state = engine.initial()
    for jump in PEG_SOLUTION.split():
        assert not engine.terminal(state)
        move = term("jump", *jump)
        assert move in engine.legal(state)[0]
        state = engine.next(state, (move,))
    assert engine.terminal(state)
    assert has_won(engine)(state)


# --- Queens --------------------------------------------------------------------------------------------------------


def queens_of(size: int) -> Game:
    """The game on the first rows and columns alone."""
    return parse_game(re.sub(rf"\(index [{size + 1}-9]\)", "", load_own("queens").text))


@pytest.mark.parametrize(
    ("size", "counts"),
    [(4, [1, 4, 6, 4, 2]), (5, [1, 5, 12, 14, 12, 10]), (8, [1, 8, 42, 140, 344, 568, 550, 312, 92])],
)
def test_queens_placements_by_row(size: int, counts: list[int]) -> None:
    """The last count is that of the solutions (OEIS A000170): 92 for eight queens, 10 for five."""
    engine = Interpreter(queens_of(size))
    assert [len(layer) for layer in layers(engine, engine.initial())] == counts


# --- Pocket cube ---------------------------------------------------------------------------------------------------


def test_pocket_cube_positions_by_distance() -> None:
    """OEIS A080602 for turns of quarters and halves; 3,674,160 positions in all, up to distance 11."""
    engine = machine("pocket_cube")
    colours = {"up": "white", "down": "yellow", "front": "green", "back": "blue", "left": "orange", "right": "red"}
    solved = frozenset(term("sticker", *place, colours[place[0]]) for place in product(colours, "1234"))
    assert first_layers(engine, solved, 5) == [1, 9, 54, 321, 1847]
    assert engine.terminal(solved)


# --- Puzzles of order ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rings", "moves"), [(1, 1), (2, 2), (3, 5), (4, 10), (5, 21), (6, 42)])
def test_chinese_rings_take_two_thirds_of_two_to_the_n_moves(rings: int, moves: int) -> None:
    engine = machine("chinese_rings")
    start = frozenset(term("ring", ring, "on" if ring <= rings else "off") for ring in range(1, 7))
    assert distance(engine, start, has_won(engine)) == moves == 2 ** (rings + 1) // 3


@pytest.mark.parametrize(("name", "moves"), [("river_crossing", 11), ("water_jugs", 7)])
def test_known_shortest_solutions(name: str, moves: int) -> None:
    engine = machine(name)
    assert distance(engine, start_of(engine), has_won(engine)) == moves


@pytest.mark.slow
def test_sokoban_takes_27_steps() -> None:
    engine = machine("sokoban")
    assert distance(engine, start_of(engine), has_won(engine)) == 27


# --- Nim -----------------------------------------------------------------------------------------------------------


def test_nim_is_lost_where_the_heaps_cancel_out() -> None:
    """Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901."""
    engine = machine("nim")
    known: dict[GameState, bool] = {}

    def wins(state: GameState) -> bool:
        """Whether the player to move wins."""
        mover = 0 if ("control", "first") in state else 1
        if state not in known:
            if engine.terminal(state):
                known[state] = engine.goals(state)[mover] == (100,)
            else:
                joint: list[tuple[Term, ...]] = [
                    (move, "noop") if mover == 0 else ("noop", move) for move in engine.legal(state)[mover]
                ]
                known[state] = not all(wins(engine.next(state, moves)) for moves in joint)
        return known[state]

    for sizes in product(range(4), range(6), range(8)):
        state = frozenset({*(term("heap", at, size) for at, size in enumerate(sizes, 1)), ("control", "first")})
        assert wins(state) == (sizes[0] ^ sizes[1] ^ sizes[2] != 0)
