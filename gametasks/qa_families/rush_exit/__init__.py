"""Rush exit: bring the target vehicle to the exit by sliding vehicles along their lines."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import rush_exit as generator
from gametasks.qa_families import Family, Task, numeric_distractors
from gametasks.qa_families.rush_exit.options import other_first_commands
from gametasks.renderers import rush_exit as renderer
from gametasks.schemas import Capability, CellAnswer, FieldsAnswer, Format, IntegerAnswer, SequenceAnswer, SlideAnswer
from gametasks.schemas.rush_exit import (
    TARGET,
    FirstCommand,
    MinCommands,
    Plan,
    RushQuestion,
    RushState,
    StateAfter,
    equivalent_forms,
)
from gametasks.schemas.rush_exit import text as board_text
from gametasks.solvers import rush_exit as solver
from gametasks.streams import Stream
from gametasks.verifiers.rush_exit import VERIFIER

__all__ = ["TASK"]


def _hint(state: RushState, question: RushQuestion) -> str:
    return f"{_vehicles(state)} {_COMMANDS} {_GOAL}"


def _hint_after(state: RushState, question: StateAfter) -> str:
    return (
        f"{_vehicles(state)} {_COMMANDS} Cells are named by row and column: R2C5 is the cell in row 2, counted from "
        "the top, and column 5, counted from the left. The exit plays no part in this question."
    )


def _vehicles(state: RushState) -> str:
    blocks = " A single hatched cell is a fixed block, onto which no vehicle can move." if state.blocks else ""
    return (
        "The picture shows a walled board with vehicles from above. Each vehicle covers two or three cells in a "
        f"straight line and carries a letter.{blocks} A vehicle slides only along the line on which it lies: a "
        "horizontal one left and right, a vertical one up and down, as seen in the picture; if it is drawn with a "
        "front, the way that it points does not matter. No vehicle turns, leaves the board, or passes over or onto "
        "another."
    )


_COMMANDS = (
    "One command moves one vehicle in one direction by any number of cells, all of which must be free. It is written "
    "as letter, colon, direction and number of cells: H:U2 moves the vehicle H up by 2 cells; D, L and R stand for "
    "down, left and right. The number is always given. Two commands for the same vehicle count as two."
)
_GOAL = (
    f"The vehicle to bring out is {TARGET}. A gap in the wall, marked EXIT, lies at the end of {TARGET}'s own row or "
    f"column. The board is solved as soon as the end of {TARGET} nearer to the exit covers the border cell beside the "
    f"gap; {TARGET} does not drive on out of the board."
)


def _ask_plan(state: RushState, question: Plan) -> str:
    return "Solve the board with the fewest commands possible. Which commands, in order? Any shortest solution counts."


def _ask_minimum(state: RushState, question: MinCommands) -> str:
    return "What is the smallest number of commands that solves the board?"


def _ask_first(state: RushState, question: FirstCommand) -> str:
    return (
        "Which of these commands can be the first of a solution with the fewest commands possible? Exactly one can; "
        "the others are blocked, or every solution that begins with them is longer."
    )


def _ask_after(state: RushState, question: StateAfter) -> str:
    commands = ", ".join(map(str, question.commands))
    *others, last = question.asked
    return (
        f"These commands are carried out in order; all are possible: {commands}. Where do the vehicles "
        f"{', '.join(others)} and {last} stand afterwards? For each, give the topmost cell of a vertical vehicle or "
        "the leftmost cell of a horizontal one."
    )


def _move(state: RushState) -> SlideAnswer:
    return SlideAnswer(pieces=tuple(sorted(vehicle.letter for vehicle in state.vehicles)))


def _command(state: RushState, question: FirstCommand) -> SlideAnswer:
    return _move(state)


def _plan(state: RushState, question: Plan) -> SequenceAnswer:
    return SequenceAnswer(item=_move(state))


def _count(state: RushState, question: MinCommands) -> IntegerAnswer:
    return IntegerAnswer(low=1)


def _cells(state: RushState, question: StateAfter) -> FieldsAnswer:
    cell = CellAnswer(rows=state.rows, columns=state.columns)
    return FieldsAnswer(fields=dict.fromkeys(question.asked, cell))


def _other_counts(state: RushState, question: MinCommands, answer: int, rng: Stream) -> Sequence[int]:
    return numeric_distractors(answer, rng, low=1)


TASK: Task[RushState] = Task(
    name="rush_exit",
    version=1,
    title="Rush exit",
    summary="Vehicles slide along their own lines, never through another; bring the marked one to the exit.",
    capability=Capability.PLANNING,
    origin="paper",
    state=RushState,
    families=(
        Family(
            name="plan",
            title="a shortest solution",
            question=Plan,
            sample=generator.sample_plan,
            hint=_hint,
            ask=_ask_plan,
            answer_kind=_plan,
            optimal=True,
        ),
        Family(
            name="min_commands",
            title="the fewest commands that solve the board",
            question=MinCommands,
            sample=generator.sample_min_commands,
            hint=_hint,
            ask=_ask_minimum,
            answer_kind=_count,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_counts,
            optimal=True,
        ),
        Family(
            name="first_command",
            title="a command that begins a shortest solution",
            question=FirstCommand,
            sample=generator.sample_first_command,
            hint=_hint,
            ask=_ask_first,
            answer_kind=_command,
            formats=(Format.CHOICE,),
            distractors=other_first_commands,
            optimal=True,
        ),
        Family(
            name="state_after",
            title="where vehicles stand after given commands",
            question=StateAfter,
            sample=generator.sample_state_after,
            hint=_hint_after,
            ask=_ask_after,
            answer_kind=_cells,
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
    move=_move,
)
