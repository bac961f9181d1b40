"""Block counting: how many cubes there are, how many are hidden, how they stand, and how they look from a side."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import block_counting as generator
from gametasks.qa_families import Family, Task, near_numbers
from gametasks.qa_families.block_counting import wording
from gametasks.renderers import block_counting as renderer
from gametasks.schemas import Capability, ChoiceAnswer, Format, GridAnswer, IntegerAnswer
from gametasks.schemas.block_counting import (
    VERSION,
    BlockState,
    ColumnHeights,
    HiddenBlocks,
    SideView,
    TotalBlocks,
    equivalent_forms,
)
from gametasks.schemas.block_counting import text as board_text
from gametasks.solvers import block_counting as solver
from gametasks.streams import Stream
from gametasks.verifiers.block_counting import VERIFIER

__all__ = ["TASK"]


def _number(state: BlockState, question: TotalBlocks | HiddenBlocks) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.rows * state.columns * state.tallest)


def _grid(state: BlockState, question: ColumnHeights) -> GridAnswer:
    symbols = "".join(map(str, range(state.tallest + 1)))
    return GridAnswer(rows=state.rows, columns=state.columns, symbols=symbols)


def _letter(state: BlockState, question: SideView) -> ChoiceAnswer:
    return ChoiceAnswer()


def _other_totals(
    params: generator.BlockParams, state: BlockState, question: TotalBlocks, answer: int, rng: Stream
) -> Sequence[int]:
    return near_numbers(answer, rng, low=params.total[0], high=params.total[1])


TASK: Task[BlockState] = Task(
    name="block_counting",
    version=VERSION,
    title="Block counting",
    summary="Columns of cubes in an isometric view; count them, those that are hidden too, and see them from a side.",
    capability=Capability.SPATIAL,
    origin="paper",
    state=BlockState,
    families=(
        Family(
            title="how many cubes there are",
            question=TotalBlocks,
            sample=generator.sample_total_blocks,
            answer_kind=_number,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_totals,
            unique=True,
        ),
        Family(
            title="how many cubes are hidden",
            question=HiddenBlocks,
            sample=generator.sample_hidden_blocks,
            answer_kind=_number,
            unique=True,
        ),
        Family(
            title="how many cubes each column has",
            question=ColumnHeights,
            sample=generator.sample_column_heights,
            answer_kind=_grid,
            unique=True,
        ),
        Family(
            title="which outline an observer at a side sees",
            question=SideView,
            sample=generator.sample_side_view,
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
