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
_TARGET_EVERY = 4
_WEIGHTS = {1: 12, 2: 5, 3: 2}


def other_first_commands(
    params: RushParams, state: RushState, question: FirstCommand, answer: Slide, rng: Stream
) -> Sequence[Slide]:
    """Draw five commands that do not begin a shortest plan, at most two of them blocked.

    Raises:
        Rejection: The board has too few legal commands of this kind.
    """
    openings = explore(state).openings(state.vehicles)
    useless = sorted(command for command, depth in openings.items() if depth >= question.optimum)
    blocked = [command for command in _imaginable(state) if command not in openings]
    others = [command for command in useless if command.piece != TARGET]
    if answer.piece != TARGET and len(others) >= DISTRACTORS and rng.integers(0, _TARGET_EVERY):
        # A shortest plan seldom begins with the target: were it offered often, it could be struck out unseen.
        useless = others
        blocked = [command for command in blocked if command.piece != TARGET]
    least = max(0, DISTRACTORS - len(useless))
    if least > min(MOST_BLOCKED, len(blocked)):
        raise Rejection("too few commands for options")
    count = max(least, min(len(blocked), rng.integers(0, MOST_BLOCKED + 1)))
    return _spread(useless, DISTRACTORS - count, rng) + _spread(blocked, count, rng)


def _imaginable(state: RushState) -> list[Slide]:
    """Every command along a vehicle's line that would keep it on the board, if nothing else stood there."""
    commands = []
    for vehicle in state.vehicles:
        rooms = (vehicle.place, len(state.lane(vehicle)) - vehicle.place - vehicle.length)
        for direction, room in zip(vehicle.axis.directions, rooms, strict=True):
            commands += [Slide(vehicle.letter, direction, distance) for distance in range(1, room + 1)]
    return commands


def _spread(commands: Sequence[Slide], count: int, rng: Stream) -> list[Slide]:
    """Draw commands with distances as frequent as among right first commands, most of which are short."""
    left = list(commands)
    chosen = []
    for _ in range(count):
        weights = {command.distance: _WEIGHTS.get(command.distance, 1) for command in left}
        distance = rng.choice([distance for distance in sorted(weights) for _ in range(weights[distance])])
        chosen.append(rng.choice([command for command in left if command.distance == distance]))
        left.remove(chosen[-1])
    return chosen
