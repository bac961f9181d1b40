"""A question as it is asked, proved and without pictures: options, texts and the canonical answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gametasks.build.sample.case import Case
from gametasks.build.sample.prove import prove_options, require_agreement, solve_claimed
from gametasks.errors import PluginError
from gametasks.qa_families import DISTRACTORS
from gametasks.schemas import AnswerKind, ChoiceAnswer, Format, answer_format_line, write_answer
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas.answers.kinds import encode_answer_kind
from gametasks.streams import Stream

__all__ = ["Lap", "Posed", "no_lap", "pose"]

Lap = Callable[[str], None]
"""Called with a stage's name as the stage ends; the benchmark reads the clock there."""


def no_lap(stage: str) -> None:
    """The clock of those who measure nothing."""


class Posed(msgspec.Struct, frozen=True):
    """The columns of the record that follow from the task's words and the answer, with the record's names."""

    text: str
    hint: str
    question: str
    options: tuple[str, ...]
    option_images: bool
    answer_format: str
    answer: str
    answer_schema: str


def pose(case: Case[Any], lap: Lap = no_lap) -> Posed:
    """Solve a case, prove its answer, and put the question into words.

    With text options, the stream "options" draws the distractors and the order of the letters.

    Args:
        case: A question about a state.
        lap: Called at the end of the stages ``"solve"`` and ``"verify"``.

    Raises:
        Rejection: The state has a second answer where the family claims only one.
        PluginError: The task contradicts itself: solver and verifier disagree, or an option is not what it should be.
    """
    answer = solve_claimed(case)
    lap("solve")
    require_agreement(case, answer)
    kind = case.kind
    if case.id.format is Format.OPEN:
        posed = _worded(case, kind, write_answer(kind, answer))
    elif (draw_distractors := case.family.distractors) is None:
        posed = _worded(case, kind, write_answer(kind, answer), OPTION_LETTERS, option_images=True)
    else:
        rng = Stream(str(case.id), "options")
        wrong = list(draw_distractors(case.params, case.state, case.question, answer, rng))
        if len(wrong) != DISTRACTORS:
            raise PluginError(f"{case.place}: {len(wrong)} distractors instead of {DISTRACTORS}")
        prove_options(case, answer, wrong)
        values = rng.shuffle([answer, *wrong])
        options = tuple(write_answer(kind, value) for value in values)
        posed = _worded(case, ChoiceAnswer(), OPTION_LETTERS[values.index(answer)], options)
    lap("verify")
    return posed


def _worded(
    case: Case[Any], kind: AnswerKind, answer: str, options: tuple[str, ...] = (), *, option_images: bool = False
) -> Posed:
    write_board = case.task.modalities.get("text")
    return Posed(
        text=write_board(case.state, case.question) if write_board else "",
        hint=case.task.hint(case.state, case.question),
        question=case.task.ask(case.state, case.question),
        options=options,
        option_images=option_images,
        answer_format=answer_format_line(kind),
        answer=answer,
        answer_schema=encode_answer_kind(kind),
    )
