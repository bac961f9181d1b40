"""Lamps: which ones are lit, and how many."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.qa_families import Family, Task, numeric_distractors
from gametasks.schemas import Capability, CellsAnswer, Format, IntegerAnswer
from gametasks.streams import Stream
from gametasks_null.generators import lamps as generator
from gametasks_null.renderers import lamps as renderer
from gametasks_null.schemas.lamps import LampsQuestion, LampState, LitCells, LitCount, equivalent_forms
from gametasks_null.solvers import lamps as solver
from gametasks_null.verifiers.lamps import VERIFIER

__all__ = ["TASK"]


def _hint(state: LampState, question: LampsQuestion) -> str:
    return (
        "The image shows a board of lamps. A filled disc is a lamp that is lit, an empty circle one that is not. "
        "Rows are numbered from the top and columns from the left; R2C5 is the lamp in row 2 and column 5."
    )


def _ask_count(state: LampState, question: LitCount) -> str:
    return "How many lamps are lit?"


def _ask_cells(state: LampState, question: LitCells) -> str:
    return "Which lamps are lit?"


def _integer(state: LampState, question: LitCount) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.rows * state.columns)


def _cells(state: LampState, question: LitCells) -> CellsAnswer:
    return CellsAnswer(rows=state.rows, columns=state.columns)


def _other_counts(state: LampState, question: LitCount, answer: int, rng: Stream) -> Sequence[int]:
    return numeric_distractors(answer, rng, low=0, high=state.rows * state.columns)


TASK: Task[LampState] = Task(
    api=1,
    name="lamps",
    version=1,
    title="Lamps",
    summary="Tell which lamps of a board are lit.",
    capability=Capability.PERCEPTION,
    origin="the docs",
    state=LampState,
    families=(
        Family(
            name="lit_count",
            title="the number of lit lamps",
            question=LitCount,
            sample=generator.sample_lit_count,
            hint=_hint,
            ask=_ask_count,
            answer_kind=_integer,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_counts,
        ),
        Family(
            name="lit_cells",
            title="the cells of the lit lamps",
            question=LitCells,
            sample=generator.sample_lit_cells,
            hint=_hint,
            ask=_ask_cells,
            answer_kind=_cells,
        ),
    ),
    levels=generator.LEVELS,
    solve=solver.solve,
    verifier=VERIFIER,
    equivalent_forms=equivalent_forms,
    styles=renderer.styles,
    draw=renderer.draw,
)
