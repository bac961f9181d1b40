"""Viewpoint match: what cameras see of a scene whose plan is shown."""

from __future__ import annotations

from gametasks.generators import viewpoint_match as generator
from gametasks.qa_families import Family, Task
from gametasks.qa_families.viewpoint_match import wording
from gametasks.renderers import viewpoint_match as renderer
from gametasks.schemas import Capability, ChoiceAnswer, LabelsAnswer, RankingAnswer
from gametasks.schemas.viewpoint_match import (
    VERSION,
    CameraChoice,
    ViewOrder,
    ViewState,
    VisibleObjects,
    equivalent_forms,
)
from gametasks.solvers import viewpoint_match as solver
from gametasks.verifiers.viewpoint_match import VERIFIER

__all__ = ["TASK"]


def _camera(state: ViewState, question: CameraChoice) -> ChoiceAnswer:
    """The letter of a camera: the options stand on the plan itself."""
    return ChoiceAnswer()


def _order(state: ViewState, question: ViewOrder) -> RankingAnswer:
    return RankingAnswer(labels=state.labels())


def _set(state: ViewState, question: VisibleObjects) -> LabelsAnswer:
    return LabelsAnswer(labels=state.labels(), may_be_empty=False)


TASK: Task[ViewState] = Task(
    name="viewpoint_match",
    version=VERSION,
    title="Viewpoint match",
    summary="A plan shows pillars and cameras; tell what a camera sees, or which camera took a photo.",
    capability=Capability.SPATIAL,
    origin="ours",
    state=ViewState,
    families=(
        Family(
            title="which camera took a photo",
            question=CameraChoice,
            sample=generator.sample_camera_choice,
            answer_kind=_camera,
            unique=True,
        ),
        Family(
            title="the pillars that a camera sees, from left to right",
            question=ViewOrder,
            sample=generator.sample_view_order,
            answer_kind=_order,
        ),
        Family(
            title="the pillars that a camera sees at all",
            question=VisibleObjects,
            sample=generator.sample_visible_objects,
            answer_kind=_set,
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
