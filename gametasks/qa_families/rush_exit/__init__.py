"""Rush exit: bring the target vehicle to the exit by sliding vehicles along their lines."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.generators import rush_exit as generator
from gametasks.qa_families import Family, Task, other_numbers
from gametasks.qa_families.rush_exit import wording
from gametasks.qa_families.rush_exit.options import other_first_commands
from gametasks.renderers import rush_exit as renderer
from gametasks.schemas import Capability, CellAnswer, FieldsAnswer, Format, IntegerAnswer, SequenceAnswer, SlideAnswer
from gametasks.schemas.rush_exit import (
    VERSION,
    FirstCommand,
    MinCommands,
    Plan,
    RushState,
    StateAfter,
    equivalent_forms,
)
from gametasks.schemas.rush_exit import text as board_text
from gametasks.solvers import rush_exit as solver
from gametasks.streams import Stream
from gametasks.verifiers.rush_exit import VERIFIER

__all__ = ["TASK"]


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


def _other_counts(
    params: generator.RushParams, state: RushState, question: MinCommands, answer: int, rng: Stream
) -> Sequence[int]:
    return other_numbers(answer, rng, low=params.optimum[0], high=params.optimum[1])


TASK: Task[RushState] = Task(
    name="rush_exit",
    version=VERSION,
    title="Rush exit",
    summary="Vehicles slide along their own lines, never through another; bring the marked one to the exit.",
    capability=Capability.PLANNING,
    origin="paper",
    state=RushState,
    families=(
        Family(
            title="a shortest solution",
            question=Plan,
            sample=generator.sample_plan,
            answer_kind=_plan,
            optimal=True,
        ),
        Family(
            title="the fewest commands that solve the board",
            question=MinCommands,
            sample=generator.sample_min_commands,
            answer_kind=_count,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_counts,
            # Below, a level has fewer than six numbers.
            choice_levels=(4, 5),
            optimal=True,
        ),
        Family(
            title="a command that begins a shortest solution",
            question=FirstCommand,
            sample=generator.sample_first_command,
            answer_kind=_command,
            formats=(Format.CHOICE,),
            distractors=other_first_commands,
            optimal=True,
        ),
        Family(
            title="where vehicles stand after given commands",
            question=StateAfter,
            sample=generator.sample_state_after,
            answer_kind=_cells,
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
    move=_move,
)
