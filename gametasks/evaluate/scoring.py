"""Strict scores: the answer is parsed whole and judged by the rules, from the record alone.

This module is light on purpose. It imports the one verifier that the record names, and neither the
catalogue of tasks nor any drawing, solving or dataset library. It is thread-safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

import msgspec

from gametasks.errors import PredictionError, RecordError
from gametasks.schemas._answers import AnswerKind, decode_answer_kind, parse_answer
from gametasks.schemas._identity import Format
from gametasks.schemas._notation import Diagnostic
from gametasks.schemas._record import Evaluator
from gametasks.verifiers import Verifier

__all__ = ["Score", "load_verifier", "read_question", "read_state", "score"]

_COLUMNS = ("format", "answer", "answer_schema", "evaluator", "state")
_CACHED_RECORDS = 4096


class Score(msgspec.Struct, frozen=True):
    """What an answer is worth.

    Attributes:
        score: 1.0 for a right answer, 0.0 for any other; there is no partial credit.
        diagnostic: Why the answer is not right, or None.
        extras: Further figures that an evaluator reports beside the score.
    """

    score: float
    diagnostic: Diagnostic | None = None
    extras: dict[str, float] = {}


def score(row: Mapping[str, Any], text: str) -> Score:
    """Score a submitted answer against a record.

    Args:
        row: A record; only ``format``, ``answer``, ``answer_schema``, ``evaluator`` and ``state`` are read.
        text: The whole submitted answer. Nothing is picked out of prose around it.

    Raises:
        RecordError: The record cannot be used for scoring.
        PredictionError: The answer is not a text.
    """
    if not isinstance(text, str):
        raise PredictionError(f"an answer is a text, not {type(text).__name__}")
    form, answer, answer_schema, evaluator, state = (_column(row, name) for name in _COLUMNS)
    value = parse_answer(_kind(answer_schema), text)
    if isinstance(value, Diagnostic):
        return Score(0.0, value)
    if form == Format.CHOICE:
        # Which letter is right was proved when the sample was made, and `verify` proves it again.
        if value == answer:
            return Score(1.0)
        return Score(0.0, Diagnostic("wrong_option", f"option {value} is not the right one"))
    verifier = load_verifier(_evaluator(evaluator).name)
    verdict = verifier.check(read_state(evaluator, state), read_question(evaluator), value)
    return Score(1.0 if verdict.correct else 0.0, verdict.diagnostic)


def _column(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise RecordError(f"{row.get('id', 'the record')}: the column {name!r} is missing or not a text")
    return value


@lru_cache(maxsize=_CACHED_RECORDS)
def _kind(answer_schema: str) -> AnswerKind:
    return decode_answer_kind(answer_schema)


@lru_cache(maxsize=_CACHED_RECORDS)
def _evaluator(text: str) -> Evaluator:
    try:
        return msgspec.json.decode(text, type=Evaluator)
    except msgspec.DecodeError as error:
        raise RecordError(f"evaluator is not an evaluator: {error}") from None


@lru_cache(maxsize=_CACHED_RECORDS)
def read_question(evaluator: str) -> Any:
    """The typed question that an evaluator's data holds.

    Raises:
        RecordError: The data is not a question of the verifier's task.
    """
    parsed = _evaluator(evaluator)
    try:
        return msgspec.convert(parsed.data, load_verifier(parsed.name).question)
    except msgspec.ValidationError as error:
        raise RecordError(f"the evaluator's data is not a question of {parsed.name}: {error}") from None


@lru_cache(maxsize=_CACHED_RECORDS)
def read_state(evaluator: str, state: str) -> Any:
    """The typed state of a record.

    Raises:
        RecordError: The text is not a state of the verifier's task.
    """
    verifier = load_verifier(_evaluator(evaluator).name)
    try:
        return msgspec.json.decode(state, type=verifier.state)
    except msgspec.DecodeError as error:
        raise RecordError(f"state is not a state of {verifier.name}: {error}") from None


@cache
def load_verifier(name: str) -> Verifier[Any, Any]:
    """Import the verifier that a record names.

    Only modules of gametasks and of packages that offer tasks are imported: a record is data, and data
    from elsewhere must not choose which code runs.

    Raises:
        RecordError: The module is not such a verifier.
    """
    package = name.partition(".")[0]
    if package != "gametasks" and package not in _plugin_packages():
        raise RecordError(
            f"the evaluator {name!r} belongs to no installed package that offers tasks; install its package"
        )
    try:
        verifier = import_module(name).VERIFIER
    except (ImportError, AttributeError) as error:
        raise RecordError(f"the evaluator {name!r} cannot be loaded: {error}") from None
    if not isinstance(verifier, Verifier):
        raise RecordError(f"{name}.VERIFIER is not a Verifier")
    return verifier


@lru_cache(maxsize=1)
def _plugin_packages() -> frozenset[str]:
    return frozenset(entry.value.partition(":")[0].partition(".")[0] for entry in entry_points(group="gametasks.tasks"))
