"""Rows without pictures: what scoring needs and no more; and which answers to them score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec

from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.case import draw_case
from gametasks.build.sample.pose import pose
from gametasks.evaluate.scoring import score
from gametasks.qa_families import Family, Task
from gametasks.schemas import AnswerKind, Diagnostic, Format, IntegerAnswer, JsonAnswer, Ranges, SampleId, parse_answer
from gametasks.schemas.answers.kinds import decode_answer_kind
from gametasks.testing.mutations import mutated_strings, nearly_right
from gametasks.testing.samples import sample_id

__all__ = ["PosedRow", "assert_only_right_answers_score", "rows_of"]


@dataclass(frozen=True, slots=True)
class PosedRow:
    """A row with what it was made from.

    Attributes:
        task, family, state, question: What it was made from.
        row: The columns that need no pictures.
        kind: How this row is answered, in its format.
        gold: The canonical answer as a value of that kind.
    """

    task: Task[Any]
    family: Family[Any, Any]
    state: Any
    question: Any
    row: dict[str, Any]
    kind: AnswerKind
    gold: Any

    @property
    def has_several_answers(self) -> bool:
        """Whether another answer than the canonical one may be right: any optimal plan is, if it is one of many."""
        return self.row["format"] == Format.OPEN and self.family.optimal and not self.family.unique

    def accepts(self, text: str) -> bool:
        """Whether a text is right, argued without ``score``.

        It must be read, and either mean the canonical answer, or be another optimal plan: then the verifier's own
        check accepts it, and it is no longer and no shorter than the optimum.
        """
        value = parse_answer(self.kind, text)
        if isinstance(value, Diagnostic):
            return False
        if value == self.gold:
            return True
        if isinstance(self.kind, JsonAnswer):  # facts may come in any order, and any legal play is right
            return self.task.verifier.check(self.state, self.question, value).correct
        if not self.has_several_answers or isinstance(self.kind, IntegerAnswer):
            return False
        if isinstance(value, tuple) and len(value) != len(self.gold):
            return False
        return self.task.verifier.check(self.state, self.question, value).correct


def rows_of(task: Task[Any], family: str, count: int = 6) -> tuple[PosedRow, ...]:
    """Samples of a family, spread over its levels, formats and both sets of ranges, always the same ones.

    Raises:
        UnknownNameError: The task has no family of that name.
        Rejection: A hundred attempts in a row were rejected.
    """
    settings = task.settings(task.family(family))
    ids = (
        sample_id(task, family, level, (Ranges.DATASET, Ranges.EVALUATION)[number % 2], form=form, index=number)
        for number in range(count)
        for level, form in [settings[number % len(settings)]]
    )
    return tuple(Attempts(first).first(lambda attempt: _attempt(task, attempt)) for first in ids)


def _attempt(task: Task[Any], sample_id: SampleId) -> PosedRow:
    case = draw_case(task, sample_id)
    posed = pose(case)
    split = "test" if sample_id.ranges is Ranges.EVALUATION else "train"
    row = msgspec.to_builtins({**case.columns(), **msgspec.structs.asdict(posed), "split": split})
    kind = decode_answer_kind(posed.answer_schema)
    gold = parse_answer(kind, posed.answer)
    return PosedRow(task, case.family, case.state, case.question, row, kind, gold)


def assert_only_right_answers_score(sample: PosedRow, damaged: int = 100) -> int:
    """The stored answer scores 1, and of everything near it only what the rules accept.

    Args:
        sample: A row.
        damaged: How many randomly damaged answers are tried beside the near misses.

    Returns:
        How many texts were tried.

    Raises:
        AssertionError: An answer scores what it should not, or scores 0 without saying why.
        UnicodeEncodeError: A result cannot be written.
    """
    name = sample.row["id"]
    own = score(sample.row, sample.row["answer"])
    if own.score != 1.0:
        raise AssertionError(f"{name}: its own answer {sample.row['answer']!r} scores 0: {own.diagnostic}")
    near = {mutant.text: mutant.what for mutant in nearly_right(sample.kind, sample.gold)}
    near |= dict.fromkeys(mutated_strings(sample.row, damaged, seed=1), "random damage")
    for text, what in near.items():
        result = score(sample.row, text)
        if bool(result.score) != sample.accepts(text):
            raise AssertionError(
                f"{name}: {what}: {text!r} scores {result.score:g} beside the answer {sample.row['answer']!r}"
            )
        if not result.score and (result.diagnostic is None or not result.diagnostic.message):
            raise AssertionError(f"{name}: {what}: {text!r} scores 0 without a diagnostic")
        msgspec.json.encode(result)  # any result can be written, whatever it quotes
    return len(near)
