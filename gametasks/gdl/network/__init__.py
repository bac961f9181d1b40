"""The propositional network: a game grounded once, then evaluated for many states at a time. Enter by :class:`Network`.

From a game to playouts, in reading order:

- ``engine`` answers for one state, and plays many playouts.
- Grounding: ``grounding`` starts processes under limits of time and memory, ``grounder`` is what they run. There
  ``asp_program`` writes the game as an answer-set program, with rules divided by ``split``; ``ground_program`` reads
  what clingo makes of it.
- ``gates``: the ground rules as simplified gates; ``build`` names their inputs and outputs; ``circuit`` lays them out
  in segments of one phase each (for every state, for the next state, for goals).
- ``tables``: circuit, lanes and results as plain arrays. ``kernel`` chooses who works on them: ``array_kernel`` with
  NumPy, or ``compiled_kernel`` with numba (``numba_playouts``, and ``numba_steps`` in LLVM vectors).

Glossary:

- *node*: a position in the circuit: the constant true, an input (a fact or a move), or a gate, a conjunction.
- *literal*: ``2 * node``, or ``2 * node + 1`` for its negation.
- *loop*: gates of atoms that depend on each other, evaluated until they are stable.
- *lane*: one of the 1,024 bits of a node's value, in which one playout runs; a *word* holds 64 lanes.
- *plane*: one bit of a counter for all lanes (bit-slicing).
"""

from gametasks.gdl.network.engine import Network

__all__ = ["Network"]
