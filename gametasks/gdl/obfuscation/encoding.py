r"""Obfuscation: the same game under meaningless names, and the exact inverse.

Every symbol of a collection of games is renamed one-to-one: relations, functions, constants, numbers and variables. A
variable keeps its ``?`` and has an entry of its own, so ``color`` and ``?color`` are unrelated.
The keywords of GDL stay, and nothing else. Nothing is given the name of a field of an answer (``RESERVED``), so fields
stay when an answer is restored; encodings of before that left symbols of such names alone are read as they are. GDL
folds case, so two spellings are
one symbol, which is written as it first occurs. Since goal values are renamed like all numbers, an obfuscated game can
be played but has no goal values.

A text is split as GDL first: whatever stands between brackets and white space is a name. A name that is unknown is
split further, at the punctuation of JSON and of prose, and then at everything that is not a letter or a digit. So
descriptions are exact whatever characters their names hold, and symbols are found in the free output of a model beside
a quote, a comma or a ``\\n``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gametasks.errors import GdlError
from gametasks.gdl.description import KEYWORDS, Game, parse_game
from gametasks.gdl.limits import MOST_DEPTH, Limits
from gametasks.gdl.obfuscation.names import ANSWER_FIELDS, RESERVED, NameKind, new_names
from gametasks.gdl.reader import COMMENT, SYMBOL, Source, tokens
from gametasks.gdl.terms import Term, is_variable, rename

__all__ = [
    "RESERVED",
    "Encoding",
    "NameKind",
    "make_encoding",
    "obfuscate_game",
    "read_encoding",
    "restore_game",
]

_IN_PUNCTUATION = r"(?P<escape>\\u[0-9a-fA-F]{4}|\\.)|[^\\,:\"'`{}\[\]]+"
_WORD = r"\??[^\W_]+"
_LEVELS = tuple(re.compile(pattern, re.DOTALL) for pattern in (SYMBOL, _IN_PUNCTUATION, _WORD))
"""What is looked up as one name: as GDL reads it; then between punctuation; then letters and digits alone."""

_COMMENT_LINE = re.compile(rf"^[ \t]*{COMMENT}(?:\r\n|\r|\n|\Z)", re.MULTILINE)
_COMMENT = re.compile(COMMENT)
_NOT_SPACE = re.compile(r"\S")
_LINE = re.compile(r"([^\n\r]*)(?:\r\n|\r|\n|\Z)")


@dataclass(frozen=True)
class Encoding:
    """A one-to-one renaming of the symbols of a collection of games.

    Attributes:
        pairs: Original and obfuscated symbol, each as it is written, in the order of first occurrence.
    """

    pairs: tuple[tuple[str, str], ...]
    _encode: dict[str, str] = field(init=False, repr=False, compare=False)
    _decode: dict[str, str] = field(init=False, repr=False, compare=False)
    _encode_folded: dict[str, str] = field(init=False, repr=False, compare=False)
    _decode_folded: dict[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        encode = {original.lower(): new for original, new in self.pairs}
        decode = {new.lower(): original for original, new in self.pairs}
        object.__setattr__(self, "_encode", encode)
        object.__setattr__(self, "_decode", decode)
        object.__setattr__(self, "_encode_folded", {original: new.lower() for original, new in encode.items()})
        object.__setattr__(self, "_decode_folded", {new: original.lower() for new, original in decode.items()})

    def write(self) -> str:
        """The encoding as text: one pair a line, the original first, then a space and the obfuscated symbol."""
        return "".join(f"{original} {new}\n" for original, new in self.pairs)

    def encode_text(self, text: str) -> str:
        """A description, or any text that holds terms, in obfuscated symbols; the fields of a JSON answer stay.

        Comments are dropped, since they tell what the symbols mean; the layout and words that are not symbols stay.
        """
        return _replace(_without_comments(text), self._encode)

    def decode_text(self, text: str) -> str:
        """A text in obfuscated symbols, such as a description or the whole output of a model, in the original ones.

        Words that are not obfuscated symbols stay. Letter case does not matter.
        """
        return _replace(text, self._decode)

    def encode_term(self, term: Term) -> Term:
        """The obfuscated form of a term, folded as terms are."""
        return rename(term, self._encode_folded)

    def decode_term(self, term: Term) -> Term:
        """The original form of an obfuscated term, folded as terms are."""
        return rename(term, self._decode_folded)

    def unknown(self, text: str) -> str | None:
        """The first symbol of a description that is neither a keyword nor has an entry, or None."""
        return next((name for name in _symbols(text) if name.lower() not in self._encode), None)


def make_encoding(games: Iterable[Game], kind: NameKind, seed: int = 0) -> Encoding:
    """Choose a new name for every symbol of a collection of games.

    The first occurrence of each symbol, in the order of the games and of their text, decides the order of the names
    and how the symbol is written.

    Args:
        games: The collection.
        kind: What the names look like.
        seed: Names are drawn from the stream of this seed. Placeholder terms are only numbered.

    Raises:
        GdlLimitError: The collection has more symbols than there are names.
    """
    first: dict[str, str] = {}
    for game in games:
        for name in _symbols(game.text):
            first.setdefault(name.lower(), name)
    names = new_names(kind, len(first), seed, frozenset(name.removeprefix("?") for name in first))
    return Encoding(
        tuple(
            (original, f"?{new}" if is_variable(original) else new)
            for original, new in zip(first.values(), names, strict=True)
        )
    )


def obfuscate_game(game: Game, encoding: Encoding) -> Game:
    """The same game in obfuscated symbols. It keeps its name.

    Raises:
        GdlError: The encoding lacks a symbol of the game.
    """
    if (name := encoding.unknown(game.text)) is not None:
        raise GdlError(f"{game.source.name}: the encoding has no entry for {name!r}; was it made for other games?")
    return _parse_again(game, encoding.encode_text(game.text))


def restore_game(game: Game, encoding: Encoding) -> Game:
    """An obfuscated game in its original symbols, the inverse of ``obfuscate_game``."""
    return _parse_again(game, encoding.decode_text(game.text))


def read_encoding(text: str, name: str = "encoding.txt") -> Encoding:
    """Read what ``Encoding.write`` wrote.

    Args:
        text: Lines ``original obfuscated``, with one space between them.
        name: What errors call the text.

    Raises:
        GdlSyntaxError: A line is not two symbols, renames a keyword, renames to a reserved name, maps a variable to a
            constant or a constant to a variable, or repeats a symbol; or the text is empty.
    """
    source = Source(name, text)
    pairs: list[tuple[str, str]] = []
    seen: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number, found in enumerate(_LINE.finditer(text), start=1):
        if found.start() == len(text):
            break
        line = found[1]
        if fault := _fault(line) or _repeated(line, number, seen):
            raise source.error(found.start(), fault)
        original, new = line.split(" ")
        pairs.append((original, new))
    if not pairs:
        raise source.error(0, "the encoding is empty; it has one line 'original obfuscated' for each symbol")
    return Encoding(tuple(pairs))


def _fault(line: str) -> str | None:
    """What is wrong with a line by itself."""
    words = line.split(" ")
    if len(words) != 2 or not all(re.fullmatch(SYMBOL, word) for word in words):
        return f"a line is an original and an obfuscated symbol with one space between them, not {line[:80]!r}"
    for word, reserved in zip(words, (KEYWORDS, RESERVED), strict=True):
        if word.lower() in reserved:
            what = "is never renamed" if reserved is KEYWORDS else "is a name that nothing is renamed to"
            return f"{word!r} is reserved: it {what}"
    if is_variable(words[0]) != is_variable(words[1]):
        return f"of {words[0]!r} and {words[1]!r} only one is a variable; both begin with '?' or none does"
    return None


def _repeated(line: str, number: int, seen: tuple[dict[str, int], dict[str, int]]) -> str | None:
    """Note the symbols of a line, and say which of them an earlier line has on the same side."""
    for word, lines in zip(line.split(" "), seen, strict=True):
        earlier = lines.setdefault(word.lower(), number)
        if earlier != number:
            return f"{word!r} already occurs in line {earlier}, so the encoding is not one-to-one"
    return None


def _parse_again(game: Game, text: str) -> Game:
    return parse_game(text, game.name, game.source.name, limits=Limits(characters=len(text), depth=MOST_DEPTH))


def _without_comments(text: str) -> str:
    return _COMMENT.sub("", _COMMENT_LINE.sub("", text))


def _symbols(text: str) -> Iterator[str]:
    """All symbols of a description that are no keywords, from left to right, repeats included."""
    names = (token[0] for token in tokens(text) if token[0] not in "()")
    return (name for name in names if name.lower() not in KEYWORDS)


def _replace(text: str, names: Mapping[str, str], level: int = 0, after: str = "") -> str:
    """A text in other names, each looked up at a level and then at the next ones.

    Args:
        text: The text.
        names: The new name of each symbol in small letters.
        level: The place in ``_LEVELS`` from which on names are looked up.
        after: The first character that follows the text and is not white space.
    """

    def one(found: re.Match[str]) -> str:
        piece, folded = found[0], found[0].lower()
        if folded in KEYWORDS or (level == 1 and found["escape"]):
            return piece
        if folded in ANSWER_FIELDS and (folded not in names or _is_field(found, after)):
            return piece
        if (new := names.get(folded)) is not None:
            return new
        if level + 1 == len(_LEVELS):
            return piece
        following = _NOT_SPACE.search(text, found.end())
        return _replace(piece, names, level + 1, following[0] if following else after)

    return _LEVELS[level].sub(one, text)


def _is_field(found: re.Match[str], after: str) -> bool:
    """Whether a name stands in quotes before a colon, as the fields of JSON objects do."""
    before, rest = found.string[: found.start()], found.string[found.end() :]
    return before.endswith('"') and rest.startswith('"') and (rest[1:].lstrip() or after).startswith(":")
