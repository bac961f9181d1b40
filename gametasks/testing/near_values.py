"""Values near the right answer, for each kind of answer: what a careless player would say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any

from gametasks.schemas import (
    Cell,
    CellAnswer,
    CellPair,
    CellPairAnswer,
    CellsAnswer,
    ChoiceAnswer,
    Direction,
    DirectionAnswer,
    EntriesAnswer,
    Entry,
    EntryAnswer,
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    JsonAnswer,
    LabelAnswer,
    LabelsAnswer,
    RankingAnswer,
    SequenceAnswer,
    Slide,
    SlideAnswer,
    VectorAnswer,
)

__all__ = ["other_values"]


def other_values(kind: Any, gold: Any) -> Iterator[tuple[str, Any]]:
    """Values of the kind, or just outside it, that lie near the right one; the right one may be among them."""
    for others in (_other_scalars, _other_unordered, _other_ordered):  # each knows kinds of its own
        yield from others(kind, gold)


def _other_scalars(kind: Any, gold: Any) -> Iterator[tuple[str, Any]]:
    match kind:
        case IntegerAnswer():
            yield from ((f"off by {step}", gold + step) for step in (-2, -1, 1, 2, 10))
            yield "the sign changed", -gold
            yield "a digit too many", gold * 10
        case LabelAnswer():
            yield from (("another label", label) for label in kind.labels)
        case ChoiceAnswer():
            yield from (("another letter", letter) for letter in kind.letters)
        case CellAnswer():
            yield from _other_cells(gold, kind.rows, kind.columns)
        case CellPairAnswer():
            for what, cell in _other_cells(gold.second, kind.rows, kind.columns):
                yield f"the second cell: {what}", CellPair(*sorted((gold.first, cell)))
        case DirectionAnswer():
            yield from (("another direction", direction) for direction in Direction)
        case EntryAnswer():
            yield from ((f"key: {what}", Entry(key, gold.value)) for what, key in other_values(kind.key, gold.key))
            yield from ((what, Entry(gold.key, value)) for what, value in other_values(kind.value, gold.value))
        case SlideAnswer():
            yield from _other_slides(gold, kind.pieces)


def _other_unordered(kind: Any, gold: Any) -> Iterator[tuple[str, Any]]:
    match kind:
        case CellsAnswer():
            yield from _other_cell_sets(gold, kind.rows, kind.columns)
        case LabelsAnswer():
            yield from (("a member less", gold - {label}) for label in kind.labels)
            yield from (("a member more", gold | {label}) for label in kind.labels)
            yield from (("a member changed", gold ^ {a, b}) for a, b in combinations(kind.labels, 2))
            yield "all", frozenset(kind.labels)
            yield "none", frozenset()
        case FieldsAnswer():
            yield from _other_fields(kind.fields, gold)
        case EntriesAnswer():
            for key, value in gold.items():
                rest = {other: gold[other] for other in gold if other != key}
                yield f"{key} left out", rest
                for what, entry in other_values(kind.entry, Entry(key, value)):
                    yield f"{key}: {what}", rest | {entry.key: entry.value}


def _other_ordered(kind: Any, gold: Any) -> Iterator[tuple[str, Any]]:
    match kind:
        case SequenceAnswer():
            yield from _other_orders(gold)
            for place, item in enumerate(gold):
                for what, value in other_values(kind.item, item):
                    yield f"{what} at {place + 1}", (*gold[:place], value, *gold[place + 1 :])
        case VectorAnswer():
            yield from _other_orders(gold)
            for place, number in enumerate(gold):
                for step in (-1, 1):
                    yield f"off by {step} at {place + 1}", (*gold[:place], number + step, *gold[place + 1 :])
        case RankingAnswer():
            yield from _other_orders(gold)
        case GridAnswer():
            yield from _other_grids(gold, kind.symbols)
        case JsonAnswer():
            yield "wrapped in a list", [gold]
            yield "null", None
            yield from _other_documents(gold)


def _other_documents(value: Any) -> Iterator[tuple[str, Any]]:
    """JSON documents that differ in one place from another."""
    match value:
        case dict():
            for key, inner in value.items():
                yield f"{key} left out", {other: value[other] for other in value if other != key}
                yield f"{key} renamed", {f"{other}_" if other == key else other: value[other] for other in value}
                for what, changed in _other_documents(inner):
                    yield f"{key}: {what}", {**value, key: changed}
            yield "a key more", {**value, "remarks": "none"}
        case list():
            for place, inner in enumerate(value):
                yield f"item {place + 1} left out", [*value[:place], *value[place + 1 :]]
                for what, changed in _other_documents(inner):
                    yield f"item {place + 1}: {what}", [*value[:place], changed, *value[place + 1 :]]
            yield "backwards", value[::-1]
        case str():
            lines = value.split("\n")
            for place, line in enumerate(lines):
                if line:
                    yield f"line {place + 1} left out", "\n".join([*lines[:place], *lines[place + 1 :]])
                    yield f"line {place + 1} cut short", "\n".join([*lines[:place], line[:-1], *lines[place + 1 :]])
                    yield (
                        f"line {place + 1} with a letter more",
                        "\n".join([*lines[:place], line.replace(line[-2:], f"q{line[-2:]}"), *lines[place + 1 :]]),
                    )
            yield "a line more", f"{value}\n(nothing 0)"
            yield "a list of lines", lines
            yield "empty", ""
        case _:
            yield "a number", 0


def _other_cells(cell: Cell, rows: int, columns: int) -> Iterator[tuple[str, Cell]]:
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            near = Cell(cell.row + down, cell.column + right)
            if 0 < near.row <= rows and 0 < near.column <= columns:
                yield "the cell beside it", near
    yield "row and column changed over", Cell(cell.column, cell.row)
    yield "counted from 0", Cell(cell.row - 1, cell.column - 1)
    yield "counted from the bottom", Cell(rows + 1 - cell.row, cell.column)
    yield "counted from the right", Cell(cell.row, columns + 1 - cell.column)


def _other_cell_sets(cells: frozenset[Cell], rows: int, columns: int) -> Iterator[tuple[str, frozenset[Cell]]]:
    for cell in sorted(cells):
        yield "a cell less", cells - {cell}
        for what, near in _other_cells(cell, rows, columns):
            yield f"{what} instead", cells - {cell} | {near}
            yield f"{what} as well", cells | {near}
    yield "rows and columns changed over", frozenset(Cell(cell.column, cell.row) for cell in cells)
    yield "none", frozenset()


def _other_slides(slide: Slide, pieces: tuple[str, ...]) -> Iterator[tuple[str, Slide]]:
    yield from ((f"{step} cells further", slide._replace(distance=slide.distance + step)) for step in (-1, 1, 2))
    yield from (("another direction", slide._replace(direction=way)) for way in Direction)
    yield from (("another piece", slide._replace(piece=piece)) for piece in pieces)


def _other_fields(fields: Mapping[str, Any], gold: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for one, other in combinations(fields, 2):
        if fields[one] == fields[other]:
            yield f"{one} and {other} swapped", {**gold, one: gold[other], other: gold[one]}
    for key, kind in fields.items():
        for what, value in other_values(kind, gold[key]):
            yield f"{key}: {what}", {**gold, key: value}


def _other_orders(items: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for place, (left, right) in enumerate(pairwise(items)):
        yield f"a swapped pair at {place + 1}", (*items[:place], right, left, *items[place + 2 :])
    yield "the last step missing", items[:-1]
    yield "the first step missing", items[1:]
    yield "the last step twice", (*items, items[-1])
    yield "the first step twice", (items[0], *items)
    yield "everything twice", (*items, *items)
    yield "backwards", items[::-1]
    yield "turned round", (*items[1:], items[0])


def _other_grids(rows: tuple[str, ...], symbols: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for r, row in enumerate(rows):
        for c in range(len(row)):
            for symbol in symbols:
                yield (
                    f"another symbol at {r + 1}, {c + 1}",
                    (*rows[:r], row[:c] + symbol + row[c + 1 :], *rows[r + 1 :]),
                )
    yield "upside down", rows[::-1]
    yield "mirrored", tuple(row[::-1] for row in rows)
    yield "rows and columns changed over", tuple(map("".join, zip(*rows, strict=True)))
    yield "a row more", (*rows, rows[-1])
    yield "a row less", rows[:-1]
    yield "a column less", tuple(row[:-1] for row in rows)
