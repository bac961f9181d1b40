"""Letters that name things on boards."""

from __future__ import annotations

__all__ = ["MOVE_LETTERS", "OPTION_LETTERS", "letters"]

OPTION_LETTERS = ("A", "B", "C", "D", "E", "F")
"""The letters of a question's six options."""

_LETTERS = "GHJKLMNPQRSTUVWXYZ"
"""From G on, since A to F name options; without I and O, which look like digits."""

MOVE_LETTERS = "UDLR"
"""The letters of directions, which name nothing else where moves are written."""


def letters(*, without: str = "") -> tuple[str, ...]:
    """The letters that may name things, in alphabetical order.

    Args:
        without: Letters that mean something else in the game, such as ``MOVE_LETTERS``, or are confused there.
    """
    return tuple(letter for letter in _LETTERS if letter not in without)
