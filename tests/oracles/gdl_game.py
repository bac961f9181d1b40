"""What the second implementations of the library's games have in common."""

from __future__ import annotations

from functools import cache

Terms = set[tuple[str, ...] | str]

AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def square(at: tuple[int, int]) -> tuple[str, str]:
    """A square as two symbols."""
    return str(at[0]), str(at[1])


@cache
def squares(size: int) -> frozenset[tuple[int, int]]:
    """All squares of a board."""
    return frozenset((x, y) for x in range(1, size + 1) for y in range(1, size + 1))


class Oracle:
    """A game for two in turn: facts and moves are terms, the result is a role, ``"draw"``, or None before the end."""

    roles: tuple[str, str]

    def __init__(self) -> None:
        self.turn = 0

    @property
    def mover(self) -> str:
        return self.roles[self.turn]

    def other(self, role: str) -> str:
        return self.roles[1 - self.roles.index(role)]

    def facts(self) -> Terms:
        raise NotImplementedError

    def moves(self) -> Terms:
        raise NotImplementedError

    def play(self, move) -> None:
        raise NotImplementedError

    def result(self) -> str | None:
        raise NotImplementedError
