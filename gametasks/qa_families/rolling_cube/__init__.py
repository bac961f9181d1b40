"""Rolling cube: what the cube shows after rolling along a drawn path."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import rolling_cube as generator
from gametasks.qa_families import Family, Task
from gametasks.renderers import rolling_cube as renderer
from gametasks.schemas import Capability, DirectionAnswer, FieldsAnswer, Format, LabelAnswer, SequenceAnswer
from gametasks.schemas.rolling_cube import (
    AllFaces,
    CheckpointFaces,
    Face,
    MarkSet,
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

_TURNED = " How a mark is turned makes no difference."
_MARK_WORDS = {
    MarkSet.DIGITS: "Each face has a digit as its mark; the six marks are {}." + _TURNED,
    MarkSet.LETTERS: "Each face has a letter as its mark; the six marks are {}." + _TURNED,
    MarkSet.COLOURS: "The mark of a face is its colour; the six marks are {}.",
    MarkSet.PIPS: "The mark of a face is its number of pips, as on a die; the six marks are {}." + _TURNED,
    MarkSet.ICONS: "Each face has an icon as its mark; the six marks are {}." + _TURNED,
}


def _hint(state: RollState, question: RollQuestion) -> str:
    checkpoints = ""
    if isinstance(question, CheckpointFaces):
        checkpoints = " Dots on the path with numbered flags mark the checkpoints."
    return (
        "A cube stands on the cell START of a board and rolls along the drawn path to the cell END. The first image "
        "shows the board from above; the compass directions are fixed to the board, north being the top of the "
        f"image.{checkpoints} The second image shows the cube as it stands at START, cut open and laid flat, every "
        "face seen from outside and labelled with the side on which it lies at START: TOP, NORTH, EAST, SOUTH, WEST or "
        "BOTTOM. With each step the cube tips by a quarter turn over its lower edge onto the next cell of the path; it "
        "never slides and never turns on the spot. The names of the sides stay fixed in space while the cube rolls: "
        "TOP is always the side that points up, NORTH the side that points north, and so on. "
        f"{_MARK_WORDS[state.mark_set].format(', '.join(_marks(state)))}"
    )


def _marks(state: RollState) -> tuple[str, ...]:
    """The six marks in an order that says nothing about the cube."""
    return tuple(sorted(state.cube.marks()))


def _ask_top(state: RollState, question: TopFace) -> str:
    return "Which mark is on the TOP of the cube when it stands on END?"


def _ask_selected(state: RollState, question: SelectedFaces) -> str:
    sides = [face.upper() for face in question.faces]
    return f"Which marks are on the sides {', '.join(sides[:-1])} and {sides[-1]} of the cube when it stands on END?"


def _ask_all(state: RollState, question: AllFaces) -> str:
    return "Which mark is on each of the six sides of the cube when it stands on END?"


def _ask_checkpoints(state: RollState, question: CheckpointFaces) -> str:
    count = len(question.steps)
    return f"Which mark is on the TOP of the cube at each of the checkpoints 1 to {count}, in this order?"


def _label(state: RollState, question: RollQuestion) -> LabelAnswer:
    return LabelAnswer(labels=_marks(state))


def _selected_fields(state: RollState, question: SelectedFaces) -> FieldsAnswer:
    return FieldsAnswer(fields={str(face): _label(state, question) for face in question.faces})


def _all_fields(state: RollState, question: AllFaces) -> FieldsAnswer:
    return FieldsAnswer(fields={str(face): _label(state, question) for face in Face})


def _sequence(state: RollState, question: CheckpointFaces) -> SequenceAnswer:
    return SequenceAnswer(item=_label(state, question))


def _other_marks(state: RollState, question: TopFace, answer: str, rng: Stream) -> Sequence[str]:
    return [mark for mark in _marks(state) if mark != answer]


def _roll(state: RollState) -> DirectionAnswer:
    """A move: the cube rolls by one cell."""
    return DirectionAnswer()


TASK: Task[RollState] = Task(
    name="rolling_cube",
    version=1,
    title="Rolling cube",
    summary="A cube with six different marks rolls over a board; tell what it shows on the way and at the end.",
    capability=Capability.SPATIAL,
    origin="paper",
    state=RollState,
    families=(
        Family(
            name="top_face",
            title="the mark on top at the end",
            question=TopFace,
            sample=generator.sample_top_face,
            hint=_hint,
            ask=_ask_top,
            answer_kind=_label,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_marks,
        ),
        Family(
            name="selected_faces",
            title="the marks on two or three named sides at the end",
            question=SelectedFaces,
            sample=generator.sample_selected_faces,
            hint=_hint,
            ask=_ask_selected,
            answer_kind=_selected_fields,
        ),
        Family(
            name="all_faces",
            title="the marks on all six sides at the end",
            question=AllFaces,
            sample=generator.sample_all_faces,
            hint=_hint,
            ask=_ask_all,
            answer_kind=_all_fields,
        ),
        Family(
            name="checkpoint_faces",
            title="the mark on top at each checkpoint",
            question=CheckpointFaces,
            sample=generator.sample_checkpoint_faces,
            hint=_hint,
            ask=_ask_checkpoints,
            answer_kind=_sequence,
        ),
    ),
    levels=generator.LEVELS,
    solve=solver.solve,
    verifier=VERIFIER,
    equivalent_forms=equivalent_forms,
    styles=renderer.styles,
    draw=renderer.draw,
    text=board_text.text,
    parse=board_text.parse,
    move=_roll,
)
