"""Answer kinds whose keys are part of the answer: one entry, and a set of entries with different keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gametasks.schemas._notation import AnswerError, Entry
from gametasks.schemas.answers.scalars import CellAnswer, CellPairAnswer, IntegerAnswer, LabelAnswer, Scalar
from gametasks.schemas.answers.separators import FIELDS, SEQUENCE, require_keys, split_field

__all__ = ["EntriesAnswer", "EntryAnswer"]


class EntryAnswer(Scalar, frozen=True, kw_only=True, tag="entry"):
    """One key with its value, ``R3C2=4``: the move of a game in which boards are filled in."""

    key: CellAnswer | CellPairAnswer | LabelAnswer
    value: IntegerAnswer | LabelAnswer | CellAnswer

    def __post_init__(self) -> None:
        for kind in (self.key, self.value):
            if isinstance(kind, LabelAnswer):
                for separators in (FIELDS, SEQUENCE):
                    separators.require_plain((*kind.labels, *kind.aliases))
        if isinstance(self.key, LabelAnswer):
            require_keys((*self.key.labels, *self.key.aliases))

    def read(self, text: str) -> Entry:
        key, value = split_field(text)
        return Entry(self.key.read(key), self.value.read(value))

    def write(self, value: Entry) -> str:
        return f"{self.key.write(value.key)}={self.value.write(value.value)}"

    def describe(self) -> str:
        return f"key=value, where the key is {self.key.describe()}, and the value is {self.value.describe()}"


class EntriesAnswer(Scalar, frozen=True, kw_only=True, tag="entries"):
    """One or more entries in any order, each key at most once: ``R1C2-R1C5=2, R1C5-R4C5=1``."""

    entry: EntryAnswer

    def read(self, text: str) -> dict[Any, Any]:
        values: dict[Any, Any] = {}
        for position, item in enumerate(FIELDS.split(text), 1):
            try:
                key, value = self.entry.read(item)
            except AnswerError as error:
                raise AnswerError(error.diagnostic.kind, f"entry {position}: {error}", position) from None
            if key in values:
                raise AnswerError("repeated_field", f"{key} is given twice", position)
            values[key] = value
        return values

    def write(self, value: Mapping[Any, Any]) -> str:
        order = self.entry.key.labels.index if isinstance(self.entry.key, LabelAnswer) else None
        return FIELDS.join(self.entry.write(Entry(key, value[key])) for key in sorted(value, key=order))

    def describe(self) -> str:
        return f"a list in any order, {FIELDS.phrase}, each key at most once; each item is {self.entry.describe()}"
