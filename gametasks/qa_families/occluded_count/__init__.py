"""Occluded count: how many objects there are, though something lies on some of them."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import occluded_count as generator
from gametasks.qa_families import Family, Task, near_numbers
from gametasks.qa_families.occluded_count import wording
from gametasks.renderers import occluded_count as renderer
from gametasks.schemas import Capability, FieldsAnswer, Format, IntegerAnswer
from gametasks.schemas.occluded_count import (
    VERSION,
    HiddenCount,
    OccludedQuestion,
    OccludedState,
    TotalCount,
    VisibilityCounts,
    equivalent_forms,
)
from gametasks.solvers import occluded_count as solver
from gametasks.streams import Stream
from gametasks.verifiers.occluded_count import VERIFIER

__all__ = ["TASK"]

_MOST = 999


def _number(state: OccludedState, question: OccludedQuestion) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=_MOST)


def _fields(state: OccludedState, question: VisibilityCounts) -> FieldsAnswer:
    return FieldsAnswer(fields={name: _number(state, question) for name in ("full", "partial", "hidden")})


def _other_totals(
    params: generator.OccludedParams, state: OccludedState, question: TotalCount, answer: int, rng: Stream
) -> Sequence[int]:
    """Counts of the same kind of pattern, with the rows or rings that are seen, so that these strike none out."""
    low, high, step = generator.totals_of_kind(params, state)
    return near_numbers(answer, rng, low=low, high=high, step=step)


TASK: Task[OccludedState] = Task(
    name="occluded_count",
    version=VERSION,
    title="Occluded count",
    summary="Objects in a regular pattern lie partly behind something opaque; count them, the hidden ones too.",
    capability=Capability.PERCEPTION,
    origin="ours",
    state=OccludedState,
    families=(
        Family(
            title="how many objects there are",
            question=TotalCount,
            sample=generator.sample_total_count,
            answer_kind=_number,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_totals,
            unique=True,
        ),
        Family(
            title="how many objects are wholly hidden",
            question=HiddenCount,
            sample=generator.sample_hidden_count,
            answer_kind=_number,
            unique=True,
        ),
        Family(
            title="how many objects are seen whole, in part and not at all",
            question=VisibilityCounts,
            sample=generator.sample_visibility_counts,
            answer_kind=_fields,
            unique=True,
        ),
    ),
    hint=wording.hint,
    ask=wording.ask,
    levels=generator.LEVELS,
    solve=solver.solve,
    verifier=VERIFIER,
    equivalent_forms=equivalent_forms,
    styles=renderer.styles,
    draw=renderer.draw,
)
