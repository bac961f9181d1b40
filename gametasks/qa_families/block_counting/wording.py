"""Block counting: the rules, the question and the blocks in words."""

from __future__ import annotations

from gametasks.qa_families._wording import rules
from gametasks.schemas import ChoiceAnswer
from gametasks.schemas.block_counting import (
    BlockQuestion,
    BlockState,
    ColumnHeights,
    HiddenBlocks,
    SideView,
    TotalBlocks,
)
from gametasks.schemas.block_counting.text import text, write_outline

__all__ = ["ask", "board_in_text", "hint"]

_VIEW = (
    "The blocks are seen from far away, from above the corner between FRONT and RIGHT, so that the top, the front and "
    "the right face of a cube look equally large (an isometric view)."
)
_SEEN = (
    "At least half of the top of every column is seen, and at least half of the floor of every empty cell; so the view "
    "determines all heights."
)
_HIDDEN = (
    "A cube is hidden if nothing of its top, its front and its right face is seen. In this view each face is seen "
    "wholly, by half or not at all; a cube of which half a face is seen is not hidden."
)
_ORDER = (
    "Give one digit for each cell, its number of cubes, 0 for an empty cell. Begin with the row at the back, end with "
    "the row at FRONT; each row goes from left to right as seen from FRONT, and so ends at RIGHT."
)
_OBSERVER = (
    "An arrow stands outside one side of the floor. There the observer stands, far away, and looks in the direction of "
    "the arrow, level with the ground. Nearer and farther columns look equally large, so for each line of columns "
    "along the arrow the observer sees the tallest one. Each option shows the outline from the observer's left to "
    "the observer's right."
)


def hint(state: BlockState, question: BlockQuestion) -> str:
    """The blocks, how they are seen, and what the question needs besides."""
    return rules(
        blocks=f"The floor has {state.rows} rows of {state.columns} cells; the rows are parallel to the side FRONT. On "
        f"every cell stands a column of 0 to {state.tallest} equal cubes. Columns have no gaps: below every cube are "
        "cubes down to the floor.",
        view=_VIEW,
        seen=_SEEN,
        hidden=_HIDDEN if isinstance(question, HiddenBlocks) else None,
        heights=_ORDER if isinstance(question, ColumnHeights) else None,
        observer=_OBSERVER if isinstance(question, SideView) else None,
    )


def ask(state: BlockState, question: BlockQuestion) -> str:
    """The question."""
    match question:
        case TotalBlocks():
            return "How many cubes are there altogether, those that are not seen included?"
        case HiddenBlocks():
            return "How many cubes are hidden?"
        case ColumnHeights():
            return "How many cubes stand on each cell?"
        case SideView():
            return "Which option shows what the observer at the arrow sees?"


def board_in_text(state: BlockState, question: BlockQuestion) -> str:
    """The heights, what the signs mean, and the options; nothing where the heights are the answer."""
    if isinstance(question, ColumnHeights):
        return ""
    legend = (
        f"A number is the height of a column in cubes. R1 is the row at the back, R{state.rows} the one at FRONT; C1 "
        f"is at the left as seen from FRONT, C{state.columns} at RIGHT."
    )
    parts = [text(state), legend]
    if isinstance(question, SideView):
        side, ahead = question.side.upper(), question.side.opposite.upper()
        parts.append(f"The arrow stands outside the side {side} and points towards {ahead}.")
        parts += [
            f"OPTION {letter}\n{write_outline(option, state.tallest)}"
            for letter, option in zip(ChoiceAnswer().letters, question.options, strict=True)
        ]
        parts.append("In the options # is a cube that is seen, a dot nothing; the lowest line is on the ground.")
    return "\n\n".join(parts)
