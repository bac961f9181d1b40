"""The answer kind for structures that no other kind holds: one JSON document."""

from __future__ import annotations

import json
import math
import re
from typing import Any

from gametasks.schemas._notation import AnswerError
from gametasks.schemas.answers.scalars import Scalar

__all__ = ["JsonAnswer", "object_of", "read_json"]

_MAX_DEPTH = 100


class JsonAnswer(Scalar, frozen=True, kw_only=True, tag="json", omit_defaults=True):
    """One JSON document (RFC 8259) without repeated keys; the verifier checks its content.

    Attributes:
        description: What the document is, as the line of the prompt says that tells how to answer.
        ending: The whole of that line, where a user's words take its place; empty for the usual one.
    """

    description: str = "one JSON document"
    ending: str = ""

    def read(self, text: str) -> Any:
        return read_json(text)

    def write(self, value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)

    def describe(self) -> str:
        return self.description


def read_json(text: str, *, control_characters: bool = False) -> Any:
    """Read one JSON document.

    Args:
        text: The document and nothing else.
        control_characters: Whether texts in it may hold line breaks and the like as they are, unescaped.

    Raises:
        AnswerError: It is no JSON, a key is given twice, a number is not finite, or it nests too deeply.
    """
    if _depth(text) > _MAX_DEPTH:
        raise AnswerError("too_deep", f"JSON nested deeper than {_MAX_DEPTH}")
    try:
        return json.loads(
            text,
            strict=not control_characters,
            object_pairs_hook=object_of,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except ValueError as error:
        raise AnswerError("not_json", f"not valid JSON: {_what_stands_around(text) or error}") from None


def _what_stands_around(text: str) -> str:
    """What keeps a text from being JSON, where that can be seen at its beginning."""
    begin = text.lstrip()
    if begin.startswith("```"):
        return "a code fence stands around it, or something beside the fence; give the JSON alone"
    opening = re.search(r"[{\[]", begin)
    if begin[:1] not in {"{", "[", '"'} and opening:
        return f"{begin[: opening.start()].rstrip()[:24]!r} stands before it; give the JSON alone"
    return ""


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object, refusing a key that is given twice: which of the two is meant is anyone's guess.

    Raises:
        ValueError: A key is given twice.
    """
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key is given twice")
    return result


def _no_constant(name: str) -> Any:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    """Read a number with a fraction or an exponent; 1e999 must not become infinity."""
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number is too large")
    return number


def _depth(text: str) -> int:
    """Greatest nesting of brackets outside strings, so that the parser's recursion stays bounded."""
    depth = deepest = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
    return deepest
