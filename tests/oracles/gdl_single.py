"""What the second implementations of our own games for one player have in common."""

from __future__ import annotations

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
