"""The rules of our own puzzles in plain Python, written from the rules and not from their descriptions in GDL."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from oracles.gdl_single import DIRECTIONS, Puzzle, term

from gametasks.gdl.terms import Term


class PegSolitaire(Puzzle):
    name = "peg_solitaire"
    HOLES = tuple((r, c) for r, c in product(range(1, 8), repeat=2) if 3 <= r <= 5 or 3 <= c <= 5)

    def __init__(self) -> None:
        super().__init__()
        self.pegs = set(self.HOLES) - {(4, 4)}

    def moves(self) -> set[Term]:
        found = set()
        for (r, c), (down, right) in product(self.pegs, DIRECTIONS.values()):
            target = (r + 2 * down, c + 2 * right)
            if (r + down, c + right) in self.pegs and target in self.HOLES and target not in self.pegs:
                found.add(term("jump", r, c, *target))
        return found

    def do(self, move: tuple[str, ...]) -> None:
        r1, c1, r3, c3 = map(int, move[1:])
        self.pegs ^= {(r1, c1), ((r1 + r3) // 2, (c1 + c3) // 2), (r3, c3)}

    def board(self) -> set[Term]:
        cells = {term("cell", *hole, "peg" if hole in self.pegs else "empty") for hole in self.HOLES}
        return cells | {term("pegs", len(self.pegs))}

    def over(self) -> bool:
        return not self.moves()

    def value(self) -> int:
        if len(self.pegs) == 1:
            return 100 if (4, 4) in self.pegs else 90
        return {2: 75, 3: 50, 4: 25}.get(len(self.pegs), 0)


class EightPuzzle(Puzzle):
    name = "eight_puzzle"
    limit = 60
    SOLVED = "12345678 "

    def __init__(self) -> None:
        super().__init__()
        self.tiles = "8672543 1"

    def moves(self) -> set[Term]:
        blank = divmod(self.tiles.index(" "), 3)
        near = (divmod(place, 3) for place in range(9))
        return {term("slide", self.tiles[3 * r + c]) for r, c in near if abs(r - blank[0]) + abs(c - blank[1]) == 1}

    def do(self, move: tuple[str, ...]) -> None:
        self.tiles = self.tiles.translate(str.maketrans(move[1] + " ", " " + move[1]))

    def board(self) -> set[Term]:
        return {
            term("cell", place // 3 + 1, place % 3 + 1, "blank" if tile == " " else tile)
            for place, tile in enumerate(self.tiles)
        }

    def solved(self) -> bool:
        return self.tiles == self.SOLVED


class Hanoi(Puzzle):
    name = "hanoi"
    limit = 40

    def __init__(self) -> None:
        super().__init__()
        self.pegs: dict[str, list[int]] = {"left": [5, 4, 3, 2, 1], "middle": [], "right": []}

    def moves(self) -> set[Term]:
        return {
            term("move", source[-1], name)
            for source in self.pegs.values()
            if source
            for name, target in self.pegs.items()
            if not target or target[-1] > source[-1]
        }

    def do(self, move: tuple[str, ...]) -> None:
        source = next(peg for peg in self.pegs.values() if peg and peg[-1] == int(move[1]))
        self.pegs[move[2]].append(source.pop())

    def board(self) -> set[Term]:
        return {term("disc", disc, name) for name, peg in self.pegs.items() for disc in peg}

    def solved(self) -> bool:
        return len(self.pegs["right"]) == 5

    def value(self) -> int:
        arrived = 0
        while self.pegs["right"][arrived : arrived + 1] == [5 - arrived]:
            arrived += 1
        return 20 * arrived


class LightsOut(Puzzle):
    name = "lights_out"
    limit = 20
    size = 5

    def __init__(self) -> None:
        super().__init__()
        self.lit = set(product(range(1, self.size + 1), repeat=2))

    def moves(self) -> set[Term]:
        return {term("press", r, c) for r, c in product(range(1, self.size + 1), repeat=2)}

    def do(self, move: tuple[str, ...]) -> None:
        r, c = map(int, move[1:])
        cross = {(r, c), *((r + down, c + right) for down, right in DIRECTIONS.values())}
        self.lit ^= {square for square in cross if min(square) >= 1 and max(square) <= self.size}

    def board(self) -> set[Term]:
        squares = product(range(1, self.size + 1), repeat=2)
        return {term("cell", *square, "on" if square in self.lit else "off") for square in squares}

    def solved(self) -> bool:
        return not self.lit


class KnightsTour(Puzzle):
    name = "knights_tour"

    def __init__(self) -> None:
        super().__init__()
        self.path = [(1, 1)]

    def moves(self) -> set[Term]:
        r, c = self.path[-1]
        return {
            term("move", *square)
            for square in product(range(1, 6), repeat=2)
            if (square[0] - r) ** 2 + (square[1] - c) ** 2 == 5 and square not in self.path
        }

    def do(self, move: tuple[str, ...]) -> None:
        self.path.append((int(move[1]), int(move[2])))

    def board(self) -> set[Term]:
        visited = {term("visited", *square) for square in self.path}
        return visited | {term("knight", *self.path[-1]), term("squares", len(self.path))}

    def over(self) -> bool:
        return not self.moves()

    def value(self) -> int:
        return 4 * len(self.path)


class ChineseRings(Puzzle):
    name = "chinese_rings"
    limit = 60

    def __init__(self) -> None:
        super().__init__()
        self.rings = "111111"
        """Ring 1 first."""

    def moves(self) -> set[Term]:
        first_on = self.rings.index("1") + 1
        return {term("move", ring) for ring in (1, first_on + 1) if ring <= 6}

    def do(self, move: tuple[str, ...]) -> None:
        at = int(move[1]) - 1
        self.rings = self.rings[:at] + "10"[int(self.rings[at])] + self.rings[at + 1 :]

    def board(self) -> set[Term]:
        return {term("ring", at + 1, "on" if ring == "1" else "off") for at, ring in enumerate(self.rings)}

    def solved(self) -> bool:
        return "1" not in self.rings


class Queens(Puzzle):
    name = "queens"

    def __init__(self) -> None:
        super().__init__()
        self.columns: list[int] = []

    def moves(self) -> set[Term]:
        row = len(self.columns)
        return {
            term("place", column)
            for column in range(1, 9)
            if row < 8 and all(abs(column - other) not in (0, row - at) for at, other in enumerate(self.columns))
        }

    def do(self, move: tuple[str, ...]) -> None:
        self.columns.append(int(move[1]))

    def board(self) -> set[Term]:
        queens = {term("queen", row, column) for row, column in enumerate(self.columns, 1)}
        return queens | {term("row", len(self.columns) + 1)}

    def over(self) -> bool:
        return not self.moves()

    def value(self) -> int:
        return 100 if len(self.columns) == 8 else 10 * len(self.columns)


class RiverCrossing(Puzzle):
    name = "river_crossing"
    limit = 20

    def __init__(self) -> None:
        super().__init__()
        self.geese, self.foxes, self.raft = 3, 3, "left"
        """Geese and foxes on the left bank."""

    def _after(self, geese: int, foxes: int) -> tuple[int, int]:
        sign = -1 if self.raft == "left" else 1
        return self.geese + sign * geese, self.foxes + sign * foxes

    def moves(self) -> set[Term]:
        found = set()
        for geese, foxes in product(range(3), repeat=2):
            left = self._after(geese, foxes)
            banks = [left, (3 - left[0], 3 - left[1])]
            if 1 <= geese + foxes <= 2 and all(min(bank) >= 0 and not 0 < bank[0] < bank[1] for bank in banks):
                found.add(term("ferry", geese, foxes))
        return found

    def do(self, move: tuple[str, ...]) -> None:
        self.geese, self.foxes = self._after(int(move[1]), int(move[2]))
        self.raft = "right" if self.raft == "left" else "left"

    def board(self) -> set[Term]:
        left = {term("geese", "left", self.geese), term("foxes", "left", self.foxes), term("raft", self.raft)}
        return left | {term("geese", "right", 3 - self.geese), term("foxes", "right", 3 - self.foxes)}

    def solved(self) -> bool:
        return self.geese + self.foxes == 0

    def value(self) -> int:
        return 100 if self.solved() else 10 * (6 - self.geese - self.foxes)


class WaterJugs(Puzzle):
    name = "water_jugs"
    limit = 15
    CAPACITY: ClassVar = {"large": 8, "medium": 5, "small": 3}

    def __init__(self) -> None:
        super().__init__()
        self.litres = {"large": 8, "medium": 0, "small": 0}

    def moves(self) -> set[Term]:
        return {
            term("pour", source, target)
            for source, target in product(self.litres, repeat=2)
            if source != target and self.litres[source] and self.litres[target] < self.CAPACITY[target]
        }

    def do(self, move: tuple[str, ...]) -> None:
        _, source, target = move
        while self.litres[source] and self.litres[target] < self.CAPACITY[target]:
            self.litres[source] -= 1
            self.litres[target] += 1

    def board(self) -> set[Term]:
        return {term("holds", *jug) for jug in self.litres.items()}

    def solved(self) -> bool:
        return sorted(self.litres.values()) == [0, 4, 4]


PUZZLES: tuple[type[Puzzle], ...] = (
    PegSolitaire, EightPuzzle, Hanoi, LightsOut, KnightsTour, ChineseRings, Queens, RiverCrossing, WaterJugs,
)  # fmt: skip
