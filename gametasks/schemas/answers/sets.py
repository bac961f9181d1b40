"""Answer kinds that are sets: cells and labels. Their order is free, a repeated member is an error."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from gametasks.schemas._board import Cell
from gametasks.schemas._notation import AnswerError, fold
from gametasks.schemas.answers.scalars import CellAnswer, LabelAnswer, Scalar
from gametasks.schemas.answers.separators import FIELD_SET, ITEMS, Separators

__all__ = ["CellsAnswer", "LabelsAnswer", "cut_at_spaces", "read_each", "refuse_repeats"]

_NONE = "none"
"""The empty set."""


def read_each(kind: Scalar, items: Iterable[str]) -> list[Any]:
    """Read items one by one, so that a diagnostic names the item."""
    values = []
    for position, item in enumerate(items, 1):
        try:
            values.append(kind.read(item))
        except AnswerError as error:
            raise AnswerError(error.diagnostic.kind, f"item {position}: {error}", position) from None
    return values


def refuse_repeats(values: list[Any]) -> None:
    """Refuse a member that is given twice."""
    seen = set()
    for position, value in enumerate(values, 1):
        if value in seen:
            raise AnswerError("repeated", f"{value} is given twice", position)
        seen.add(value)


def cut_at_spaces(kind: LabelAnswer, text: str) -> list[str]:
    """Cut a text without other separators at its spaces, where those cannot belong to a label."""
    if fold(text) in kind.table or any(" " in label for label in kind.labels):
        return [text]
    return text.split()


def _or_none(may_be_empty: bool) -> str:
    return f", or {_NONE}" if may_be_empty else ""


class CellsAnswer(Scalar, frozen=True, kw_only=True, tag="cells"):
    """A set of cells; the empty set, where ``may_be_empty`` allows it, is ``none``."""

    rows: int
    columns: int
    may_be_empty: bool = True

    def __post_init__(self) -> None:
        _ = self.item

    @cached_property
    def item(self) -> CellAnswer:
        """The kind of a member."""
        return CellAnswer(rows=self.rows, columns=self.columns)

    def read(self, text: str) -> frozenset[Cell]:
        if self.may_be_empty and fold(text) == _NONE:
            return frozenset()
        cells = read_each(self.item, ITEMS.split(text))
        refuse_repeats(cells)
        return frozenset(cells)

    def write(self, value: Iterable[Cell]) -> str:
        return ITEMS.join(str(cell) for cell in sorted(value)) or _NONE

    def describe(self) -> str:
        return f"the cells in any order, such as R1C4, R3C2{_or_none(self.may_be_empty)}"


class LabelsAnswer(Scalar, frozen=True, kw_only=True, tag="labels"):
    """A set of labels; the empty set, where ``may_be_empty`` allows it, is ``none``.

    ``+`` separates the labels inside a field.
    """

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}
    may_be_empty: bool = True

    def __post_init__(self) -> None:
        if _NONE in self.item.table:
            raise ValueError(f"{_NONE!r} is the empty set, so it cannot be a label of a set")
        for separators in (ITEMS, FIELD_SET):
            separators.require_plain((*self.labels, *self.aliases))

    @cached_property
    def item(self) -> LabelAnswer:
        """The kind of a member."""
        return LabelAnswer(labels=self.labels, aliases=self.aliases)

    def read(self, text: str) -> frozenset[str]:
        return self._read(text, ITEMS)

    def read_field(self, text: str) -> frozenset[str]:
        """Read the value of a field."""
        return self._read(text, FIELD_SET)

    def _read(self, text: str, separators: Separators) -> frozenset[str]:
        if self.may_be_empty and fold(text) == _NONE:
            return frozenset()
        items = separators.split(text, at_spaces=False)
        if len(items) == 1 and separators.spaces:
            items = cut_at_spaces(self.item, items[0])
        labels = read_each(self.item, items)
        refuse_repeats(labels)
        return frozenset(labels)

    def write(self, value: Iterable[str]) -> str:
        return self._write(value, ITEMS)

    def write_field(self, value: Iterable[str]) -> str:
        """The canonical text of the value of a field."""
        return self._write(value, FIELD_SET)

    def _write(self, value: Iterable[str], separators: Separators) -> str:
        given = set(value)
        return separators.join(label for label in self.labels if label in given) or _NONE

    def describe(self) -> str:
        return self._describe(ITEMS)

    def describe_field(self) -> str:
        """What the value of a field looks like."""
        return self._describe(FIELD_SET)

    def _describe(self, separators: Separators) -> str:
        members = f"those of {', '.join(self.labels)} that are right, in any order, {separators.phrase}"
        return members + _or_none(self.may_be_empty)
