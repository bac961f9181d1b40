"""Answer kinds whose order has a meaning: sequence, vector, grid and ranking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from gametasks.schemas._notation import AnswerError, fold, shown
from gametasks.schemas.answers.entries import EntryAnswer
from gametasks.schemas.answers.moves import DIRECTIONS, DirectionAnswer, SlideAnswer
from gametasks.schemas.answers.scalars import CellAnswer, IntegerAnswer, LabelAnswer, Scalar
from gametasks.schemas.answers.separators import GRID_ROWS, RANKING, SEQUENCE, VECTOR
from gametasks.schemas.answers.sets import cut_at_spaces, read_each, refuse_repeats

__all__ = ["GridAnswer", "RankingAnswer", "SequenceAnswer", "VectorAnswer"]


class SequenceAnswer(Scalar, frozen=True, kw_only=True, tag="sequence"):
    """One or more items in order; directions and labels of one character may be written without separators."""

    item: LabelAnswer | CellAnswer | IntegerAnswer | DirectionAnswer | SlideAnswer | EntryAnswer
    max_items: int = 1000

    def __post_init__(self) -> None:
        if isinstance(self.item, LabelAnswer):
            SEQUENCE.require_plain((*self.item.labels, *self.item.aliases))

    def read(self, text: str) -> tuple[Any, ...]:
        items = SEQUENCE.split(text, at_spaces=False)
        if len(items) == 1:
            items = self._parts(items[0])
        if len(items) > self.max_items:
            raise AnswerError("too_many_items", f"more than {self.max_items} items")
        return tuple(read_each(self.item, items))

    def _parts(self, text: str) -> list[str]:
        """Cut a text without separators at its spaces, or between labels of one character."""
        kind = DIRECTIONS if isinstance(self.item, DirectionAnswer) else self.item
        if isinstance(kind, SlideAnswer):
            return text.replace(" :", ":").replace(": ", ":").split()
        if isinstance(kind, EntryAnswer):
            return [text]
        if not isinstance(kind, LabelAnswer):
            return text.split()
        if " " not in text and fold(text) not in kind.table and all(len(x) == 1 for x in kind.labels):
            return list(text)
        return cut_at_spaces(kind, text)

    def write(self, value: Iterable[Any]) -> str:
        return SEQUENCE.join(self.item.write(item) for item in value)

    def describe(self) -> str:
        return f"a list in order, {SEQUENCE.phrase}, where each item is {self.item.describe()}"


class VectorAnswer(Scalar, frozen=True, kw_only=True, tag="vector"):
    """A fixed number of integers in order: ``[4, 0, 1]``; the brackets may be left out."""

    length: int
    low: int | None = 0
    high: int | None = None

    def __post_init__(self) -> None:
        if self.length < 1:
            raise ValueError("a vector has at least one number")
        _ = self.item

    @cached_property
    def item(self) -> IntegerAnswer:
        """The kind of a number."""
        return IntegerAnswer(low=self.low, high=self.high)

    def read(self, text: str) -> tuple[int, ...]:
        items = VECTOR.split(text)
        if len(items) != self.length:
            raise AnswerError("wrong_length", f"{len(items)} numbers instead of {self.length}")
        return tuple(read_each(self.item, items))

    def write(self, value: Iterable[int]) -> str:
        return "[" + VECTOR.join(str(number) for number in value) + "]"

    def describe(self) -> str:
        if self.low is not None:
            first = self.low
        else:
            first = 0 if self.high is None else self.high - self.length + 1
        choices = self.length if self.high is None else self.high - first + 1
        # Different numbers where there are enough of them: games that ask for a line often forbid repeats.
        numbers = ", ".join(str(first + place % choices) for place in range(self.length))
        return f"a list of {self.length} whole numbers in square brackets, such as [{numbers}]"


class GridAnswer(Scalar, frozen=True, kw_only=True, tag="grid"):
    """Rows of single symbols joined by ``/``: ``010/111``; commas or spaces may separate the symbols of a row."""

    rows: int
    columns: int
    symbols: str

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise ValueError(f"a grid has at least one row and one column, not {self.rows} x {self.columns}")
        _ = self._table

    @cached_property
    def _table(self) -> Mapping[str, str]:
        """Symbols by their folded spellings."""
        symbols = LabelAnswer(labels=tuple(self.symbols))
        GRID_ROWS.require_plain(self.symbols)
        if "," in self.symbols:
            raise ValueError("a comma separates the symbols of a row, so it cannot be one")
        return symbols.table

    def read(self, text: str) -> tuple[str, ...]:
        rows = GRID_ROWS.split(text)
        if len(rows) != self.rows:
            raise AnswerError("wrong_shape", f"{len(rows)} rows instead of {self.rows}")
        return tuple(self._read_row(row, position) for position, row in enumerate(rows, 1))

    def _read_row(self, row: str, position: int) -> str:
        symbols: list[str] = list(row)
        if "," in row:
            symbols = [symbol.strip() for symbol in row.split(",")]
        elif " " in row:
            symbols = row.split()
        if len(symbols) != self.columns:
            message = f"row {position} has {len(symbols)} cells instead of {self.columns}"
            raise AnswerError("wrong_shape", message, position)
        for symbol in symbols:
            if fold(symbol) not in self._table:
                raise AnswerError("unknown_symbol", f"row {position} holds {shown(symbol)}", position)
        return "".join(self._table[fold(symbol)] for symbol in symbols)

    def write(self, value: Iterable[str]) -> str:
        return GRID_ROWS.join(value)

    def describe(self) -> str:
        symbols = " ".join(self.symbols)
        return f"{self.rows} rows of {self.columns} symbols from {symbols}, top row first, {GRID_ROWS.phrase}"


class RankingAnswer(Scalar, frozen=True, kw_only=True, tag="ranking"):
    """Different labels, first one first: ``A > C > B``."""

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}

    def __post_init__(self) -> None:
        _ = self.item
        RANKING.require_plain((*self.labels, *self.aliases))

    @cached_property
    def item(self) -> LabelAnswer:
        """The kind of a place."""
        return LabelAnswer(labels=self.labels, aliases=self.aliases)

    def read(self, text: str) -> tuple[str, ...]:
        if all(sign in text for sign in RANKING.signs):
            # "A > B, C" leaves open whether B comes before C.
            raise AnswerError("mixed_separators", f"a ranking is {RANKING.phrase} or by commas, not by both")
        labels = read_each(self.item, RANKING.split(text))
        refuse_repeats(labels)
        return tuple(labels)

    def write(self, value: Iterable[str]) -> str:
        return RANKING.join(value)

    def describe(self) -> str:
        return f"names from {', '.join(self.labels)} in order, {RANKING.phrase}"
