"""Cylinder coloring: how a cylinder of coloured patches looks from other sides."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import cylinder_coloring as generator
from gametasks.qa_families import DISTRACTORS, Family, Task, other_labels
from gametasks.qa_families.cylinder_coloring import wording
from gametasks.renderers import cylinder_coloring as renderer
from gametasks.schemas import PAINTS, Capability, ChoiceAnswer, Format, IntegerAnswer, LabelAnswer
from gametasks.schemas.cylinder_coloring import (
    VERSION,
    CandidateView,
    ColorCount,
    CylinderState,
    PatchColor,
    ViewAngle,
    equivalent_forms,
)
from gametasks.schemas.cylinder_coloring import text as board_text
from gametasks.solvers import cylinder_coloring as solver
from gametasks.streams import Stream
from gametasks.verifiers.cylinder_coloring import VERIFIER

__all__ = ["TASK"]


def _letter(state: CylinderState, question: CandidateView) -> ChoiceAnswer:
    return ChoiceAnswer()


def _degrees(state: CylinderState, question: ViewAngle) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=359)


def _colour(state: CylinderState, question: PatchColor) -> LabelAnswer:
    return LabelAnswer(labels=PAINTS)


def _number(state: CylinderState, question: ColorCount) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.sectors * len(state.bands))


def _other_azimuths(
    params: generator.CylinderParams, state: CylinderState, question: ViewAngle, answer: int, rng: Stream
) -> Sequence[int]:
    """Others from which a view may be taken: 0 and 180 would be known for wrong without a look."""
    return other_labels(answer, generator.asked_azimuths(state), rng)


def _other_colours(
    params: generator.CylinderParams, state: CylinderState, question: PatchColor, answer: str, rng: Stream
) -> Sequence[str]:
    """The other colours of the cylinder, and as many that it does not have as are wanted."""
    found = state.colours()
    missing = [colour for colour in PAINTS if colour not in found]
    others = [colour for colour in found if colour != answer]
    return [*others, *rng.sample(missing, DISTRACTORS - len(others))]


TASK: Task[CylinderState] = Task(
    name="cylinder_coloring",
    version=VERSION,
    title="Cylinder coloring",
    summary="A cylinder of coloured patches is shown all around; tell how it looks from other sides.",
    capability=Capability.SPATIAL,
    origin="paper",
    state=CylinderState,
    families=(
        Family(
            title="which candidate shows the cylinder from an azimuth",
            question=CandidateView,
            sample=generator.sample_candidate_view,
            answer_kind=_letter,
            formats=(Format.CHOICE,),
            unique=True,
        ),
        Family(
            title="the azimuth from which an extra view was taken",
            question=ViewAngle,
            sample=generator.sample_view_angle,
            answer_kind=_degrees,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_azimuths,
            choice_levels=(2, 3, 4, 5),  # six sectors have four azimuths only
            unique=True,
        ),
        Family(
            title="the colour of the patch at an azimuth",
            question=PatchColor,
            sample=generator.sample_patch_color,
            answer_kind=_colour,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_colours,
        ),
        Family(
            title="how many patches have a colour",
            question=ColorCount,
            sample=generator.sample_color_count,
            answer_kind=_number,
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
