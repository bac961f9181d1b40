"""Rush exit: boards at a drawn distance from their solution, and legal walks over boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from gametasks.errors import Rejection
from gametasks.generators import Draft
from gametasks.generators.rush_exit.layouts import RushParams, deep_component, random_layout
from gametasks.schemas import Ranges, Side, Slide, Statistics
from gametasks.schemas.rush_exit import TARGET, FirstCommand, MinCommands, Plan, RushState, StateAfter, Vehicle
from gametasks.solvers.rush_exit.lanes import Lanes
from gametasks.streams import Stream

__all__ = ["LEVELS", "RushParams", "sample_first_command", "sample_min_commands", "sample_plan", "sample_state_after"]

_SIDEWAYS = (Side.LEFT, Side.RIGHT)
_BOARDS = 60
_WALKS = 2_000
_POSITIONS = 8
"""Positions of one component that are tried."""
_LEAST_USELESS = 3
"""With two blocked commands these are the wrong options of a choice."""

LEVELS: Mapping[Ranges, Sequence[RushParams]] = {
    Ranges.DATASET: (
        RushParams(_SIDEWAYS, (5, 6), (0, 0), (2, 4), (3, 4), (2, 2)),
        RushParams(_SIDEWAYS, (7, 8), (0, 0), (4, 7), (5, 6), (2, 3)),
        RushParams(_SIDEWAYS, (8, 10), (0, 0), (7, 11), (7, 9), (3, 3)),
        RushParams(_SIDEWAYS, (10, 12), (0, 0), (11, 16), (10, 12), (3, 4)),
        RushParams(_SIDEWAYS, (11, 13), (0, 0), (16, 25), (13, 16), (4, 4)),
    ),
    # Exits at the top and the bottom as well, and always blocks; `dataset` has neither.
    Ranges.EVALUATION: (
        RushParams(tuple(Side), (5, 6), (1, 2), (2, 4), (3, 4), (2, 2)),
        RushParams(tuple(Side), (7, 8), (1, 2), (4, 7), (5, 6), (2, 3)),
        RushParams(tuple(Side), (8, 10), (1, 2), (7, 11), (7, 9), (3, 3)),
        RushParams(tuple(Side), (9, 11), (1, 2), (11, 16), (10, 12), (3, 4)),
        RushParams(tuple(Side), (10, 12), (1, 2), (16, 25), (13, 16), (4, 4)),
    ),
}


def sample_plan(params: RushParams, rng: Stream) -> Draft[RushState, Plan]:
    """Draw the fewest commands, then a board that needs them."""
    optimum, state = _puzzle(params, rng)
    return Draft(state, Plan(optimum=optimum), _statistics(state) | {"optimum": optimum})


def sample_min_commands(params: RushParams, rng: Stream) -> Draft[RushState, MinCommands]:
    """Draw the fewest commands, then a board that needs them."""
    optimum, state = _puzzle(params, rng)
    return Draft(state, MinCommands(optimum=optimum), _statistics(state) | {"optimum": optimum})


def _puzzle(params: RushParams, rng: Stream) -> tuple[int, RushState]:
    """An optimum, drawn evenly, and a board that has it: any position of a component at that distance."""
    optimum = rng.within(params.optimum)
    board, component = deep_component(params, optimum, rng)
    code = component.codes[rng.choice(np.flatnonzero(component.depths == optimum).tolist())]
    return optimum, replace(board, vehicles=component.lanes.unpack(int(code)))


def sample_first_command(params: RushParams, rng: Stream) -> Draft[RushState, FirstCommand]:
    """Draw the fewest commands, then a board that needs them and has enough legal commands that do not help."""
    for _ in range(_BOARDS):
        optimum = rng.within(params.optimum)
        board, component = deep_component(params, optimum, rng)
        starts = np.flatnonzero(component.depths == optimum).tolist()
        for _ in range(_POSITIONS):
            state = replace(board, vehicles=component.lanes.unpack(int(component.codes[rng.choice(starts)])))
            if _useless_ways(component.openings(state.vehicles), optimum) >= _LEAST_USELESS:
                return Draft(state, FirstCommand(optimum=optimum), _statistics(state) | {"optimum": optimum})
    raise Rejection("too few commands for options")


def _useless_ways(openings: Mapping[Slide, int], optimum: int) -> int:
    """Ways, each a vehicle with a direction, that have a legal command but none that begins a shortest plan."""
    ways = {(command.piece, command.direction) for command in openings if command.piece != TARGET}
    return len(ways - {(command.piece, command.direction) for command, depth in openings.items() if depth < optimum})


def sample_state_after(params: RushParams, rng: Stream) -> Draft[RushState, StateAfter]:
    """Draw a board and a legal walk over it, and ask mostly for vehicles that end elsewhere than they began."""
    count = rng.within(params.commands)
    asked_count = rng.within(params.asked)
    unmoved_count = int(asked_count > 2 and rng.integers(0, 3) == 0)
    for _ in range(_WALKS):
        state = random_layout(params, rng)
        walk = _walk(state, count, rng)
        if walk is None:
            continue
        commands, last = walk
        moved = [now.letter for now in last if now not in state.vehicles]
        unmoved = [vehicle.letter for vehicle in state.vehicles if vehicle.letter not in moved]
        if len(moved) >= asked_count - unmoved_count and len(unmoved) >= unmoved_count:
            asked = rng.sample(moved, asked_count - unmoved_count) + rng.sample(unmoved, unmoved_count)
            question = StateAfter(commands=commands, asked=tuple(sorted(asked)))
            return Draft(state, question, _statistics(state) | {"commands": count, "asked": asked_count})
    raise Rejection("no walk found")


def _walk(state: RushState, count: int, rng: Stream) -> tuple[tuple[Slide, ...], tuple[Vehicle, ...]] | None:
    """Legal commands, no two in a row with the same vehicle, that never bring the target to the exit.

    Returns the commands and the vehicles where they end, or None where the walk is stuck.
    """
    lanes = Lanes.of(state)
    code = lanes.pack(state.vehicles)
    commands: list[Slide] = []
    for _ in range(count):
        possible = {
            command: after
            for command, after in lanes.slides(code).items()
            if not (commands and command.piece == commands[-1].piece) and not lanes.solved(np.array([after]))[0]
        }
        if not possible:
            return None
        piece = rng.choice(sorted({command.piece for command in possible}))
        command = rng.choice([command for command in possible if command.piece == piece])
        commands.append(command)
        code = possible[command]
    return tuple(commands), lanes.unpack(code)


def _statistics(state: RushState) -> Statistics:
    return {
        "rows": state.rows,
        "columns": state.columns,
        "vehicles": len(state.vehicles),
        "long_vehicles": sum(vehicle.length > 2 for vehicle in state.vehicles),
        "blocks": len(state.blocks),
        "exit_side": str(state.exit_side),
    }
