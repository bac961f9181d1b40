"""The rules of our own mazes for several players in plain Python, written from the rules and not from their GDL."""

from __future__ import annotations

from itertools import product

from oracles.gdl_contests import Contest, higher_wins
from oracles.gdl_single import DIRECTIONS, Square, term

from gametasks.gdl.terms import Term

MUSEUM = """\
T   . | .   . | .   *

. | . | * | .   . | .
            -   -
. | . | .   A   . | .
            -
. | .   .   B | . | .
    -   -
* | .   . | .   * | .
            -
.   . | .   .   .   *
"""

ARENA = """\
r . . + . + .
. # . # . # .
+ . + . + . .
. # + # + # .
. . + . + . +
. # . # . # .
. + . + . . b
"""


def ahead(square: Square, direction: str, steps: int = 1) -> Square:
    down, right = DIRECTIONS[direction]
    return square[0] + steps * down, square[1] + steps * right


class PursuitMaze(Contest):
    name = "pursuit_maze"
    roles = ("thief", "ada", "bob")

    def __init__(self) -> None:
        # A room lies on every second line and in every fourth column of the drawing, walls between them.
        self.drawing = [line.ljust(22) for line in MUSEUM.split("\n")]
        signs = {(r, c): self.drawing[2 * r - 2][4 * c - 4] for r, c in product(range(1, 7), repeat=2)}
        self.at = {role: next(room for room in signs if signs[room] == role[0].upper()) for role in self.roles}
        self.jewels = {room for room, sign in signs.items() if sign == "*"}
        self.step, self.caught = 0, False

    def _blocked(self, room: Square, direction: str) -> bool:
        if not all(1 <= number <= 6 for number in ahead(room, direction)):
            return True
        down, right = DIRECTIONS[direction]
        return self.drawing[2 * room[0] - 2 + down][4 * room[1] - 4 + 2 * right] in "|-"

    def moves(self, role: str) -> set[Term]:
        return {"stay"} | {term("walk", way) for way in DIRECTIONS if not self._blocked(self.at[role], way)}

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        before = self.at
        self.at = {
            role: ahead(before[role], move[1]) if move[0] == "walk" else before[role] for role, move in done.items()
        }
        for guard in ("ada", "bob"):
            swapped = self.at[guard] == before["thief"] and self.at["thief"] == before[guard]
            self.caught |= swapped or self.at[guard] == self.at["thief"]
        self.jewels -= {self.at["thief"]}
        self.step += 1

    def facts(self) -> set[Term]:
        found = {term("at", role, *room) for role, room in self.at.items()}
        found |= {term("jewel", *room) for room in self.jewels} | ({"caught"} if self.caught else set())
        return found | {term("taken", 5 - len(self.jewels)), term("step", self.step)}

    def over(self) -> bool:
        return self.caught or not self.jewels or self.step == 30

    def goals(self) -> tuple[int, ...]:
        missed = 20 * len(self.jewels)
        return 100 - missed, missed, missed


class BombMaze(Contest):
    name = "bomb_maze"
    roles = ("red", "blue")

    def __init__(self) -> None:
        lines = [line.split() for line in ARENA.splitlines()]
        signs = {(r, c): sign for r, line in enumerate(lines, 1) for c, sign in enumerate(line, 1)}
        self.floor = {square for square, sign in signs.items() if sign != "#"}
        self.crates = {square for square, sign in signs.items() if sign == "+"}
        self.at = {role: next(square for square in signs if signs[square] == role[0]) for role in self.roles}
        self.bombs: dict[str, tuple[Square, int]] = {}
        """For each player whose bomb lies in the maze its square and the steps that it has left."""
        self.fire: set[Square] = set()
        self.step = 0

    def moves(self, role: str) -> set[Term]:
        barred = self.crates | {square for square, _ in self.bombs.values()}
        ways = {term("move", way) for way in DIRECTIONS if ahead(self.at[role], way) in self.floor - barred}
        return ways | {"wait"} | (set() if role in self.bombs else {"drop"})

    def _blast(self, bomb: Square) -> set[Square]:
        burnt = {bomb}
        for way in DIRECTIONS:
            for steps in (1, 2):
                square = ahead(bomb, way, steps)
                if square not in self.floor:
                    break
                burnt.add(square)
                if square in self.crates:
                    break
        return burnt

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        fire: set[Square] = set()
        exploding = {role for role, (_, left) in self.bombs.items() if left == 1}
        for _ in range(2):  # a bomb can set off the other one
            for role in exploding:
                fire |= self._blast(self.bombs[role][0])
            exploding |= {role for role, (square, _) in self.bombs.items() if square in fire}
        bombs = {role: (bomb, left - 1) for role, (bomb, left) in self.bombs.items() if role not in exploding}
        for role, move in done.items():
            if move[0] == "drop":
                bombs[role] = (self.at[role], 3)
            elif move[0] == "move":
                self.at[role] = ahead(self.at[role], move[1])
        self.crates -= fire
        self.bombs, self.fire = bombs, fire
        self.step += 1

    def facts(self) -> set[Term]:
        found = {term("at", role, *self.at[role]) for role in self.roles}
        found |= {term("crate", *square) for square in self.crates} | {term("fire", *square) for square in self.fire}
        found |= {term("bomb", role, *square, left) for role, (square, left) in self.bombs.items()}
        return found | {term("step", self.step)}

    def _alive(self, role: str) -> bool:
        return self.at[role] not in self.fire

    def over(self) -> bool:
        return not all(map(self._alive, self.roles)) or self.step == 30

    def goals(self) -> tuple[int, ...]:
        return higher_wins(self._alive("red"), self._alive("blue"))


MAZES: tuple[type[Contest], ...] = (PursuitMaze, BombMaze)
