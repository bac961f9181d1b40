"""Placement games of the library a second time, from their rules: facts, moves and results in the terms of the game."""

from __future__ import annotations

from itertools import product

from oracles.gdl_game import AROUND, Oracle, Terms, square, squares

SQUARES9 = squares(9)


def line_of(board: dict[tuple[int, int], str], length: int) -> set[str]:
    """Who has a straight line of that many stones or more."""
    found = set()
    for (x, y), owner in board.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(board.get((x + i * dx, y + i * dy)) == owner for i in range(length)):
                found.add(owner)
    return found


class Stones(Oracle):
    """A board onto which stones are put."""

    def __init__(self) -> None:
        super().__init__()
        self.board: dict[tuple[int, int], str] = {}

    def facts(self) -> Terms:
        return {("cell", *square(at), owner) for at, owner in self.board.items()} | {("control", self.mover)}


class TicTacToe(Stones):
    roles = ("x", "o")

    def facts(self) -> Terms:
        return super().facts() | {("cell", *square(at), "empty") for at in squares(3) if at not in self.board}

    def moves(self) -> Terms:
        return {("mark", *square(at)) for at in squares(3) if at not in self.board}

    def play(self, move) -> None:
        self.board[int(move[1]), int(move[2])] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        won = line_of(self.board, 3)
        return won.pop() if won else "draw" if len(self.board) == 9 else None


class ConnectFour(Stones):
    roles = ("red", "yellow")
    suicide = False

    def moves(self) -> Terms:
        return {("drop", str(x)) for x in range(1, 8) if (x, 6) not in self.board}

    def play(self, move) -> None:
        x = int(move[1])
        self.board[x, 1 + sum((x, y) in self.board for y in range(1, 7))] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        lines = line_of(self.board, 4)
        if lines:
            (owner,) = lines
            return self.other(owner) if self.suicide else owner
        return "draw" if len(self.board) == 42 else None


class ConnectFourSuicide(ConnectFour):
    suicide = True


class Hex(Stones):
    roles = ("red", "blue")

    def moves(self) -> Terms:
        return {("place", *square(at)) for at in squares(6) if at not in self.board}

    def play(self, move) -> None:
        self.board[int(move[1]), int(move[2])] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        for axis, owner in ((1, "red"), (0, "blue")):
            reached = [at for at, who in self.board.items() if who == owner and at[axis] == 1]
            for x, y in reached:
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                    at = (x + dx, y + dy)
                    if self.board.get(at) == owner and at not in reached:
                        reached.append(at)
            if any(at[axis] == 6 for at in reached):
                return owner
        return None


class AtariGo(Stones):
    roles = ("black", "white")
    captured: str | None = None

    def facts(self) -> Terms:
        return super().facts() | ({("captured", self.captured)} if self.captured else set())

    def liberties(self, board, at) -> set[tuple[int, int]]:
        group, free = [at], set()
        for x, y in group:
            for beside in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if beside not in squares(5):
                    continue
                if beside not in board:
                    free.add(beside)
                elif board[beside] == board[at] and beside not in group:
                    group.append(beside)
        return free

    def captures(self, board) -> bool:
        """Whether the opponent of the player to move has a group without liberties."""
        return any(board[at] != self.mover and not self.liberties(board, at) for at in board)

    def moves(self) -> Terms:
        found = set()
        for at in squares(5):
            if at not in self.board:
                after = self.board | {at: self.mover}
                if self.captures(after) or self.liberties(after, at):
                    found.add(("place", *square(at)))
        return found

    def play(self, move) -> None:
        self.board[int(move[1]), int(move[2])] = self.mover
        if self.captures(self.board):
            self.captured = self.other(self.mover)
        self.turn ^= 1

    def result(self) -> str | None:
        if self.captured:
            return self.other(self.captured)
        return None if self.moves() else self.other(self.mover)


class Pente(Stones):
    roles = ("white", "black")

    def __init__(self) -> None:
        super().__init__()
        self.pairs = {"white": 0, "black": 0}

    def facts(self) -> Terms:
        return super().facts() | {("pairs", role, str(number)) for role, number in self.pairs.items()}

    def moves(self) -> Terms:
        return {("place", *square(at)) for at in SQUARES9 if at not in self.board}

    def play(self, move) -> None:
        x, y = int(move[1]), int(move[2])
        taken = []
        for dx, dy in AROUND:
            near, far, end = ((x + i * dx, y + i * dy) for i in (1, 2, 3))
            foes = self.board.get(near) == self.board.get(far) == self.other(self.mover)
            if foes and self.board.get(end) == self.mover:
                taken += [near, far]
        for at in taken:
            del self.board[at]
        self.pairs[self.mover] += len(taken) // 2
        self.board[x, y] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        won = line_of(self.board, 5) | {role for role, number in self.pairs.items() if number >= 5}
        return won.pop() if won else "draw" if len(self.board) == 81 else None


class Othello(Stones):
    roles = ("black", "white")

    def __init__(self) -> None:
        super().__init__()
        self.board = {(4, 4): "white", (5, 5): "white", (4, 5): "black", (5, 4): "black"}

    def turned(self, role: str, at: tuple[int, int]) -> list[tuple[int, int]]:
        found = []
        for dx, dy in AROUND if at not in self.board else ():
            run, place = [], (at[0] + dx, at[1] + dy)
            while self.board.get(place) == self.other(role):
                run.append(place)
                place = (place[0] + dx, place[1] + dy)
            if self.board.get(place) == role:
                found += run
        return found

    def placements(self, role: str) -> Terms:
        return {("place", *square(at)) for at in squares(8) if self.turned(role, at)}

    def moves(self) -> Terms:
        return self.placements(self.mover) or {"pass"}

    def play(self, move) -> None:
        if move != "pass":
            at = int(move[1]), int(move[2])
            for place in [*self.turned(self.mover, at), at]:
                self.board[place] = self.mover
        self.turn ^= 1

    def result(self) -> str | None:
        if any(self.placements(role) for role in self.roles):
            return None
        discs = [sum(owner == role for owner in self.board.values()) for role in self.roles]
        return "draw" if discs[0] == discs[1] else self.roles[discs[0] < discs[1]]


class DotsAndBoxes(Oracle):
    roles = ("red", "blue")

    def __init__(self) -> None:
        super().__init__()
        self.lines: set[tuple[str, ...]] = set()
        self.score = {"red": 0, "blue": 0}
        pairs = [((x, y), (x + 1, y)) for x, y in product((1, 2, 3), (1, 2, 3, 4))]
        pairs += [((x, y), (x, y + 1)) for x, y in product((1, 2, 3, 4), (1, 2, 3))]
        self.all = {(*square(a), *square(b)) for a, b in pairs}

    def facts(self) -> Terms:
        scores = {("score", role, str(boxes)) for role, boxes in self.score.items()}
        return {("line", *ends) for ends in self.lines} | scores | {("control", self.mover)}

    def boxes(self) -> int:
        corners = {(x, y): (str(x), str(y)) for x in range(1, 5) for y in range(1, 5)}
        return sum(
            all(
                (*corners[a], *corners[b]) in self.lines
                for a, b in (
                    ((x, y), (x + 1, y)),
                    ((x, y + 1), (x + 1, y + 1)),
                    ((x, y), (x, y + 1)),
                    ((x + 1, y), (x + 1, y + 1)),
                )
            )
            for x in (1, 2, 3)
            for y in (1, 2, 3)
        )

    def moves(self) -> Terms:
        return {("draw", *ends) for ends in self.all - self.lines}

    def play(self, move) -> None:
        before = self.boxes()
        self.lines.add(move[1:])
        closed = self.boxes() - before
        self.score[self.mover] += closed
        if not closed:
            self.turn ^= 1

    def result(self) -> str | None:
        return None if self.all - self.lines else self.leader()

    def leader(self) -> str:
        red, blue = self.score["red"], self.score["blue"]
        return "draw" if red == blue else self.roles[red < blue]


class Quarto(Oracle):
    roles = ("first", "second")

    def __init__(self) -> None:
        super().__init__()
        self.board: dict[tuple[int, int], tuple[str, ...]] = {}
        self.unused = set(product(("tall", "short"), ("dark", "light"), ("round", "square"), ("solid", "hollow")))
        self.handed: tuple[str, ...] | None = None

    def facts(self) -> Terms:
        facts = {("cell", *square(at), *piece) for at, piece in self.board.items()}
        facts |= {("unused", *piece) for piece in self.unused} | {("control", self.mover)}
        return facts | ({("handed", *self.handed)} if self.handed else set())

    def moves(self) -> Terms:
        if self.handed is None:
            return {("hand", *piece) for piece in self.unused}
        return {("place", *square(at)) for at in squares(4) if at not in self.board}

    def play(self, move) -> None:
        if self.handed is None:
            self.handed = move[1:]
            self.unused.remove(self.handed)
            self.turn ^= 1
        else:
            self.board[int(move[1]), int(move[2])] = self.handed
            self.handed = None

    def result(self) -> str | None:
        lines = [[(x, y) for x in range(1, 5)] for y in range(1, 5)] + [
            [(x, y) for y in range(1, 5)] for x in range(1, 5)
        ]
        lines += [[(i, i) for i in range(1, 5)], [(i, 5 - i) for i in range(1, 5)]]
        for line in lines:
            pieces = [self.board.get(at) for at in line]
            if None not in pieces and any(len({piece[i] for piece in pieces}) == 1 for i in range(4)):
                return self.mover
        return "draw" if len(self.board) == 16 else None
