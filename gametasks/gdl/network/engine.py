"""The propositional network of a game: grounded once, then evaluated for many states at a time.

Each ground atom is made of gates, conjunctions of others (Schkufza, Love and Genesereth, "Propositional automata and
cell automata: representational frameworks for discrete dynamic systems", AI 2008), and each gate holds one bit for
each of 1,024 states.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits, option_of
from gametasks.gdl.machine import GameState, JointMove, UnknownTermError, wrong_count
from gametasks.gdl.network.grounding import Grounding, ground
from gametasks.gdl.network.kernel import Kernel, open_kernel
from gametasks.gdl.network.tables import tables_of
from gametasks.gdl.playouts import Playouts, require_counts, start_words
from gametasks.gdl.terms import Term

__all__ = ["Network"]

_BYTES_PER_NODE = 512
"""Memory for a node's values in playouts and for its gate."""


class Network:
    """A game as a state machine, answered by its network. See ``machine.Machine``.

    Args:
        game: The game.
        grounding: Its ground form.

    Attributes:
        grounding: The circuit, and what grounding it took.
    """

    def __init__(self, game: Game, grounding: Grounding) -> None:
        self.game = game
        self.grounding = grounding
        circuit = grounding.circuit
        self._names = circuit.names
        self._nodes: Mapping[Term, int] = {fact: node for node, fact in enumerate(circuit.names.facts, 1)}
        self._move_nodes: list[Mapping[Term, int]] = []
        first = 1 + len(circuit.names.facts)
        for own in circuit.names.moves:
            self._move_nodes.append({move: node for node, move in enumerate(own, first)})
            first += len(own)
        self._tables = tables_of(circuit)
        self._terminal = np.array([circuit.outputs.terminal], np.int32)
        self._kernel: Kernel = open_kernel(self._tables, circuit.nodes)
        self._state: GameState | None = None

    @classmethod
    def ground(cls, game: Game, limits: Limits = Limits()) -> Network:  # noqa: B008 - limits cannot be changed
        """Grounding a game.

        Raises:
            GdlError: The game cannot be grounded: a variable that nothing binds, a ground atom that depends on its own
                negation, or legal moves, goals or the end that depend on the moves made.
            GdlLimitError: Grounding takes more time or memory, or gives more rules, than allowed.
        """
        grounding = ground(game, limits)
        if grounding.circuit.nodes * _BYTES_PER_NODE > limits.memory_mb << 20:
            most = f"{limits.memory_mb} MB {option_of('memory_mb')}"
            raise GdlLimitError(f"the network of {game.name} needs more than {most}")
        return cls(game, grounding)

    def initial(self) -> GameState:
        """The first state."""
        return self._facts(self.grounding.circuit.initial)

    def legal(self, state: GameState) -> tuple[tuple[Term, ...], ...]:
        """For each role its legal moves in canonical order.

        Raises:
            UnknownTermError: The state has a fact that never comes about.
        """
        self._set_state(state)
        holds = np.split(self._kernel.read(self._tables.legal), self._tables.first_moves[1:-1])
        return tuple(
            tuple(own[index] for index in np.flatnonzero(bits).tolist())
            for own, bits in zip(self._names.moves, holds, strict=True)
        )

    def next(self, state: GameState, moves: JointMove) -> GameState:
        """The state after a joint move.

        Raises:
            GdlError: There is not one move for each role.
            UnknownTermError: The state has a fact that never comes about, or a move is never legal.
        """
        if len(moves) != len(self._move_nodes):
            raise wrong_count(self.game, moves)
        nodes = [self._node_of(own, move, "move") for own, move in zip(self._move_nodes, moves, strict=True)]
        self._set_state(state)
        self._kernel.set_moves(nodes)
        return self._facts(self._kernel.read(self._tables.next))

    def terminal(self, state: GameState) -> bool:
        """Whether the game is over.

        Raises:
            UnknownTermError: The state has a fact that never comes about.
        """
        self._set_state(state)
        return bool(self._kernel.read(self._terminal)[0])

    def goals(self, state: GameState) -> tuple[tuple[int, ...], ...]:
        """For each role the values of ``goal`` that hold, in ascending order.

        Raises:
            GdlError: Goals depend on their own negation.
            UnknownTermError: The state has a fact that never comes about.
        """
        self._require_goals()
        self._set_state(state)
        self._kernel.evaluate_goals()
        holds = iter(self._kernel.read(self._tables.goal_literals).tolist())
        return tuple(tuple(value for value, _ in own if next(holds)) for own in self.grounding.circuit.outputs.goals)

    def playouts(self, n: int, seed: int, max_steps: int, measure: bool = False) -> Playouts:
        """Play random playouts, many at a time: the very same as ``playouts.run_playouts``.

        Args:
            n: Number of playouts.
            seed: Which playouts; a larger ``n`` only adds some.
            max_steps: Most joint moves of a playout.
            measure: Whether facts and changes are counted too.

        Raises:
            GdlError: Goals depend on their own negation.
            ValueError: A number is negative, or too large.
        """
        require_counts(n, max_steps)
        return self.play_words(start_words(n, seed), max_steps, measure)

    def play_words(self, words: NDArray[np.uint64], max_steps: int, measure: bool = False) -> Playouts:
        """Play the playouts that start with some words, many at a time: the very same as ``playouts.run_words``.

        Raises:
            GdlError: Goals depend on their own negation.
        """
        self._require_goals()
        results = self._kernel.playouts(words, max_steps, measure)
        facts, changes = (results.facts, results.changes) if measure else (None, None)
        return Playouts(results.lengths, results.ends, results.goals, facts, changes)

    @property
    def has_goals(self) -> bool:
        """Whether goals are part of the network: it has none where one of their atoms depends on its own negation."""
        return not self.grounding.circuit.outputs.goal_fault

    def _require_goals(self) -> None:
        if not self.has_goals:
            raise GdlError(self.grounding.circuit.outputs.goal_fault)

    def _set_state(self, state: GameState) -> None:
        if state != self._state:
            self._state = None
            self._kernel.set_state([self._node_of(self._nodes, fact, "fact") for fact in state])
            self._state = state

    def _node_of(self, nodes: Mapping[Term, int], term: Term, kind: str) -> int:
        node = nodes.get(term)
        if node is None:
            raise UnknownTermError(kind, term, self.game)
        return node

    def _facts(self, holds: NDArray[np.bool_]) -> GameState:
        return frozenset(self._names.facts[index] for index in np.flatnonzero(holds).tolist())
