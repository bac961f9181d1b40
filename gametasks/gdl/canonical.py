"""Descriptions without comments, empty lines and the names of their symbols, none of which has content."""

from __future__ import annotations

import re
from functools import lru_cache

from gametasks.gdl.description import KEYWORDS
from gametasks.gdl.reader import COMMENT, tokens

__all__ = ["canonical_form", "rename_text", "strip_comments"]

_COMMENT = re.compile(rf"[ \t]*{COMMENT}")
_EMPTY_LINES = re.compile(r"\n\s*\n(?:\s*\n)*")


def strip_comments(text: str) -> str:
    """A description without comments, which tell in words what the rules mean, and without empty lines."""
    return _EMPTY_LINES.sub("\n", _COMMENT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))).strip() + "\n"


@lru_cache(maxsize=64)
def canonical_form(description: str) -> tuple[str, dict[str, str]]:
    """A description in canonical names, and the canonical name of each of its symbols.

    Each symbol other than a keyword is named by the order of first occurrence, so that games which differ in names
    alone have the same form.
    """
    words = _words(description)
    names: dict[str, str] = {}
    for word in words:
        if word not in KEYWORDS and word not in "()":
            names.setdefault(word, f"{'?' * word.startswith('?')}{len(names)}")
    return " ".join(names.get(word, word) for word in words), names


def rename_text(text: str, names: dict[str, str]) -> str:
    """A term's text with one blank between its tokens, in which each symbol that has a new name bears it."""
    return " ".join(names.get(word, word) for word in _words(text))


def _words(text: str) -> list[str]:
    return [token[0] for token in tokens(text.lower())]
