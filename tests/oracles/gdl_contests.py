"""The rules of our own games for several players in plain Python, written from the rules and not from their GDL."""

from __future__ import annotations

from itertools import product
from typing import ClassVar

from oracles.gdl_single import Square, term

from gametasks.gdl.terms import Term


class Contest:
    """A game in progress."""

    name: ClassVar[str]
    roles: tuple[str, ...]

    def legal(self) -> list[set[Term]]:
        return [self.moves(role) for role in self.roles]

    def moves(self, role: str) -> set[Term]:
        raise NotImplementedError

    def play(self, moves: tuple[Term, ...]) -> None:
        as_tuples = (move if isinstance(move, tuple) else (move,) for move in moves)
        self.do(dict(zip(self.roles, as_tuples, strict=True)))

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        raise NotImplementedError

    def facts(self) -> set[Term]:
        raise NotImplementedError

    def over(self) -> bool:
        raise NotImplementedError

    def goals(self) -> tuple[int, ...]:
        raise NotImplementedError


def higher_wins(first: float, second: float) -> tuple[int, int]:
    """Goals of two players by something of which more is better."""
    return (100, 0) if first > second else (0, 100) if first < second else (50, 50)


class TakingTurns(Contest):
    """The player who is not to move has one move, to do nothing."""

    def __init__(self) -> None:
        self.turn = 0

    def choices(self) -> set[Term]:
        """What the player to move may do."""
        raise NotImplementedError

    def act(self, move: tuple[str, ...]) -> None:
        raise NotImplementedError

    def board(self) -> set[Term]:
        raise NotImplementedError

    def moves(self, role: str) -> set[Term]:
        return self.choices() if role == self.roles[self.turn] else {"noop"}

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        self.act(done[self.roles[self.turn]])
        self.turn = 1 - self.turn

    def facts(self) -> set[Term]:
        return self.board() | {term("control", self.roles[self.turn])}


class Nim(TakingTurns):
    name = "nim"
    roles = ("first", "second")

    def __init__(self) -> None:
        super().__init__()
        self.heaps = [3, 5, 7]

    def choices(self) -> set[Term]:
        return {term("take", at, count) for at, size in enumerate(self.heaps, 1) for count in range(1, size + 1)}

    def act(self, move: tuple[str, ...]) -> None:
        self.heaps[int(move[1]) - 1] -= int(move[2])

    def board(self) -> set[Term]:
        return {term("heap", at, size) for at, size in enumerate(self.heaps, 1)}

    def over(self) -> bool:
        return not any(self.heaps)

    def goals(self) -> tuple[int, ...]:
        return higher_wins(self.turn, 1 - self.turn) if self.over() else (50, 50)


class CornerRace(TakingTurns):
    name = "corner_race"
    roles = ("white", "black")
    SQUARES = frozenset(product(range(1, 6), repeat=2))
    EIGHT = tuple(shift for shift in product((-1, 0, 1), repeat=2) if shift != (0, 0))
    HOMES = (frozenset({(1, 1), (1, 2), (2, 1)}), frozenset({(5, 5), (5, 4), (4, 5)}))

    def __init__(self) -> None:
        super().__init__()
        self.pieces = [set(home) for home in self.HOMES]
        self.step = 0

    def choices(self) -> set[Term]:
        found: set[Term] = set()
        for piece in self.pieces[self.turn]:
            others = (self.pieces[0] | self.pieces[1]) - {piece}
            free = self.SQUARES - others - {piece}
            for r, c in self.EIGHT:
                if (piece[0] + r, piece[1] + c) in free:
                    found.add(term("move", *piece, piece[0] + r, piece[1] + c))
            reached, frontier = set(), [piece]
            while frontier:
                row, column = frontier.pop()
                for r, c in self.EIGHT:
                    landing = (row + 2 * r, column + 2 * c)
                    if (row + r, column + c) in others and landing in free - reached:
                        reached.add(landing)
                        frontier.append(landing)
            found |= {term("move", *piece, *landing) for landing in reached}
        return found or {"noop"}

    def act(self, move: tuple[str, ...]) -> None:
        if move != ("noop",):
            r1, c1, r2, c2 = map(int, move[1:])
            self.pieces[self.turn] ^= {(r1, c1), (r2, c2)}
        self.step += 1

    def board(self) -> set[Term]:
        found = {term("step", self.step)}
        for square in self.SQUARES:
            owners = [role for role, pieces in zip(self.roles, self.pieces, strict=True) if square in pieces]
            found.add(term("cell", *square, *(owners or ["b"])))
        return found

    def _arrived(self) -> tuple[int, int]:
        return len(self.pieces[0] & self.HOMES[1]), len(self.pieces[1] & self.HOMES[0])

    def over(self) -> bool:
        return 3 in self._arrived() or self.step == 60

    def goals(self) -> tuple[int, ...]:
        return higher_wins(*self._arrived())


class FoxAndHounds(TakingTurns):
    name = "fox_and_hounds"
    roles = ("fox", "hounds")

    def __init__(self) -> None:
        super().__init__()
        self.fox: Square = (8, 5)
        self.hounds: set[Square] = {(1, 2), (1, 4), (1, 6), (1, 8)}

    def choices(self) -> set[Term]:
        found = set()
        for r, c in [self.fox] if self.turn == 0 else self.hounds:
            for down, right in product((-1, 1) if self.turn == 0 else (1,), (-1, 1)):
                target = (r + down, c + right)
                if min(target) >= 1 and max(target) <= 8 and target not in self.hounds | {self.fox}:
                    found.add(term("move", r, c, *target))
        return found

    def act(self, move: tuple[str, ...]) -> None:
        r1, c1, r2, c2 = map(int, move[1:])
        if self.turn == 0:
            self.fox = (r2, c2)
        else:
            self.hounds ^= {(r1, c1), (r2, c2)}

    def board(self) -> set[Term]:
        return {term("cell", *hound, "hound") for hound in self.hounds} | {term("cell", *self.fox, "fox")}

    def over(self) -> bool:
        return self.fox[0] == 1 or not self.choices()

    def goals(self) -> tuple[int, ...]:
        if not self.over():
            return 50, 50
        return (100, 0) if self.fox[0] == 1 or self.turn == 1 else (0, 100)


CONTESTS: tuple[type[Contest], ...] = (Nim, CornerRace, FoxAndHounds)
