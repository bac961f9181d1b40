"""Answer kinds with several parts: cells, labels, fields, sequence, vector, grid, ranking and json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from gametasks.schemas._answer_scalars import (
    CellAnswer,
    ChoiceAnswer,
    IntegerAnswer,
    LabelAnswer,
    Scalar,
    SlideAnswer,
)
from gametasks.schemas._notation import AnswerError, Cell, fold, fold_lines, split_items

__all__ = [
    "CellsAnswer",
    "Collection",
    "FieldsAnswer",
    "GridAnswer",
    "JsonAnswer",
    "LabelsAnswer",
    "RankingAnswer",
    "SequenceAnswer",
    "VectorAnswer",
]

_MAX_JSON_DEPTH = 100


class Collection(Scalar, frozen=True, kw_only=True):
    """Base of the kinds that have parts."""


def _read_each(kind: Scalar, items: Iterable[str]) -> list[Any]:
    """Read items one by one, so that a diagnostic names the item."""
    values = []
    for position, item in enumerate(items, 1):
        try:
            values.append(kind.read(item))
        except AnswerError as error:
            raise AnswerError(error.diagnostic.kind, f"item {position}: {error}", position) from None
    return values


def _refuse_repeats(values: list[Any]) -> None:
    for position, value in enumerate(values, 1):
        if value in values[: position - 1]:
            raise AnswerError("repeated", f"{value} is given twice", position)


class CellsAnswer(Collection, frozen=True, kw_only=True, tag="cells"):
    """A set of cells; the empty set is ``none``."""

    rows: int
    columns: int

    def read(self, text: str) -> frozenset[Cell]:
        if fold(text) == "none":
            return frozenset()
        items = split_items(fold_lines(text), ",;", spaces=True, brackets=("[]", "{}"))
        cells = _read_each(CellAnswer(rows=self.rows, columns=self.columns), items)
        _refuse_repeats(cells)
        return frozenset(cells)

    def write(self, value: Iterable[Cell]) -> str:
        return ", ".join(str(cell) for cell in sorted(value)) or "none"

    def form(self) -> str:
        return "the cells in any order, such as R1C4, R3C2, or none"


class LabelsAnswer(Collection, frozen=True, kw_only=True, tag="labels"):
    """A set of labels; the empty set is ``none``. ``+`` parts them inside a field."""

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}

    def read(self, text: str) -> frozenset[str]:
        if fold(text) == "none":
            return frozenset()
        spaces = not any(" " in name for name in (*self.labels, *self.aliases))
        items = split_items(fold_lines(text), ",;+", spaces=spaces, brackets=("[]", "{}"))
        labels = _read_each(LabelAnswer(labels=self.labels, aliases=self.aliases), items)
        _refuse_repeats(labels)
        return frozenset(labels)

    def write(self, value: Iterable[str], joint: str = ", ") -> str:
        given = set(value)
        return joint.join(label for label in self.labels if label in given) or "none"

    def form(self) -> str:
        return f"names from {', '.join(self.labels)}, in any order, separated by commas, or none"


class FieldsAnswer(Collection, frozen=True, kw_only=True, tag="fields"):
    """Exactly the requested keys, each with one value, in any order: ``top=3, east=1``."""

    fields: dict[str, IntegerAnswer | LabelAnswer | CellAnswer | LabelsAnswer]

    def read(self, text: str) -> dict[str, Any]:
        values: dict[str, Any] = {}
        by_folded = {fold(key): key for key in self.fields}
        for position, item in enumerate(split_items(fold_lines(text), ",;", spaces=False), 1):
            name, equals, content = item.replace(":", "=", 1).partition("=")
            key = by_folded.get(fold(name))
            if not equals:
                raise AnswerError("not_a_field", f"field {position} has no = sign", position)
            if key is None:
                raise AnswerError(
                    "unknown_field", f"field {position}: {name.strip()[:40]!r} was not asked for", position
                )
            if key in values:
                raise AnswerError("repeated_field", f"{key} is given twice", position)
            try:
                values[key] = self.fields[key].read(content)
            except AnswerError as error:
                raise AnswerError(error.diagnostic.kind, f"{key}: {error}", position) from None
        missing = [key for key in self.fields if key not in values]
        if missing:
            raise AnswerError("missing_field", f"missing: {', '.join(missing)}")
        return {key: values[key] for key in self.fields}

    def write(self, value: Mapping[str, Any]) -> str:
        return ", ".join(f"{key}={self._write_field(kind, value[key])}" for key, kind in self.fields.items())

    @staticmethod
    def _write_field(kind: Scalar, value: Any) -> str:
        return kind.write(value, "+") if isinstance(kind, LabelsAnswer) else kind.write(value)

    def form(self) -> str:
        forms = [kind.form() for kind in self.fields.values()]
        fields = ", ".join(f"{key}=…" for key in self.fields)
        if len(set(forms)) == 1:
            return f"exactly the fields {fields}, where each value is {forms[0]}"
        details = "; ".join(f"{key} is {form}" for key, form in zip(self.fields, forms, strict=True))
        return f"exactly the fields {fields}, where {details}"


class SequenceAnswer(Collection, frozen=True, kw_only=True, tag="sequence"):
    """Items in order; labels of one character may be written without separators."""

    item: LabelAnswer | CellAnswer | SlideAnswer | IntegerAnswer
    max_items: int = 1000

    def read(self, text: str) -> tuple[Any, ...]:
        folded = fold_lines(text).replace("->", ",").replace("→", ",").replace(" :", ":").replace(": ", ":")
        spaces = not (isinstance(self.item, LabelAnswer) and any(" " in label for label in self.item.labels))
        items = split_items(folded, ",;", spaces=spaces, brackets=("[]",))
        if len(items) == 1 and isinstance(self.item, LabelAnswer) and all(len(x) == 1 for x in self.item.labels):
            items = list(items[0])
        if len(items) > self.max_items:
            raise AnswerError("too_many_items", f"more than {self.max_items} items")
        return tuple(_read_each(self.item, items))

    def write(self, value: Iterable[Any]) -> str:
        return ", ".join(self.item.write(item) for item in value)

    def form(self) -> str:
        return f"a list in order, separated by commas, where each item is {self.item.form()}"


class VectorAnswer(Collection, frozen=True, kw_only=True, tag="vector"):
    """A fixed number of integers in order: ``[4, 0, 1]``; the brackets may be left out."""

    length: int
    low: int | None = 0
    high: int | None = None

    def read(self, text: str) -> tuple[int, ...]:
        items = split_items(fold_lines(text), ",;", spaces=True, brackets=("[]", "()"))
        if len(items) != self.length:
            raise AnswerError("wrong_length", f"{len(items)} numbers instead of {self.length}")
        return tuple(_read_each(IntegerAnswer(low=self.low, high=self.high), items))

    def write(self, value: Iterable[int]) -> str:
        return "[" + ", ".join(str(number) for number in value) + "]"

    def form(self) -> str:
        return f"a list of {self.length} whole numbers in square brackets, such as [4, 0, 1]"


class GridAnswer(Collection, frozen=True, kw_only=True, tag="grid"):
    """Rows of single symbols joined by ``/``: ``010/111``."""

    rows: int
    columns: int
    symbols: str

    def read(self, text: str) -> tuple[str, ...]:
        rows = fold_lines(text).replace(";", "/").replace("\n", "/").split("/")
        rows = [row.replace(",", "").replace(" ", "") for row in rows]
        if len(rows) != self.rows:
            raise AnswerError("wrong_shape", f"{len(rows)} rows instead of {self.rows}")
        for position, row in enumerate(rows, 1):
            if len(row) != self.columns:
                raise AnswerError(
                    "wrong_shape", f"row {position} has {len(row)} cells instead of {self.columns}", position
                )
            for symbol in row:
                if symbol not in self.symbols:
                    raise AnswerError("unknown_symbol", f"row {position} holds {symbol!r}", position)
        return tuple(rows)

    def write(self, value: Iterable[str]) -> str:
        return "/".join(value)

    def form(self) -> str:
        return f"{self.rows} rows of {self.columns} symbols from {' '.join(self.symbols)}, top row first, joined by /"


class RankingAnswer(Collection, frozen=True, kw_only=True, tag="ranking"):
    """Different labels, first one first: ``A > C > B``."""

    labels: tuple[str, ...]
    aliases: dict[str, str] = {}

    def read(self, text: str) -> tuple[str, ...]:
        items = split_items(fold_lines(text), ",>", spaces=False)
        labels = _read_each(LabelAnswer(labels=self.labels, aliases=self.aliases), items)
        _refuse_repeats(labels)
        return tuple(labels)

    def write(self, value: Iterable[str]) -> str:
        return " > ".join(value)

    def form(self) -> str:
        return f"names from {', '.join(self.labels)} in order, joined by >"


class JsonAnswer(Collection, frozen=True, kw_only=True, tag="json"):
    """One JSON document (RFC 8259) without repeated keys; the verifier checks its content."""

    description: str = "one JSON document"

    def read(self, text: str) -> Any:
        if _json_depth(text) > _MAX_JSON_DEPTH:
            raise AnswerError("too_deep", f"JSON nested deeper than {_MAX_JSON_DEPTH}")
        try:
            return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        except ValueError as error:
            raise AnswerError("not_json", f"not valid JSON: {error}") from None

    def write(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    def form(self) -> str:
        return self.description


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key that is given twice."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key is given twice")
    return result


def _no_constant(name: str) -> Any:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not JSON")


def _json_depth(text: str) -> int:
    """Greatest nesting of brackets outside strings, so that the parser's recursion stays bounded."""
    depth = deepest = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest


AnswerKind = (
    IntegerAnswer
    | LabelAnswer
    | CellAnswer
    | SlideAnswer
    | ChoiceAnswer
    | CellsAnswer
    | LabelsAnswer
    | FieldsAnswer
    | SequenceAnswer
    | VectorAnswer
    | GridAnswer
    | RankingAnswer
    | JsonAnswer
)
