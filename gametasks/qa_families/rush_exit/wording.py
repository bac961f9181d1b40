"""Rush exit: the rules, the question and the board in words."""

from __future__ import annotations

from gametasks.qa_families._wording import CELL_NAMES, in_words, rules
from gametasks.schemas.rush_exit import TARGET, FirstCommand, MinCommands, Plan, RushQuestion, RushState, StateAfter
from gametasks.schemas.rush_exit.text import text

__all__ = ["ask", "board_in_text", "hint"]

_COMMANDS = (
    "One command moves one vehicle in one direction by any number of cells, all of which must be free. Q:U2 would move "
    "a vehicle Q up by 2 cells; D, L and R stand for down, left and right. The number is always given."
)
_COUNTING = " Two commands for the same vehicle count as two."
_GOAL = (
    f"Bring the vehicle {TARGET} to the exit, a gap in the wall at one end of {TARGET}'s own row or column. The board "
    f"is solved as soon as {TARGET} covers the border cell beside the exit; {TARGET} does not leave the board."
)


def hint(state: RushState, question: RushQuestion) -> str:
    """Board, moves and commands, then the goal or how cells are named."""
    after = isinstance(question, StateAfter)
    blocks = " Fixed blocks fill a cell each." if state.blocks else ""
    obstacle = "another vehicle or a block" if state.blocks else "another vehicle"
    return rules(
        board=f"A walled grid of {state.rows} rows and {state.columns} columns. Each vehicle covers two or three cells "
        f"in a straight line and has a letter.{blocks}",
        moves="A vehicle slides only along its own line: a horizontal one left and right, a vertical one up and down. "
        f"It never turns, leaves the board, or passes over or onto {obstacle}.",
        commands=_COMMANDS if after else _COMMANDS + _COUNTING,
        goal=None if after else _GOAL,
        exit="It plays no part in this question." if after else None,
        cells=CELL_NAMES if after else None,
    )


def ask(state: RushState, question: RushQuestion) -> str:
    """The question."""
    match question:
        case Plan():
            return (
                "Solve the board with the fewest commands possible. Which commands, in order? Any shortest solution "
                "counts."
            )
        case MinCommands():
            return "What is the smallest number of commands that solves the board?"
        case FirstCommand():
            return (
                "Which of these commands can be the first of a solution with the fewest commands possible? Exactly one "
                "can; the others are blocked, or every solution that begins with them is longer."
            )
        case StateAfter(commands=commands, asked=asked):
            return (
                f"These commands are carried out in order; all are possible: {', '.join(map(str, commands))}. Where do "
                f"the vehicles {in_words(asked)} stand afterwards? For each, give the topmost cell of a vertical "
                "vehicle or the leftmost cell of a horizontal one."
            )


def board_in_text(state: RushState, question: RushQuestion) -> str:
    """The board with its exit, and what the signs mean."""
    blocks = ", # a fixed block" if state.blocks else ""
    return (
        f"{text(state)}\n\n"
        "R1, R2, ... are the rows and C1, C2, ... the columns. A letter is a cell of the vehicle with this letter, a "
        f"dot a free cell{blocks}. The exit is in the wall beside the named cell."
    )
