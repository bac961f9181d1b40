"""The interpreter: rules compiled to Python. Enter by :class:`Interpreter`.

From a rule to generated code, in reading order:

- ``engine`` opens a game by the steps below and answers for one state at a time (``canonical_order`` sorts moves).
  ``evaluation`` keeps what is compiled, with the current state and joint move; goals, seldom asked for, have their own.
- ``analysis``: clauses, dependency graph. ``flatten`` and ``unfold`` rewrite clauses, by ``unification``, and
  ``assumptions`` those that rest on their own negation.
- ``database``: the clauses, materialised relations and statistics (``cardinality``) that the compiler works from.
- ``materialise`` computes what is in it once, bottom-up; ``relaxation`` derives the clauses of relaxed relations.
- ``join_order`` orders a body, by the beam search in ``order_search``.
- ``compiler`` turns queries (``binding``) into the functions of a ``query_module``. A function consists of clauses
  (``clause_code``, checked for ``term_growth``), each of its literals (``body_code``, ``query_code``, ``tabled_code``;
  ``frame_code`` for those that say which facts stay), these of ``expressions`` in a ``block``; ``scope`` is what the
  code may use where it is written. A clause whose ``instances`` can be listed is written by ``instance_code``.
- While a game is played: ``state_store`` keeps indices of the state, ``tabling`` answers cyclic queries,
  ``alternation`` finds assumptions, ``budget`` keeps the limits.

Glossary:

- *relation*: a predicate, by name and arity; *static* if it is the same in every state. *Row*: the arguments of a fact.
- *extension*: all rows of a relation; *materialised*: computed once and kept, with an index for each way of asking.
- *query*: a relation with a *binding pattern* (adornment) of *modes*: bound, free, don't care, or a constant.
- *Boolean query*: one without free arguments. *Computed*: answered by a generated function instead of an index.
- *component*: a strongly connected component of the dependency graph, relations that depend on each other.
- *cyclic query*: one that depends on itself; *tabling*: answering it by a table with consumers, to a fixpoint.
- *relaxed relation*: a static superset of a relation, from its clauses without conditions on state and moves.
- *selectivity*: the share of bindings that pass a test; *cardinality*: a number of rows.
- *tick*: some microseconds of work, as generated code reports it; *trial*: a computation that may be given up.
"""

from gametasks.gdl.interpreter.engine import Interpreter

__all__ = ["Interpreter"]
