"""The interpreter beside SWI-Prolog on four groups of games, in one run: ``python bench/gdl_speed.py``.

The groups are the games in ``../shared/gdl``, the project's own ones, families with three sets of parameters each, and
games made at random (``gdl_random_games``). For each group it prints the least ratio and the median, from the CPU time
of states of random playouts; the engines take turns, so that a busy computer slows both. The second ratio is that of an
interpreter that does not remember states which come again. With ``--playouts``, it also prints how much CPU time
playouts by the engine ``auto`` take over those of the interpreter, grounding included.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from gdl_random_games import random_game

from gametasks.errors import GdlError
from gametasks.gdl.description import Game, load_game
from gametasks.gdl.engines import Engine, open_machine
from gametasks.gdl.families import make_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import load_own, own_games
from gametasks.gdl.limits import Limits
from gametasks.gdl.prolog import MISSING, is_installed, states_per_second
from gametasks.gdl.speed import machine_speed

SHARED = Path(__file__).parents[2] / "shared" / "gdl"

FAMILIES: list[tuple[str, dict[str, int]]] = [
    *(("lights", {"size": size}) for size in (3, 5, 9)),
    *(("claim", {"players": players, "plots": plots}) for players, plots in ((2, 6), (3, 12), (6, 30))),
    *(("signal", {"depth": depth, "lamps": lamps}) for depth, lamps in ((1, 5), (4, 8), (12, 20))),
]


def groups(random_games: int) -> dict[str, Callable[[], Iterator[Game]]]:
    """The games of each group."""
    return {
        "handed": lambda: map(load_game, sorted(SHARED.glob("*.kif"))),
        "own": lambda: (load_own(entry.name) for entry in own_games()),
        "families": lambda: (make_game(family, **parameters) for family, parameters in FAMILIES),
        "random": lambda: map(random_game, range(random_games)),
    }


def speeds(game: Game, seconds: float, rounds: int) -> tuple[float, float, float]:
    """States a second of the interpreter, of one that forgets, and of SWI-Prolog: medians of rounds of all three."""
    figures = [
        (
            # New ones in each round, since the playouts of all rounds are the same.
            machine_speed(Interpreter(game), seconds),
            machine_speed(Interpreter(game, remembers=False), seconds),
            states_per_second(game, seconds),
        )
        for _ in range(rounds)
    ]
    ours, forgetting, theirs = map(median, zip(*figures, strict=True))
    return ours, forgetting, theirs


def cpu_seconds() -> float:
    """CPU time of this process and of those that it has waited for."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def slowdown(game: Game, playouts: int) -> float:
    """CPU time of playouts by the engine ``auto``, over that of the interpreter."""
    spent = []
    for engine in (Engine.INTERPRETER, Engine.AUTO):
        machine = open_machine(game, engine, Limits())
        began = cpu_seconds()
        machine.playouts(playouts, 1, 100)
        spent.append(cpu_seconds() - began)
    return spent[1] / spent[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", help="of handed, own, families, random; default: all")
    parser.add_argument("--measure", type=float, default=0.3, help="CPU seconds for each figure")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the median counts")
    parser.add_argument("--random", type=int, default=100, help="random games")
    parser.add_argument("--playouts", type=int, default=0, help="playouts by which auto is measured; 0: none")
    options = parser.parse_args()
    if not is_installed():
        print(MISSING)
        return
    summary = []
    for name, games in groups(options.random).items():
        if options.groups and name not in options.groups:
            continue
        rows = []
        for game in games():
            try:
                ours, forgetting, theirs = speeds(game, options.measure, options.rounds)
            except GdlError as error:
                print(f"{game.name:28} not measured: {error}", flush=True)
                continue
            rows.append(
                (ours / theirs, forgetting / theirs, slowdown(game, options.playouts) if options.playouts else 0)
            )
            line = (
                f"{game.name:28} {ours:9,.0f} {forgetting:9,.0f} {theirs:9,.0f} {rows[-1][0]:7.2f} {rows[-1][1]:7.2f}"
            )
            print(line + (f"  auto {rows[-1][2]:.2f}" if options.playouts else ""), flush=True)
        if rows:
            remembering, forgetting_ratios, slowdowns = zip(*rows, strict=True)
            line = f"{name:10} {len(rows):3} games: least {min(remembering):.2f}, median {median(remembering):.2f}"
            line += f"; forgetting {min(forgetting_ratios):.2f} and {median(forgetting_ratios):.2f}"
            summary.append(line + (f"; auto {max(slowdowns):.2f} at most" if options.playouts else ""))
    print("\n".join(summary))


if __name__ == "__main__":
    main()
