"""What a guesser may know of a sample: everything a prompt says, the right answer, and no picture."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gametasks.build.audit.option_measures import measure_pictures, measure_texts, order_of_pictures, order_of_texts
from gametasks.errors import RecordError
from gametasks.schemas import AnswerKind, ChoiceAnswer, Diagnostic, Format, parse_answer
from gametasks.schemas.answers.kinds import decode_answer_kind

__all__ = ["CLUE_COLUMNS", "Clue", "Guess", "Guesser", "best_options", "clue_of"]

CLUE_COLUMNS = (
    "id",
    "family",
    "format",
    "level",
    "image_roles",
    "hint",
    "question",
    "options",
    "option_images",
    "answer_format",
    "answer",
    "answer_schema",
    "evaluator",
    "perceptual_hashes",
    "fingerprint",
)
"""The columns that a clue is made from."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A sample as a guesser sees it.

    Attributes:
        half: 0 or 1: the half of the data that it falls into, by a stable hash of its id, or of its fingerprint
            where samples may repeat, since those that do must not be known from the other half.
        prompt: Rules, question and answer format.
        options: Text options, or the letters where the options are pictures; empty for an open question.
        pictures: Whether the options are pictures.
        letter: The right letter, empty for an open question.
        text: The right answer as a text: for text options, that of the right one.
        kind: How an open answer is read.
        ranks: The rank of each option in a canonical order of the six, from 0; empty for an open question.
        measures: Figures of each option by the name of a measure, made from the options alone. Those of
            picture options are "looks" (perceptual hashes) and "contents" (what the pictures show).
    """

    id: str
    half: int
    format: Format
    level: int
    prompt: tuple[str, str, str]
    options: tuple[str, ...]
    pictures: bool
    letter: str
    text: str
    kind: AnswerKind
    ranks: tuple[int, ...]
    measures: Mapping[str, tuple[float, ...]]

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the options, in order; none for an open question."""
        return self.kind.letters if isinstance(self.kind, ChoiceAnswer) else ()

    @property
    def right_rank(self) -> int | None:
        """The rank of the right option, where the options have ranks."""
        return self.ranks[self.letters.index(self.letter)] if self.ranks else None


Guess = Callable[[Clue], tuple[str, ...]]
"""Gives an answer, or several options that cannot be told apart; nothing where there is no guess."""

Guesser = Callable[[Sequence[Clue]], Guess]
"""Learns from samples whose answers it is given."""


def best_options(clue: Clue, scores: Sequence[float]) -> tuple[str, ...]:
    """The letters of the options with the highest score."""
    top = max(scores)
    return tuple(letter for letter, score in zip(clue.letters, scores, strict=True) if score >= top - 1e-9)


def clue_of(row: Mapping[str, Any], *, may_repeat: bool = False) -> Clue:
    """The clue of a row that has at least ``CLUE_COLUMNS``.

    Args:
        row: The row.
        may_repeat: Whether its family allows samples to repeat.

    Raises:
        RecordError: Its answer is not one of its kind.
    """
    form = Format(row["format"])
    kind = _kind(row["answer_schema"])
    answer = str(row["answer"])
    read = parse_answer(kind, answer)
    if isinstance(read, Diagnostic):
        raise RecordError(f"its answer is damaged: {read.message}")
    options = tuple(row["options"])
    pictures = bool(row["option_images"])
    choice = form is Format.CHOICE
    ranks: tuple[int, ...] = ()
    measures: dict[str, tuple[float, ...]] = {}
    if choice:
        ranks = order_of_pictures(row) if pictures else order_of_texts(options)
        measures = measure_pictures(row) if pictures else measure_texts(options)
    letters = kind.letters if isinstance(kind, ChoiceAnswer) else ()
    return Clue(
        id=row["id"],
        half=hashlib.blake2b(row["fingerprint" if may_repeat else "id"].encode(), digest_size=1).digest()[0] & 1,
        format=form,
        level=row["level"],
        # Most prompts of a family say the same, so that one copy of each text is kept.
        prompt=(sys.intern(row["hint"]), sys.intern(row["question"]), sys.intern(row["answer_format"])),
        options=options if choice else (),
        pictures=pictures,
        letter=answer if choice else "",
        text=options[letters.index(answer)] if choice and not pictures else answer,
        kind=kind,
        ranks=ranks,
        measures=measures,
    )


@lru_cache(maxsize=1024)
def _kind(text: str) -> AnswerKind:
    return decode_answer_kind(text)
