"""Rush exit: layouts whose hardest position needs at least a given number of commands.

Layouts that need twenty commands are one in ten thousand among random ones, so they are climbed to: one vehicle
after another is laid elsewhere, and the change stays where the board has not become easier.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from msgspec.structs import replace

from gametasks.errors import Rejection
from gametasks.schemas import Axis, Side
from gametasks.schemas._board import cell_bits, cells_of_board, cells_of_line
from gametasks.schemas.rush_exit import LETTERS, TARGET, RushState, Vehicle
from gametasks.solvers.rush_exit.graph import Component
from gametasks.solvers.rush_exit.lanes import Lanes
from gametasks.solvers.rush_exit.search import distances
from gametasks.streams import Stream

__all__ = ["SIZE", "RushParams", "deep_component", "random_layout"]

SIZE = 6
"""Rows and columns of every board."""

_LIMIT = 8_000
"""Largest number of positions of a board; larger components make loose puzzles, and every search dearer."""
_LAYOUTS = 10_000
"""Bound on random layouts; a climb from one in a hundred of them suffices."""
_BATCH = 16
"""Changes that are tried at once."""
_PATIENCE, _DESCENT, _GIVE_UP = 48, 5, 240
"""Changes without a gain after which a board may become easier again, by how much, and after which a fresh layout is
the better bet (measured at the deepest level)."""
_FIRST_DEPTH = 5
"""A layout that needs fewer commands is not worth climbing from."""
_LONG_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class RushParams:
    """Structural ranges of a level; pairs are inclusive bounds.

    Attributes:
        sides: Where the exit may lie.
        vehicles: Number of vehicles, the target among them.
        blocks: Number of fixed blocks.
        optimum: Fewest commands, where a board is to be solved.
        commands: Number of given commands, where the state after them is asked for.
        asked: Number of vehicles that are asked for then.
    """

    sides: tuple[Side, ...]
    vehicles: tuple[int, int]
    blocks: tuple[int, int]
    optimum: tuple[int, int]
    commands: tuple[int, int]
    asked: tuple[int, int]


@cache
def _covered(vehicle: Vehicle) -> int:
    """The cells of a vehicle as bits."""
    return cell_bits(vehicle.cells(), SIZE)


@cache
def _places(length: int) -> tuple[tuple[Vehicle, int], ...]:
    """All ways to lay a vehicle of a length on the board, with the cells that it covers as bits."""
    vehicles = [
        Vehicle(letter=TARGET, cell=cell, length=length, axis=axis)
        for axis in Axis
        for number in range(1, SIZE + 1)
        for cell in cells_of_line(axis, number, SIZE, SIZE)[: SIZE - length + 1]
    ]
    return tuple((vehicle, _covered(vehicle)) for vehicle in vehicles)


@cache
def _way_out(target: Vehicle, side: Side) -> int:
    """The cells between the target and the exit as bits."""
    lane = cells_of_line(target.axis, target.line, SIZE, SIZE)
    before_exit = lane[: target.place] if side.is_first else lane[target.place + target.length :]
    return cell_bits(before_exit, SIZE)


def _with_vehicle(state: RushState, letter: str, rng: Stream) -> RushState | None:
    """The board with one more vehicle somewhere on free cells; None where there is no room.

    A vehicle on the target's own line in front of it could never give way.
    """
    target = state.vehicle(TARGET)
    taken = cell_bits(state.blocks, SIZE) | sum(map(_covered, state.vehicles))
    way_out = _way_out(target, state.exit_side)
    for length in (3, 2) if rng.uniform() < _LONG_SHARE else (2, 3):
        free = [
            vehicle
            for vehicle, bits in _places(length)
            if not bits & taken and not (bits & way_out and vehicle.axis is target.axis)
        ]
        if free:
            return state.with_vehicles((*state.vehicles, replace(rng.choice(free), letter=letter)))
    return None


def random_layout(params: RushParams, rng: Stream) -> RushState:
    """A random board whose target is not at the exit; the exit's side and row or column are drawn first."""
    side = rng.choice(params.sides)
    count = rng.within(params.vehicles)
    block_count = rng.within(params.blocks)
    axis = side.axis
    while True:
        lane = cells_of_line(axis, rng.integers(1, SIZE + 1), SIZE, SIZE)
        place = rng.integers(0, SIZE - 2) + side.is_first
        target = Vehicle(letter=TARGET, cell=lane[place], length=2, axis=axis)
        off_lane = [cell for cell in cells_of_board(SIZE, SIZE) if cell not in lane]
        blocks = tuple(sorted(rng.sample(off_lane, block_count)))
        state = RushState(rows=SIZE, columns=SIZE, exit_side=side, vehicles=(target,), blocks=blocks)
        for letter in rng.sample(LETTERS, count - 1):
            fuller = _with_vehicle(state, letter, rng)
            if fuller is None:
                break
            state = fuller
        else:
            return state


def deep_component(params: RushParams, depth: int, rng: Stream) -> tuple[RushState, Component]:
    """A board and its component, in which some position needs at least ``depth`` commands.

    Raises:
        Rejection: None was found.
    """
    for _ in range(_LAYOUTS):
        state = random_layout(params, rng)
        if distances(Lanes.of(state), _LIMIT)[0] >= min(depth, _FIRST_DEPTH):
            found = _climb(state, depth, rng)
            if found is not None:
                return found
    raise Rejection("no deep board found")


def _climb(state: RushState, depth: int, rng: Stream) -> tuple[RushState, Component] | None:
    """Go from board to board by changing one vehicle, each time to the best of several changes.

    Levels and, after a while without a gain, small descents are taken, as the climb would often end otherwise.
    """
    best = stale = 0
    while stale < _GIVE_UP:
        lanes = Lanes.of(state)
        try:
            component = Component.of(lanes, lanes.pack(state.vehicles), _LIMIT)
        except Rejection:
            return None
        hardest = int(component.depths.argmax())
        reached = int(component.depths[hardest])
        state = replace(state, vehicles=lanes.unpack(int(component.codes[hardest])))
        if reached >= depth:
            return state, component
        if reached > best:
            best, stale = reached, 0
        needed = reached
        while needed == reached and stale < _GIVE_UP:
            trials = [trial for trial in (_changed(state, rng) for _ in range(_BATCH)) if trial is not None]
            stale += _BATCH
            needs = distances(Lanes.of(*trials), _LIMIT) if trials else [-1]
            least = reached if stale < _PATIENCE else max(1, reached - _DESCENT)
            if max(needs) >= least:
                needed = max(needs)
                state = trials[needs.index(needed)]
    return None


def _changed(state: RushState, rng: Stream) -> RushState | None:
    """The board with one vehicle laid elsewhere; None where that vehicle fits nowhere."""
    old = rng.choice([vehicle for vehicle in state.vehicles if vehicle.letter != TARGET])
    rest = tuple(vehicle for vehicle in state.vehicles if vehicle != old)
    changed = _with_vehicle(replace(state, vehicles=rest), old.letter, rng)
    return None if changed == state else changed
