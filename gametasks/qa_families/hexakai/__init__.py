"""Hexakai: fill a diamond of hexagons so that its rows and diagonals hold different digits."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import hexakai as generator
from gametasks.qa_families import Family, Task
from gametasks.qa_families._distractors import DISTRACTORS
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
    LETTERS,
    BlankValue,
    Candidates,
    HexakaiQuestion,
    HexakaiState,
    HexDirection,
    LineValues,
    SolutionOf,
    equivalent_forms,
    row_length,
)
from gametasks.schemas.hexakai import text as board_text
from gametasks.solvers import hexakai as solver
from gametasks.streams import Stream
from gametasks.verifiers.hexakai import VERIFIER

__all__ = ["TASK"]

_LINE_WORDS = {
    HexDirection.RIGHT: "row",
    HexDirection.LEFT: "row",
    HexDirection.DOWN_RIGHT: "falling diagonal",
    HexDirection.UP_LEFT: "falling diagonal",
    HexDirection.DOWN_LEFT: "rising diagonal",
    HexDirection.UP_RIGHT: "rising diagonal",
}


def _lines(state: HexakaiState) -> str:
    """What the board is, and which lines run through it."""
    n = state.size
    return (
        f"The picture shows a hexakai board: a diamond of {n * n} cells in {2 * n - 1} horizontal rows, which grow "
        f"from 1 cell at the top to {n} cells in the middle and shrink to 1 cell again at the bottom. In the finished "
        f"board every cell holds one of the digits 0 to {n - 1}. Three straight lines of touching cells run through "
        f"every cell, each from one rim of the diamond to the other: its horizontal row; its falling diagonal, which "
        f"runs from the upper left to the lower right; and its rising diagonal, which runs from the lower left to the "
        f"upper right. The diagonals are parallel to the slanting sides of the diamond: there are {n} falling and {n} "
        f"rising ones, and each has {n} cells. The printed digits are given; all other cells are blanks."
    )


def _hint(state: HexakaiState, question: HexakaiQuestion) -> str:
    n = state.size
    badges = (
        " Some blanks are named by a letter in a coloured badge; the blanks without a letter have to be filled as "
        "well, but are not asked for."
    )
    return (
        f"{_lines(state)} Rules: every diagonal holds each digit from 0 to {n - 1} exactly once, and so does the "
        f"middle row (the longest one, of {n} cells, which is highlighted in the picture). The shorter rows do not "
        f"hold every digit, but none of them holds a digit twice. The board can be finished in exactly one way."
        f"{badges if isinstance(question, SolutionOf) else ''}"
    )


def _hint_candidates(state: HexakaiState, question: Candidates) -> str:
    return (
        f"{_lines(state)} No line may hold a digit twice: a digit is ruled out for a blank if it is printed in another "
        f"cell of its row, of its falling diagonal or of its rising diagonal, however far away. The digits from 0 to "
        f"{state.size - 1} that are not ruled out in this way are the candidates of the blank."
    )


def _ask_blank(state: HexakaiState, question: BlankValue) -> str:
    return "Which digit belongs in the blank marked with a question mark?"


def _ask_solution(state: HexakaiState, question: SolutionOf) -> str:
    letters = _letters(question)
    return f"Which digits belong in the blanks {', '.join(letters[:-1])} and {letters[-1]}?"


def _ask_candidates(state: HexakaiState, question: Candidates) -> str:
    return (
        "Which digits are the candidates of the blank marked with a question mark? Use nothing but the digits printed "
        "on its three lines; do not fill other blanks, and draw no further conclusions."
    )


def _ask_line(state: HexakaiState, question: LineValues) -> str:
    return (
        f"An arrow outside the diamond points along a {_LINE_WORDS[question.direction]} of {_length(state, question)} "
        f"cells. Which digits does this line hold in the finished board, the given ones included? Read it in the "
        f"direction of the arrow, from the cell at the arrow's tip to the other rim of the diamond."
    )


def _letters(question: SolutionOf) -> tuple[str, ...]:
    return LETTERS[: len(question.cells)]


def _length(state: HexakaiState, question: LineValues) -> int:
    """Number of cells of the asked line."""
    is_row = question.direction in (HexDirection.RIGHT, HexDirection.LEFT)
    return row_length(state.size, question.start.row) if is_row else state.size


def _digit(state: HexakaiState, question: HexakaiQuestion) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.size - 1)


def _fields(state: HexakaiState, question: SolutionOf) -> FieldsAnswer:
    return FieldsAnswer(fields={letter: _digit(state, question) for letter in _letters(question)})


def _labels(state: HexakaiState, question: Candidates) -> LabelsAnswer:
    return LabelsAnswer(labels=tuple(map(str, range(state.size))), may_be_empty=False)


def _vector(state: HexakaiState, question: LineValues) -> VectorAnswer:
    return VectorAnswer(length=_length(state, question), low=0, high=state.size - 1)


def _other_digits(state: HexakaiState, question: BlankValue, answer: int, rng: Stream) -> Sequence[int]:
    """Five of the other digits at random: then no digit and no rank among the options is likelier than another."""
    return rng.sample([digit for digit in range(state.size) if digit != answer], DISTRACTORS)


def _entry(state: HexakaiState) -> EntryAnswer:
    """A move: a digit in a cell. Rows are shorter than the middle one; the rules know which cells there are."""
    cell = CellAnswer(rows=2 * state.size - 1, columns=state.size)
    return EntryAnswer(key=cell, value=IntegerAnswer(low=0, high=state.size - 1))


TASK: Task[HexakaiState] = Task(
    name="hexakai",
    version=1,
    title="Hexakai",
    summary="Fill a diamond of hexagons so that diagonals and rows hold different digits, and tell what goes where.",
    capability=Capability.CONSTRAINT,
    origin="paper",
    state=HexakaiState,
    families=(
        Family(
            name="blank_value",
            title="the digit of one marked blank",
            question=BlankValue,
            sample=generator.sample_blank_value,
            hint=_hint,
            ask=_ask_blank,
            answer_kind=_digit,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_digits,
            # Size 5, at the first two levels, has no five wrong digits.
            choice_levels=(3, 4, 5),
            unique=True,
        ),
        Family(
            name="solution",
            title="the digits of all lettered blanks",
            question=SolutionOf,
            sample=generator.sample_solution,
            hint=_hint,
            ask=_ask_solution,
            answer_kind=_fields,
            unique=True,
        ),
        Family(
            name="candidates",
            title="the digits that the given ones leave for one marked blank",
            question=Candidates,
            sample=generator.sample_candidates,
            hint=_hint_candidates,
            ask=_ask_candidates,
            answer_kind=_labels,
        ),
        Family(
            name="line_values",
            title="the finished line at an arrow",
            question=LineValues,
            sample=generator.sample_line_values,
            hint=_hint,
            ask=_ask_line,
            answer_kind=_vector,
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
    move=_entry,
)
