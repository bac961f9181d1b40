"""The kernel of NumPy arrays: gates level by level, 1,024 lanes at once.

The definition of a playout is followed with whole arrays; nothing here is compiled, so it also serves as a second
opinion on the compiled kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.network.tables import NEXT, STEP, Lanes, Results, Tables, new_lanes, new_results
from gametasks.gdl.playouts import GAMMA, NO_GOAL, End

__all__ = ["ArrayKernel"]

WORDS = 16
"""Words of a literal in playouts."""

Words = NDArray[np.uint64]
Bits = NDArray[np.bool_]


class _Level(NamedTuple):
    """Gates that do not depend on each other: literals of all gates, where those of each start, and the outputs."""

    literals: NDArray[np.int32]
    starts: NDArray[np.int64]
    outputs: NDArray[np.int64]


class _Segment(NamedTuple):
    """A segment of ``Circuit.segments`` by levels, with the nodes of its loops and the literals of their new values."""

    levels: tuple[_Level, ...]
    assumed: NDArray[np.int32]
    derived: NDArray[np.int32]


class ArrayKernel:
    """Evaluates a network by NumPy. See ``kernel.Kernel``.

    Values are kept by literal: row ``2 * node`` holds the node, row ``2 * node + 1`` its negation.
    """

    def __init__(self, tables: Tables, nodes: int) -> None:
        self._tables = tables
        self._nodes = nodes
        self._for_state, self._for_move, self._for_goal = (
            _levels(tables, segments) for segments in (tables.for_state, tables.for_move, tables.for_goal)
        )
        self._values = _values(nodes, 1)

    def set_state(self, facts: Sequence[int]) -> None:
        """Set a state, and evaluate legal moves and the end."""
        self._set_inputs(1, len(self._tables.next), facts)
        _evaluate(self._values, self._for_state)

    def set_moves(self, moves: Sequence[int]) -> None:
        """Set a joint move, and evaluate the next state."""
        self._set_inputs(self._tables.first_move, len(self._tables.legal), moves)
        _evaluate(self._values, self._for_move)

    def evaluate_goals(self) -> None:
        """Evaluate the goals."""
        _evaluate(self._values, self._for_goal)

    def read(self, literals: NDArray[np.int32]) -> Bits:
        """Values of literals."""
        values: Bits = (self._values[literals, 0] & np.uint64(1)).astype(np.bool_)
        return values

    def _set_inputs(self, first: int, count: int, nodes: Sequence[int]) -> None:
        words = np.zeros((count, 1), np.uint64)
        words[np.asarray(nodes, np.int64) - first] = ~np.uint64(0)
        _set(self._values, first, words)

    def playouts(self, start_words: Words, max_steps: int, measure: bool) -> Results:
        """Play random playouts."""
        tables = self._tables
        lanes, results = new_lanes(WORDS, tables, 0), new_results(len(start_words), len(tables.first_moves) - 1)
        values = _values(self._nodes, WORDS)
        _set(values, 1, np.repeat(tables.initial[:, None], WORDS, axis=1))
        active = np.zeros(64 * WORDS, np.bool_)
        _start(lanes, start_words, np.arange(64 * WORDS), active, 0)
        while active.any():
            _evaluate(values, self._for_state)
            legal = [_bits(values[own]) for own in np.split(tables.legal, tables.first_moves[1:-1])]
            counts = [own.sum(axis=0) for own in legal]
            terminal = _bits(values[[tables.terminal]])[0]
            limit = lanes.cursor[STEP] - lanes.began >= max_steps
            stuck = np.logical_or.reduce([own == 0 for own in counts])
            ended = (terminal | limit | stuck) & active
            if measure:
                lanes.facts[active] += _bits(values[2 : 2 * tables.first_move : 2]).sum(axis=0)[active]
            for role, own in enumerate(legal):
                chosen = (_draw(counts[role], lanes.generators) + 1 == own.cumsum(axis=0, dtype=np.int64)) & own
                _set(values, tables.first_move + int(tables.first_moves[role]), _words(chosen))
            _evaluate(values, self._for_move)
            fresh = values[tables.next]
            if measure:
                differ = _bits(fresh ^ values[2 : 2 * tables.first_move : 2]).sum(axis=0)
                lanes.changes[active & ~ended] += differ[active & ~ended]
            if ended.any():
                ends = np.where(terminal, End.TERMINAL, np.where(limit, End.LIMIT, End.STUCK))
                self._finish(lanes, results, values, np.flatnonzero(ended), ends)
                _start(lanes, start_words, np.flatnonzero(ended), active, int(lanes.cursor[STEP]) + 1)
                refilled = _words(ended[None])
                fresh = (fresh & ~refilled) | (tables.initial[:, None] & refilled)
            _set(values, 1, fresh)
            lanes.cursor[STEP] += 1
        return results

    def _finish(self, lanes: Lanes, results: Results, values: Words, ended: NDArray[np.int64], ends: Words) -> None:
        """Record the ends of playouts, and evaluate their goals."""
        tables = self._tables
        playouts = lanes.playouts[ended]
        results.lengths[playouts] = lanes.cursor[STEP] - lanes.began[ended]
        results.ends[playouts] = ends[ended]
        results.facts[playouts] = lanes.facts[ended]
        results.changes[playouts] = lanes.changes[ended]
        _evaluate(values, self._for_goal)
        holds = _bits(values[tables.goal_literals])[:, ended]
        for role, goals in enumerate(pairwise(tables.first_goals.tolist())):
            own = holds[slice(*goals)]
            sums = (own * tables.goal_values[slice(*goals)][:, None]).sum(axis=0)
            results.goals[playouts, role] = np.where(own.sum(axis=0) == 1, sums, NO_GOAL)


def _levels(tables: Tables, segments: NDArray[np.int32]) -> tuple[_Segment, ...]:
    """The gates of each segment by their level, the longest path from a node outside the segment."""
    found = []
    for _, first, last, first_loop, last_loop in segments.tolist():
        begins, ends = tables.starts[first], tables.starts[last]
        negated = np.zeros(ends - begins, np.int32)
        for gate in range(first, last):
            negated[tables.splits[gate] - begins : tables.starts[gate + 1] - begins] = 1
        literals = 2 * tables.inputs[begins:ends] + negated
        depth = np.zeros(last - first, np.int64)
        nodes = (tables.inputs[begins:ends] - tables.first_gate - first).tolist()
        starts = (tables.starts[first : last + 1] - begins).tolist()
        for gate in range(last - first):
            inner = [depth[node] + 1 for node in nodes[starts[gate] : starts[gate + 1]] if node >= 0]
            depth[gate] = max(inner, default=0)
        levels = []
        for level in range(int(depth.max(initial=-1)) + 1):
            gates = np.flatnonzero(depth == level)
            own = [literals[starts[gate] : starts[gate + 1]] for gate in gates.tolist()]
            offsets = np.cumsum([0, *map(len, own[:-1])])
            levels.append(_Level(np.concatenate(own), offsets, gates + tables.first_gate + first))
        loops = tables.loops[first_loop:last_loop]
        found.append(_Segment(tuple(levels), loops[:, 0], loops[:, 1]))
    return tuple(found)


def _evaluate(values: Words, segments: tuple[_Segment, ...]) -> None:
    for levels, assumed, derived in segments:
        values[2 * assumed] = 0
        values[2 * assumed + 1] = ~np.uint64(0)
        unstable = True
        while unstable:
            for literals, starts, outputs in levels:
                result = np.bitwise_and.reduceat(values[literals], starts, axis=0)
                values[2 * outputs] = result
                values[2 * outputs + 1] = ~result
            unstable = not np.array_equal(values[2 * assumed], values[derived])
            values[2 * assumed], values[2 * assumed + 1] = values[derived], ~values[derived]


def _values(nodes: int, words: int) -> Words:
    """Room for the values of all literals; node 0 is true."""
    values = np.zeros((2 * nodes, words), np.uint64)
    values[0] = ~np.uint64(0)
    return values


def _set(values: Words, first: int, words: Words) -> None:
    """Set consecutive nodes."""
    values[2 * first : 2 * (first + len(words)) : 2] = words
    values[2 * first + 1 : 2 * (first + len(words)) : 2] = ~words


def _bits(words: Words) -> Bits:
    """The bits of words: one row for each row, one column for each lane."""
    small = np.ascontiguousarray(words, "<u8").view(np.uint8)
    return np.unpackbits(small, axis=1, bitorder="little").astype(np.bool_)


def _words(bits: Bits) -> Words:
    """The opposite of ``_bits``."""
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def _draw(counts: NDArray[np.int64], generators: Words) -> NDArray[np.int64]:
    """Draw one of so many moves in each lane."""
    generators += np.uint64(GAMMA)
    word = (generators ^ (generators >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word ^= word >> np.uint64(31)
    return (((word >> np.uint64(32)) * counts.astype(np.uint64)) >> np.uint64(32)).astype(np.int64)


def _start(lanes: Lanes, start_words: Words, free: NDArray[np.int64], active: Bits, step: int) -> None:
    """Start the next playouts in free lanes; lanes without one are idle."""
    first = int(lanes.cursor[NEXT])
    used, idle = np.split(free, [len(start_words) - first])
    playouts = np.arange(first, first + len(used))
    active[used], active[idle] = True, False
    lanes.playouts[used] = playouts
    lanes.generators[used] = start_words[playouts]
    lanes.began[used] = step
    lanes.facts[used] = 0
    lanes.changes[used] = 0
    lanes.cursor[NEXT] = first + len(used)
