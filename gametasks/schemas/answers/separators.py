"""What may stand between the parts of an answer: one table for the parsers, the format lines and the docs."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from gametasks.schemas._notation import AnswerError

__all__ = [
    "FIELDS",
    "FIELD_SET",
    "FIELD_SIGNS",
    "GRID_ROWS",
    "ITEMS",
    "RANKING",
    "SEQUENCE",
    "VECTOR",
    "Separators",
    "require_keys",
    "split_field",
]


class Separators(msgspec.Struct, frozen=True, kw_only=True):
    """The ways to separate the items of one kind of answer.

    Attributes:
        joint: What the canonical text puts between two items.
        phrase: The joint as a format line names it.
        signs: What a reader accepts as a separator. A line break is one as well, and a sign at the end of a
            line is one separator together with the line break.
        line_breaks: Whether a line break separates items.
        spaces: Whether spaces separate items where there is neither a sign nor a line break.
        brackets: Pairs of which one may enclose the whole.
    """

    joint: str
    phrase: str
    signs: tuple[str, ...]
    line_breaks: bool = True
    spaces: bool = False
    brackets: tuple[tuple[str, str], ...] = ()

    def split(self, text: str, *, at_spaces: bool = True) -> list[str]:
        """Cut a text into items, with white space folded to single spaces inside them.

        Args:
            text: A whole answer, or a whole field.
            at_spaces: False where the items may hold spaces themselves; the caller then cuts a lone item.

        Raises:
            AnswerError: There is no item, an item is empty, or a bracket has no partner.
        """
        lines = text.splitlines() if self.line_breaks else [text]
        lines = [folded for line in lines if (folded := " ".join(line.split()))]
        whole = self._without_brackets("\n".join(lines))
        if not whole:
            raise AnswerError("empty", "there is nothing in the answer")
        sign = self.signs[0]
        for other in self.signs[1:]:
            whole = whole.replace(other, sign)
        if "\n" in whole:
            *others, last = whole.split("\n")
            whole = sign.join([line.rstrip().removesuffix(sign) for line in others] + [last])
        if sign not in whole:
            return whole.split() if self.spaces and at_spaces else [whole]
        items = [item.strip() for item in whole.split(sign)]
        if "" in items:
            position = items.index("") + 1
            raise AnswerError("empty_item", f"item {position} is empty", position)
        return items

    def _without_brackets(self, text: str) -> str:
        """Take the one pair of brackets off that may enclose the whole."""
        for opening, closing in self.brackets:
            opened, closed = text.startswith(opening), text.endswith(closing)
            if opened and closed and len(text) > 1:
                return text[1:-1].strip()
            if opened or closed:
                raise AnswerError("unbalanced_brackets", f"{opening} and {closing} must enclose the whole answer")
        return text

    def join(self, items: Iterable[str]) -> str:
        """The canonical text of items."""
        return self.joint.join(items)

    def require_plain(self, names: Iterable[str]) -> None:
        """Make sure that names cannot be mistaken for separators.

        Raises:
            ValueError: A name holds a sign, or begins or ends like a bracket.
        """
        for name in names:
            for sign in self.signs:
                if sign in name:
                    raise ValueError(f"the name {name!r} holds {sign!r}, which separates the items of an answer")
            for opening, closing in self.brackets:
                if name.startswith(opening) or name.endswith(closing):
                    raise ValueError(f"the name {name!r} begins or ends like a bracket around an answer")

    def words(self) -> str:
        """All accepted separators and brackets, for the docs."""
        ways = [f"`{sign}`" for sign in self.signs]
        if self.line_breaks:
            ways.append("a line break")
        if self.spaces:
            ways.append("spaces alone")
        around = " or ".join(f"`{opening} {closing}`" for opening, closing in self.brackets)
        return ", ".join(ways) + (f"; {around} around the whole" if around else "")


ITEMS = Separators(
    joint=", ", phrase="separated by commas", signs=(",", ";"), spaces=True, brackets=(("[", "]"), ("{", "}"))
)
"""The members of a set."""

SEQUENCE = Separators(
    joint=", ", phrase="separated by commas", signs=(",", ";", "->", "→"), spaces=True, brackets=(("[", "]"),)
)
"""The steps of a sequence."""

VECTOR = Separators(
    joint=", ", phrase="separated by commas", signs=(",", ";"), spaces=True, brackets=(("[", "]"), ("(", ")"))
)
"""The numbers of a vector."""

FIELDS = Separators(joint=", ", phrase="separated by commas", signs=(",", ";"))
"""The fields of an answer."""

FIELD_SIGNS = ("=", ":")
"""What may stand between a field's key and its value; the first one is canonical."""

FIELD_SET = Separators(joint="+", phrase="joined by +", signs=("+",), line_breaks=False)
"""The members of a set that is the value of a field."""

GRID_ROWS = Separators(joint="/", phrase="joined by /", signs=("/", ";"))
"""The rows of a grid."""

RANKING = Separators(joint=" > ", phrase="joined by >", signs=(">", ","))
"""The places of a ranking."""

_SIGN = re.compile("|".join(map(re.escape, FIELD_SIGNS)))


def split_field(text: str) -> tuple[str, str]:
    """The key and the value of one field, separated by the first sign.

    Raises:
        AnswerError: There is no sign.
    """
    key, *rest = _SIGN.split(text, maxsplit=1)
    if not rest:
        raise AnswerError("not_a_field", f"there is no {FIELD_SIGNS[0]} sign")
    return key, rest[0]


def require_keys(names: Iterable[str]) -> None:
    """Make sure that names can be keys of fields.

    Raises:
        ValueError: A name holds what separates fields, or keys from values.
    """
    for name in names:
        if _SIGN.search(name):
            raise ValueError(f"the key {name!r} holds a sign that separates keys from values")
        FIELDS.require_plain([name])
