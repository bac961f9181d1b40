"""SWI-Prolog as a process: how fast it plays a translated game."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import shown_seconds
from gametasks.gdl.prolog.translation import Translation, translate

__all__ = ["MISSING", "answer_of", "is_installed", "states_per_second"]

MISSING = "SWI-Prolog is not installed (Debian: apt-get install swi-prolog-nox)"

_WITH_TABLES = 4
"""How many times longer SWI-Prolog may take with tables."""


def is_installed() -> bool:
    """Whether there is a ``swipl`` to run."""
    return shutil.which("swipl") is not None


def states_per_second(
    game: Game, seconds: float = 2.0, *, own_relations: bool = False, max_steps: int = 500, patience: float = 5.0
) -> float:
    """States of random playouts that SWI-Prolog visits in a second of its CPU time, on one core.

    Each state counts for which it was asked whether it is terminal, which moves each role has, and which state
    follows a random choice. Tables serve only where the game does not come to an end without.

    Args:
        game: The game.
        seconds: CPU time to play for.
        own_relations: As in ``Translation``.
        max_steps: Joint moves after which a playout ends.
        patience: Wall seconds beyond ``seconds`` after which the process is stopped; with tables it gets more.

    Raises:
        GdlError: SWI-Prolog is not installed, or cannot play the game.
        GdlLimitError: It was stopped.
    """

    def program(how: Translation) -> str:
        return translate(game, how, max_steps)

    answer = answer_of(game.name, program, own_relations, f"measure({seconds})", 2 * seconds + patience)
    visited, spent = answer.split()
    return int(visited) / float(spent)


def answer_of(name: str, program: Callable[[Translation], str], own_relations: bool, goal: str, seconds: float) -> str:
    """What SWI-Prolog prints when it proves a goal, without tables if it comes to an end without them.

    Args:
        name: What errors call the game.
        program: The program for a translation.
        own_relations: As in ``Translation``.
        goal: The goal.
        seconds: Wall time after which the process is stopped; with tables it gets four times as much.

    Raises:
        GdlError: SWI-Prolog is not installed, or cannot play the game.
        GdlLimitError: It was stopped.
    """
    try:
        return _run(name, program(Translation(own_relations)), goal, seconds)
    except GdlError:
        return _run(name, program(Translation(own_relations, tabled=True)), goal, _WITH_TABLES * seconds)


def _run(name: str, program: str, goal: str, seconds: float) -> str:
    if not is_installed():
        raise GdlError(MISSING)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.pl"
        path.write_text(program, encoding="utf-8")
        options = ["-q", "-f", "none", "--stack-limit=1g", "--table-space=1g", "--on-error=halt"]
        command = ["swipl", *options, "-g", goal, "-t", "halt", str(path)]
        try:
            result = subprocess.run(
                command, capture_output=True, encoding="utf-8", timeout=seconds, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            raise GdlLimitError(f"SWI-Prolog did not finish with {name} within {shown_seconds(seconds)}") from None
    if result.returncode or not result.stdout.strip():
        raise GdlError(f"SWI-Prolog cannot play {name}: {' '.join(result.stderr.split())[:300] or 'no answer'}")
    return result.stdout
