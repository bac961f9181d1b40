"""Hexakai: the rules, the question and the board in words."""

from __future__ import annotations

from gametasks.qa_families._wording import in_words, rules
from gametasks.schemas import Cell
from gametasks.schemas.hexakai import BlankValue, Candidates, HexakaiQuestion, HexakaiState, LineValues, SolutionOf
from gametasks.schemas.hexakai.diamond import HexDirection, line_from
from gametasks.schemas.hexakai.text import text

__all__ = ["ask", "board_in_text", "hint"]

_WAYS = {
    HexDirection.RIGHT: "to the right",
    HexDirection.DOWN_RIGHT: "to the lower right",
    HexDirection.DOWN_LEFT: "to the lower left",
    HexDirection.LEFT: "to the left",
    HexDirection.UP_LEFT: "to the upper left",
    HexDirection.UP_RIGHT: "to the upper right",
}


def hint(state: HexakaiState, question: HexakaiQuestion) -> str:
    """Board and lines, then the goal or what a candidate is."""
    n = state.size
    board = (
        f"A diamond of {n * n} cells in {2 * n - 1} rows, which grow from 1 cell at the top to {n} in the middle and "
        "shrink to 1 at the bottom. Some cells hold a given digit; the others are blanks."
    )
    lines = (
        "Three straight lines of touching cells run through each cell, from rim to rim: its row; its falling diagonal, "
        "from upper left to lower right; and its rising diagonal, from lower left to upper right. There are "
        f"{n} falling and {n} rising diagonals, parallel to the sides of the diamond, each of {n} cells."
    )
    if isinstance(question, Candidates):
        return rules(
            board=board,
            lines=lines,
            rule="No line may hold a digit twice. So a digit is ruled out for a blank if it is given in another cell "
            "of the blank's row, falling diagonal or rising diagonal, however far away.",
            candidates=f"The digits from 0 to {n - 1} that are not ruled out in this way.",
        )
    letters = "Some blanks are named by letters. The others have to be filled too, but are not asked for."
    return rules(
        board=board,
        lines=lines,
        goal=f"Fill every blank with a digit from 0 to {n - 1}. Every diagonal, and the middle row of {n} cells, must "
        "hold each digit exactly once. The shorter rows need not hold every digit, but none may hold a digit twice. "
        "There is exactly one way to do it.",
        letters=letters if isinstance(question, SolutionOf) else None,
    )


def ask(state: HexakaiState, question: HexakaiQuestion) -> str:
    """The question."""
    match question:
        case BlankValue():
            return "Which digit belongs in the blank marked with a question mark?"
        case SolutionOf():
            return f"Which digits belong in the blanks {in_words(question.lettered().values())}?"
        case Candidates():
            return (
                "Which digits are the candidates of the blank marked with a question mark? Use nothing but the given "
                "digits on its three lines: do not fill other blanks, and draw no further conclusions."
            )
        case LineValues(start=start, direction=direction):
            length = len(line_from(state.size, start, direction))
            return (
                f"An arrow outside the diamond points {_WAYS[direction]}, along a {direction.line} of {length} cells. "
                "Which digits does this line hold in the finished board, the given ones included? Read it in the "
                "direction of the arrow, from the cell at the arrow's tip to the opposite rim of the diamond."
            )


def board_in_text(state: HexakaiState, question: HexakaiQuestion) -> str:
    """The diamond with what the question marks, and how it is read."""
    marks: dict[Cell, str] = {}
    arrow, blanks, outside = None, "a dot", ""
    match question:
        case BlankValue(cell=cell) | Candidates(cell=cell):
            marks = {cell: "?"}
        case SolutionOf():
            marks, blanks = question.lettered(), "a dot or a letter"
        case LineValues(start=start, direction=direction):
            arrow = start, direction
            outside = " The arrow stands where its line would have one more cell."
    return (
        f"{text(state, marks, arrow)}\n\n"
        f"A blank is {blanks}. In a row, the next cell stands 4 characters to the right. On a falling diagonal, the "
        "next cell stands one line below and 2 characters to the right; on a rising diagonal, one line above and 2 "
        f"characters to the right.{outside}"
    )
