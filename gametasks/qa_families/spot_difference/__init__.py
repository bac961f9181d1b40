"""Spot the difference: what differs between two panels of glyphs, and which panel equals another."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import spot_difference as generator
from gametasks.qa_families import Family, Task, other_numbers
from gametasks.qa_families.spot_difference import wording
from gametasks.renderers import spot_difference as renderer
from gametasks.schemas import Capability, CellsAnswer, ChoiceAnswer, Format, IntegerAnswer, LabelAnswer
from gametasks.schemas.spot_difference import (
    VERSION,
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    IdenticalPanel,
    SpotState,
    equivalent_forms,
)
from gametasks.schemas.spot_difference import text as board_text
from gametasks.solvers import spot_difference as solver
from gametasks.streams import Stream
from gametasks.verifiers.spot_difference import VERIFIER

__all__ = ["TASK"]


def _number(state: SpotState, question: DifferenceCount) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.rows * state.columns)


def _cells(state: SpotState, question: DifferenceCells) -> CellsAnswer:
    return CellsAnswer(rows=state.rows, columns=state.columns, may_be_empty=False)


def _attribute(state: SpotState, question: ChangeKind) -> LabelAnswer:
    return LabelAnswer(
        labels=tuple(map(str, Attribute)), aliases={"color": "colour", "orientation": "rotation", "pattern": "fill"}
    )


def _letter(state: SpotState, question: IdenticalPanel) -> ChoiceAnswer:
    return ChoiceAnswer()


def _other_counts(
    params: generator.SpotParams, state: SpotState, question: DifferenceCount, answer: int, rng: Stream
) -> Sequence[int]:
    return other_numbers(answer, rng, low=params.counted[0], high=params.counted[1])


TASK: Task[SpotState] = Task(
    name="spot_difference",
    version=VERSION,
    title="Spot the difference",
    summary="Two panels show the same grid of glyphs but for a few cells; find out where and how they differ.",
    capability=Capability.PERCEPTION,
    origin="ours",
    state=SpotState,
    families=(
        Family(
            title="how many cells differ",
            question=DifferenceCount,
            sample=generator.sample_difference_count,
            answer_kind=_number,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_counts,
        ),
        Family(
            title="which cells differ",
            question=DifferenceCells,
            sample=generator.sample_difference_cells,
            answer_kind=_cells,
        ),
        Family(
            title="what changed in the one cell that differs",
            question=ChangeKind,
            sample=generator.sample_change_kind,
            answer_kind=_attribute,
            unique=True,
        ),
        Family(
            title="which of six panels equals the reference",
            question=IdenticalPanel,
            sample=generator.sample_identical_panel,
            answer_kind=_letter,
            formats=(Format.CHOICE,),
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
    text=board_text.text,
    parse=board_text.parse,
    modalities={"text": wording.board_in_text},
)
