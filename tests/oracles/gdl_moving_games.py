"""Games with moving pieces a second time, from their rules: facts, moves and results in the terms of the game."""

from __future__ import annotations

from oracles.gdl_game import Oracle, Terms, square, squares


def _ends(move) -> tuple[tuple[int, int], tuple[int, int]]:
    return (int(move[1]), int(move[2])), (int(move[3]), int(move[4]))


class Breakthrough(Oracle):
    roles = ("white", "black")

    def __init__(self) -> None:
        super().__init__()
        self.board = {(x, y): "white" if y < 3 else "black" for x, y in squares(8) if y not in (3, 4, 5, 6)}

    def facts(self) -> Terms:
        return {("cell", *square(at), owner) for at, owner in self.board.items()} | {("control", self.mover)}

    def moves(self) -> Terms:
        found, ahead = set(), 1 if self.mover == "white" else -1
        for (x, y), owner in self.board.items():
            for side in (-1, 0, 1):
                to = (x + side, y + ahead)
                blocked = to not in squares(8) or (to in self.board if side == 0 else self.board.get(to) == owner)
                if owner == self.mover and not blocked:
                    found.add(("move", *square((x, y)), *square(to)))
        return found

    def play(self, move) -> None:
        start, end = _ends(move)
        self.board[end] = self.board.pop(start)
        self.turn ^= 1

    def result(self) -> str | None:
        for role, row in (("white", 8), ("black", 1)):
            home = any(owner == role and y == row for (_, y), owner in self.board.items())
            if home or self.other(role) not in self.board.values():
                return role
        return None

    def copy(self) -> Breakthrough:
        twin = Breakthrough()
        twin.board, twin.turn = dict(self.board), self.turn
        return twin


class Checkers(Oracle):
    roles = ("black", "white")

    def __init__(self) -> None:
        super().__init__()
        dark = [(x, y) for x, y in squares(8) if (x + y) % 2 == 0 and y not in (4, 5)]
        self.board = {(x, y): ("black" if y < 4 else "white", "man") for x, y in dark}
        self.step = 1
        self.jumper: tuple[int, int] | None = None

    def facts(self) -> Terms:
        facts = {("cell", *square(at), *piece) for at, piece in self.board.items()}
        facts |= {("control", self.mover), ("step", str(self.step))}
        return facts | ({("jumping", *square(self.jumper))} if self.jumper else set())

    def ways(self, at: tuple[int, int]) -> list[tuple[int, int]]:
        owner, kind = self.board[at]
        ahead = 1 if owner == "black" else -1
        return [(dx, dy) for dx in (-1, 1) for dy in ((1, -1) if kind == "king" else (ahead,))]

    def jumps(self, at: tuple[int, int]) -> set[tuple[int, int]]:
        found, (x, y) = set(), at
        for dx, dy in self.ways(at):
            victim = self.board.get((x + dx, y + dy))
            to = (x + 2 * dx, y + 2 * dy)
            if victim and victim[0] == self.other(self.board[at][0]) and to in squares(8) and to not in self.board:
                found.add(to)
        return found

    def moves(self) -> Terms:
        own = [self.jumper] if self.jumper else [at for at, piece in self.board.items() if piece[0] == self.mover]
        jumps = {("jump", *square(at), *square(to)) for at in own for to in self.jumps(at)}
        steps = [(at, (at[0] + dx, at[1] + dy)) for at in own for dx, dy in self.ways(at)]
        free = {("move", *square(at), *square(to)) for at, to in steps if to in squares(8) and to not in self.board}
        return jumps or free

    def play(self, move) -> None:
        (x1, y1), end = _ends(move)
        owner, kind = self.board.pop((x1, y1))
        crowned = kind == "man" and end[1] == (8 if owner == "black" else 1)
        self.board[end] = (owner, "king" if crowned else kind)
        if move[0] == "jump":
            del self.board[(x1 + end[0]) // 2, (y1 + end[1]) // 2]
        goes_on = move[0] == "jump" and not crowned and bool(self.jumps(end))
        self.jumper = end if goes_on else None
        self.turn ^= not goes_on
        self.step += 1

    def result(self) -> str | None:
        if not self.moves():
            return self.other(self.mover)
        return "draw" if self.step == 201 else None


class Konane(Oracle):
    roles = ("black", "white")

    def __init__(self) -> None:
        super().__init__()
        self.board = {(x, y): "white" if (x + y) % 2 else "black" for x, y in squares(6)}
        self.removed = 0

    def facts(self) -> Terms:
        stage = ("first_removal", "second_removal", "jumps")[self.removed]
        facts = {("cell", *square(at), owner) for at, owner in self.board.items()}
        return facts | {("control", self.mover), ("stage", stage)}

    def moves(self) -> Terms:
        if self.removed == 0:
            special = [(1, 1), (6, 6), (3, 3), (4, 4)]
            return {("remove", *square(at)) for at in special}
        if self.removed == 1:
            ((x, y),) = squares(6) - set(self.board)
            near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
            return {("remove", *square(at)) for at in near if at in self.board}
        found = set()
        for x, y in [at for at, owner in self.board.items() if owner == self.mover]:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                for far in (2, 4):
                    victim, to = (x + (far - 1) * dx, y + (far - 1) * dy), (x + far * dx, y + far * dy)
                    if self.board.get(victim) != self.other(self.mover) or to in self.board or to not in squares(6):
                        break
                    found.add(("jump", x, y, *to))
        return {("jump", *map(str, move[1:])) for move in found}

    def play(self, move) -> None:
        if move[0] == "remove":
            del self.board[int(move[1]), int(move[2])]
            self.removed += 1
        else:
            (x1, y1), (x2, y2) = _ends(move)
            for x in range(min(x1, x2), max(x1, x2) + 1):
                for y in range(min(y1, y2), max(y1, y2) + 1):
                    self.board.pop((x, y), None)
            self.board[x2, y2] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        return None if self.moves() else self.other(self.mover)


RINGS = (
    ("a1", "d1", "g1", "g4", "g7", "d7", "a7", "a4"),
    ("b2", "d2", "f2", "f4", "f6", "d6", "b6", "b4"),
    ("c3", "d3", "e3", "e4", "e5", "d5", "c5", "c4"),
)
"""The three squares of the board, each once around from its lower left corner."""


class NineMensMorris(Oracle):
    roles = ("white", "black")

    def __init__(self) -> None:
        super().__init__()
        self.board: dict[str, str] = {}
        self.hand = {"white": 9, "black": 9}
        self.taking = False
        self.step = 1
        sides = [{ring[i], ring[i + 1], ring[(i + 2) % 8]} for ring in RINGS for i in (0, 2, 4, 6)]
        self.mills = sides + [{ring[i] for ring in RINGS} for i in (1, 3, 5, 7)]
        links = [{ring[i - 1], ring[i]} for ring in RINGS for i in range(8)]
        self.links = links + [{RINGS[k][i], RINGS[k + 1][i]} for k in (0, 1) for i in (1, 3, 5, 7)]
        self.points = {point for ring in RINGS for point in ring}

    def men(self, role: str) -> int:
        return self.hand[role] + sum(owner == role for owner in self.board.values())

    def facts(self) -> Terms:
        facts = {("man", point, owner) for point, owner in self.board.items()}
        facts |= {("in_hand", role, str(self.hand[role])) for role in self.roles}
        facts |= {("men", role, str(self.men(role))) for role in self.roles}
        return facts | {
            ("control", self.mover),
            ("step", str(self.step)),
            ("stage", "taking" if self.taking else "moving"),
        }

    def in_mill(self, point: str) -> bool:
        owner = self.board[point]
        return any(point in mill and all(self.board.get(other) == owner for other in mill) for mill in self.mills)

    def moves(self) -> Terms:
        own = [point for point, owner in self.board.items() if owner == self.mover]
        free = self.points - set(self.board)
        if self.taking:
            men = set(self.board) - set(own)
            return {("take", point) for point in men if not self.in_mill(point)} or {("take", point) for point in men}
        if self.hand[self.mover]:
            return {("place", point) for point in free}
        return {("move", a, b) for a in own for b in free if {a, b} in self.links or self.men(self.mover) == 3}

    def play(self, move) -> None:
        closed = False
        if move[0] == "take":
            del self.board[move[1]]
        else:
            if move[0] == "move":
                del self.board[move[1]]
            else:
                self.hand[self.mover] -= 1
            self.board[move[-1]] = self.mover
            closed = self.in_mill(move[-1])
        self.taking = closed
        self.turn ^= not closed
        self.step += 1

    def result(self) -> str | None:
        for role in self.roles:
            if self.men(role) == 2:
                return self.other(role)
        if not self.moves():
            return self.other(self.mover)
        return "draw" if self.step == 201 else None
