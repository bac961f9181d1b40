"""Rush exit: packed positions of one board, or of several at once, and the breadth-first steps between them.

A position is packed into one integer: three bits a vehicle, how far its left or top end lies from its line's start,
and above them the number of its board. A command can be taken back by another one, so that positions form undirected
components, and a breadth-first layer meets nothing but the layer before, itself and the next one: no table of visited
positions is needed. NumPy's cost of a layer is mostly overhead, which several boards share.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from gametasks.errors import Rejection
from gametasks.schemas import Axis, Side, Slide
from gametasks.schemas._board import cell_bits, cells_of_line, step
from gametasks.schemas.rush_exit import TARGET, RushState, Vehicle

__all__ = ["Codes", "Lanes"]

Codes = NDArray[np.int64]

_BITS = 3
_PLACES = 1 << _BITS
"""Room for the places of a vehicle: boards have at most 8 rows and columns."""
_BOARD_BIT = 48
"""Where the board's number begins: 16 vehicles have room below."""
_OFF_BOARD = 1 << 62
"""A bit that every occupancy has: no vehicle may enter what lies beyond the border."""


@dataclass(frozen=True, eq=False)
class Lanes:
    """Boards without their positions: where each vehicle may lie, and which cells it covers there.

    A vehicle's places are numbered from 0; forwards is right or down. Tables are flat: by board, way (V forwards,
    then V back) and place.

    Attributes:
        boards: The vehicles of each board, in the order of their bits, which is that of their letters.
        bodies: (B * 2 * V * 8,) bit sets of the cells that a vehicle covers, the same for both ways.
        ahead: (8, B * 2 * V * 8) cells that a vehicle enters with the last step of a distance, from 1.
        fixed: Bit set of the blocks and of what lies beyond the border.
        target: Number of the target among the vehicles.
        goal: The target's place when it has reached the exit.
    """

    boards: tuple[tuple[Vehicle, ...], ...]
    bodies: Codes
    ahead: Codes
    fixed: int
    target: int
    goal: int

    @classmethod
    def of(cls, *states: RushState) -> Lanes:
        """Build the tables of boards that differ in nothing but where and how long their other vehicles are."""
        first = states[0]
        boards = tuple(tuple(sorted(state.vehicles, key=lambda vehicle: vehicle.letter)) for state in states)
        lanes = [[_lane(first.rows, first.columns, v.line, v.length, v.axis) for v in board] for board in boards]
        bodies = np.concatenate([lane.bodies for board in lanes for lane in board * 2])
        ahead = np.concatenate([lane.ahead[way] for board in lanes for way in (0, 1) for lane in board], axis=1)
        target = next(i for i, vehicle in enumerate(boards[0]) if vehicle.letter == TARGET)
        length = boards[0][target].length
        goal = {Side.RIGHT: first.columns - length, Side.BOTTOM: first.rows - length}.get(first.exit_side, 0)
        fixed = _OFF_BOARD | cell_bits(first.blocks, first.columns)
        return cls(boards, bodies, ahead, fixed, target, goal)

    def pack(self, vehicles: tuple[Vehicle, ...], board: int = 0) -> int:
        """The code of a position, given by all vehicles of a board in any order."""
        ordered = sorted(vehicles, key=lambda vehicle: vehicle.letter)
        return sum(vehicle.place << _BITS * i for i, vehicle in enumerate(ordered)) | board << _BOARD_BIT

    def unpack(self, code: int) -> tuple[Vehicle, ...]:
        """The vehicles of a position, in the order of their cells."""
        board = self.boards[code >> _BOARD_BIT]
        moved = []
        for i, vehicle in enumerate(board):
            forwards = (code >> _BITS * i & _PLACES - 1) - vehicle.place
            moved.append(replace(vehicle, cell=step(vehicle.cell, vehicle.axis.directions[1], forwards)))
        return tuple(sorted(moved, key=lambda vehicle: vehicle.cell))

    def tables(self) -> tuple[Codes, Codes, int, int, int, int]:
        """What compiled code needs: bodies, ahead, fixed, the number of vehicles, target and goal."""
        return self.bodies, self.ahead, self.fixed, len(self.boards[0]), self.target, self.goal

    def solved(self, codes: Codes) -> NDArray[np.bool_]:
        """(N,) whether the target has reached the exit."""
        solved: NDArray[np.bool_] = (codes >> self.target * _BITS & _PLACES - 1) == self.goal
        return solved

    def commands(self, codes: Codes) -> Iterator[tuple[NDArray[np.intp], Codes]]:
        """All commands of N positions: by distance from 1, the ways they take and the codes they lead to.

        A vehicle's way forwards has the vehicle's own number, its way back V more.
        """
        count, positions = len(self.boards[0]), len(codes)
        vehicle = np.arange(count)[:, None]
        place = (codes >> vehicle * _BITS & _PLACES - 1) + vehicle * _PLACES
        if len(self.boards) > 1:
            place += (codes >> _BOARD_BIT) * (2 * count * _PLACES)
        occupied = np.bitwise_or.reduce(self.bodies.take(place), axis=0) | self.fixed
        entry = np.concatenate((place, place + count * _PLACES))
        chosen = np.flatnonzero(self.ahead[0].take(entry) & occupied == 0)
        way = chosen // positions
        position = chosen - way * positions
        entry, occupied, after = entry.ravel()[chosen], occupied[position], codes[position]
        step = 1 << np.arange(count) * _BITS
        steps = np.concatenate((step, -step))[way]
        for table in self.ahead[1:]:
            after = after + steps
            yield way, after
            free = np.flatnonzero(table.take(entry) & occupied == 0)
            if not free.size:
                return
            way, entry, occupied, after, steps = way[free], entry[free], occupied[free], after[free], steps[free]

    def layers(self, layer: Codes) -> Iterator[Codes]:
        """Breadth-first layers of positions, each sorted, from the given ones (sorted) outwards."""
        before = np.zeros(0, np.int64)
        while layer.size:
            yield layer
            before, layer = layer, self._following(before, layer)

    def _following(self, before: Codes, layer: Codes) -> Codes:
        """The layer after the next to last and the last one."""
        found = np.concatenate([after for _, after in self.commands(layer)])
        found.sort()
        found = found[np.concatenate(([True], found[1:] != found[:-1]))[: found.size]]
        return _without(_without(found, layer), before)

    def component(self, start: int, limit: int) -> tuple[Codes, NDArray[np.int16]]:
        """All positions in increasing order, with their distances from a solved one, as ``search.component`` says."""
        reached: list[Codes] = []
        count = 0
        for layer in self.layers(np.array([start])):
            reached.append(layer)
            count += len(layer)
            if count > limit:
                raise Rejection("too many positions")
        codes = np.sort(np.concatenate(reached))
        depths = np.full(count, -1, np.int16)
        for depth, layer in enumerate(self.layers(codes[self.solved(codes)])):
            depths[codes.searchsorted(layer)] = depth
        return codes, depths

    def distances(self, limit: int) -> list[int]:
        """Fewest commands that each board needs, as ``search.distances`` says."""
        count = len(self.boards)
        found = [-1] * count
        seen = np.zeros(count, np.int64)
        before = np.zeros(0, np.int64)
        layer = np.array([self.pack(vehicles, board) for board, vehicles in enumerate(self.boards)])
        depth = 0
        while layer.size:
            board = layer >> _BOARD_BIT
            seen += np.bincount(board, minlength=count)
            finished = seen > limit
            for number in np.unique(board[self.solved(layer)]).tolist():
                found[number] = depth
                finished[number] = True
            layer = layer[~finished[board]]
            before, layer = layer, self._following(before, layer) if layer.size else layer
            depth += 1
        return found

    def slides(self, code: int) -> dict[Slide, int]:
        """Every legal command of a position of the first board, with the code of the position that it leads to."""
        found: dict[Slide, int] = {}
        for distance, (ways, after) in enumerate(self.commands(np.array([code])), 1):
            for way, reached in zip(ways.tolist(), after.tolist(), strict=True):
                back, i = divmod(way, len(self.boards[0]))
                vehicle = self.boards[0][i]
                found[Slide(vehicle.letter, vehicle.axis.directions[not back], distance)] = reached
        return found


def _without(codes: Codes, known: Codes) -> Codes:
    """The sorted codes that are not among the sorted known ones."""
    if not known.size:
        return codes
    place = known.searchsorted(codes)
    place[place == known.size] = 0
    new: Codes = codes[known[place] != codes]
    return new


class _Lane(NamedTuple):
    """The tables of one vehicle: (8,) by place; (2, 8, 8) by way (forwards, back), distance and place."""

    bodies: Codes
    ahead: Codes


@lru_cache(maxsize=512)
def _lane(rows: int, columns: int, line: int, length: int, axis: Axis) -> _Lane:
    """The tables of a vehicle of some length on a row or column; an index past the lane's end stays off the board."""
    lane = cells_of_line(axis, line, rows, columns)
    bodies = {place: cell_bits(lane[place : place + length], columns) for place in range(len(lane) - length + 1)}
    entered = {place: cell_bits([cell], columns) for place, cell in enumerate(lane)}
    places, distances = range(_PLACES), range(1, _PLACES + 1)
    forwards = [[entered.get(place + length - 1 + d, _OFF_BOARD) for place in places] for d in distances]
    back = [[entered.get(place - d, _OFF_BOARD) for place in places] for d in distances]
    return _Lane(np.array([bodies.get(place, 0) for place in places]), np.array([forwards, back]))
