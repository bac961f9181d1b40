"""Positions that random playouts hardly ever reach: solved or nearly so, at the last step, in a rare situation."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from oracles.gdl_contests import Contest
from oracles.gdl_mazes import BombMaze, PursuitMaze
from oracles.gdl_moving_puzzles import PocketCube, Snake, Sokoban
from oracles.gdl_puzzles import (
    ChineseRings,
    EightPuzzle,
    Hanoi,
    KnightsTour,
    LightsOut,
    PegSolitaire,
    RiverCrossing,
    WaterJugs,
)
from oracles.gdl_single import Puzzle

from gametasks.streams import Stream


def _late(game: Puzzle, stream: Stream, most_moves: int = 0) -> Puzzle:
    """A few moves on, and with few steps left."""
    for _ in range(stream.integers(0, most_moves + 1)):
        game.play((stream.choice(sorted(game.moves())),))
    game.step = stream.integers(game.limit - 4, game.limit + 1)
    return game


def peg_solitaire(stream: Stream) -> Puzzle:
    game = PegSolitaire()
    game.pegs = set(stream.sample(game.HOLES, stream.integers(1, 7)))
    if stream.uniform() < 0.2:
        game.pegs = {(4, 4)}
    return game


def eight_puzzle(stream: Stream) -> Puzzle:
    game = EightPuzzle()
    game.tiles = game.SOLVED
    if stream.uniform() < 0.5:  # two tiles exchanged: nearly ordered, and out of reach
        first, second = stream.sample(game.SOLVED, 2)
        game.tiles = game.tiles.translate(str.maketrans(first + second, second + first))
    return _late(game, stream, 3)


def hanoi(stream: Stream) -> Puzzle:
    game = Hanoi()
    game.pegs = {name: [] for name in game.pegs}
    for disc in (5, 4, 3, 2, 1):
        game.pegs["right" if stream.uniform() < 0.8 else stream.choice(("left", "middle"))].append(disc)
    return _late(game, stream)


def lights_out(stream: Stream) -> Puzzle:
    game = LightsOut()
    game.lit = set()
    return _late(game, stream, 3)


def knights_tour(stream: Stream) -> Puzzle:
    game = KnightsTour()
    game.path = stream.shuffle(list(product(range(1, 6), repeat=2)))[stream.integers(0, 3) :]
    return game


def chinese_rings(stream: Stream) -> Puzzle:
    game = ChineseRings()
    game.rings = stream.choice(("000000", "100000", "110000", "010000", "001000", "000001", "011001"))
    return _late(game, stream)


def river_crossing(stream: Stream) -> Puzzle:
    game = RiverCrossing()
    game.geese, game.foxes, game.raft = 0, 0, "right"
    return _late(game, stream, 9)


def water_jugs(stream: Stream) -> Puzzle:
    game = WaterJugs()
    contents = [jugs for jugs in product(range(9), range(6), range(4)) if sum(jugs) == 8]
    game.litres = dict(zip(game.CAPACITY, stream.choice([*contents, (4, 4, 0), (4, 4, 0)]), strict=True))
    return _late(game, stream)


def sokoban(stream: Stream) -> Puzzle:
    game = Sokoban()
    floor = sorted(game.floor - game.targets)
    game.crates = set(stream.sample(sorted(game.targets), stream.integers(1, 4)))
    game.crates |= set(stream.sample(floor, 3 - len(game.crates)))
    game.worker = stream.choice([square for square in floor if square not in game.crates])
    return _late(game, stream) if game.moves() else Sokoban()


def pocket_cube(stream: Stream) -> Puzzle:
    game = PocketCube()
    colours = {"up": "white", "down": "yellow", "front": "green", "back": "blue", "left": "orange", "right": "red"}
    game.stickers = {game.point(face, place): colours[face] for face, place in product(game.FACES, range(1, 5))}
    return _late(game, stream, 2)


def snake(stream: Stream) -> Puzzle:
    """Its head next to its tail, where the next apple may lie; four places around a square, turned and moved."""
    game = Snake()
    ring = [(0, 0), (0, 1), (1, 1), (1, 0)]
    headings = ["west", "north", "east", "south"]
    first, row, column = stream.integers(0, 4), stream.integers(1, 6), stream.integers(1, 6)
    game.body = [(row + r, column + c) for r, c in ring[first:] + ring[:first]]
    game.heading = headings[first]
    if stream.uniform() < 0.7:
        game.APPLES = (game.body[0], *Snake.APPLES[1:])
    game.step = stream.integers(game.limit - 3, game.limit + 1)
    return game


def pursuit_maze(stream: Stream) -> Contest:
    game = PursuitMaze()
    rooms = list(product(range(1, 7), repeat=2))
    game.at = dict(zip(game.roles, stream.sample(rooms, 3), strict=True))
    game.jewels = set(stream.sample(sorted(game.jewels), stream.integers(0, 4)))
    game.step = stream.integers(27, 31)
    return game


def bomb_maze(stream: Stream) -> Contest:
    """Two bombs near each other."""
    game = BombMaze()
    floor = sorted(game.floor - game.crates)
    first = stream.choice(floor)
    near = [square for square in floor if abs(square[0] - first[0]) + abs(square[1] - first[1]) <= 3]
    game.bombs = {
        "red": (first, stream.integers(1, 4)),
        "blue": (stream.choice(near), stream.integers(1, 4)),
    }
    game.at = {role: stream.choice(floor) for role in game.roles}
    game.step = stream.integers(0, 31)
    return game


POSITIONS: dict[str, Callable[[Stream], Puzzle | Contest]] = {
    make.__name__: make
    for make in (
        peg_solitaire, eight_puzzle, hanoi, lights_out, knights_tour, chinese_rings, river_crossing, water_jugs,
        sokoban, pocket_cube, snake, pursuit_maze, bomb_maze,
    )
}  # fmt: skip
