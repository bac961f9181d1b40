"""States per second of SWI-Prolog on a direct translation of each game, one core.

``python bench/gdl_swipl.py [PATH…]`` measures the given descriptions, or all that stand in ``../shared/gdl``. The first
figure keeps the state as facts of one relation ``true``, the second each kind of fact in a relation of its own.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl.description import Game, load_game
from gametasks.gdl.prolog import MISSING, is_installed, states_per_second

SHARED = Path(__file__).parents[2] / "shared" / "gdl"


def measured(game: Game, seconds: float, own_relations: bool) -> str:
    """The figure, or why there is none."""
    try:
        return f"{states_per_second(game, seconds, own_relations=own_relations):,.0f}"
    except GdlError as error:
        return str(error)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="descriptions; default: ../shared/gdl")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")
    options = parser.parse_args()
    if not is_installed():
        print(MISSING)
        return
    print(f"{'game':28} {'true/1':>10} {'own':>10}  states per second")
    for path in options.paths or sorted(SHARED.glob("*.kif")):
        game = load_game(path)
        figures = [measured(game, options.seconds, own) for own in (False, True)]
        print(f"{game.name:28} {figures[0]:>10} {figures[1]:>10}", flush=True)


if __name__ == "__main__":
    main()
