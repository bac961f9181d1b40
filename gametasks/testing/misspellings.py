"""Spellings near the right answer, for each kind of answer: what a sloppy writer would hand in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gametasks.schemas import (
    Cell,
    CellAnswer,
    CellsAnswer,
    ChoiceAnswer,
    FieldsAnswer,
    GridAnswer,
    IntegerAnswer,
    LabelAnswer,
    LabelsAnswer,
    SequenceAnswer,
    VectorAnswer,
)

__all__ = ["dressed", "misspelt"]

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


def dressed(text: str) -> Iterator[tuple[str, str]]:
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
        (f"prose: {frame!a}", frame.replace("{{", "{").replace("}}", "}").replace("{}", text)) for frame in frames
    )
