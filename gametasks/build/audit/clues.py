"""What a guesser may know of a sample: everything a prompt says, the right answer, and no picture."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from typing import Any

import msgspec

from gametasks.errors import RecordError
from gametasks.schemas import AnswerKind, ChoiceAnswer, Diagnostic, Format, parse_answer
from gametasks.schemas._record import Role
from gametasks.schemas.answers.kinds import decode_answer_kind

__all__ = ["CLUE_COLUMNS", "Clue", "clue_of", "words_of"]

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

_WORD = re.compile(r"[^\W\d_]+\d*|\d+")
_NUMBER = re.compile(r"-?\d+")


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
    measures: Mapping[str, tuple[float, ...]]

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the options, in order; none for an open question."""
        return self.kind.letters if isinstance(self.kind, ChoiceAnswer) else ()


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
        raise RecordError(f"{row['id']}: its answer is damaged: {read.message}; run `gametasks verify`")
    options = tuple(row["options"])
    pictures = bool(row["option_images"])
    choice = form is Format.CHOICE
    if not choice:
        measures: dict[str, tuple[float, ...]] = {}
    else:
        measures = _measure_pictures(row) if pictures else _measure_texts(options)
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
        measures=measures,
    )


@lru_cache(maxsize=1024)
def _kind(text: str) -> AnswerKind:
    return decode_answer_kind(text)


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words and numbers of a text; ``R2C5`` gives ``r2`` and ``c5``."""
    return frozenset(_WORD.findall(text.lower()))


def _measure_texts(options: Sequence[str]) -> dict[str, tuple[float, ...]]:
    measures = {
        "similarity": _means(options, _similarity),
        "shared words": _means(options, _shared_words),
        "length": tuple(float(len(option)) for option in options),
    }
    numbers = [_NUMBER.findall(option) for option in options]
    if all(len(found) == 1 for found in numbers):
        measures["value"] = tuple(float(found[0]) for found in numbers)
    return measures


def _measure_pictures(row: Mapping[str, Any]) -> dict[str, tuple[float, ...]]:
    roles, hashes = row["image_roles"], row["perceptual_hashes"]
    looks = [int(value, 16) for role, value in zip(roles, hashes, strict=True) if role == Role.OPTION]
    measures = {"looks": _means(looks, lambda a, b: float((a ^ b).bit_count()))}
    contents = _option_contents(row["evaluator"], len(looks))
    if contents:
        measures["contents"] = _means([list(_leaves(content)) for content in contents], _different_leaves)
    return measures


def _option_contents(evaluator: str, count: int) -> list[Any]:
    """What the option pictures show: by convention a list of the question, in the order of the letters."""
    data: dict[str, Any] = msgspec.json.decode(evaluator)["data"]
    lists = [value for value in data.values() if isinstance(value, list) and len(value) == count]
    chosen = data.get("options", lists[0] if len(lists) == 1 else None)
    return chosen if isinstance(chosen, list) and len(chosen) == count else []


def _leaves(value: Any) -> Iterator[Any]:
    """The scalars of a JSON value, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _different_leaves(one: list[Any], other: list[Any]) -> float:
    common = sum(a != b for a, b in zip(one, other, strict=False))
    return float(common + abs(len(one) - len(other)))


def _similarity(one: str, other: str) -> float:
    first, second = sorted((one, other))  # the ratio depends on the order
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _shared_words(one: str, other: str) -> float:
    first, second = words_of(one), words_of(other)
    return len(first & second) / max(1, len(first | second))


def _means(items: Sequence[Any], measure: Any) -> tuple[float, ...]:
    """For each item, the mean of a symmetric measure between it and each of the others."""
    sums = [0.0] * len(items)
    for i, j in combinations(range(len(items)), 2):
        value = measure(items[i], items[j])
        sums[i] += value
        sums[j] += value
    return tuple(round(total / max(1, len(items) - 1), 9) for total in sums)
