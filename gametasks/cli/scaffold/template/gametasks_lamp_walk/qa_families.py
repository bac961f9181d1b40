"""Lamp walk, the words, and TASK, which holds everything together."""

from __future__ import annotations

from collections.abc import Sequence

from gametasks.qa_families import Family, Task, other_numbers
from gametasks.schemas import Capability, DirectionAnswer, Format, IntegerAnswer, SequenceAnswer
from gametasks.streams import Stream
from gametasks_lamp_walk import generators, renderers, schemas, solvers
from gametasks_lamp_walk.schemas import VERSION, LampQuestion, LampState, ShortestWalk, WalkLength
from gametasks_lamp_walk.verifiers import VERIFIER

__all__ = ["TASK"]


def _hint(state: LampState, question: LampQuestion) -> str:
    return (
        "Every cell of the board has a lamp, lit or dark. The walker stands on the lit lamp W. With each step the "
        "walker moves by one cell up, down, left or right, onto a lit lamp; dark lamps are never stepped on. The walk "
        "ends on the lit lamp E."
    )


def _ask(state: LampState, question: LampQuestion) -> str:
    match question:
        case WalkLength():
            return "How many steps does the shortest walk from W to E take?"
        case ShortestWalk():
            return "What is a shortest walk from W to E?"


def _number(state: LampState, question: WalkLength) -> IntegerAnswer:
    return IntegerAnswer(low=0, high=state.rows * state.columns)


def _step(state: LampState) -> DirectionAnswer:
    return DirectionAnswer()


def _walk(state: LampState, question: ShortestWalk) -> SequenceAnswer:
    return SequenceAnswer(item=_step(state))


def _other_lengths(
    params: generators.LampParams, state: LampState, question: WalkLength, answer: int, rng: Stream
) -> Sequence[int]:
    """Other lengths of the level: a number that the level never has would be known for wrong without a look."""
    return other_numbers(answer, rng, low=params.steps[0], high=params.steps[1])


def _board_as_text(state: LampState, question: LampQuestion) -> str:
    return f"{schemas.text(state)}\n\no is a lit lamp, . a dark one; W is the walker's lamp, E the end."


TASK: Task[LampState] = Task(
    api=1,
    name="lamp_walk",
    version=VERSION,
    title="Lamp walk",
    summary="Find a shortest walk over the lit lamps of a board.",
    capability=Capability.PLANNING,
    origin="gametasks-lamp-walk",
    state=LampState,
    families=(
        Family(
            title="the number of steps of a shortest walk",
            question=WalkLength,
            sample=generators.sample_walk_length,
            answer_kind=_number,
            formats=(Format.OPEN, Format.CHOICE),
            distractors=_other_lengths,
            optimal=True,
        ),
        Family(
            title="a shortest walk",
            question=ShortestWalk,
            sample=generators.sample_shortest_walk,
            answer_kind=_walk,
            optimal=True,
        ),
    ),
    hint=_hint,
    ask=_ask,
    levels=generators.LEVELS,
    solve=solvers.solve,
    verifier=VERIFIER,
    equivalent_forms=schemas.equivalent_forms,
    styles=renderers.styles,
    draw=renderers.draw,
    text=schemas.text,
    parse=schemas.parse,
    modalities={"text": _board_as_text},
    move=_step,
)
