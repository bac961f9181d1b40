"""States per second of SWI-Prolog on a direct translation of each game, one core.

``python bench/gdl_swipl.py [PATH…]`` measures the given descriptions, or all that stand in ``../shared/gdl``. The first
figure keeps the state as facts of one relation ``true``, the second each kind of fact in a relation of its own.
With ``--check``, SWI-Prolog's playouts are also compared with the plain reasoner, state by state.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from gametasks.errors import GdlError
from gametasks.gdl._swipl import MISSING, differences, is_installed, states_per_second
from gametasks.gdl.description import Game, load_game
from gametasks.gdl.reference.reasoner import ReferenceMachine

SHARED = Path(__file__).parents[2] / "shared" / "gdl"


def measured(game: Game, seconds: float, own_relations: bool) -> str:
    """The figure, or why there is none."""
    try:
        return f"{states_per_second(game, seconds, own_relations=own_relations):,.0f}"
    except GdlError as error:
        return str(error)


def checked(game: Game, states: int) -> str:
    """Whether both translations are the same game for the plain reasoner."""
    machine = ReferenceMachine(game)
    found = [line for own in (False, True) for line in differences(game, machine, states=states, own_relations=own)]
    return found[0] if found else "same"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="descriptions; default: ../shared/gdl")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")
    parser.add_argument("--check", type=int, default=0, metavar="N", help="compare N states with the plain reasoner")
    options = parser.parse_args()
    if not is_installed():
        print(MISSING)
        return
    print(f"{'game':28} {'true/1':>10} {'own':>10}  states per second")
    for path in options.paths or sorted(SHARED.glob("*.kif")):
        game = load_game(path)
        figures = [measured(game, options.seconds, own) for own in (False, True)]
        note = checked(game, options.check) if options.check else ""
        print(f"{game.name:28} {figures[0]:>10} {figures[1]:>10}  {note}", flush=True)


if __name__ == "__main__":
    main()
