"""A circuit: the gates that the answers about a game need, in the order in which they are evaluated."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from itertools import accumulate, chain, groupby

import numpy as np
from numpy.typing import NDArray

from gametasks.errors import GdlError
from gametasks.gdl.network.gates import Gates
from gametasks.gdl.network.ground_program import Loop
from gametasks.gdl.terms import Term

__all__ = ["Circuit", "Names", "Outputs", "Phase", "circuit_of"]


class Phase(IntEnum):
    """When a gate is evaluated."""

    STATE = 0
    """For every state: legal moves and the end of the game."""
    MOVE = 1
    """After the moves are drawn."""
    GOAL = 2
    """Where a playout ends."""


@dataclass(frozen=True)
class Names:
    """What the inputs stand for. Nodes 1, 2, … are the facts, then the moves of the first role, and so on.

    Attributes:
        facts: Facts that may ever hold, in canonical order.
        moves: For each role the moves that may ever be legal, in canonical order.
    """

    facts: tuple[Term, ...]
    moves: tuple[tuple[Term, ...], ...]


@dataclass(frozen=True)
class Outputs:
    """Literals of the answers.

    Attributes:
        next: For each fact whether it holds in the next state.
        legal: For each move of each role, in the order of the inputs.
        terminal: Whether the game is over.
        goals: For each role its possible goal values in ascending order, with their literals.
        goal_fault: Why there are no goals, if they cannot be part of a circuit.
    """

    next: tuple[int, ...]
    legal: tuple[int, ...]
    terminal: int
    goals: tuple[tuple[tuple[int, int], ...], ...]
    goal_fault: str = ""


@dataclass(frozen=True)
class Circuit:
    """A network, laid out for evaluation.

    Node 0 is true; then come the inputs (``Names``), the inputs of loops, and the gates. A gate is the conjunction of
    its positive inputs and of the negations of the others.

    Attributes:
        names: What the inputs stand for.
        initial: For each fact whether it holds at first, bool.
        outputs: Literals (``2 * node``, plus 1 if negated) of the answers.
        starts: Where the inputs of each gate start in ``inputs``; one entry more than gates, int32.
        splits: Where its negated ones start, int32.
        inputs: Nodes, int32.
        segments: Rows of phase, first gate, last gate + 1, first loop, last loop + 1, int32 of shape (n, 5). The
            gates of a segment with loops are evaluated until the loops are stable.
        loops: Rows of input node and literal of its new value, int32 of shape (n, 2).
        goal_facts: Nodes of the facts that goals depend on, int32.
    """

    names: Names
    initial: NDArray[np.bool_]
    outputs: Outputs
    starts: NDArray[np.int32]
    splits: NDArray[np.int32]
    inputs: NDArray[np.int32]
    segments: NDArray[np.int32]
    loops: NDArray[np.int32]
    goal_facts: NDArray[np.int32]

    @property
    def gates(self) -> int:
        """Number of gates."""
        return len(self.splits)

    @property
    def first_gate(self) -> int:
        """Node of the first gate."""
        return 1 + len(self.names.facts) + sum(map(len, self.names.moves)) + len(self.loops)

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return self.first_gate + self.gates


def circuit_of(gates: Gates, loops: list[Loop], names: Names, initial: Iterable[bool], outputs: Outputs) -> Circuit:
    """Lay out a network: without dead gates, with conjunctions of one use merged into their users, by phases.

    The inputs of ``names`` must be the first nodes of ``gates``.
    """
    bodies = gates.bodies
    goals = [literal for values in outputs.goals for _, literal in values]
    for_state = _cone(bodies, loops, [*outputs.legal, outputs.terminal])
    for_goal = _cone(bodies, loops, goals)
    for_move = _cone(bodies, loops, outputs.next)
    # What the goals share with the next state is evaluated always.
    for_state |= for_goal & for_move
    alive = for_state | for_goal | for_move
    kept = {literal >> 1 for literal in (*outputs.next, *outputs.legal, outputs.terminal, *goals)}
    # The gates of a loop stay together.
    kept.update(node for loop in loops for node in (*range(loop.first, loop.end), *(one >> 1 for one in loop.derived)))
    merged = _merged(bodies, alive, kept)
    phases = {
        node: Phase.STATE if node in for_state else Phase.GOAL if node in for_goal else Phase.MOVE for node in alive
    }
    goal_facts = [node for node in range(1, 1 + len(names.facts)) if node in for_goal]
    return _Layout(names, loops, alive, merged, phases).circuit(initial, outputs, goal_facts)


def _cone(bodies: list[tuple[int, ...] | None], loops: list[Loop], wanted: Iterable[int]) -> set[int]:
    """All nodes that some literals depend on."""
    derived = {node >> 1: loop.derived for loop in loops for node in loop.assumed}
    reached: set[int] = set()
    waiting = [literal >> 1 for literal in wanted]
    while waiting:
        node = waiting.pop()
        if node in reached:
            continue
        reached.add(node)
        waiting += [literal >> 1 for literal in bodies[node] or derived.get(node, ())]
    return reached


def _merged(bodies: list[tuple[int, ...] | None], alive: set[int], kept: set[int]) -> dict[int, tuple[int, ...]]:
    """Bodies of the gates that are left when conjunctions of one use are merged into the conjunction that uses them."""
    uses: dict[int, int] = {}
    for node in alive:
        for literal in bodies[node] or ():
            uses[literal] = uses.get(literal, 0) + 1
    merged: dict[int, tuple[int, ...]] = {}
    for node in sorted(alive):
        body = bodies[node]
        if body is None:
            continue
        parts: dict[int, None] = {}
        for literal in body:
            child = literal >> 1
            if (
                not literal & 1
                and child in merged
                and child not in kept
                and uses[literal] == 1
                and literal + 1 not in uses
            ):
                parts.update(dict.fromkeys(merged.pop(child)))
            else:
                parts[literal] = None
        merged[node] = tuple(parts)
    return merged


class _Layout:
    """New numbers for the nodes of a network."""

    def __init__(
        self,
        names: Names,
        loops: list[Loop],
        alive: set[int],
        merged: dict[int, tuple[int, ...]],
        phases: dict[int, Phase],
    ) -> None:
        self._names, self._merged, self._phases = names, merged, phases
        self._loops = [loop for loop in loops if any(literal >> 1 in alive for literal in loop.assumed)]
        self._order = [node for phase in Phase for node in merged if phases[node] == phase]
        count = 1 + len(names.facts) + sum(map(len, names.moves))
        assumed = [literal >> 1 for loop in self._loops for literal in loop.assumed]
        nodes = [*range(count), *assumed, *self._order]
        # The new literal of each old one.
        self._literals = np.zeros(2 * (max(nodes) + 1), np.int32)
        self._literals[2 * np.array(nodes)] = 2 * np.arange(len(nodes))
        self._literals[2 * np.array(nodes) + 1] = 2 * np.arange(len(nodes)) + 1

    def circuit(self, initial: Iterable[bool], outputs: Outputs, goal_facts: list[int]) -> Circuit:
        """The circuit."""
        lengths = np.array([len(self._merged[node]) for node in self._order], np.int32)
        old = np.fromiter(chain.from_iterable(self._merged[node] for node in self._order), np.int64, lengths.sum())
        literals = self._literals[old]
        # Within each gate, what it needs comes before what it excludes.
        gates = np.repeat(np.arange(len(lengths)), lengths)
        literals = literals[np.lexsort((literals, literals & 1, gates))]
        starts = np.concatenate([[0], lengths.cumsum()]).astype(np.int32)
        splits = starts[1:] - np.bincount(gates[literals & 1 == 1], minlength=len(lengths)).astype(np.int32)
        loops = [
            (self._literal(assumed) >> 1, self._literal(derived))
            for loop in self._loops
            for assumed, derived in zip(loop.assumed, loop.derived, strict=True)
        ]
        return Circuit(
            self._names,
            np.fromiter(initial, np.bool_),
            self._outputs(outputs),
            starts,
            splits,
            literals >> 1,
            np.array(self._segments(), np.int32).reshape(-1, 5),
            np.array(loops, np.int32).reshape(-1, 2),
            np.array(goal_facts, np.int32),
        )

    def _outputs(self, outputs: Outputs) -> Outputs:
        return Outputs(
            tuple(map(self._literal, outputs.next)),
            tuple(map(self._literal, outputs.legal)),
            self._literal(outputs.terminal),
            tuple(tuple((value, self._literal(literal)) for value, literal in values) for values in outputs.goals),
            outputs.goal_fault,
        )

    def _literal(self, literal: int) -> int:
        return int(self._literals[literal])

    def _segments(self) -> list[tuple[int, int, int, int, int]]:
        """Consecutive gates of one phase, cut at the borders of loops."""
        starts = [loop.first for loop in self._loops]
        due = [self._due(loop) for loop in self._loops]
        before = list(accumulate((len(loop.assumed) for loop in self._loops), initial=0))

        def kind(node: int) -> tuple[int, int, int]:
            """Phase, and first and last + 1 of the assumed inputs of the loop that a gate belongs to, or (0, 0)."""
            index = bisect_right(starts, node) - 1
            phase = self._phases[node]
            if index < 0 or node >= self._loops[index].end or due[index] != phase:
                return phase, 0, 0
            return phase, before[index], before[index + 1]

        segments = []
        begin = 0
        for (phase, first, last), nodes in groupby(self._order, kind):
            end = begin + sum(1 for _ in nodes)
            segments.append((int(phase), begin, end, first, last))
            begin = end
        return segments

    def _due(self, loop: Loop) -> Phase:
        """When a loop is evaluated.

        All that it derives is needed by each of its inputs, so it is due when the first of them is.
        """
        phases = {self._phases[literal >> 1] for literal in loop.assumed if literal >> 1 in self._phases}
        if phases == {Phase.MOVE, Phase.GOAL}:
            # A cycle that simplification has broken into parts for both; goals are evaluated without moves.
            raise GdlError("a recursive relation falls into a part for the next state and one for the goals")
        return min(phases)
