"""What the options of a choice say about each other: figures of each, and their canonical order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from typing import Any, TypeVar

import msgspec

from gametasks.schemas._record import Role

__all__ = [
    "TEXT_MEASURES",
    "measure_pictures",
    "measure_texts",
    "order_of_pictures",
    "order_of_texts",
    "places_in",
    "words_of",
]

T = TypeVar("T")

Measures = dict[str, tuple[float, ...]]

TEXT_MEASURES = ("value", "distance", "similarity", "shared parts", "shared words", "length")
"""Measures of text options. All but "value" and "length" compare an option with the other five."""

_WORD = re.compile(r"[^\W\d_]+\d*|\d+")
_NUMBER = re.compile(r"-?\d+")
_PART = re.compile(r"[^\s,;:+>/=\[\]]+=?")


@lru_cache(maxsize=4096)
def words_of(text: str) -> frozenset[str]:
    """The words and numbers of a text; ``R2C5`` gives ``r2`` and ``c5``."""
    return frozenset(_WORD.findall(text.lower()))


def measure_texts(options: Sequence[str]) -> Measures:
    """Figures of each of some text options, by the name of the measure.

    The distance of an option is its mean difference from the others where all are whole numbers, and otherwise the
    mean number of edits between sequences of parts: moves, cells, fields with their values, numbers of a vector, rows
    of a grid. "Shared parts" takes no account of the order, as sets are compared: the mean symmetric difference.
    """
    parts = [_parts_of(option) for option in options]
    measures = {
        "similarity": _means(options, _similarity),
        "shared words": _means(options, _shared_words),
        "shared parts": _means(parts, _different_parts),
        "length": tuple(float(len(option)) for option in options),
    }
    values = _whole_numbers(options)
    measures["distance"] = (
        _means(values, lambda one, other: float(abs(one - other))) if values else _means(parts, _edits)
    )
    numbers = [_NUMBER.findall(option) for option in options]
    if all(len(found) == 1 for found in numbers):  # such as the length of a move, X:R2
        measures["value"] = tuple(float(found[0]) for found in numbers)
    return measures


def order_of_texts(options: Sequence[str]) -> tuple[int, ...]:
    """For each text option its rank, from 0: among numbers by value, among others by text."""
    return _ranks(_whole_numbers(options) or options)


def measure_pictures(row: Mapping[str, Any]) -> Measures:
    """Figures of each picture option, by the name of the measure: "looks", of images, and "contents", of the question.

    Args:
        row: The columns ``image_roles``, ``perceptual_hashes`` and ``evaluator`` of a record.
    """
    measures: Measures = {}
    looks = _looks(row)
    if looks:
        measures["looks"] = _means(looks, lambda one, other: float((one ^ other).bit_count()))
    contents = _contents(row)
    if contents:
        measures["contents"] = _means([list(_leaves(content)) for content in contents], _different_leaves)
    return measures


def order_of_pictures(row: Mapping[str, Any]) -> tuple[int, ...]:
    """For each picture option its rank, from 0, by its contents as text, or else by its hash; empty without either."""
    return _ranks([msgspec.json.encode(content) for content in _contents(row)] or _looks(row))


def places_in(values: Sequence[float]) -> list[tuple[int, int]]:
    """For each value, how many are smaller and how many are the same."""
    return [(sum(other < value for other in values), values.count(value)) for value in values]


def _ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """Ranks from 0. Equal keys are ranked in the order of the options, which is drawn evenly."""
    order = sorted(range(len(keys)), key=lambda place: keys[place])
    ranks = {place: rank for rank, place in enumerate(order)}
    return tuple(ranks[place] for place in range(len(keys)))


def _whole_numbers(options: Sequence[str]) -> list[int]:
    """The options as numbers; none where one is anything else."""
    return [int(option) for option in options] if all(map(_NUMBER.fullmatch, options)) else []


def _looks(row: Mapping[str, Any]) -> list[int]:
    images = zip(row["image_roles"], row["perceptual_hashes"], strict=True)
    return [int(value, 16) for role, value in images if role == Role.OPTION]


def _contents(row: Mapping[str, Any]) -> list[Any]:
    """What the option pictures show: by convention a list of the question, in the order of the letters."""
    count = len(row["options"])
    data: dict[str, Any] = msgspec.json.decode(row["evaluator"])["data"]
    lists = [value for value in data.values() if isinstance(value, list) and len(value) == count]
    chosen = data.get("options", lists[0] if len(lists) == 1 else None)
    return chosen if isinstance(chosen, list) and len(chosen) == count else []


def _leaves(value: Any) -> Iterator[Any]:
    """The scalars of a JSON value, in order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _leaves(item)
    else:
        yield value


def _different_leaves(one: list[Any], other: list[Any]) -> float:
    common = sum(a != b for a, b in zip(one, other, strict=False))
    return float(common + abs(len(one) - len(other)))


def _parts_of(option: str) -> tuple[str, ...]:
    """The parts of an answer, in order: ``top=3, east=1`` gives ``top=3`` and ``east=1``, ``U, D`` gives both moves."""
    found: list[str] = []
    for part in _PART.findall(option):
        if found and found[-1].endswith("="):
            found[-1] += part
        else:
            found.append(part)
    return tuple(found)


def _difference(one: int, other: int) -> float:
    return float(abs(one - other))


def _edits(one: Sequence[str], other: Sequence[str]) -> float:
    """The fewest parts to insert, to leave out or to replace (Levenshtein)."""
    row = list(range(len(other) + 1))
    for place, part in enumerate(one, 1):
        diagonal, row[0] = row[0], place
        for column, against in enumerate(other, 1):
            best = min(diagonal + (part != against), row[column] + 1, row[column - 1] + 1)
            diagonal, row[column] = row[column], best
    return float(row[-1])


def _different_parts(one: Sequence[str], other: Sequence[str]) -> float:
    first, second = Counter(one), Counter(other)
    return float(((first - second) + (second - first)).total())


def _similarity(one: str, other: str) -> float:
    first, second = sorted((one, other))  # the ratio depends on the order
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _shared_words(one: str, other: str) -> float:
    first, second = words_of(one), words_of(other)
    return len(first & second) / max(1, len(first | second))


def _means(items: Sequence[T], measure: Callable[[T, T], float]) -> tuple[float, ...]:
    """For each item, the mean of a symmetric measure between it and each of the others."""
    sums = [0.0] * len(items)
    for i, j in combinations(range(len(items)), 2):
        value = measure(items[i], items[j])
        sums[i] += value
        sums[j] += value
    return tuple(round(total / max(1, len(items) - 1), 9) for total in sums)
