"""Meaningless names: numbered terms, joined dictionary words, random strings."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from itertools import count, islice
from pathlib import Path
from string import ascii_letters, digits

from gametasks.errors import GdlLimitError
from gametasks.gdl.description import KEYWORDS
from gametasks.streams import Stream

__all__ = ["ANSWER_FIELDS", "RESERVED", "NameKind", "new_names"]

ANSWER_FIELDS = frozenset(
    {"joint_move", "llm_legal_moves", "llm_state", "moves", "step", "game_state", "legal_moves", "move", "next_state"}
)
"""Property names of the answers and of the paper's instances, which are JSON. A game may use them as symbols, which are
renamed like all others."""

RESERVED = KEYWORDS | ANSWER_FIELDS
"""Names that no symbol is given: an answer in obfuscated symbols keeps its fields when it is restored."""

_WORDS = Path(__file__).parent / "words.txt"
_LENGTHS = (5, 8)
"""Least and most characters of a random string."""

_MOST_STRINGS = 1_000_000
"""Random strings that are drawn at most: a share of less than one in fifty of those of five characters."""


class NameKind(StrEnum):
    """What the new names look like."""

    TERMS = "terms"
    """``term1``, ``term2`` and so on."""

    WORDS = "words"
    """Two common words, joined."""

    STRINGS = "strings"
    """Five to eight letters and digits at random, the first a letter."""


def new_names(kind: NameKind, number: int, seed: int, taken: frozenset[str]) -> list[str]:
    """Names that differ from each other and from taken and reserved names, whatever the letter case.

    Args:
        kind: What the names look like.
        number: How many are needed.
        seed: Seed of names that are drawn at random.
        taken: Names in small letters that none of them may have.

    Raises:
        GdlLimitError: The kind does not have that many names.
    """
    stream = Stream(str(seed), f"gdl obfuscation {kind}")
    makers: dict[NameKind, Callable[[], list[str]]] = {
        NameKind.TERMS: lambda: list(islice((f"term{i}" for i in count(1) if f"term{i}" not in taken), number)),
        NameKind.WORDS: lambda: _joined_words(number, stream, taken),
        NameKind.STRINGS: lambda: _random_strings(number, stream, taken),
    }
    return makers[kind]()


@cache
def _words() -> tuple[str, ...]:
    return tuple(_WORDS.read_text(encoding="utf-8").split())


@cache
def _pairs_of_words() -> tuple[str, ...]:
    """All names that two different words make; there are 170,000, so they are made once."""
    pairs = (first + second for first in _words() for second in _words() if first != second)
    return tuple(name for name in dict.fromkeys(pairs) if name not in RESERVED)


def _joined_words(number: int, stream: Stream, taken: frozenset[str]) -> list[str]:
    names = [name for name in _pairs_of_words() if name not in taken]
    if number > len(names):
        raise GdlLimitError(f"the games have {number:,} symbols, but only {len(names):,} names are made of two words")
    return stream.sample(names, number)


def _random_strings(number: int, stream: Stream, taken: frozenset[str]) -> list[str]:
    if number > _MOST_STRINGS:
        raise GdlLimitError(f"the games have {number:,} symbols; at most {_MOST_STRINGS:,} random strings are drawn")
    names: dict[str, str] = {}
    while len(names) < number:
        length = stream.integers(_LENGTHS[0], _LENGTHS[1] + 1)
        name = stream.choice(ascii_letters) + "".join(stream.choice(ascii_letters + digits) for _ in range(length - 1))
        if name.lower() not in taken and name.lower() not in RESERVED:
            names.setdefault(name.lower(), name)
    return list(names.values())
