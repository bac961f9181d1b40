"""The rules of our own puzzles in which something walks or turns, in plain Python and not from their GDL."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from oracles.gdl_single import DIRECTIONS, Puzzle, Square, term

from gametasks.gdl.terms import Term


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


MOVING_PUZZLES: tuple[type[Puzzle], ...] = (Sokoban, PocketCube, Snake)
