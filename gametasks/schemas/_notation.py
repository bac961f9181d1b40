"""The notation that answers are written in: cells, slides, folding and separators."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from gametasks.errors import GameTasksError

__all__ = [
    "MAX_ANSWER_LENGTH",
    "SEPARATORS",
    "AnswerError",
    "Cell",
    "Diagnostic",
    "Slide",
    "fold",
    "fold_lines",
    "split_items",
]

MAX_ANSWER_LENGTH = 1_000_000
"""Longest answer that is read, in characters."""

SEPARATORS: dict[str, str] = {
    "items": "a comma, a semicolon, a line break, or spaces alone",
    "sequence": "a comma, a semicolon, an arrow (-> or →), a line break, or spaces alone",
    "fields": "a comma, a semicolon or a line break between fields; = or : between a key and its value",
    "set inside a field": "+",
    "grid rows": "/, a semicolon or a line break; commas and spaces inside a row are ignored",
    "ranking": ">, a comma or a line break",
}
"""What may stand between the parts of an answer, by kind."""


class Cell(NamedTuple):
    """A cell of a board: row from the top and column from the left, both counted from 1."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"R{self.row}C{self.column}"


class Slide(NamedTuple):
    """One command ``H:U2``: the piece H moves up by two cells."""

    piece: str
    direction: str
    distance: int

    def __str__(self) -> str:
        return f"{self.piece}:{self.direction}{self.distance}"


class Diagnostic(msgspec.Struct, frozen=True):
    """Why an answer could not be read or is not right.

    Attributes:
        kind: A short stable name, such as ``"missing_field"`` or ``"illegal_move"``.
        message: One sentence for a person.
        position: Number of the offending item, step or field, from 1; 0 for the answer as a whole.
    """

    kind: str
    message: str
    position: int = 0


class AnswerError(GameTasksError):
    """Raised inside a parser; callers of ``parse`` see its diagnostic only."""

    def __init__(self, kind: str, message: str, position: int = 0) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(kind, message, position)


_UPPER = {ord(c): ord(c.lower()) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


def fold(text: str) -> str:
    """Fold white space and the case of ASCII letters, and nothing else.

    ``str.casefold`` would turn the Kelvin sign into k and the long s into s; an answer that only looks
    like a label is not that label.
    """
    return " ".join(text.split()).translate(_UPPER)


def fold_lines(text: str) -> str:
    """Fold white space within lines and drop empty lines; the case of letters stays."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if not line.isspace() and line)


def split_items(text: str, separators: str, *, spaces: bool, brackets: tuple[str, ...] = ()) -> list[str]:
    """Cut folded text into items.

    Args:
        text: Text that went through :func:`fold_lines`.
        separators: Single characters that part two items; a line break always does.
        spaces: Whether spaces part items where no other separator occurs.
        brackets: Pairs such as ``"[]"``, one of which may enclose the whole.

    Raises:
        AnswerError: There is no item, an item is empty, or a bracket has no partner.
    """
    for pair in brackets:
        opening, closing = pair[0], pair[1]
        if text.startswith(opening) or text.endswith(closing):
            if not (text.startswith(opening) and text.endswith(closing) and len(text) > 1):
                raise AnswerError("unbalanced_brackets", f"{opening} and {closing} must enclose the whole answer")
            text = text[1:-1].strip()
            break
    if not text:
        raise AnswerError("empty", "the answer is empty")
    for separator in separators:
        text = text.replace(separator, ",")
    # A separator at the end of a line is one separator, not two.
    lines = text.split("\n")
    joined = ",".join([line.strip().removesuffix(",") for line in lines[:-1]] + [lines[-1]])
    if "," not in joined and spaces:
        return joined.split()
    items = [item.strip() for item in joined.split(",")]
    for position, item in enumerate(items, 1):
        if not item:
            raise AnswerError("empty_item", f"item {position} is empty", position)
    return items
