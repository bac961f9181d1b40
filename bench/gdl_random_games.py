"""Random games in GDL, so that nothing is measured on a few chosen ones: ``python bench/gdl_random_games.py NUMBER``.

Each game puts together a board, players, a kind of move, a way to say what stays, layers of derived relations, an end
and goals, drawn at random. Different parts ask different things of an engine: joins over a board, recursion, negation,
many small relations.
"""

from __future__ import annotations

import sys

from gametasks.gdl.description import Game, parse_game
from gametasks.streams import Stream

SEED = "random games"


def random_game(number: int) -> Game:
    """The game of a number: always the same one."""
    stream = Stream(SEED, str(number))
    parts = _Parts(stream)
    return parse_game("\n".join(parts.lines()), f"random_{number}")


class _Parts:
    """The parts of one game."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.width, self.height = stream.within((3, 7)), stream.within((3, 7))
        self.players = [f"p{number}" for number in range(1, stream.within((1, 3)) + 1)]
        self.in_turn = len(self.players) > 1 and stream.within((0, 2)) > 0
        self.move = stream.choice([self._mark, self._drop, self._step, self._slide, self._jump, self._toggle])
        self.frame = stream.choice([self._stays_unless_changed, self._stays_where_same, self._stays_by_kind])
        self.steps = stream.within((15, 60))

    def lines(self) -> list[str]:
        """The rules."""
        return [
            *self._facts(),
            *self._turns(),
            *self.move(),
            *self.frame(),
            *self._layers(),
            *self._end(),
            *self._goals(),
        ]

    def _facts(self) -> list[str]:
        longest = max(self.width, self.height, self.steps)
        lines = [f"(role {player})" for player in self.players]
        lines += [f"(succ {number} {number + 1})" for number in range(longest)]
        lines += [f"(column {number})" for number in range(1, self.width + 1)]
        lines += [f"(row {number})" for number in range(1, self.height + 1)]
        lines += ["(init (step 0))", "(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))"]
        lines += ["(<= (cell_of ?x ?y) (column ?x) (row ?y))"]
        lines += [
            "(<= (beside ?x ?y ?x ?v) (column ?x) (row ?y) (row ?v) (succ ?y ?v))",
            "(<= (beside ?x ?y ?x ?v) (column ?x) (row ?y) (row ?v) (succ ?v ?y))",
            "(<= (beside ?x ?y ?u ?y) (row ?y) (column ?x) (column ?u) (succ ?x ?u))",
            "(<= (beside ?x ?y ?u ?y) (row ?y) (column ?x) (column ?u) (succ ?u ?x))",
        ]
        if self.stream.within((0, 1)):
            lines += [
                f"(<= (beside ?x ?y ?u ?v) (column ?x) (column ?u) (row ?y) (row ?v) (succ {one}) (succ {other}))"
                for one in ("?x ?u", "?u ?x")
                for other in ("?y ?v", "?v ?y")
            ]
        return lines

    def _turns(self) -> list[str]:
        if not self.in_turn:
            return ["(<= (turn ?p) (role ?p))"]
        pairs = zip(self.players, [*self.players[1:], self.players[0]], strict=True)
        lines = [f"(after {player} {following})" for player, following in pairs]
        return [
            *lines,
            f"(init (control {self.players[0]}))",
            "(<= (next (control ?q)) (true (control ?p)) (after ?p ?q))",
            "(<= (turn ?p) (true (control ?p)))",
            "(<= (legal ?p noop) (role ?p) (not (turn ?p)))",
        ]

    # Kinds of moves --------------------------------------------------------------------------------------------------

    def _mark(self) -> list[str]:
        return [
            "(<= (init (cell ?x ?y b)) (cell_of ?x ?y))",
            "(<= (legal ?p (mark ?x ?y)) (turn ?p) (true (cell ?x ?y b)))",
            "(<= (legal ?p pass) (turn ?p))",
            "(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))",
            "(<= (changed ?x ?y) (does ?p (mark ?x ?y)))",
        ]

    def _drop(self) -> list[str]:
        return [
            "(<= (init (cell ?x ?y b)) (cell_of ?x ?y))",
            "(<= (filled ?x ?y) (true (cell ?x ?y ?c)) (distinct ?c b))",
            "(<= (open ?x 1) (true (cell ?x 1 b)))",
            "(<= (open ?x ?v) (true (cell ?x ?v b)) (succ ?y ?v) (filled ?x ?y))",
            "(<= (legal ?p (drop ?x)) (turn ?p) (column ?x) (open ?x ?y))",
            "(<= (legal ?p pass) (turn ?p))",
            "(<= (next (cell ?x ?y ?p)) (does ?p (drop ?x)) (open ?x ?y))",
            "(<= (changed ?x ?y) (does ?p (drop ?x)) (open ?x ?y))",
        ]

    def _pieces(self) -> list[str]:
        """A first state in which each player has some pieces."""
        cells = [(x, y) for x in range(1, self.width + 1) for y in range(1, self.height + 1)]
        each = self.stream.within((1, 3))
        taken = self.stream.sample(cells, each * len(self.players))
        lines = [f"(init (cell {x} {y} {self.players[at % len(self.players)]}))" for at, (x, y) in enumerate(taken)]
        return [*lines, *(f"(init (cell {x} {y} b))" for x, y in cells if (x, y) not in taken)]

    def _moves(self) -> list[str]:
        """What a piece that goes elsewhere changes."""
        return [
            *self._pieces(),
            "(<= (legal ?p pass) (turn ?p))",
            "(<= (next (cell ?u ?v ?p)) (does ?p (move ?x ?y ?u ?v)))",
            "(<= (next (cell ?x ?y b)) (does ?p (move ?x ?y ?u ?v)) (not (entered ?x ?y)))",
            "(<= (entered ?u ?v) (does ?p (move ?x ?y ?u ?v)))",
            "(<= (changed ?x ?y) (does ?p (move ?x ?y ?u ?v)))",
            "(<= (changed ?u ?v) (does ?p (move ?x ?y ?u ?v)))",
        ]

    def _step(self) -> list[str]:
        target = self.stream.choice(["(true (cell ?u ?v b))", "(not (true (cell ?u ?v ?p)))"])
        return [
            *self._moves(),
            f"(<= (legal ?p (move ?x ?y ?u ?v)) (turn ?p) (true (cell ?x ?y ?p)) (beside ?x ?y ?u ?v) {target})",
        ]

    def _slide(self) -> list[str]:
        return [
            *self._moves(),
            "(<= (way ?x ?y ?u ?y) (true (cell ?x ?y ?p)) (role ?p) (succ ?x ?u) (true (cell ?u ?y b)))",
            "(<= (way ?x ?y ?w ?y) (way ?x ?y ?u ?y) (succ ?u ?w) (true (cell ?w ?y b)))",
            "(<= (way ?x ?y ?x ?v) (true (cell ?x ?y ?p)) (role ?p) (succ ?y ?v) (true (cell ?x ?v b)))",
            "(<= (way ?x ?y ?x ?w) (way ?x ?y ?x ?v) (succ ?v ?w) (true (cell ?x ?w b)))",
            "(<= (legal ?p (move ?x ?y ?u ?v)) (turn ?p) (true (cell ?x ?y ?p)) (way ?x ?y ?u ?v))",
        ]

    def _jump(self) -> list[str]:
        return [
            *self._moves(),
            "(<= (over ?x ?y ?w ?y) (succ ?x ?u) (succ ?u ?w) (column ?w) (true (cell ?u ?y ?c)) (distinct ?c b))",
            "(<= (over ?x ?y ?x ?w) (succ ?y ?v) (succ ?v ?w) (row ?w) (true (cell ?x ?v ?c)) (distinct ?c b))",
            "(<= (legal ?p (move ?x ?y ?u ?v)) (turn ?p) (true (cell ?x ?y ?p)) (near ?x ?y ?u ?v))",
            "(<= (near ?x ?y ?u ?v) (true (cell ?u ?v b)) (or (over ?x ?y ?u ?v) (over ?u ?v ?x ?y)))",
        ]

    def _toggle(self) -> list[str]:
        lit = self.stream.choice(["(does ?p (toggle ?x ?y))", "(does ?p (toggle ?u ?v)) (near ?u ?v ?x ?y)"])
        return [
            "(<= (init (cell ?x ?y b)) (cell_of ?x ?y))",
            "(<= (near ?x ?y ?x ?y) (cell_of ?x ?y))",
            "(<= (near ?x ?y ?u ?v) (beside ?x ?y ?u ?v))",
            "(<= (legal ?p (toggle ?x ?y)) (turn ?p) (cell_of ?x ?y))",
            f"(<= (changed ?x ?y) {lit})",
            "(<= (next (cell ?x ?y lit)) (changed ?x ?y) (true (cell ?x ?y b)))",
            "(<= (next (cell ?x ?y b)) (changed ?x ?y) (true (cell ?x ?y lit)))",
        ]

    # What stays ------------------------------------------------------------------------------------------------------

    def _stays_unless_changed(self) -> list[str]:
        return ["(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (not (changed ?x ?y)))"]

    def _stays_where_same(self) -> list[str]:
        return [
            "(<= (same ?x ?y) (true (cell ?x ?y ?c)) (cell_of ?x ?y) (not (changed ?x ?y)))",
            "(<= (next (cell ?x ?y ?c)) (same ?x ?y) (true (cell ?x ?y ?c)))",
        ]

    def _stays_by_kind(self) -> list[str]:
        return [
            "(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (distinct ?c b) (not (changed ?x ?y)))",
            "(<= (next (cell ?x ?y b)) (true (cell ?x ?y b)) (not (changed ?x ?y)))",
        ]

    # Derived relations, end, goals -----------------------------------------------------------------------------------

    def _layers(self) -> list[str]:
        """Small relations, each derived from the one before."""
        lines = ["(<= (layer0 ?x ?c) (column ?x) (true (cell ?x 1 ?c)))"]
        depth = self.stream.within((0, 5))
        for number in range(1, depth + 1):
            before, own = f"layer{number - 1}", f"layer{number}"
            lines.append(
                self.stream.choice(
                    [
                        f"(<= ({own} ?x ?c) ({before} ?x ?c) (succ ?x ?u) (not ({before} ?u ?c)))",
                        f"(<= ({own} ?x ?c) ({before} ?x ?c)) (<= ({own} ?x ?c) (succ ?x ?u) ({before} ?u ?c))",
                        f"(<= ({own} ?x ?c) ({before} ?x ?c) ({before} ?u ?c) (distinct ?x ?u))",
                    ]
                )
            )
        lines.append(f"(<= alone ({f'layer{depth}'} ?x ?c) (distinct ?c b))")
        return lines

    def _end(self) -> list[str]:
        length = self.stream.within((3, min(4, self.width, self.height)))
        line = " ".join(f"(true (cell ?x{at} ?y ?c)) (succ ?x{at} ?x{at + 1})" for at in range(1, length))
        column = " ".join(f"(true (cell ?x ?y{at} ?c)) (succ ?y{at} ?y{at + 1})" for at in range(1, length))
        diagonal = " ".join(
            f"(true (cell ?x{at} ?y{at} ?c)) (succ ?x{at} ?x{at + 1}) (succ ?y{at} ?y{at + 1})"
            for at in range(1, length)
        )
        lines = [
            f"(<= terminal (true (step {self.steps})))",
            f"(<= (line ?c) {line} (true (cell ?x{length} ?y ?c)))",
            f"(<= (line ?c) {column} (true (cell ?x ?y{length} ?c)))",
            f"(<= (line ?c) {diagonal} (true (cell ?x{length} ?y{length} ?c)))",
            "(<= any_free (true (cell ?x ?y b)))",
            "(<= terminal (not any_free))",
        ]
        return [*lines, *self.stream.choice([["(<= terminal (role ?p) (line ?p))"], ["(<= terminal (line lit))"], []])]

    def _goals(self) -> list[str]:
        return [
            "(<= (goal ?p 100) (role ?p) (line ?p))",
            "(<= (goal ?p 50) (role ?p) (not (line ?p)) alone)",
            "(<= (goal ?p 0) (role ?p) (not (line ?p)) (not alone))",
        ]


if __name__ == "__main__":
    print(random_game(int(sys.argv[1])).text)
