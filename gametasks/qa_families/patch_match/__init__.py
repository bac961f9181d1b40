"""Patch match: where patches, pieces and crops of a scene belong."""

from __future__ import annotations

from gametasks.generators import patch_match as generator
from gametasks.qa_families import Family, Task
from gametasks.qa_families.patch_match import wording
from gametasks.renderers import patch_match as renderer
from gametasks.schemas import Capability, CellAnswer, ChoiceAnswer, FieldsAnswer, Format, LabelAnswer, VectorAnswer
from gametasks.schemas.patch_match import (
    VERSION,
    CropOrigin,
    MissingPatch,
    PatchState,
    PieceOrder,
    RotatedPiece,
    equivalent_forms,
)
from gametasks.solvers import patch_match as solver
from gametasks.verifiers.patch_match import VERIFIER

__all__ = ["TASK"]


def _letter(state: PatchState, question: MissingPatch) -> ChoiceAnswer:
    return ChoiceAnswer()


def _numbers(state: PatchState, question: PieceOrder) -> VectorAnswer:
    count = state.rows * state.columns
    return VectorAnswer(length=count, low=1, high=count)


def _cell(state: PatchState, question: CropOrigin) -> CellAnswer:
    return CellAnswer(rows=state.rows, columns=state.columns)


def _turn(state: PatchState, question: RotatedPiece) -> FieldsAnswer:
    piece = CellAnswer(rows=state.rows, columns=state.columns)
    return FieldsAnswer(fields={"piece": piece, "turn": LabelAnswer(labels=("90", "180", "270"))})


TASK: Task[PatchState] = Task(
    name="patch_match",
    version=VERSION,
    title="Patch match",
    summary="A scene is cut into pieces; tell where a patch, a crop or a piece belongs.",
    capability=Capability.PERCEPTION,
    origin="ours",
    state=PatchState,
    families=(
        Family(
            title="which patch fills the hole",
            question=MissingPatch,
            sample=generator.sample_missing_patch,
            answer_kind=_letter,
            formats=(Format.CHOICE,),
            unique=True,
        ),
        Family(
            title="which piece belongs in each place",
            question=PieceOrder,
            sample=generator.sample_piece_order,
            answer_kind=_numbers,
            unique=True,
        ),
        Family(
            title="which cell a crop was taken from",
            question=CropOrigin,
            sample=generator.sample_crop_origin,
            answer_kind=_cell,
            unique=True,
        ),
        Family(
            title="which piece was turned, and the turn that puts it right",
            question=RotatedPiece,
            sample=generator.sample_rotated_piece,
            answer_kind=_turn,
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
