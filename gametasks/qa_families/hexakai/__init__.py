"""Hexakai: fill a diamond of hexagons so that its rows and diagonals hold different digits."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import hexakai as generator
from gametasks.qa_families import Family, Task, other_labels
from gametasks.qa_families.hexakai import wording
from gametasks.renderers import hexakai as renderer
from gametasks.schemas import (
    Capability,
    CellAnswer,
    EntryAnswer,
    FieldsAnswer,
    Format,
    IntegerAnswer,
    LabelsAnswer,
    VectorAnswer,
)
from gametasks.schemas.hexakai import (
    VERSION,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    LineValues,
    SolutionOf,
    equivalent_forms,
)
from gametasks.schemas.hexakai import text as board_text
from gametasks.schemas.hexakai.diamond import line_from
from gametasks.solvers import hexakai as solver
from gametasks.streams import Stream
from gametasks.verifiers.hexakai import VERIFIER

__all__ = ["TASK"]


def _digit(state: HexakaiState, question: HexakaiQuestion) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.size - 1)


def _fields(state: HexakaiState, question: SolutionOf) -> FieldsAnswer:
    return FieldsAnswer(fields={letter: _digit(state, question) for letter in question.lettered().values()})


def _labels(state: HexakaiState, question: Candidates) -> LabelsAnswer:
    return LabelsAnswer(labels=tuple(map(str, range(state.size))), may_be_empty=False)


def _vector(state: HexakaiState, question: LineValues) -> VectorAnswer:
    return VectorAnswer(
        length=len(line_from(state.size, question.start, question.direction)), low=0, high=state.size - 1
    )


def _other_digits(
    params: generator.HexakaiParams, state: HexakaiState, question: BlankValue, answer: int, rng: Stream
) -> Sequence[int]:
    return other_labels(answer, range(state.size), rng)


def _entry(state: HexakaiState) -> EntryAnswer:
    """A move: a digit in a cell. Rows are shorter than the middle one; the rules know which cells there are."""
    cell = CellAnswer(rows=2 * state.size - 1, columns=state.size)
    return EntryAnswer(key=cell, value=IntegerAnswer(low=0, high=state.size - 1))


TASK: Task[HexakaiState] = Task(
    name="hexakai",
    version=VERSION,
    title="Hexakai",
    summary="Fill a diamond of hexagons so that diagonals and rows hold different digits, and tell what goes where.",
    capability=Capability.CONSTRAINT,
    origin="paper",
    state=HexakaiState,
    families=(
        Family(
            title="the digit of one marked blank",
            question=BlankValue,
            sample=generator.sample_blank_value,
            answer_kind=_digit,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_digits,
            # Size 5, at the first two levels, has no five wrong digits.
            choice_levels=(3, 4, 5),
            unique=True,
        ),
        Family(
            title="the digits of all lettered blanks",
            question=SolutionOf,
            sample=generator.sample_solution,
            answer_kind=_fields,
            unique=True,
        ),
        Family(
            title="the digits that the given ones leave for one marked blank",
            question=Candidates,
            sample=generator.sample_candidates,
            answer_kind=_labels,
        ),
        Family(
            title="the finished line at an arrow",
            question=LineValues,
            sample=generator.sample_line_values,
            answer_kind=_vector,
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
    move=_entry,
)
