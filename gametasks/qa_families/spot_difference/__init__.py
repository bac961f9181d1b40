"""Spot the difference: what differs between two panels of glyphs, and which panel equals another."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import spot_difference as generator
from gametasks.qa_families import Family, Task
from gametasks.qa_families._distractors import numeric_distractors
from gametasks.renderers import spot_difference as renderer
from gametasks.schemas import Capability, CellsAnswer, ChoiceAnswer, Format, IntegerAnswer, LabelAnswer
from gametasks.schemas.spot_difference import (
    Attribute,
    ChangeKind,
    DifferenceCells,
    DifferenceCount,
    IdenticalPanel,
    SpotQuestion,
    SpotState,
    equivalent_forms,
)
from gametasks.schemas.spot_difference import text as board_text
from gametasks.solvers import spot_difference as solver
from gametasks.streams import Stream
from gametasks.verifiers.spot_difference import VERIFIER

__all__ = ["TASK"]

_GLYPHS = (
    "A glyph has five attributes: its shape; its colour; its size; its rotation (how far it is turned; a turned shape, "
    "such as a square on its corner, is still the same shape); and its fill (whether the inside of its outline is "
    "solid, hollow, or has a pattern of stripes, bars, dots or a net). Patterns do not turn with the glyph."
)


def _hint_pair(state: SpotState, question: SpotQuestion) -> str:
    return (
        "The image shows two panels, titled PANEL 1 and PANEL 2. Each is a grid of "
        f"{state.rows} rows and {state.columns} columns with one glyph in every cell. {_GLYPHS} Compare the two glyphs "
        "at the same place in the two panels. Either they are exactly the same, or the cell differs: then exactly one "
        "of the five attributes is different, and clearly so. Nothing else differs between the panels. "
        "Cells are named by row and column: R2C5 is in row 2 and column 5. Rows are counted from the top and columns "
        "from the left, both from 1, and are numbered along both panels."
    )


def _hint_options(state: SpotState, question: IdenticalPanel) -> str:
    return (
        f"Each image shows a panel, a grid of {state.rows} rows and {state.columns} columns with one glyph in every "
        f"cell. The first image is the reference panel, the other six are the option panels A to F. {_GLYPHS} Exactly "
        "one option panel is identical to the reference panel. Each of the other five differs from the reference panel "
        "in at least one cell. In every cell that differs, exactly one of the five attributes is different, and "
        "clearly so."
    )


def _ask_count(state: SpotState, question: DifferenceCount) -> str:
    return "In how many cells do the two panels differ? (At least one.)"


def _ask_cells(state: SpotState, question: DifferenceCells) -> str:
    return "In which cells do the two panels differ? (At least one.)"


def _ask_kind(state: SpotState, question: ChangeKind) -> str:
    return (
        "The two panels differ in exactly one cell. Which attribute of the glyph is different there: shape, colour, "
        "size, rotation or fill?"
    )


def _ask_option(state: SpotState, question: IdenticalPanel) -> str:
    return "Which option panel is identical to the reference panel?"


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


def _other_numbers(state: SpotState, question: DifferenceCount, answer: int, rng: Stream) -> Sequence[int]:
    # Far more changes than a level has would stand out, so none exceeds two thirds of the cells.
    return numeric_distractors(answer, rng, low=1, high=state.rows * state.columns * 2 // 3)


TASK: Task[SpotState] = Task(
    name="spot_difference",
    version=1,
    title="Spot the difference",
    summary="Two panels show the same grid of glyphs but for a few cells; find out where and how they differ.",
    capability=Capability.PERCEPTION,
    origin="ours",
    state=SpotState,
    families=(
        Family(
            name="difference_count",
            title="how many cells differ",
            question=DifferenceCount,
            sample=generator.sample_difference_count,
            hint=_hint_pair,
            ask=_ask_count,
            answer_kind=_number,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_numbers,
        ),
        Family(
            name="difference_cells",
            title="which cells differ",
            question=DifferenceCells,
            sample=generator.sample_difference_cells,
            hint=_hint_pair,
            ask=_ask_cells,
            answer_kind=_cells,
        ),
        Family(
            name="change_kind",
            title="what changed in the one cell that differs",
            question=ChangeKind,
            sample=generator.sample_change_kind,
            hint=_hint_pair,
            ask=_ask_kind,
            answer_kind=_attribute,
            unique=True,
        ),
        Family(
            name="identical_panel",
            title="which of six panels equals the reference",
            question=IdenticalPanel,
            sample=generator.sample_identical_panel,
            hint=_hint_options,
            ask=_ask_option,
            answer_kind=_letter,
            formats=(Format.CHOICE,),
            unique=True,
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
)
