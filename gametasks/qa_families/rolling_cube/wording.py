"""Rolling cube: the rules, the question and the board in words."""

from __future__ import annotations

from gametasks.qa_families._wording import in_words, rules
from gametasks.schemas.rolling_cube import (
    AllFaces,
    CheckpointFaces,
    Face,
    MarkSet,
    RollQuestion,
    RollState,
    SelectedFaces,
    TopFace,
)
from gametasks.schemas.rolling_cube.text import text

__all__ = ["ask", "board_in_text", "hint", "sorted_marks"]

_MARKS = {
    MarkSet.DIGITS: "digits",
    MarkSet.LETTERS: "letters",
    MarkSet.COLOURS: "the colours of the sides",
    MarkSet.PIPS: "the numbers of pips on the sides, as on a die",
    MarkSet.ICONS: "icons",
}


def sorted_marks(state: RollState) -> tuple[str, ...]:
    """The six marks in an order that says nothing about the cube."""
    return tuple(sorted(state.cube.marks()))


def hint(state: RollState, question: RollQuestion) -> str:
    """Board, cube, sides and moves."""
    turned = "" if state.mark_set is MarkSet.COLOURS else " How a mark is turned makes no difference."
    checkpoints = "Some cells of the path are numbered, in the order in which the cube comes to them."
    return rules(
        board="A grid of cells with north at its upper edge. A path leads from the cell START to the cell END, always "
        "from a cell to one beside it.",
        cube=f"Each of its six sides has a mark of its own. The marks are {_MARKS[state.mark_set]}: "
        f"{in_words(sorted_marks(state))}.{turned}",
        sides=f"They are called {in_words(face.upper() for face in Face)}. These names stay fixed in space while the "
        "cube rolls: TOP is always the side that points up, NORTH the side that points north, and so on.",
        moves="The cube stands on START, with its marks as given, and rolls along the path to END. With each step it "
        "tips by a quarter turn over its lower edge onto the next cell. It never slides or turns on the spot.",
        checkpoints=checkpoints if isinstance(question, CheckpointFaces) else None,
    )


def ask(state: RollState, question: RollQuestion) -> str:
    """The question."""
    match question:
        case TopFace():
            return "Which mark is on the TOP of the cube when it stands on END?"
        case SelectedFaces(faces=faces):
            sides = in_words(face.upper() for face in faces)
            return f"Which marks are on the sides {sides} of the cube when it stands on END?"
        case AllFaces():
            return "Which mark is on each of the six sides of the cube when it stands on END?"
        case CheckpointFaces(steps=steps):
            return (
                "Which mark is on the TOP of the cube when it stands on each of the checkpoints "
                f"1 to {len(steps)}, in this order?"
            )


def board_in_text(state: RollState, question: RollQuestion) -> str:
    """The board with its path and checkpoints, the cube, and what the signs mean."""
    steps = question.steps if isinstance(question, CheckpointFaces) else ()
    legend = (
        "The arrow in a cell leads to the next cell of the path: ^ to the north, v to the south, < to the west, > to "
        "the east. Cells with a dot are not on the path."
    )
    if steps:
        legend += " (1) before an arrow, or before END, marks checkpoint 1, and so on."
    return f"{text(state, steps)}\n\n{legend}"
