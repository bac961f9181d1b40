"""Rush exit: the two searches in compiled code; they need numba.

Both are breadth-first searches with one open-addressing table (linear probing, Fibonacci hashing; Knuth, The Art of
Computer Programming, volume 3, 6.4). A key bears the number of its board above the position, counted from 1, and a slot
with a key of another board counts as free, so that nothing is cleared between boards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

__all__ = ["component", "distances"]

F = TypeVar("F", bound=Callable[..., Any])
Codes = NDArray[np.int64]

_BITS, _PLACES = 3, 8
_BOARD_BIT = 48
"""As in ``lanes``: bits of a vehicle's place, places, and where the board's number begins."""
_FIRST_ROOM = 1 << 15
"""Slots of a table at first; at least half of them stay free."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2**64 divided by the golden ratio."""


def compiled(function: F) -> F:
    """Compile a function at its first call, and keep the code on disk where some folder for it can be written."""
    try:
        return cast(F, njit(function, nogil=True, cache=True))
    except RuntimeError:
        return cast(F, njit(function, nogil=True))


@compiled
def _slot(keys: Codes, key: int) -> int:
    """The slot that holds a key, or the free one where it belongs."""
    mask = len(keys) - 1
    slot = int((np.uint64(key) * _GOLDEN) >> np.uint64(32)) & mask
    while keys[slot] != key and keys[slot] >> _BOARD_BIT == key >> _BOARD_BIT:
        slot = (slot + 1) & mask
    return slot


@compiled
def _reached(bodies: Codes, ahead: Codes, fixed: int, vehicles: int, board: int, code: int, out: Codes) -> int:
    """Write the positions that the commands of one position of a board lead to, and return their number."""
    first = board * 2 * vehicles * _PLACES
    occupied = fixed
    for i in range(vehicles):
        occupied |= bodies[first + i * _PLACES + (code >> _BITS * i & _PLACES - 1)]
    count = 0
    for way in range(2 * vehicles):
        i = way % vehicles
        entry = first + way * _PLACES + (code >> _BITS * i & _PLACES - 1)
        step = 1 << _BITS * i if way < vehicles else -(1 << _BITS * i)
        after = code
        for distance in range(_PLACES):
            if ahead[distance, entry] & occupied:
                break
            after += step
            out[count] = after
            count += 1
    return count


@compiled
def _larger(queue: Codes, count: int, board: int) -> tuple[Codes, NDArray[np.int32], Codes]:
    """A table of four times the room for the positions of a queue, with their numbers in it."""
    room = 2 * len(queue) * 4
    keys, numbers, longer = np.zeros(room, np.int64), np.empty(room, np.int32), np.empty(room // 2, np.int64)
    for number in range(count):
        key = queue[number] | board + 1 << _BOARD_BIT
        slot = _slot(keys, key)
        keys[slot], numbers[slot], longer[number] = key, number, queue[number]
    return keys, numbers, longer


@compiled
def distances(
    starts: Codes, bodies: Codes, ahead: Codes, fixed: int, vehicles: int, target: int, goal: int, limit: int
) -> Codes:
    """Fewest commands that each board needs, as ``Lanes.distances`` gives them.

    Args:
        starts: (B,) the position of each board, without its number.
        bodies: Table of the lanes.
        ahead: Table of the lanes.
        fixed: Cells that no vehicle may enter, as bits.
        vehicles: Number of vehicles of each board.
        target: Number of the target among them.
        goal: The target's place at the exit.
        limit: A board is given up after the layer with which it has more positions than this.
    """
    keys, queue = np.zeros(_FIRST_ROOM, np.int64), np.empty(_FIRST_ROOM // 2, np.int64)
    out = np.empty(2 * vehicles * _PLACES, np.int64)
    found = np.full(len(starts), -1, np.int64)
    for board in range(len(starts)):
        above = board + 1 << _BOARD_BIT
        queue[0] = starts[board]
        keys[_slot(keys, queue[0] | above)] = queue[0] | above
        done = (queue[0] >> target * _BITS & _PLACES - 1) == goal
        if done:
            found[board] = 0
        head, count, depth = 0, 1, 0
        while not done and head < count <= limit:
            depth += 1
            layer_end = count
            while not done and head < layer_end:
                for number in range(_reached(bodies, ahead, fixed, vehicles, board, queue[head], out)):
                    code = out[number]
                    slot = _slot(keys, code | above)
                    if keys[slot] == code | above:
                        continue
                    if (code >> target * _BITS & _PLACES - 1) == goal:
                        found[board] = depth
                        done = True
                        break
                    if count == len(queue):
                        keys, _, queue = _larger(queue, count, board)
                        slot = _slot(keys, code | above)
                    keys[slot] = code | above
                    queue[count] = code
                    count += 1
                head += 1
    return found


@compiled
def component(
    start: int, bodies: Codes, ahead: Codes, fixed: int, vehicles: int, target: int, goal: int, limit: int
) -> tuple[Codes, NDArray[np.int16]]:
    """All positions that can be reached on the first board, unordered, with their distances from a solved one.

    Args:
        start: The position to begin with.
        bodies: Table of the lanes.
        ahead: Table of the lanes.
        fixed: Cells that no vehicle may enter, as bits.
        vehicles: Number of vehicles.
        target: Number of the target among them.
        goal: The target's place at the exit.
        limit: The search ends when there are more positions than this; only the length of what it returns then has a
            meaning.

    Returns:
        (N,) positions, and (N,) fewest commands to a solved one; -1 throughout where there is none.
    """
    keys, numbers = np.zeros(_FIRST_ROOM, np.int64), np.empty(_FIRST_ROOM, np.int32)
    queue, out = np.empty(_FIRST_ROOM // 2, np.int64), np.empty(2 * vehicles * _PLACES, np.int64)
    above = 1 << _BOARD_BIT
    queue[0] = start
    slot = _slot(keys, start | above)
    keys[slot], numbers[slot] = start | above, 0
    head, count = 0, 1
    while head < count <= limit:
        for number in range(_reached(bodies, ahead, fixed, vehicles, 0, queue[head], out)):
            code = out[number]
            slot = _slot(keys, code | above)
            if keys[slot] == code | above:
                continue
            if count == len(queue):
                keys, numbers, queue = _larger(queue, count, 0)
                slot = _slot(keys, code | above)
            keys[slot], numbers[slot] = code | above, count
            queue[count] = code
            count += 1
        head += 1
    depths = np.full(count, -1, np.int16)
    if count > limit:
        return queue[:count], depths
    waiting = np.empty(count, np.int32)
    head, tail = 0, 0
    for number in range(count):
        if (queue[number] >> target * _BITS & _PLACES - 1) == goal:
            depths[number] = 0
            waiting[tail] = number
            tail += 1
    while head < tail:
        here = waiting[head]
        head += 1
        for number in range(_reached(bodies, ahead, fixed, vehicles, 0, queue[here], out)):
            there = numbers[_slot(keys, out[number] | above)]
            if depths[there] < 0:
                depths[there] = depths[here] + 1
                waiting[tail] = there
                tail += 1
    return queue[:count], depths
