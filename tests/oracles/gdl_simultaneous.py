"""The rules of our own games with simultaneous moves in plain Python, written from the rules and not from their GDL."""

from __future__ import annotations

from itertools import product

from oracles.gdl_contests import Contest, higher_wins
from oracles.gdl_single import term

from gametasks.gdl.terms import Term


class RockPaperScissors(Contest):
    name = "rock_paper_scissors"
    roles = ("left", "right")
    SIGNS = ("rock", "paper", "scissors")
    """Each beats the one before it, in a circle."""

    def __init__(self) -> None:
        self.points, self.shown, self.round = [0, 0], ["", ""], 1

    def moves(self, role: str) -> set[Term]:
        return {term("show", sign) for sign in self.SIGNS if sign != self.shown[self.roles.index(role)]}

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        self.shown = [done["left"][1], done["right"][1]]
        lead = (self.SIGNS.index(self.shown[0]) - self.SIGNS.index(self.shown[1])) % 3
        if lead:
            self.points[lead - 1] += 1
        self.round += 1

    def facts(self) -> set[Term]:
        found = {term("points", role, points) for role, points in zip(self.roles, self.points, strict=True)}
        found |= {term("shown", role, sign) for role, sign in zip(self.roles, self.shown, strict=True) if sign}
        return found | {term("round", self.round)}

    def over(self) -> bool:
        return 4 in self.points or self.round == 11

    def goals(self) -> tuple[int, ...]:
        return higher_wins(*self.points)


class BiddingTicTacToe(Contest):
    name = "bidding_tic_tac_toe"
    roles = ("x", "o")

    def __init__(self) -> None:
        self.cells = dict.fromkeys(product((1, 2, 3), repeat=2), "b")
        self.coins, self.advantage, self.winner = {"x": 4, "o": 4}, "x", ""
        """Who may mark a square now; empty while bids are due."""

    def moves(self, role: str) -> set[Term]:
        if not self.winner:
            return {term("bid", coins) for coins in range(self.coins[role] + 1)}
        if role != self.winner:
            return {"noop"}
        return {term("mark", *square) for square, content in self.cells.items() if content == "b"}

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        if self.winner:
            _, row, column = done[self.winner]
            self.cells[int(row), int(column)] = self.winner
            self.winner = ""
            return
        bids = {role: int(done[role][1]) for role in self.roles}
        if bids["x"] == bids["o"]:
            self.winner = self.advantage
            self.advantage = "o" if self.winner == "x" else "x"
        else:
            self.winner = max(bids, key=lambda role: bids[role])
        for role in self.roles:
            self.coins[role] += -bids[role] if role == self.winner else bids[self.winner]

    def facts(self) -> set[Term]:
        found = {term("cell", *square, content) for square, content in self.cells.items()}
        found |= {term("coins", role, self.coins[role]) for role in self.roles}
        return found | {term("advantage", self.advantage), term("turn", self.winner) if self.winner else "bidding"}

    def _has_line(self, role: str) -> bool:
        own = {square for square, content in self.cells.items() if content == role}
        ways = [{(k, n) for n in (1, 2, 3)} for k in (1, 2, 3)] + [{(n, k) for n in (1, 2, 3)} for k in (1, 2, 3)]
        return any(way <= own for way in [*ways, {(1, 1), (2, 2), (3, 3)}, {(1, 3), (2, 2), (3, 1)}])

    def over(self) -> bool:
        return any(map(self._has_line, self.roles)) or "b" not in self.cells.values()

    def goals(self) -> tuple[int, ...]:
        return higher_wins(self._has_line("x"), self._has_line("o"))


class Crossing(Contest):
    name = "crossing"
    roles = ("builder", "breaker")
    SQUARES = tuple(product(range(1, 5), range(1, 6)))

    def __init__(self) -> None:
        self.cells = dict.fromkeys(self.SQUARES, "free")

    def moves(self, role: str) -> set[Term]:
        return {term("choose", *square) for square, content in self.cells.items() if content == "free"}

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        for role, what in (("builder", "plank"), ("breaker", "rock")):
            self.cells[int(done[role][1]), int(done[role][2])] = what

    def facts(self) -> set[Term]:
        return {term("cell", *square, content) for square, content in self.cells.items()}

    def _joined(self, allowed: set[str]) -> bool:
        """Whether squares of such content join the first column to the last."""
        left = {square for square, content in self.cells.items() if content in allowed}
        frontier = [square for square in left if square[1] == 1]
        while frontier:
            r, c = frontier.pop()
            if c == 5:
                return True
            touching = {(s, d) for s, d in left if max(abs(r - s), abs(c - d)) == 1}
            left -= touching
            frontier += touching
        return False

    def over(self) -> bool:
        return self.goals() != (50, 50)

    def goals(self) -> tuple[int, ...]:
        return higher_wins(self._joined({"plank"}), not self._joined({"plank", "free"}))


class Rally(Contest):
    name = "rally"
    roles = ("red", "blue")
    TRACK = ("....#...#...", "..#...#...#.", "....#....#..")

    def __init__(self) -> None:
        self.cars = {"red": (1, 1, 0), "blue": (3, 1, 0)}
        """Lane, square and speed."""
        self.step = 0

    def _rock(self, lane: int, square: int) -> bool:
        return self.TRACK[lane - 1][square - 1 : square] == "#"

    def moves(self, role: str) -> set[Term]:
        lane, square, speed = self.cars[role]
        found: set[Term] = {"coast"} | ({"accelerate"} if speed < 3 else set()) | ({"brake"} if speed > 0 else set())
        beside = [other for other in (lane - 1, lane + 1) if 1 <= other <= 3 and not self._rock(other, square)]
        return found | {term("steer", other) for other in beside}

    def _drive(self, role: str, move: tuple[str, ...]) -> tuple[int, int, int]:
        lane, square, speed = self.cars[role]
        speed += {"accelerate": 1, "brake": -1}.get(move[0], 0)
        if move[0] == "steer":
            lane = int(move[1])
        for _ in range(speed):
            if self._rock(lane, square + 1):
                return lane, square, 0
            square += 1
        return lane, square, speed

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        after = {role: self._drive(role, move) for role, move in done.items()}
        if after["red"][:2] == after["blue"][:2]:
            after = {role: (*car[:2], 0) for role, car in self.cars.items()}
        self.cars = after
        self.step += 1

    def facts(self) -> set[Term]:
        found = {term("car", role, *car[:2]) for role, car in self.cars.items()}
        return found | {term("speed", role, car[2]) for role, car in self.cars.items()} | {term("step", self.step)}

    def over(self) -> bool:
        return max(car[1] for car in self.cars.values()) >= 13 or self.step == 20

    def goals(self) -> tuple[int, ...]:
        return higher_wins(self.cars["red"][1], self.cars["blue"][1])


class Market(Contest):
    name = "market"
    roles = ("ann", "ben", "cleo")

    def __init__(self) -> None:
        self.gold = dict.fromkeys(self.roles, 6)
        self.store = dict.fromkeys(product(self.roles, ("grain", "cloth")), 0)
        self.price, self.round = {"grain": 2, "cloth": 4}, 1

    def moves(self, role: str) -> set[Term]:
        found: set[Term] = {"wait"}
        for good, price in self.price.items():
            if self.store[role, good] < 3:
                found |= {term("produce", good)} | ({term("buy", good)} if price <= self.gold[role] else set())
            if self.store[role, good] > 0:
                found.add(term("sell", good))
        return found

    def do(self, done: dict[str, tuple[str, ...]]) -> None:
        trend = {"grain": set(), "cloth": set()}
        for role, (deed, *good) in done.items():
            if deed == "wait":
                continue
            self.store[role, good[0]] += -1 if deed == "sell" else 1
            if deed != "produce":
                self.gold[role] += self.price[good[0]] * (1 if deed == "sell" else -1)
                trend[good[0]].add(deed)
        for good, deeds in trend.items():
            if len(deeds) == 1:
                self.price[good] = max(1, self.price[good] - 1) if "sell" in deeds else min(6, self.price[good] + 1)
        self.round += 1

    def facts(self) -> set[Term]:
        found = {term("gold", *held) for held in self.gold.items()} | {term("round", self.round)}
        found |= {term("store", *place, count) for place, count in self.store.items()}
        return found | {term("price", *priced) for priced in self.price.items()}

    def over(self) -> bool:
        return self.round == 13

    def goals(self) -> tuple[int, ...]:
        most = max(self.gold.values())
        shared = list(self.gold.values()).count(most)
        return tuple(0 if gold < most else 100 if shared == 1 else 50 for gold in self.gold.values())


SIMULTANEOUS: tuple[type[Contest], ...] = (RockPaperScissors, BiddingTicTacToe, Crossing, Rally, Market)
