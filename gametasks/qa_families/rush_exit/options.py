"""Rush exit: first commands that are offered beside one that begins a shortest plan."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.errors import Rejection
from gametasks.generators.rush_exit import RushParams
from gametasks.qa_families import DISTRACTORS
from gametasks.schemas import Slide
from gametasks.schemas.rush_exit import TARGET, FirstCommand, RushState
from gametasks.solvers.rush_exit.graph import explore
from gametasks.streams import Stream

__all__ = ["MOST_BLOCKED", "other_first_commands"]

MOST_BLOCKED = 2
"""So many of the wrong options may be impossible; the others are legal and lead off the shortest way."""

_TARGET_FROM = 5
"""Fewest commands of a board whose shortest plans begin with the target often enough to offer it."""
_WEIGHTS = {1: 20, 2: 16, 3: 4}
"""How often a distance is drawn; longer ones weigh 1."""


def other_first_commands(
    params: RushParams, state: RushState, question: FirstCommand, answer: Slide, rng: Stream
) -> Sequence[Slide]:
    """Draw five commands that do not begin a shortest plan, at most two of them blocked.

    No two options move the same vehicle the same way: of two such, the shorter was right in one case of twenty.

    Raises:
        Rejection: The board has too few commands of this kind.
    """
    openings = explore(state).openings(state.vehicles)
    useless = sorted(command for command, depth in openings.items() if depth >= question.optimum)
    blocked = [command for command in _imaginable(state) if command not in openings]
    chosen: list[Slide] = []
    if answer.piece != TARGET and question.optimum >= _TARGET_FROM and rng.integers(0, 2):
        # One in ten of these boards begins with the target. Offered beside half of the other answers, it is right
        # once in six times, as any option is; offered more often or less, it would tell.
        chosen = _spread(_of_target(useless) or _of_target(blocked), 1, [answer], rng)
    useless, blocked = (sorted(set(commands) - set(_of_target(commands))) for commands in (useless, blocked))
    room = MOST_BLOCKED - sum(command not in openings for command in chosen)
    kept = min(room, rng.integers(0, MOST_BLOCKED + 1))
    chosen += _spread(useless, DISTRACTORS - len(chosen) - kept, [answer, *chosen], rng)
    chosen += _spread(blocked, min(room, DISTRACTORS - len(chosen)), [answer, *chosen], rng)
    chosen += _spread(useless, DISTRACTORS - len(chosen), [answer, *chosen], rng)
    if len(chosen) < DISTRACTORS:
        raise Rejection("too few commands for options")
    return chosen


def _of_target(commands: Sequence[Slide]) -> list[Slide]:
    return [command for command in commands if command.piece == TARGET]


def _imaginable(state: RushState) -> list[Slide]:
    """Every command along a vehicle's line that would keep it on the board, if nothing else stood there."""
    commands = []
    for vehicle in state.vehicles:
        rooms = (vehicle.place, len(state.lane(vehicle)) - vehicle.place - vehicle.length)
        for direction, room in zip(vehicle.axis.directions, rooms, strict=True):
            commands += [Slide(vehicle.letter, direction, distance) for distance in range(1, room + 1)]
    return commands


def _spread(commands: Sequence[Slide], count: int, beside: Sequence[Slide], rng: Stream) -> list[Slide]:
    """Draw commands, no two of one vehicle and direction, fewer than wanted where there are not so many.

    Distances are as frequent as among right first commands, most of which are short.
    """
    taken = {(command.piece, command.direction) for command in beside}
    left = [command for command in commands if (command.piece, command.direction) not in taken]
    chosen: list[Slide] = []
    while left and len(chosen) < count:
        weights = {command.distance: _WEIGHTS.get(command.distance, 1) for command in left}
        distance = rng.choice([distance for distance in sorted(weights) for _ in range(weights[distance])])
        command = rng.choice([command for command in left if command.distance == distance])
        chosen.append(command)
        left = [other for other in left if (other.piece, other.direction) != (command.piece, command.direction)]
    return chosen
