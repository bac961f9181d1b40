"""Rush exit: layouts whose hardest position needs at least a given number of commands.

Layouts that need twenty commands are one in ten thousand among random ones, so they are climbed to: one vehicle
after another is laid elsewhere, and the change stays where the board has not become easier.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from gametasks.errors import Rejection
from gametasks.schemas import Axis, Cell, Side
from gametasks.schemas._board import cells_of_board
from gametasks.schemas.rush_exit import LETTERS, TARGET, RushState, Vehicle
from gametasks.solvers.rush_exit.graph import Component
from gametasks.solvers.rush_exit.lanes import Lanes
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


class _Place(NamedTuple):
    """One way to lay a vehicle on the board; ``bits`` are the cells that it covers."""

    cell: Cell
    length: int
    axis: Axis
    bits: int


@cache
def _all_places() -> dict[int, tuple[_Place, ...]]:
    """All places on the board, by length."""
    found: dict[int, tuple[_Place, ...]] = {}
    for length in (2, 3):
        starts = [(line, start) for line in range(1, SIZE + 1) for start in range(1, SIZE - length + 2)]
        vehicles = [
            Vehicle(letter=TARGET, cell=Cell(line, s), length=length, axis=Axis.HORIZONTAL) for line, s in starts
        ]
        vehicles += [
            Vehicle(letter=TARGET, cell=Cell(s, line), length=length, axis=Axis.VERTICAL) for line, s in starts
        ]
        found[length] = tuple(_Place(v.cell, length, v.axis, _bits(v.cells())) for v in vehicles)
    return found


def _bits(cells: Sequence[Cell]) -> int:
    return sum(1 << cell.row * SIZE + cell.column for cell in cells)


@lru_cache(maxsize=256)
def _body(cell: Cell, length: int, axis: Axis) -> int:
    return _bits(Vehicle(letter=TARGET, cell=cell, length=length, axis=axis).cells())


@lru_cache(maxsize=256)
def _way_out(target: Vehicle, side: Side) -> int:
    """The cells between the target and the exit."""
    row, column = target.cell
    match side:
        case Side.LEFT:
            return _bits([Cell(row, c) for c in range(1, column)])
        case Side.RIGHT:
            return _bits([Cell(row, c) for c in range(column + target.length, SIZE + 1)])
        case Side.TOP:
            return _bits([Cell(r, column) for r in range(1, row)])
        case Side.BOTTOM:
            return _bits([Cell(r, column) for r in range(row + target.length, SIZE + 1)])


def _laid(letter: str, vehicles: Sequence[Vehicle], blocks: Sequence[Cell], side: Side, rng: Stream) -> Vehicle | None:
    """A vehicle somewhere on free cells; None where there is no room.

    A vehicle on the target's own line in front of it could never give way.
    """
    target = next(vehicle for vehicle in vehicles if vehicle.letter == TARGET)
    taken = _bits(blocks) | sum(_body(vehicle.cell, vehicle.length, vehicle.axis) for vehicle in vehicles)
    way_out = _way_out(target, side)
    lengths = (3, 2) if rng.uniform() < _LONG_SHARE else (2, 3)
    for length in lengths:
        free = [
            place
            for place in _all_places()[length]
            if not place.bits & taken and not (place.axis is target.axis and place.bits & way_out)
        ]
        if free:
            place = rng.choice(free)
            return Vehicle(letter=letter, cell=place.cell, length=length, axis=place.axis)
    return None


def random_layout(params: RushParams, rng: Stream) -> RushState:
    """A random board whose target is not at the exit; the exit's side and row or column are drawn first."""
    side = rng.choice(params.sides)
    count = rng.integers(params.vehicles[0], params.vehicles[1] + 1)
    block_count = rng.integers(params.blocks[0], params.blocks[1] + 1)
    axis = side.direction.axis
    while True:
        line, start = rng.integers(1, SIZE + 1), rng.integers(1, SIZE - 1)
        if side in (Side.LEFT, Side.TOP):
            start += 1
        cell = Cell(line, start) if axis is Axis.HORIZONTAL else Cell(start, line)
        vehicles = [Vehicle(letter=TARGET, cell=cell, length=2, axis=axis)]
        own_line = 0 if axis is Axis.HORIZONTAL else 1
        off_line = [cell for cell in cells_of_board(SIZE, SIZE) if cell[own_line] != line]
        blocks = tuple(sorted(rng.sample(off_line, block_count)))
        for letter in rng.sample(LETTERS, count - 1):
            vehicle = _laid(letter, vehicles, blocks, side, rng)
            if vehicle is None:
                break
            vehicles.append(vehicle)
        if len(vehicles) == count:
            return _board(side, vehicles, blocks)


def _board(side: Side, vehicles: Sequence[Vehicle], blocks: tuple[Cell, ...]) -> RushState:
    ordered = tuple(sorted(vehicles, key=lambda vehicle: vehicle.cell))
    return RushState(rows=SIZE, columns=SIZE, exit_side=side, vehicles=ordered, blocks=blocks)


def deep_component(params: RushParams, depth: int, rng: Stream) -> tuple[RushState, Component]:
    """A board and its component, in which some position needs at least ``depth`` commands.

    Raises:
        Rejection: None was found.
    """
    for _ in range(_LAYOUTS):
        state = random_layout(params, rng)
        if Lanes.of(state).distances(_LIMIT)[0] >= min(depth, _FIRST_DEPTH):
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
            distances = Lanes.of(*trials).distances(_LIMIT) if trials else [-1]
            least = reached if stale < _PATIENCE else max(1, reached - _DESCENT)
            if max(distances) >= least:
                needed = max(distances)
                state = trials[distances.index(needed)]
    return None


def _changed(state: RushState, rng: Stream) -> RushState | None:
    """The board with one vehicle laid elsewhere; None where that vehicle fits nowhere."""
    old = rng.choice([vehicle for vehicle in state.vehicles if vehicle.letter != TARGET])
    rest = [vehicle for vehicle in state.vehicles if vehicle != old]
    new = _laid(old.letter, rest, state.blocks, state.exit_side, rng)
    return None if new is None or new == old else _board(state.exit_side, [*rest, new], state.blocks)
