"""Rolling cube: what the cube shows after rolling along a path."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import rolling_cube as generator
from gametasks.qa_families import Family, Task, other_labels
from gametasks.qa_families.rolling_cube import wording
from gametasks.renderers import rolling_cube as renderer
from gametasks.schemas import Capability, DirectionAnswer, FieldsAnswer, Format, LabelAnswer, SequenceAnswer
from gametasks.schemas.rolling_cube import (
    VERSION,
    AllFaces,
    CheckpointFaces,
    RollQuestion,
    RollState,
    SelectedFaces,
    TopFace,
    equivalent_forms,
)
from gametasks.schemas.rolling_cube import text as board_text
from gametasks.solvers import rolling_cube as solver
from gametasks.streams import Stream
from gametasks.verifiers.rolling_cube import VERIFIER

__all__ = ["TASK"]


def _label(state: RollState, question: RollQuestion) -> LabelAnswer:
    return LabelAnswer(labels=wording.sorted_marks(state))


def _fields(state: RollState, question: SelectedFaces | AllFaces) -> FieldsAnswer:
    return FieldsAnswer(fields={str(face): _label(state, question) for face in question.faces})


def _sequence(state: RollState, question: CheckpointFaces) -> SequenceAnswer:
    return SequenceAnswer(item=_label(state, question))


def _other_marks(
    params: generator.RollParams, state: RollState, question: TopFace, answer: str, rng: Stream
) -> Sequence[str]:
    return other_labels(answer, wording.sorted_marks(state), rng)


def _roll(state: RollState) -> DirectionAnswer:
    """A move: the cube rolls by one cell."""
    return DirectionAnswer()


TASK: Task[RollState] = Task(
    name="rolling_cube",
    version=VERSION,
    title="Rolling cube",
    summary="A cube with six different marks rolls over a board; tell what it shows on the way and at the end.",
    capability=Capability.SPATIAL,
    origin="paper",
    state=RollState,
    families=(
        Family(
            title="the mark on top at the end",
            question=TopFace,
            sample=generator.sample_top_face,
            answer_kind=_label,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_marks,
        ),
        Family(
            title="the marks on two or three named sides at the end",
            question=SelectedFaces,
            sample=generator.sample_selected_faces,
            answer_kind=_fields,
        ),
        Family(
            title="the marks on all six sides at the end",
            question=AllFaces,
            sample=generator.sample_all_faces,
            answer_kind=_fields,
        ),
        Family(
            title="the mark on top at each checkpoint",
            question=CheckpointFaces,
            sample=generator.sample_checkpoint_faces,
            answer_kind=_sequence,
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
    move=_roll,
)
