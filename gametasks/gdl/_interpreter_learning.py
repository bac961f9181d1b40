"""Sizes of relations, measured bottom-up on one state with one joint move, as far as that is quickly done."""

from __future__ import annotations

from collections.abc import Callable

from gametasks.errors import GdlLimitError
from gametasks.gdl._interpreter_analysis import Analysis, Definition, Kind, Relation
from gametasks.gdl._interpreter_budget import Budget, Overflow
from gametasks.gdl._interpreter_compiler import Compiler
from gametasks.gdl._interpreter_rules import ASKED
from gametasks.gdl._interpreter_sizes import Sizes
from gametasks.gdl._interpreter_state import StateStore
from gametasks.gdl._interpreter_static import Extensions
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term

__all__ = ["extension", "find_static", "measure"]

_MOST_STATIC_FACTS = 300_000
"""Facts that a relation that never changes may have to be kept as a whole."""

_MOST_MEASURED_FACTS = 5_000
"""Facts that a relation may have for its size to be measured."""


def find_static(analysis: Analysis, extensions: Extensions, sizes: Sizes, budget: Budget) -> None:
    """Compute the relations that are the same in every state, unless they are too large to be kept."""
    for relation, facts in analysis.facts.items():
        if relation not in analysis.definitions:
            extensions.keep(relation, tuple(facts))
            sizes.know(relation, facts)
    compiler = Compiler(analysis, analysis.definitions, extensions, sizes, budget, StateStore(), careful=True)
    for relation in _bottom_up(analysis):
        if analysis.kind_of(relation) is Kind.STATIC:
            _keep(compiler, relation, extensions, sizes, budget, _MOST_STATIC_FACTS)


def measure(
    analysis: Analysis,
    definitions: dict[Relation, list[Definition]],
    extensions: Extensions,
    sizes: Sizes,
    budget: Budget,
    state: GameState,
    moves: JointMove | None,
) -> None:
    """Measure the sizes of the relations that change, and of the facts."""
    sizes.see(state)
    own = extensions.copy()
    store = StateStore()
    compiler = Compiler(analysis, definitions, own, sizes, budget, store, careful=True)
    compiler.namespace["S"] = state
    if moves is not None:
        compiler.namespace["D"].update(zip(analysis.game.roles, moves, strict=True))
    for relation in _bottom_up(analysis):
        if relation not in own and (moves is not None or analysis.kind_of(relation) is Kind.STATE):
            _keep(compiler, relation, own, sizes, budget, _MOST_MEASURED_FACTS, lambda: store.load(state))


def _bottom_up(analysis: Analysis) -> list[Relation]:
    return [relation for members in analysis.components for relation in members]


def _keep(
    compiler: Compiler,
    relation: Relation,
    extensions: Extensions,
    sizes: Sizes,
    budget: Budget,
    most: int,
    prepare: Callable[[], None] | None = None,
) -> None:
    question = compiler.question(relation, (ASKED,) * relation[1])
    if prepare is not None:
        prepare()
    budget.start_trial(most)
    try:
        rows = extension(relation, question)
    except (Overflow, GdlLimitError):
        compiler.forget()
        sizes.guess(relation, 3.0 * most)
        return
    finally:
        budget.start_trial(None)
    extensions.keep(relation, rows)
    sizes.know(relation, rows)


def extension(relation: Relation, question: Callable[[], object]) -> tuple[tuple[Term, ...], ...]:
    """All facts of a relation, from the question that asks for all its arguments."""
    answers = question()
    if relation[1] == 0:
        return ((),) if answers else ()
    return tuple((answer,) if relation[1] == 1 else answer for answer in answers)  # type: ignore[attr-defined]
