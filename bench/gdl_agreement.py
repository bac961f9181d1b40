"""Do the interpreter and the network play the very same playouts? ``python bench/gdl_agreement.py [GAME…]``.

Plays seeded random playouts of the project's own games (or of the named ones, or of files) with both engines and
compares, playout by playout, length, end, goals, the number of facts of all states and the number of changes.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import fields

import numpy as np

from gametasks.errors import GdlLimitError
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import find_games
from gametasks.gdl.limits import Limits
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import run_playouts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="names of own games, files or folders; all own games by default")
    parser.add_argument("--playouts", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=500, help="joint moves of a playout at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30, help="for grounding")
    arguments = parser.parse_args()
    limits = Limits(seconds=arguments.seconds)
    different = 0
    for game, _ in find_games(arguments.games):
        started = time.process_time()
        wanted = arguments.playouts, arguments.seed, arguments.steps
        try:
            network = Network.ground(game, limits)
        except GdlLimitError as error:
            print(f"{game.name:28} not compared: {error}", flush=True)
            continue
        mine = run_playouts(Interpreter(game, limits), *wanted, measure=True)
        theirs = network.playouts(*wanted, measure=True)
        unequal = [
            field.name
            for field in fields(mine)
            if not np.array_equal(getattr(mine, field.name), getattr(theirs, field.name))
        ]
        different += bool(unequal)
        verdict = f"DIFFERENT in {', '.join(unequal)}" if unequal else "equal"
        seconds = time.process_time() - started
        print(f"{game.name:28} {mine.states:8,} states  {seconds:6.1f} s CPU  {verdict}", flush=True)
    print("all equal" if not different else f"{different} games differ")
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
