"""Answer kinds that are one move of a game; a plan is a sequence of them."""

from __future__ import annotations

import re
from typing import Final

from gametasks.schemas._board import Direction
from gametasks.schemas._notation import AnswerError, Slide, fold, shown
from gametasks.schemas.answers.scalars import LabelAnswer, Scalar, require_capitals

__all__ = ["DIRECTIONS", "DirectionAnswer", "SlideAnswer"]

# [a-z] and [0-9] on purpose: IGNORECASE and \d know letters and digits of other scripts.
_SLIDE = re.compile(r"([a-z])(?: ?: ?)?([udlr])([1-9][0-9]{0,3})")
_EXAMPLES = "QZYXWVTSRPNMKJHG"

DIRECTIONS: Final = LabelAnswer(
    labels=tuple(map(str, Direction)), aliases={direction.name.lower(): str(direction) for direction in Direction}
)
"""The spellings of the four directions."""


class DirectionAnswer(Scalar, frozen=True, kw_only=True, tag="direction"):
    """A step in one of the four directions: ``U``, ``D``, ``L`` or ``R``, or the word."""

    def read(self, text: str) -> Direction:
        return Direction(DIRECTIONS.read(text))

    def describe(self) -> str:
        return "one of U, D, L, R (up, down, left, right)"


class SlideAnswer(Scalar, frozen=True, kw_only=True, tag="slide"):
    """A command ``H:U2``: piece, direction (U, D, L or R) and distance in cells."""

    pieces: tuple[str, ...]

    def __post_init__(self) -> None:
        require_capitals(self.pieces, "a piece")

    def read(self, text: str) -> Slide:
        match = _SLIDE.fullmatch(fold(text))
        if match is None:
            raise AnswerError("not_a_command", f"{shown(text)} is not a command such as H:U2")
        slide = Slide(match[1].upper(), Direction(match[2].upper()), int(match[3]))
        if slide.piece not in self.pieces:
            raise AnswerError("unknown_label", f"there is no piece {slide.piece}")
        return slide

    def describe(self) -> str:
        # The example names no piece of the board where it can, so that it is no hint.
        piece = next((letter for letter in _EXAMPLES if letter not in self.pieces), self.pieces[0])
        return f"a command such as {piece}:U2 ({piece} moves up by 2 cells; U, D, L, R are up, down, left, right)"
