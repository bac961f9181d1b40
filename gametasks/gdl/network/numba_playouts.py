"""Playouts by compiled code: 1,024 lanes at once, each refilled with the next playout when its own has ended.

Calls are nested little, because numba compiles a function again within each one that calls it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.network.numba_steps import WIDTHS, WORDS, compiled, evaluate, literal_word, select, tally
from gametasks.gdl.network.tables import FINAL, NEXT, STEP, Lanes, Results, Tables
from gametasks.gdl.playouts import GAMMA, End

__all__ = ["evaluate_final_goals", "run"]

Words = NDArray[np.uint64]
Integers = NDArray[np.int32]
Counts = NDArray[np.int64]

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_GAMMA = np.uint64(GAMMA)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_TERMINAL, _LIMIT, _STUCK = int(End.TERMINAL), int(End.LIMIT), int(End.STUCK)
_ENDED, _CONTINUING = 3, 4
_LANES = 64 * WORDS
_MOST_BITS = WIDTHS[-1]


@compiled
def evaluate_final_goals(tables: Tables, lanes: Lanes, results: Results, values: Words) -> None:
    """Evaluate the goals of the final states collected so far, 1,024 at a time."""
    count = lanes.cursor[FINAL]
    for first in range(0, count, _LANES):
        for index in range(len(tables.goal_facts)):
            for word in range(WORDS):
                values[tables.goal_facts[index], word] = lanes.final_states[index, (first >> 6) + word]
                lanes.final_states[index, (first >> 6) + word] = _NONE
        for segments in (tables.for_state, tables.for_goal):
            evaluate(values, tables.starts, tables.splits, tables.inputs, segments, tables.loops, tables.first_gate)
        for role in range(len(lanes.widths)):
            for word in range(WORDS):
                once, twice = _NONE, _NONE
                for goal in range(tables.first_goals[role], tables.first_goals[role + 1]):
                    holds = literal_word(values, tables.goal_literals[goal], word)
                    twice |= once & holds
                    once |= holds
                for goal in range(tables.first_goals[role], tables.first_goals[role + 1]):
                    holds = literal_word(values, tables.goal_literals[goal], word) & ~twice
                    for lane in range(min(count - first - 64 * word, 64)):
                        if (holds >> np.uint64(lane)) & _ONE:
                            owner = lanes.owners[first + 64 * word + lane]
                            results.goals[owner, role] = tables.goal_values[goal]
    lanes.cursor[FINAL] = 0


@compiled
def _draw(planes: Words, first: int, width: int, generators: Words) -> None:
    """Replace the number of legal moves in each lane by the number of the one that is drawn."""
    drawn = np.empty(64, np.uint64)
    for word in range(WORDS):
        for lane in range(64):
            drawn[lane] = _NONE
        for bit in range(width):
            plane = planes[first + bit, word]
            for lane in range(64):
                drawn[lane] |= ((plane >> np.uint64(lane)) & _ONE) << np.uint64(bit)
        for lane in range(64):
            state = generators[64 * word + lane] + _GAMMA
            generators[64 * word + lane] = state
            state = (state ^ (state >> _30)) * _MIX_1
            state = (state ^ (state >> _27)) * _MIX_2
            state ^= state >> _31
            drawn[lane] = ((state >> _32) * drawn[lane]) >> _32
        for bit in range(width):
            plane = _NONE
            for lane in range(64):
                plane |= ((drawn[lane] >> np.uint64(bit)) & _ONE) << np.uint64(lane)
            planes[first + bit, word] = plane


@compiled
def _count_lanes(literals: Integers, values: Words, others: int, lanes: Words, totals: Counts) -> None:
    """Add, in some lanes, how many facts hold; or, with the literals of the next state, how many change."""
    for fact in range(len(literals)):
        for word in range(WORDS):
            bits = literal_word(values, literals[fact], word)
            if others:
                bits ^= values[fact + others, word]
            bits &= lanes[word]
            for lane in range(64):
                totals[64 * word + lane] += np.int64((bits >> np.uint64(lane)) & _ONE)


@compiled
def _start(lanes: Lanes, start_words: Words, lane: int, step: int) -> None:
    """Start the next playout in a lane; without one, the lane is idle."""
    playout = lanes.cursor[NEXT]
    bit = _ONE << np.uint64(lane & 63)
    if playout == len(start_words):
        lanes.active[lane >> 6] &= ~bit
    else:
        lanes.cursor[NEXT] = playout + 1
        lanes.active[lane >> 6] |= bit
        lanes.playouts[lane] = playout
        lanes.generators[lane] = start_words[playout]
        lanes.began[lane] = step
        lanes.facts[lane] = 0
        lanes.changes[lane] = 0


@compiled
def _finish(tables: Tables, lanes: Lanes, results: Results, values: Words, lane: int, end: int) -> None:
    """Record the end of a playout, and its final state."""
    playout = lanes.playouts[lane]
    results.lengths[playout] = lanes.cursor[STEP] - lanes.began[lane]
    results.ends[playout] = end
    results.facts[playout] = lanes.facts[lane]
    results.changes[playout] = lanes.changes[lane]
    index = lanes.cursor[FINAL]
    lanes.owners[index] = playout
    for number in range(len(tables.goal_facts)):
        bit = (values[tables.goal_facts[number], lane >> 6] >> np.uint64(lane & 63)) & _ONE
        lanes.final_states[number, index >> 6] |= bit << np.uint64(index & 63)
    lanes.cursor[FINAL] = index + 1


@compiled
def _find_ends(tables: Tables, lanes: Lanes, values: Words, planes: Words, max_steps: int, ends: Words) -> None:
    """Which lanes are over, at the step limit or stuck, which of them end, and which go on; a row for each."""
    for word in range(WORDS):
        limit, stuck = _NONE, _NONE
        for lane in range(64):
            made = lanes.cursor[STEP] - lanes.began[64 * word + lane]
            limit |= np.uint64(made >= max_steps) << np.uint64(lane)
        for role in range(len(lanes.widths)):
            some = _NONE
            for bit in range(lanes.widths[role]):
                some |= planes[role * _MOST_BITS + bit, word]
            stuck |= ~some
        ends[_TERMINAL, word] = literal_word(values, tables.terminal, word)
        ends[_LIMIT, word] = limit
        ends[_STUCK, word] = stuck
        ends[_ENDED, word] = (ends[_TERMINAL, word] | limit | stuck) & lanes.active[word]
        ends[_CONTINUING, word] = lanes.active[word] & ~ends[_ENDED, word]


@compiled
def _end_playouts(
    tables: Tables, lanes: Lanes, results: Results, values: Words, start_words: Words, ends: Words
) -> None:  # fmt: skip
    """Record the playouts that end, and start others in their lanes."""
    for word in range(WORDS):
        if ends[_ENDED, word] == _NONE:
            continue
        for index in range(64):
            bit = _ONE << np.uint64(index)
            if ends[_ENDED, word] & bit:
                end = _STUCK
                if ends[_TERMINAL, word] & bit:
                    end = _TERMINAL
                elif ends[_LIMIT, word] & bit:
                    end = _LIMIT
                _finish(tables, lanes, results, values, 64 * word + index, end)
                _start(lanes, start_words, 64 * word + index, lanes.cursor[STEP] + 1)


@compiled
def _advance(tables: Tables, values: Words, fresh: Words, ended: Words) -> None:
    """Make the next state the current one; lanes whose playout has ended get the initial one."""
    for fact in range(len(tables.next)):
        initial, literal = tables.initial[fact], tables.next[fact]
        for word in range(WORDS):
            derived = literal_word(values, literal, word)
            # Where a bit is chosen by a mask, three operations do.
            fresh[fact, word] = derived ^ ((derived ^ initial) & ended[word])
    for fact in range(len(tables.next)):
        for word in range(WORDS):
            values[fact + 1, word] = fresh[fact, word]


@compiled
def run(
    tables: Tables,
    lanes: Lanes,
    results: Results,
    values: Words,
    start_words: Words,
    max_steps: int,
    measure: bool,
    steps: int,
) -> bool:
    """Go on with all playouts for some steps, or until too many last states wait for their goals.

    Args:
        tables: The network.
        lanes: The playouts in progress; idle at first.
        results: Receives the results, save the goals.
        values: Values of the nodes, shape (nodes, WORDS); node 0 has all bits set.
        start_words: Where the generator of each playout starts.
        max_steps: Most joint moves of a playout.
        measure: Whether facts and changes are counted.
        steps: Steps to make in this call.

    Returns:
        Whether something is left to do.
    """
    planes = np.zeros((len(lanes.widths) * _MOST_BITS, WORDS), np.uint64)
    ends = np.zeros((5, WORDS), np.uint64)
    fresh = np.zeros((len(tables.next), WORDS), np.uint64)
    if lanes.cursor[NEXT] == 0:
        for word in range(WORDS):
            ends[_ENDED, word] = ~_NONE
        for lane in range(_LANES):
            _start(lanes, start_words, lane, 0)
        _advance(tables, values, fresh, ends[_ENDED])
    for _ in range(steps):
        playing = _NONE
        for word in range(WORDS):
            playing |= lanes.active[word]
        if playing == _NONE:
            return False
        if lanes.cursor[FINAL] + _LANES > len(lanes.owners):
            break
        evaluate(values, tables.starts, tables.splits, tables.inputs, tables.for_state, tables.loops, tables.first_gate)
        for role in range(len(lanes.widths)):
            start, end = tables.first_moves[role], tables.first_moves[role + 1]
            while tally(values, tables.legal, start, end, planes, role * _MOST_BITS, lanes.widths[role]):
                lanes.widths[role] = lanes.widths[role] + 2 if lanes.widths[role] < 8 else _MOST_BITS
        _find_ends(tables, lanes, values, planes, max_steps, ends)
        if measure:
            _count_lanes(tables.facts, values, 0, lanes.active, lanes.facts)
        for role in range(len(lanes.widths)):
            _draw(planes, role * _MOST_BITS, lanes.widths[role], lanes.generators)
            start, node = tables.first_moves[role], tables.first_move + tables.first_moves[role]
            end = tables.first_moves[role + 1]
            select(values, tables.legal, start, end, planes, role * _MOST_BITS, lanes.widths[role], node)
        evaluate(values, tables.starts, tables.splits, tables.inputs, tables.for_move, tables.loops, tables.first_gate)
        if measure:
            _count_lanes(tables.next, values, 1, ends[_CONTINUING], lanes.changes)
        _end_playouts(tables, lanes, results, values, start_words, ends)
        _advance(tables, values, fresh, ends[_ENDED])
        lanes.cursor[STEP] += 1
    return True
