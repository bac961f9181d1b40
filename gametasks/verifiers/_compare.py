"""Verdicts on answers that must match in every part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gametasks.verifiers._verdict import CORRECT, Verdict, wrong

__all__ = ["compare"]


def compare(given: Any, expected: Any) -> Verdict:
    """Judge an answer by equality, and name the first part that differs."""
    if given == expected and type(given) is type(expected):
        return CORRECT
    if isinstance(expected, Mapping) and isinstance(given, Mapping):
        for position, key in enumerate(expected, 1):
            if given.get(key) != expected[key]:
                return wrong("wrong_value", f"{key} is not {given.get(key)}", position)
    if isinstance(expected, tuple) and isinstance(given, tuple):
        if len(given) != len(expected):
            return wrong("wrong_length", f"{len(given)} items instead of {len(expected)}")
        for position, (mine, right) in enumerate(zip(given, expected, strict=True), 1):
            if mine != right:
                return wrong("wrong_value", f"item {position} is not {mine}", position)
    if isinstance(expected, frozenset) and isinstance(given, frozenset):
        return wrong("wrong_set", f"{len(expected - given)} missing, {len(given - expected)} too many")
    return wrong("wrong_value", f"the answer is not {given}")
