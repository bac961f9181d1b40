"""How fast the engines are on a game, beside SWI-Prolog on a direct translation of it.

A state counts once an engine has said whether it is terminal, which moves each role has, and which state follows a
random choice of them. Times are CPU times of one process on one core. They leave out opening, compiling and grounding a
game for every engine; grounding is reported by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from statistics import median
from time import process_time

from gametasks.errors import GdlError
from gametasks.gdl.checker.sound import require_sound
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.limits import Limits
from gametasks.gdl.machine import Machine
from gametasks.gdl.network.engine import Network
from gametasks.gdl.playouts import play, start_words
from gametasks.gdl.prolog import MISSING, is_installed
from gametasks.gdl.prolog import states_per_second as prolog_speed

__all__ = ["Speeds", "machine_speed", "measure_speeds", "median_ratio", "playout_speed"]

_WARM_UP = 0.2
"""Share of the time that is played before the clock starts, so that filling caches does not count."""

_BATCH = 4096
"""Playouts that a network is asked for at once."""

_FIRST_STEPS = 10
"""Joint moves of the first playouts, by which the length of the others is chosen."""


@dataclass(frozen=True)
class Speeds:
    """What was measured of a game; a figure that could not be measured is None.

    Attributes:
        game: Its name.
        interpreter: States a second of the interpreter, one state at a time.
        network: States a second of the network, one state at a time.
        playouts: States a second of the network in many playouts at once.
        prolog: States a second of SWI-Prolog.
        seconds: Wall time of grounding.
        memory_mb: Memory that grounding took, in MiB.
        rules: Ground rules.
        remarks: Why figures are missing.
    """

    game: str
    interpreter: float | None = None
    network: float | None = None
    playouts: float | None = None
    prolog: float | None = None
    seconds: float | None = None
    memory_mb: int | None = None
    rules: int | None = None
    remarks: tuple[str, ...] = ()


def measure_speeds(game: Game, seconds: float, limits: Limits, *, unchecked: bool = False) -> Speeds:
    """Measure all engines on a game, one after the other.

    Args:
        game: The game.
        seconds: CPU time for each figure, about.
        limits: Limits of checking, opening and grounding, and the joint moves after which a playout ends.
        unchecked: Whether a game in which the checker finds errors is measured all the same. Otherwise the remarks say
            what is wrong with it.
    """
    remarks: list[str] = []

    def tried(engine: str, figure: Callable[[], float]) -> float | None:
        try:
            return figure()
        except GdlError as error:
            remarks.append(f"{engine}: {error}")
            return None

    if not unchecked:
        try:
            require_sound([game], seconds=limits.seconds)
        except GdlError as error:
            return Speeds(game.name, None, remarks=(f"not measured: {error}",))
    steps = limits.steps
    interpreter = tried("interpreter", lambda: machine_speed(Interpreter(game, limits), seconds, steps))
    prolog = None
    if is_installed():
        prolog = tried("SWI-Prolog", lambda: prolog_speed(game, seconds, max_steps=steps))
    else:
        remarks.append(MISSING)
    try:
        network = Network.ground(game, limits)
    except GdlError as error:
        return Speeds(game.name, interpreter, prolog=prolog, remarks=(*remarks, f"network: {error}"))
    return Speeds(
        game.name,
        interpreter,
        tried("network", lambda: machine_speed(network, seconds, steps)),
        tried("playouts", lambda: playout_speed(network, seconds, steps)),
        prolog,
        network.grounding.seconds,
        network.grounding.memory_mb,
        network.grounding.rules,
        tuple(remarks),
    )


def machine_speed(machine: Machine, seconds: float, max_steps: int = 500) -> float:
    """States that a machine visits in a second of random playouts, one state at a time.

    Args:
        machine: The game.
        seconds: CPU time to play for.
        max_steps: Joint moves after which a playout ends.

    Raises:
        GdlError: The rules give no answer for a state, or the first state has no moves.
    """
    _visit(machine, _WARM_UP * seconds, max_steps, seed=0)
    visited, spent = _visit(machine, seconds, max_steps, seed=1)
    if not visited:
        raise GdlError(f"{machine.game.name} has no moves in its first state, so it has no speed")
    return visited / spent


def playout_speed(network: Network, seconds: float, max_steps: int = 500) -> float:
    """States that a network visits in a second of random playouts, many at a time.

    Args:
        network: The game.
        seconds: CPU time to play for, about.
        max_steps: Joint moves after which a playout ends.

    Raises:
        GdlError: The first state has no moves.
    """
    # The first call may compile the kernels, which no clock should see.
    network.playouts(64, 0, 1)
    visited, spent = _play_many(network, 1, _FIRST_STEPS)
    if not visited:
        raise GdlError(f"{network.game.name} has no moves in its first state, so it has no speed")
    steps = max(_FIRST_STEPS, min(max_steps, int(seconds * visited / spent) // _BATCH))
    visited, spent = 0, 0.0
    for seed in count(2):
        more = _play_many(network, seed, steps)
        visited, spent = visited + more[0], spent + more[1]
        if spent >= seconds:
            break
    return visited / spent


def median_ratio(measured: Sequence[Speeds], figure: Callable[[Speeds], float | None]) -> float | None:
    """The median over games of a figure divided by that of SWI-Prolog; None where nothing can be divided."""
    ratios = [value / speeds.prolog for speeds in measured if speeds.prolog and (value := figure(speeds)) is not None]
    return median(ratios) if ratios else None


def _play_many(network: Network, seed: int, max_steps: int) -> tuple[int, float]:
    start = process_time()
    played = network.playouts(_BATCH, seed, max_steps)
    return int(played.lengths.sum()), process_time() - start


_STATES_PER_CLOCK = 16
"""States that are visited between two looks at the clock."""


def _visit(machine: Machine, seconds: float, max_steps: int, seed: int) -> tuple[int, float]:
    """States that were visited, and the CPU seconds that it took."""
    visited = 0
    start = process_time()
    for word in _words(seed):
        before = visited
        for step in play(machine, word, max_steps):
            visited += step.moves is not None
            # Reading the CPU clock is a system call, which costs a good part of a small game's state.
            if not visited % _STATES_PER_CLOCK and process_time() - start > seconds:
                return visited, process_time() - start
        if visited == before:
            break
    return visited, process_time() - start


def _words(seed: int) -> Iterator[int]:
    """An endless supply of start words of playouts."""
    for block in count():
        yield from start_words(1_000, seed + 2 * block).tolist()
