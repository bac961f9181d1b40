"""What the playouts of a network work on: its tables, the lanes and the results, as plain arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gametasks.gdl.network.circuit import Circuit, Phase
from gametasks.gdl.playouts import NO_GOAL

__all__ = ["FINAL", "NEXT", "STEP", "Lanes", "Results", "Tables", "new_lanes", "new_results", "tables_of"]

Words = NDArray[np.uint64]
Integers = NDArray[np.int32]
Counts = NDArray[np.int64]

NEXT, STEP, FINAL = 0, 1, 2
"""Indices of ``Lanes.cursor``: the next playout to start, the steps made, and the number of final states collected."""


class Tables(NamedTuple):
    """A circuit for the kernels; see ``Circuit`` for the first four.

    Attributes:
        starts: See there.
        splits: See there.
        inputs: See there.
        loops: See there.
        first_gate: Node of the first gate.
        for_state: Segments for legal moves and the end.
        for_move: Segments for the next state, once the first are evaluated and the moves drawn.
        for_goal: Segments for the goals alone.
        facts: Literal of each fact.
        next: Its literal in the next state.
        legal: Literal of each move of each role.
        first_moves: Where the moves of each role start in ``legal``; one entry more than roles.
        first_move: Node of the first move.
        terminal: Literal of the end.
        initial: For each fact all bits set if it holds at first, else none.
        goal_facts: Nodes of the facts that goals depend on.
        first_goals: Where the possible goals of each role start in the following two; one entry more than roles.
        goal_values: Their values.
        goal_literals: Their literals.
    """

    starts: Integers
    splits: Integers
    inputs: Integers
    loops: Integers
    first_gate: int
    for_state: Integers
    for_move: Integers
    for_goal: Integers
    facts: Integers
    next: Integers
    legal: Integers
    first_moves: Integers
    first_move: int
    terminal: int
    initial: Words
    goal_facts: Integers
    first_goals: Integers
    goal_values: Counts
    goal_literals: Integers


class Lanes(NamedTuple):
    """Playouts in progress, one a lane.

    Attributes:
        generators: State of splitmix64.
        playouts: Number of the playout.
        began: Step at which it began.
        facts: Facts of its visited states so far.
        changes: Changes so far.
        active: Words whose bits tell which lanes play.
        final_states: Facts that goals depend on, of final states whose goals are not evaluated yet, one bit a state;
            shape (facts, words).
        owners: Playout of each of these states.
        widths: For each role, bits of the counters of its legal moves: as many as were needed so far.
        cursor: See ``NEXT``, ``STEP`` and ``FINAL``.
    """

    generators: Words
    playouts: Counts
    began: Counts
    facts: Counts
    changes: Counts
    active: Words
    final_states: Words
    owners: Counts
    widths: Counts
    cursor: Counts


class Results(NamedTuple):
    """The arrays of ``Playouts``."""

    lengths: Counts
    ends: NDArray[np.uint8]
    goals: Counts
    facts: Counts
    changes: Counts


def tables_of(circuit: Circuit) -> Tables:
    """The tables of a circuit."""
    outputs = circuit.outputs
    goals = [goal for own in outputs.goals for goal in own]
    segments = circuit.segments
    for_state, for_move, for_goal = (segments[segments[:, 0] == phase].copy() for phase in Phase)
    counts = [len(own) for own in circuit.names.moves]
    return Tables(
        circuit.starts,
        circuit.splits,
        circuit.inputs,
        circuit.loops,
        circuit.first_gate,
        for_state,
        for_move,
        for_goal,
        np.arange(2, 2 + 2 * len(outputs.next), 2, dtype=np.int32),
        np.array(outputs.next, np.int32),
        np.array(outputs.legal, np.int32),
        np.cumsum([0, *counts], dtype=np.int32),
        1 + len(circuit.names.facts),
        outputs.terminal,
        np.where(circuit.initial, ~np.uint64(0), np.uint64(0)),
        circuit.goal_facts,
        np.cumsum([0, *map(len, outputs.goals)], dtype=np.int32),
        np.array([value for value, _ in goals], np.int64),
        np.array([literal for _, literal in goals], np.int32),
    )


def new_lanes(words: int, tables: Tables, final_states: int) -> Lanes:
    """Idle lanes.

    Args:
        words: Words of lanes; each has 64 of them.
        tables: The network.
        final_states: Final states to make room for, a multiple of 64.
    """
    count = 64 * words
    roles = len(tables.first_moves) - 1
    return Lanes(
        np.zeros(count, np.uint64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros(words, np.uint64),
        np.zeros((len(tables.goal_facts), final_states // 64), np.uint64),
        np.zeros(final_states, np.int64),
        np.full(roles, 2, np.int64),
        np.zeros(3, np.int64),
    )


def new_results(playouts: int, roles: int) -> Results:
    """Room for the results."""
    return Results(
        np.zeros(playouts, np.int64),
        np.zeros(playouts, np.uint8),
        np.full((playouts, roles), NO_GOAL, np.int64),
        np.zeros(playouts, np.int64),
        np.zeros(playouts, np.int64),
    )
