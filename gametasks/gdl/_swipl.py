"""SWI-Prolog as a yardstick: how fast it plays a directly translated game, and whether it plays the same one."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl._prolog import Translation, translate
from gametasks.gdl.description import Game
from gametasks.gdl.limits import shown_seconds
from gametasks.gdl.machine import Machine
from gametasks.gdl.reader import Source, read_expressions
from gametasks.gdl.terms import Term, show

__all__ = ["MISSING", "differences", "is_installed", "states_per_second"]

MISSING = "SWI-Prolog is not installed (Debian: apt-get install swi-prolog-nox), so nothing is compared with it"

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
    goal = f"measure({seconds})"
    visited, spent = _answer(game, own_relations, max_steps, goal, 2 * seconds + patience).split()
    return int(visited) / float(spent)


def differences(
    game: Game, machine: Machine, *, states: int = 50, seed: int = 1, own_relations: bool = False, patience: float = 5.0
) -> list[str]:
    """What SWI-Prolog and a machine see differently on random playouts that SWI-Prolog chooses.

    Args:
        game: The game.
        machine: An engine for it.
        states: States to compare, each with its legal moves and the state that follows.
        seed: Seed of SWI-Prolog's choices.
        own_relations: As in ``Translation``.
        patience: Wall seconds after which the process is stopped; with tables it gets more.

    Raises:
        GdlError: SWI-Prolog is not installed, or cannot play the game.
        GdlLimitError: It was stopped.
    """
    answer = _answer(game, own_relations, states, f"walk({seed}, {states})", patience)
    found: list[str] = []
    state = machine.initial()
    legal: list[tuple[Term, ...]] = []
    moves: tuple[Term, ...] = ()
    for word, terms in _answers(answer):
        if word == "state":
            state, legal = frozenset(terms), []
        elif word == "legal":
            legal.append(terms)
        elif word == "moves":
            moves = terms
            ours = machine.legal(state)
            for role, mine, theirs in zip(game.roles, ours, legal, strict=True):
                found += _unequal(f"legal moves of {show(role)} in {_facts(state)}", set(mine), set(theirs))
            if machine.terminal(state):
                found.append(f"only ours is terminal: {_facts(state)}")
        elif word == "next":
            found += _unequal(f"after {_facts(moves)} in {_facts(state)}", set(machine.next(state, moves)), set(terms))
        elif word == "terminal" and not machine.terminal(state):
            found.append(f"only theirs is terminal: {_facts(state)}")
    return found


def _unequal(what: str, ours: set[Term], theirs: set[Term]) -> list[str]:
    if ours == theirs:
        return []
    return [f"{what}: only ours {_facts(ours - theirs) or 'none'}, only theirs {_facts(theirs - ours) or 'none'}"]


def _facts(terms: frozenset[Term] | set[Term] | tuple[Term, ...]) -> str:
    return " ".join(sorted(map(show, terms)))


def _answers(text: str) -> Iterator[tuple[str, tuple[Term, ...]]]:
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        yield word, tuple(expression.term for expression in read_expressions(Source("swipl", rest)))


def _answer(game: Game, own_relations: bool, max_steps: int, goal: str, seconds: float) -> str:
    """What SWI-Prolog prints, without tables if it comes to an end so."""
    try:
        return _run(game, Translation(own_relations), max_steps, goal, seconds)
    except GdlError:
        return _run(game, Translation(own_relations, tabled=True), max_steps, goal, _WITH_TABLES * seconds)


def _run(game: Game, how: Translation, max_steps: int, goal: str, seconds: float) -> str:
    """What SWI-Prolog prints when it proves a goal about a game."""
    if not is_installed():
        raise GdlError(MISSING)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "game.pl"
        program.write_text(translate(game, how, max_steps), encoding="utf-8")
        options = ["-q", "-f", "none", "--stack-limit=1g", "--table-space=1g", "--on-error=halt"]
        command = ["swipl", *options, "-g", goal, "-t", "halt", str(program)]
        try:
            result = subprocess.run(
                command, capture_output=True, encoding="utf-8", timeout=seconds, check=False, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            raise GdlLimitError(f"SWI-Prolog did not finish with {game.name} within {shown_seconds(seconds)}") from None
    if result.returncode or not result.stdout.strip():
        raise GdlError(f"SWI-Prolog cannot play {game.name}: {' '.join(result.stderr.split())[:300] or 'no answer'}")
    return result.stdout
