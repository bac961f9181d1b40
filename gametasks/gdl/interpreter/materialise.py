"""What is computed once when a game is opened: static relations, relaxed relations, and statistics of one state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import KEYWORDS
from gametasks.gdl.interpreter.analysis import LiteralKind, Relation, Row, Volatility
from gametasks.gdl.interpreter.binding import FREE
from gametasks.gdl.interpreter.budget import Budget, Overflow
from gametasks.gdl.interpreter.compiler import Compiler
from gametasks.gdl.interpreter.database import Database
from gametasks.gdl.interpreter.relaxation import Relaxation
from gametasks.gdl.machine import GameState, JointMove

__all__ = ["materialise_relaxed", "materialise_static", "measure_cardinalities", "rows_of"]

_MOST_STATIC_ROWS = 300_000
"""Rows up to which a static relation is materialised."""

_MOST_RELAXED_ROWS = 20_000
"""Rows up to which a relaxed relation is materialised."""

_MOST_MEASURED_ROWS = 5_000
"""Rows up to which a relation is computed in the sampled state for its statistics."""


def materialise_static(database: Database, budget: Budget) -> None:
    """Materialise the static relations, except those that are too large.

    No more rows are computed here than facts may be derived, those given up included: what is left is computed when it
    is asked for. So the work is bounded however many large relations a game has.
    """
    analysis = database.analysis
    for relation, facts in analysis.facts.items():
        if relation not in analysis.clauses:
            database.materialise(relation, tuple(facts))
    compiler = Compiler(database, budget, always_tick=True)
    left = budget.limits.facts
    for relation in analysis.bottom_up():
        if analysis.volatility_of(relation) is not Volatility.STATIC:
            continue
        if left <= 0:
            database.cardinalities.assume_rows(relation, 3.0 * _MOST_STATIC_ROWS)
            continue
        most = min(_MOST_STATIC_ROWS, left)
        rows = _materialise(compiler, relation, budget, most)
        left -= most if rows is None else rows


def materialise_relaxed(database: Database, budget: Budget) -> None:
    """Materialise relaxed relations of those that change and whose computation involves recursion."""
    for members in _searched_components(database):
        relaxation = Relaxation(database, members)
        every, connected = relaxation.all_positions(), relaxation.connected_positions()
        for positions in [every] if connected == every else [every, connected]:
            relations, analysis = relaxation.relax(positions)
            own = replace(database, analysis=analysis, clauses=analysis.clauses, relaxed={})
            compiler = Compiler(own, budget, always_tick=True)
            targets = [relaxed.relation for relaxed in relations.values()]
            if all(_materialise(compiler, target, budget, _MOST_RELAXED_ROWS) is not None for target in targets):
                database.relaxed |= relations
                break


def _searched_components(database: Database) -> Iterator[tuple[Relation, ...]]:
    """The components that are not static and that are recursive or depend on such ones, bottom-up."""
    analysis = database.analysis
    found: set[Relation] = set()
    for members in analysis.components:
        clauses = [clause for relation in members for clause in database.clauses[relation]]
        below = {
            literal.relation for clause in clauses for literal in clause.body if literal.kind is LiteralKind.RELATION
        }
        is_static = analysis.volatility_of(members[0]) is Volatility.STATIC
        if not is_static and (members[0] in analysis.recursive or below & found):
            found.update(members)
            if not any(name in KEYWORDS for name, _ in members):
                yield members


def measure_cardinalities(database: Database, budget: Budget, state: GameState, moves: JointMove | None) -> None:
    """Compute the relations that change in one state, for their statistics and those of its facts."""
    analysis = database.analysis
    database.cardinalities.record_state(state)
    # What holds in this state alone must not be materialised in the game's own database.
    own = replace(database, extensions=database.extensions.copy())
    compiler = Compiler(own, budget, always_tick=True)
    if moves is not None:
        compiler.module.moves.update(zip(analysis.game.roles, moves, strict=True))
    for relation in analysis.bottom_up():
        if relation not in own.extensions and (
            moves is not None or analysis.volatility_of(relation) is Volatility.STATE
        ):
            _materialise(compiler, relation, budget, _MOST_MEASURED_ROWS, state)


def _materialise(
    compiler: Compiler, relation: Relation, budget: Budget, most_rows: int, state: GameState | None = None
) -> int | None:
    """Materialise a relation, in a state unless it is static; gives its number of rows, None if they are too many."""
    database = compiler.module.database
    query = compiler.query(relation, (FREE,) * relation[1])
    if state is not None:
        # Only now: the query may have added indices, which are filled when a state is loaded.
        compiler.module.load(state)
    try:
        with budget.trial(most_rows):
            rows = rows_of(relation, query())
    except (Overflow, GdlLimitError):
        database.cardinalities.assume_rows(relation, 3.0 * most_rows)
        return None
    database.materialise(relation, rows)
    return len(rows)


def rows_of(relation: Relation, answers: Any) -> tuple[Row, ...]:
    """The answers to a query without bound arguments as rows."""
    if relation[1] == 0:
        return ((),) if answers else ()
    return tuple((answer,) if relation[1] == 1 else answer for answer in answers)
