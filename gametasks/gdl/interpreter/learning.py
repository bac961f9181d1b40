"""What is found out about a game once, bottom-up: what never changes, what could hold, and sizes in one state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import KEYWORDS
from gametasks.gdl.interpreter.analysis import Analysis, Kind, Relation, Source
from gametasks.gdl.interpreter.bounds import Relaxation
from gametasks.gdl.interpreter.budget import Budget, Overflow
from gametasks.gdl.interpreter.compiler import Compiler
from gametasks.gdl.interpreter.knowledge import Knowledge
from gametasks.gdl.interpreter.rules import ASKED
from gametasks.gdl.interpreter.state import StateStore
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.terms import Term

__all__ = ["extension", "find_bounds", "find_static", "measure"]

_MOST_STATIC_FACTS = 300_000
"""Facts that a relation that never changes may have to be kept as a whole."""

_MOST_BOUND_FACTS = 20_000
"""Facts that a bound may have."""

_MOST_MEASURED_FACTS = 5_000
"""Facts that a relation may have for its size to be measured."""


def find_static(knowledge: Knowledge, budget: Budget) -> None:
    """Compute the relations that are the same in every state, unless they are too large to be kept."""
    analysis = knowledge.analysis
    for relation, facts in analysis.facts.items():
        if relation not in analysis.definitions:
            knowledge.extensions.keep(relation, tuple(facts))
            knowledge.sizes.know(relation, facts)
    compiler = Compiler(knowledge, budget, StateStore(), careful=True)
    for relation in _bottom_up(analysis):
        if analysis.kind_of(relation) is Kind.STATIC:
            _keep(compiler, relation, knowledge, budget, _MOST_STATIC_FACTS)


def find_bounds(knowledge: Knowledge, budget: Budget) -> None:
    """Compute what could hold of the relations that change, where an answer takes a search: one with recursion."""
    for members in _searched(knowledge):
        relaxation = Relaxation(knowledge, members)
        widest, narrower = relaxation.widest(), relaxation.narrower()
        for places in [widest] if narrower == widest else [widest, narrower]:
            bounds, rules = relaxation.rules(places)
            relaxed = replace(knowledge, analysis=rules, definitions=rules.definitions, bounds={})
            compiler = Compiler(relaxed, budget, StateStore(), careful=True)
            wanted = [bound.relation for bound in bounds.values()]
            if all(_keep(compiler, relation, relaxed, budget, _MOST_BOUND_FACTS) for relation in wanted):
                knowledge.bounds |= bounds
                break


def _searched(knowledge: Knowledge) -> Iterator[tuple[Relation, ...]]:
    """The components of relations that change and that are recursive or rest on such ones, bottom-up."""
    analysis = knowledge.analysis
    found: set[Relation] = set()
    for members in analysis.components:
        clauses = [clause for relation in members for clause in knowledge.definitions[relation]]
        below = {atom.relation for clause in clauses for atom in clause.body if atom.source is Source.RULES}
        if analysis.kind_of(members[0]) is not Kind.STATIC and (members[0] in analysis.recursive or below & found):
            found.update(members)
            if not any(name in KEYWORDS for name, _ in members):
                yield members


def measure(knowledge: Knowledge, budget: Budget, state: GameState, moves: JointMove | None) -> None:
    """Measure the sizes of the relations that change, and of the facts."""
    analysis = knowledge.analysis
    knowledge.sizes.see(state)
    # What holds in this state alone is kept apart.
    own = replace(knowledge, extensions=knowledge.extensions.copy())
    store = StateStore()
    compiler = Compiler(own, budget, store, careful=True)
    compiler.namespace["S"] = state
    if moves is not None:
        compiler.namespace["D"].update(zip(analysis.game.roles, moves, strict=True))
    for relation in _bottom_up(analysis):
        if relation not in own.extensions and (moves is not None or analysis.kind_of(relation) is Kind.STATE):
            _keep(compiler, relation, own, budget, _MOST_MEASURED_FACTS, lambda: store.load(state))


def _bottom_up(analysis: Analysis) -> list[Relation]:
    return [relation for members in analysis.components for relation in members]


def _keep(
    compiler: Compiler,
    relation: Relation,
    knowledge: Knowledge,
    budget: Budget,
    most: int,
    prepare: Callable[[], None] | None = None,
) -> bool:
    """Compute all facts of a relation; whether they are few enough to be kept."""
    question = compiler.question(relation, (ASKED,) * relation[1])
    if prepare is not None:
        prepare()
    budget.start_trial(most)
    try:
        rows = extension(relation, question)
    except (Overflow, GdlLimitError):
        knowledge.sizes.guess(relation, 3.0 * most)
        return False
    finally:
        budget.start_trial(None)
    knowledge.extensions.keep(relation, rows)
    knowledge.sizes.know(relation, rows)
    return True


def extension(relation: Relation, question: Callable[[], object]) -> tuple[tuple[Term, ...], ...]:
    """All facts of a relation, from the question that asks for all its arguments."""
    answers = question()
    if relation[1] == 0:
        return ((),) if answers else ()
    return tuple((answer,) if relation[1] == 1 else answer for answer in answers)  # type: ignore[attr-defined]
