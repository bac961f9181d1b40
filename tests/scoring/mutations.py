"""Answers that are nearly right: other values, other spellings, prose around the answer, and random damage.

``nearly_right`` yields what a careless player or a sloppy writer would give, for each kind of answer;
``mutated_strings`` yields endless random damage. The two know nothing of any game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice, pairwise
from typing import Any, NamedTuple

from gametasks.schemas import (
    AnswerKind,
    Cell,
    CellAnswer,
    CellsAnswer,
    ChoiceAnswer,
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
    parse_answer,
)
from gametasks.schemas.answers.kinds import decode_answer_kind
from gametasks.streams import Stream

MOST_VALUES = 200
"""Other values that are tried for one sample."""


class Mutant(NamedTuple):
    """A text that is not the answer, and what was done to it."""

    what: str
    text: str


def nearly_right(kind: AnswerKind, gold: Any) -> Iterator[Mutant]:
    """Everything near the right answer: other values in good spelling, the right value in bad spelling."""
    text = kind.write(gold)
    for what, value in islice(other_values(kind, gold), MOST_VALUES):
        if value != gold:
            yield Mutant(what, kind.write(value))
    for what, spelling in misspelt(kind, gold, text):
        if spelling != text:
            yield Mutant(what, spelling)
    yield from dressed(text)


# ------------------------------------------------------------------------------------------ other values


def other_values(kind: Any, gold: Any) -> Iterator[tuple[str, Any]]:
    """Values of the kind, or just outside it, that lie near the right one; the right one may be among them."""
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
        case SlideAnswer():
            yield from _other_slides(gold, kind.pieces)
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
    yield from (("another direction", slide._replace(direction=way)) for way in "UDLR")
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


# ------------------------------------------------------------------------------------------ other spellings

_LOOKALIKES = {ord(latin): other for latin, other in zip("aceopxyABCEHKMOPTX", "асеорхуАВСЕНКМОРТХ", strict=True)}
_ARABIC = {ord("0") + digit: chr(0x0660 + digit) for digit in range(10)}
_WIDE = {code: chr(code + 0xFEE0) for code in range(0x21, 0x7F)}


def misspelt(kind: Any, gold: Any, text: str) -> Iterator[tuple[str, str]]:
    """The right value, written as its kind does not allow."""
    yield "letters of another script", text.translate(_LOOKALIKES)
    yield "digits of another script", text.translate(_ARABIC)
    yield "wide characters", text.translate(_WIDE)
    yield "a separator at the end", f"{text},"
    yield "a separator at the beginning", f", {text}"
    yield "a bracket that stays open", f"[{text}"
    match kind:
        case IntegerAnswer():
            signs = (
                f"0{gold}",
                f"+{gold}",
                f"{gold}.0",
                f"{gold}.",
                f"{gold},0",
                f"{gold}e0",
                f"0x{gold:x}",
                f"({gold})",
            )
            yield from (("a number in other notation", sign) for sign in signs)
            yield from (("two numbers", f"{gold}{joint}{gold + 1}") for joint in (" or ", "-", " ", ", ", "/", "±"))
            yield "an underscore", f"0_{gold}"
        case LabelAnswer():
            yield from (("two labels", f"{gold} or {label}") for label in kind.labels)
            yield from (("all labels", joint.join(kind.labels)) for joint in (", ", " ", "/") if len(kind.labels) > 1)
            yield "a label and a plural s", f"{gold}s"
        case ChoiceAnswer():
            yield from (("a letter that is no option", letter) for letter in "GHZ")
            yield from (
                ("two letters", f"{gold}{joint}{'B' if gold == 'A' else 'A'}") for joint in (" ", ", ", " or ", "")
            )
            yield "a number", str("ABCDEF".index(gold) + 1)
            yield from (
                ("half a bracket", shape)
                for shape in (f"({gold}", f"{gold})", f"[{gold}]", f"{gold}:", f"option ({gold})")
            )
        case CellAnswer():
            yield from (("a cell in other notation", shape) for shape in _cell_shapes(gold))
        case CellsAnswer() | LabelsAnswer() if gold:
            first = kind.write({min(gold)})
            yield "a member twice", f"{text}, {first}"
            yield "the empty set as well", f"{text}, none"
            yield "the word and", text.replace(", ", " and ") + f" and {first}"
            if isinstance(kind, CellsAnswer):
                yield from (("a cell in other notation", shape) for shape in _cell_shapes(min(gold)))
        case FieldsAnswer():
            yield from _misspelt_fields(text.split(", "))
        case SequenceAnswer() | VectorAnswer():
            yield "an empty item", text.replace(",", ",,", 1) if "," in text else f"{text},,"
            yield "numbered", ", ".join(f"{n}. {item}" for n, item in enumerate(text.strip("[]").split(", "), 1))
        case GridAnswer():
            yield "an empty row", text + "/"
            yield "a cell more", text + text[0]


def _cell_shapes(cell: Cell) -> Iterator[str]:
    row, column = cell
    yield f"R0{row}C{column}"
    yield f"R{row}C0{column}"
    yield f"({row}, {column})"
    yield f"{row}, {column}"
    yield f"C{column}R{row}"
    yield f"R{row} C{column}"
    yield f"{chr(64 + column % 26)}{row}"
    yield f"row {row}, column {column}"


def _misspelt_fields(parts: list[str]) -> Iterator[tuple[str, str]]:
    for place, part in enumerate(parts):
        key, _, value = part.partition("=")
        others = [*parts[:place], *parts[place + 1 :]]
        yield "a missing key", ", ".join(others)
        yield "a doubled key", ", ".join([*parts, part])
        yield "an unknown key", ", ".join([*parts, f"not_{key}={value}"])
        yield "a key renamed", ", ".join([*others, f"{key}x={value}"])
        yield "a value missing", ", ".join([*others, f"{key}="])
        yield "key and value changed over", ", ".join([*others, f"{value}={key}"])
        yield "a value without its key", ", ".join([*others, value])
    yield "values only", ", ".join(part.partition("=")[2] for part in parts)
    yield "like JSON", "{" + ", ".join('"{}": "{}"'.format(*part.split("=", 1)) for part in parts) + "}"


# ------------------------------------------------------------------------------------------ prose around it


def dressed(text: str) -> Iterator[Mutant]:
    """The right answer inside something else, which a strict parser must not look into."""
    frames = (
        "The answer is {}",
        "{} is the answer",
        "Answer: {}",
        "**{}**",
        "`{}`",
        '"{}"',
        "${}$",
        "\\boxed{{{}}}",
        "<answer>{}</answer>",
        "<think>easy</think>{}",
        "{}\n\nI checked it twice.",
        "First I look at the picture.\n{}",
        "{} (I think)",
        "not {}",
        "{}?",
        "{}!",
        "= {}",
        "{} | {}",
        "{} or {}",
        "\ufeff{}",
        "{}\u200b",
        "{}\x00",
        "- {}",
        "# {}",
    )
    yield from (
        Mutant(f"prose: {frame!a}", frame.replace("{{", "{").replace("}}", "}").replace("{}", text)) for frame in frames
    )


# ------------------------------------------------------------------------------------------ random damage

_INK = (
    *"ABCDEFGHRCUDLXabcrudl0123456789",
    *" ,;:=+-/\\()[]{}<>.'\"|_*#?!",
    *(
        "\n",
        "\t",
        "\r",
        "\x00",
        "\u00a0",
        "\u2028",
        "\u200b",
        "\ufeff",
        "\u0663",
        "\uff15",
        "\u212a",
        "\u0131",
        "\ud800",
    ),
    *("->", "→", "none", " or ", "R1C1", "option ", "is ", "NaN", "1e999", "\U0001f600"),
)


def mutated_strings(row: Mapping[str, Any], count: int, seed: int) -> Iterator[str]:
    """Yield texts near and far from a row's answer, the same ones for the same arguments.

    Args:
        row: A record; only ``id``, ``answer`` and ``answer_schema`` are read.
        count: How many texts.
        seed: Another seed gives other texts.
    """
    rng = Stream(str(row["id"]), f"mutations {seed}")
    kind = decode_answer_kind(row["answer_schema"])
    near = [mutant.text for mutant in nearly_right(kind, parse_answer(kind, row["answer"]))]
    for _ in range(count):
        text = row["answer"] if rng.integers(0, 3) else rng.choice(near)
        for _ in range(rng.integers(1, 5)):
            text = _damaged(text, rng, near)
        yield text


def _damaged(text: str, rng: Stream, near: list[str]) -> str:
    """One random change of a text."""
    start = rng.integers(0, len(text) + 1)
    end = min(len(text), start + rng.integers(0, 4))
    head, piece, tail = text[:start], text[start:end], text[end:]
    match rng.integers(0, 10):
        case 0:
            return head + tail
        case 1:
            return head + piece + piece + tail
        case 2:
            return head + piece[::-1] + tail
        case 3 | 4:
            return head + rng.choice(_INK) + tail
        case 5 | 6:
            return head + rng.choice(_INK) + piece + tail
        case 7:
            return head + piece.swapcase() + tail
        case 8:
            return head + rng.choice(near)[: rng.integers(0, 12)] + tail
        case _:
            return tail + piece + head
