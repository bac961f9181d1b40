"""Simulating a game from its description: the next state, the legal moves, and both over several steps."""

from __future__ import annotations

from gametasks.generators import gdl_simulation as generator
from gametasks.generators.gdl_simulation import files as from_files
from gametasks.qa_families import Family, FileSamples, Task
from gametasks.qa_families.gdl_simulation.equivalence import equivalent_forms
from gametasks.qa_families.gdl_simulation.identity import TASK_NAME
from gametasks.qa_families.gdl_simulation.score_table import score_table
from gametasks.qa_families.gdl_simulation.search import find_content
from gametasks.qa_families.gdl_simulation.wording import fill, own_wording
from gametasks.schemas import Capability, JsonAnswer
from gametasks.schemas.gdl_simulation import (
    VERSION,
    GdlQuestion,
    GdlState,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    Wording,
)
from gametasks.solvers import gdl_simulation as solver
from gametasks.verifiers.gdl_simulation import VERIFIER

__all__ = ["TASK"]


_LICENCE = """The descriptions of games are under the licences of their authors; prompts and answers, and the
project's own games, are under CC-BY-4.0."""


def _wording(question: GdlQuestion) -> Wording:
    return question.wording or own_wording(question.family)


def _hint(state: GdlState, question: GdlQuestion) -> str:
    return fill(_wording(question).hint, state, question)


def _ask(state: GdlState, question: GdlQuestion) -> str:
    return fill(_wording(question).question, state, question)


def _json(state: GdlState, question: GdlQuestion) -> JsonAnswer:
    words = _wording(question)
    if words.ending:
        return JsonAnswer(ending=fill(words.ending, state, question))
    return JsonAnswer(description=fill(words.answer, state, question))


TASK: Task[GdlState] = Task(
    name=TASK_NAME,
    version=VERSION,
    title="Game simulation",
    summary="Apply the rules of a game that is described in GDL: find its next states and its legal moves.",
    capability=Capability.SIMULATION,
    origin="ggp paper",
    state=GdlState,
    families=(
        Family(
            title="the state after a joint move",
            question=NextState,
            sample=generator.sample_next_state,
            answer_kind=_json,
        ),
        Family(
            title="all legal moves in a state",
            question=LegalActions,
            sample=generator.sample_legal_actions,
            answer_kind=_json,
        ),
        Family(
            title="the state after several joint moves",
            question=MultistepState,
            sample=generator.sample_multistep_state,
            answer_kind=_json,
            repeats_allowed=True,
        ),
        Family(
            title="several legal joint moves and the state after them",
            question=MultistepActionState,
            sample=generator.sample_multistep_action_state,
            answer_kind=_json,
            repeats_allowed=True,
        ),
    ),
    hint=_hint,
    ask=_ask,
    levels=generator.LEVELS,
    solve=solver.solve,
    verifier=VERIFIER,
    equivalent_forms=equivalent_forms,
    styles=None,
    draw=None,
    files=FileSamples(kind=from_files.KIND, draw=from_files.draw, find=find_content, licence=_LICENCE),
    score_table=score_table,
)
