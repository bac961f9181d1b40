"""The rules of our own puzzles in plain Python, written from the rules and not from their descriptions in GDL."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from gametasks.gdl.terms import Term

DIRECTIONS = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}

Square = tuple[int, int]


def term(*parts: object) -> Term:
    """A term such as ``(cell 1 1 on)``; a single part is a symbol."""
    return str(parts[0]) if len(parts) == 1 else tuple(str(part) for part in parts)


class Puzzle:
    """A game in progress; one player unless a subclass says otherwise."""

    name: ClassVar[str]
    limit = 0
    """Steps after which the game ends, if it counts them."""

    def __init__(self) -> None:
        self.step = 0

    def moves(self) -> set[Term]:
        raise NotImplementedError

    def do(self, move: tuple[str, ...]) -> None:
        raise NotImplementedError

    def board(self) -> set[Term]:
        raise NotImplementedError

    def solved(self) -> bool:
        return False

    def value(self) -> int:
        return 100 if self.solved() else 0

    def legal(self) -> list[set[Term]]:
        return [self.moves()]

    def play(self, moves: tuple[Term, ...]) -> None:
        self.do(tuple(moves[0]))
        self.step += 1

    def facts(self) -> set[Term]:
        return self.board() | ({term("step", self.step)} if self.limit else set())

    def over(self) -> bool:
        return self.solved() or self.step == self.limit

    def goals(self) -> tuple[int, ...]:
        return (self.value(),)


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


class Sokoban(Puzzle):
    name = "sokoban"
    limit = 60
    WAREHOUSE = ("...#...", ".$...*.", "..#@.#.", ".$..$..", "#..*.*.")

    def __init__(self) -> None:
        super().__init__()
        squares = {(r, c): sign for r, row in enumerate(self.WAREHOUSE, 1) for c, sign in enumerate(row, 1)}
        self.floor = {square for square, sign in squares.items() if sign != "#"}
        self.targets = {square for square, sign in squares.items() if sign == "*"}
        self.crates = {square for square, sign in squares.items() if sign == "$"}
        self.worker = next(square for square, sign in squares.items() if sign == "@")

    def _ahead(self, direction: str) -> tuple[Square, Square]:
        (r, c), (down, right) = self.worker, DIRECTIONS[direction]
        return (r + down, c + right), (r + 2 * down, c + 2 * right)

    def moves(self) -> set[Term]:
        found = set()
        for direction in DIRECTIONS:
            one, two = self._ahead(direction)
            if one in self.crates and two in self.floor - self.crates:
                found.add(term("push", direction))
            elif one in self.floor - self.crates:
                found.add(term("walk", direction))
        return found

    def do(self, move: tuple[str, ...]) -> None:
        self.worker, behind = self._ahead(move[1])
        if move[0] == "push":
            self.crates ^= {self.worker, behind}

    def board(self) -> set[Term]:
        return {term("crate", *crate) for crate in self.crates} | {term("worker", *self.worker)}

    def solved(self) -> bool:
        return self.crates == self.targets


class PocketCube(Puzzle):
    """Stickers as points in space: a turn is a rotation of those on one side."""

    name = "pocket_cube"
    limit = 20
    # For each face its normal, and the directions of growing row and of growing column, looking at it. x right, y up,
    # z to the viewer.
    FACES: ClassVar = {
        "up": ((0, 1, 0), (0, 0, 1), (1, 0, 0)),
        "down": ((0, -1, 0), (0, 0, -1), (1, 0, 0)),
        "front": ((0, 0, 1), (0, -1, 0), (1, 0, 0)),
        "back": ((0, 0, -1), (0, -1, 0), (-1, 0, 0)),
        "left": ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
        "right": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    }
    START = "ywyy bbyw ggww rbob rror ogog"
    """Colours of the stickers 1 to 4 of up, down, front, back, left and right."""
    COLOURS: ClassVar = {"w": "white", "y": "yellow", "g": "green", "b": "blue", "o": "orange", "r": "red"}

    def __init__(self) -> None:
        super().__init__()
        self.stickers = {
            self.point(face, place): self.COLOURS[letter]
            for face, letters in zip(self.FACES, self.START.split(), strict=True)
            for place, letter in enumerate(letters, 1)
        }

    def point(self, face: str, place: int) -> tuple[int, ...]:
        """Corners of the cube lie at ±1; the sticker of a corner on a face is one further out along the normal."""
        normal, row, column = self.FACES[face]
        down, right = (1 if place > 2 else -1), (1 if place % 2 == 0 else -1)
        return tuple(2 * n + down * r + right * c for n, r, c in zip(normal, row, column, strict=True))

    def moves(self) -> set[Term]:
        return {
            term("turn", *turn) for turn in product(("up", "right", "front"), ("clockwise", "half", "counterclockwise"))
        }

    def do(self, move: tuple[str, ...]) -> None:
        axis = {"right": 0, "up": 1, "front": 2}[move[1]]
        first, second = (axis + 1) % 3, (axis + 2) % 3
        for _ in range({"clockwise": 1, "half": 2, "counterclockwise": 3}[move[2]]):
            turned = {}
            for point, colour in self.stickers.items():
                moved = list(point)
                if point[axis] > 0:
                    # Clockwise for one who looks from outside: second goes to first, first to minus second.
                    moved[first], moved[second] = point[second], -point[first]
                turned[tuple(moved)] = colour
            self.stickers = turned

    def board(self) -> set[Term]:
        return {
            term("sticker", face, place, self.stickers[self.point(face, place)])
            for face, place in product(self.FACES, range(1, 5))
        }

    def solved(self) -> bool:
        return all(len({self.stickers[self.point(face, place)] for place in range(1, 5)}) == 1 for face in self.FACES)


class Snake(Puzzle):
    name = "snake"
    limit = 60
    APPLES: tuple[Square, ...] = ((3, 5), (5, 4), (1, 2), (6, 6), (2, 5), (5, 1), (3, 3), (6, 2))

    def __init__(self) -> None:
        super().__init__()
        self.body = [(3, 1), (3, 2), (3, 3)]
        """From the tail to the head."""
        self.heading, self.eaten, self.crashed = "east", 0, False

    def moves(self) -> set[Term]:
        backwards = tuple(-part for part in DIRECTIONS[self.heading])
        return {term("go", name) for name, shift in DIRECTIONS.items() if shift != backwards}

    def do(self, move: tuple[str, ...]) -> None:
        self.heading = move[1]
        r, c = self.body[-1]
        head = (r + DIRECTIONS[move[1]][0], c + DIRECTIONS[move[1]][1])
        eats = head == self.APPLES[self.eaten]
        kept = self.body if eats else self.body[1:]
        if head in kept or not 1 <= min(head) <= max(head) <= 6:
            self.crashed = True
        else:
            self.body = [*kept, head]
            self.eaten += eats

    def board(self) -> set[Term]:
        ways = {shift: name for name, shift in DIRECTIONS.items()}
        found = {term("tail", *self.body[0]), term("head", *self.body[-1]), term("heading", self.heading)}
        for (r1, c1), (r2, c2) in zip(self.body, self.body[1:], strict=False):
            found.add(term("segment", r1, c1, ways[r2 - r1, c2 - c1]))
        if self.eaten < 8:
            found.add(term("apple", *self.APPLES[self.eaten]))
        return found | {term("eaten", self.eaten)} | ({term("crashed")} if self.crashed else set())

    def solved(self) -> bool:
        return self.eaten == 8

    def over(self) -> bool:
        return self.crashed or super().over()

    def value(self) -> int:
        return 100 if self.eaten == 8 else 12 * self.eaten


PUZZLES: tuple[type[Puzzle], ...] = (
    PegSolitaire, EightPuzzle, Hanoi, LightsOut, KnightsTour, ChineseRings, Queens, RiverCrossing, WaterJugs, Sokoban,
    PocketCube, Snake,
)  # fmt: skip
