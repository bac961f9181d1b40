"""The named colours, and sets of them that are told apart with ease."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["COLOURS", "COLOUR_CODES", "DISTINCT_COLOURS", "PAINTS"]

COLOUR_CODES: Final[Mapping[str, str]] = {
    "red": "re", "blue": "bu", "green": "ge", "yellow": "ye", "orange": "or", "purple": "pu",
    "pink": "pk", "brown": "bn", "black": "bk", "gray": "gy", "cyan": "cy",
}  # fmt: skip
"""What stands for each named colour on boards as text."""

COLOURS: Final = tuple(COLOUR_CODES)
"""All named colours. In every theme any two of them are 20 or more apart (CIEDE2000), and each from the board."""

PAINTS: Final = tuple(colour for colour in COLOURS if colour != "gray")
"""The colours of things on a board: gray is left to lines and walls."""

DISTINCT_COLOURS: Final[tuple[tuple[str, ...], ...]] = (
    ("red", "blue", "green", "yellow", "pink", "black"),
    ("red", "purple", "green", "yellow", "cyan", "black"),
    ("blue", "green", "orange", "pink", "cyan", "black"),
    ("blue", "green", "yellow", "pink", "brown", "cyan"),
    ("red", "blue", "green", "orange", "cyan", "black"),
    ("purple", "green", "yellow", "cyan", "brown", "pink"),
)
"""Sets of six colours for thin lines and small marks: in every theme any two of a set are 28 or more apart."""
