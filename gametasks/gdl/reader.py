"""Reading prefix KIF: brackets, symbols and comments, with the place of everything that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gametasks.errors import GdlSyntaxError
from gametasks.gdl.limits import MOST_DEPTH, Limits, option_of
from gametasks.gdl.terms import Term
from gametasks.gdl.time_limit import TimeLimit, watched

__all__ = [
    "COMMENT",
    "SYMBOL",
    "Expression",
    "Source",
    "read_expressions",
    "read_terms",
    "tokens",
]

COMMENT, SYMBOL = r";[^\n\r]*", r"[^\s();]+"
"""Patterns of a comment, and of a symbol or a variable. Everything else is a bracket or white space."""

_TERMS = Limits(depth=MOST_DEPTH)
"""Limits of terms by themselves: those that a description may hold under any limits."""

_TOKEN = re.compile(rf"[()]|{COMMENT}|{SYMBOL}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_SHOWN = 100
"""Characters of a line that an error quotes."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text and where it comes from.

    Attributes:
        name: The file's path, or what else a person would call it.
        text: The whole text.
    """

    name: str
    text: str

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of a character, both from 1."""
        line, start = 1, 0
        for end in _LINE_END.finditer(self.text, 0, offset):
            line, start = line + 1, end.end()
        return line, offset - start + 1

    def part(self, offset: int, path: Sequence[int]) -> int:
        """Offset of a part of the list that begins at an offset; each number of the path goes one list deeper.

        The first thing in a list is number 0. Where brackets stand around one thing only, the path may lead no deeper
        than to them.
        """
        for number in path:
            depth, seen = 0, -1
            for token in tokens(self.text, offset):
                if depth == 1 and token[0] != ")":
                    seen += 1
                    if seen == number:
                        offset = token.start()
                        break
                depth += (token[0] == "(") - (token[0] == ")")
                if not depth:
                    return offset
        return offset

    def error(self, offset: int, message: str) -> GdlSyntaxError:
        """An error that points at a character: file, line, column, the line itself and a caret under it."""
        line, column = self.place(offset)
        return GdlSyntaxError(self.name, line, column, message, self.excerpt(offset, column))

    def excerpt(self, offset: int, column: int) -> str:
        """The line around a character in a certain column, and below it a caret under that character."""
        shown_from = max(offset - column + 1, offset - _SHOWN // 2)
        end = _LINE_END.search(self.text, offset, shown_from + _SHOWN)
        shown = self.text[shown_from : end.start() if end else shown_from + _SHOWN]
        caret = re.sub(r"[^\t]", " ", shown[: offset - shown_from]) + "^"
        return f"{shown}\n{caret}"


@dataclass(frozen=True, slots=True)
class Expression:
    """One expression of a text.

    Attributes:
        term: What it says, in small letters.
        start: Offset of its first character.
        end: Offset after its last character.
    """

    term: Term
    start: int
    end: int


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
    """The brackets, symbols and variables of a text, or of a part of it, from left to right, without comments."""
    for token in _TOKEN.finditer(text, start, len(text) if end is None else end):
        if token[0][0] != ";":
            yield token


def read_expressions(
    source: Source,
    *,
    fold: bool = True,
    limits: Limits = Limits(),  # noqa: B008 - limits cannot be changed
    time: TimeLimit | None = None,
) -> list[Expression]:
    """Read all expressions of a text.

    Args:
        source: The text.
        fold: Whether letters are folded to small ones, as GDL wants it.
        limits: ``characters`` and ``depth`` bound the text.
        time: What reading must not exceed.

    Raises:
        GdlSyntaxError: A bracket without its partner, an empty pair of brackets, brackets that are nested too deeply, a
            control character, or a text that is too long.
        GdlLimitError: It takes too long.
    """
    text = source.text
    if len(text) > limits.characters:
        most = f"at most {limits.characters:,} are read {option_of('characters')}"
        raise source.error(0, f"the text has {len(text):,} characters; {most}")
    if control := _CONTROL.search(text):
        raise source.error(control.start(), "this is not text: it holds a control character")
    found: list[Expression] = []
    open_lists: list[tuple[int, list[Term]]] = []
    for token in watched(tokens(text), time):
        word, start = token[0], token.start()
        if word == "(":
            if len(open_lists) == limits.depth:
                raise source.error(start, f"brackets are nested more than {limits.depth} deep {option_of('depth')}")
            open_lists.append((start, []))
            continue
        if word == ")":
            if not open_lists:
                raise source.error(start, "this closing bracket has no opening one")
            start, parts = open_lists.pop()
            term = _in_brackets(source, start, parts)
        else:
            term = word.lower() if fold else word
        if open_lists:
            open_lists[-1][1].append(term)
        else:
            found.append(Expression(term, start, token.end()))
    if open_lists:
        raise source.error(open_lists[-1][0], "this bracket is never closed")
    return found


def read_terms(text: str, name: str = "<text>") -> tuple[Term, ...]:
    """Read all terms of a text, in small letters.

    Args:
        text: The text.
        name: What errors call it.

    Raises:
        GdlSyntaxError: As for ``read_expressions``.
    """
    return tuple(expression.term for expression in read_expressions(Source(name, text), limits=_TERMS))


def _in_brackets(source: Source, start: int, parts: list[Term]) -> Term:
    if not parts:
        raise source.error(start, "an empty pair of brackets says nothing; write a name after '('")
    if len(parts) > 1 and not isinstance(parts[0], str):
        raise source.error(start, "the first thing in brackets must be a name, not another list")
    # (foo) is foo
    return parts[0] if len(parts) == 1 else tuple(parts)
