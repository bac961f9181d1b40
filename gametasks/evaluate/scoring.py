"""Strict scores: the answer is parsed whole and judged by the rules, from the record alone.

This module is light on purpose. It imports the one verifier that the record names, and neither the
catalogue of tasks nor any drawing, solving or dataset library. It is thread-safe.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import msgspec

from gametasks.errors import (
    GameTasksError,
    NewerRecordWarning,
    PluginError,
    PredictionError,
    RecordError,
    UnknownNameError,
    is_interrupt,
    line_of,
    one_line,
)
from gametasks.schemas._identity import Format
from gametasks.schemas._notation import UNREADABLE, Diagnostic
from gametasks.schemas._record import Evaluator, record_error
from gametasks.schemas.answers.kinds import AnswerKind, decode_answer_kind, parse_answer, refuse_unread
from gametasks.schemas.answers.scalars import ChoiceAnswer
from gametasks.verifiers import Verdict, Verifier

__all__ = [
    "Reading",
    "Score",
    "find_reading",
    "load_verifier",
    "newer_version",
    "read_question",
    "read_state",
    "score",
    "version_of",
]

_COLUMNS = ("format", "answer", "answer_schema", "evaluator", "state")
_CACHED_RECORDS = 4096


class Reading(StrEnum):
    """How a submitted text is read.

    ``STRICT`` is the rule: the answer's kind reads the whole text. ``RELAXED`` is a second, more forgiving reading
    that a task may define for its open answers; a task that does not is scored strictly in either.
    """

    STRICT = "strict"
    RELAXED = "relaxed"


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


def score(row: Mapping[str, Any], text: str, reading: Reading | str = Reading.STRICT) -> Score:
    """Score a submitted answer against a record.

    Records of older versions of a task score as they did. One whose ``id`` names a version that is newer than the
    installed rules is scored with a :class:`NewerRecordWarning`, which Python shows once for each version.

    Args:
        row: A record; only ``format``, ``answer``, ``answer_schema``, ``evaluator`` and ``state`` are read, and ``id``
            for messages.
        text: The whole submitted answer. Nothing is picked out of prose around it.
        reading: How the text is read, ``"strict"`` or ``"relaxed"``; say which one when you report results.

    Raises:
        UnknownNameError: There is no such reading.
        RecordError: The record cannot be used for scoring; the message begins with its id.
        PredictionError: The answer is not a text.
        PluginError: The verifier broke down on an answer that could be read, but accepts the record's own: a fault in
            the task.
    """
    if not isinstance(text, str):
        raise PredictionError(f"an answer is a text, not {type(text).__name__}")
    if not isinstance(row, Mapping):
        raise RecordError(f"a record is a mapping of columns, not {type(row).__name__}")
    chosen = find_reading(reading)
    try:
        form, answer, answer_schema, evaluator, state = (_column(row, name) for name in _COLUMNS)
        if form == Format.OPEN:  # the answer of a choice is a letter in any version
            _warn_of_newer_version(row.get("id"), load_verifier(_evaluator(evaluator).name))
        return _score(form, answer, answer_schema, evaluator, state, str(text), chosen)
    except RecordError as error:
        raise record_error(row, error) from None


_VERSION = re.compile(r"([a-z][a-z0-9_]*)@([1-9][0-9]{0,8})/")


def version_of(name: object) -> tuple[str, int] | None:
    """The task and the version that an id names; None where it is no id."""
    match = _VERSION.match(name) if isinstance(name, str) else None
    return (match[1], int(match[2])) if match else None


def newer_version(task: str, made: int, installed: int) -> str:
    """What is said of records that a newer version has made."""
    return (
        f"records of version {made} of {task} are judged by the rules of version {installed}, which is installed here "
        "and may not know all of theirs; install the release that made them"
    )


def _warn_of_newer_version(name: object, verifier: Verifier[Any, Any]) -> None:
    made = version_of(name)
    if made and verifier.version is not None and made[1] > verifier.version:
        warnings.warn(newer_version(*made, verifier.version), NewerRecordWarning, stacklevel=3)


def find_reading(name: Reading | str) -> Reading:
    """Find a reading by its name.

    Raises:
        UnknownNameError: There is no such reading.
    """
    if not isinstance(name, str) or name not in tuple(Reading):
        raise UnknownNameError("reading", name, Reading)
    return Reading(name)


def _score(
    form: str, answer: str, answer_schema: str, evaluator: str, state: str, text: str, reading: Reading
) -> Score:
    kind = _kind(answer_schema)
    if form == Format.CHOICE:
        return _score_choice(kind, answer, text)
    if form != Format.OPEN:
        raise RecordError(f"the format is 'open' or 'choice', not {form!r}")
    typed_state, question = read_state(evaluator, state), read_question(evaluator)
    verifier = load_verifier(_evaluator(evaluator).name)
    check: Callable[[Any, Any, Any], Verdict] = verifier.check
    value: Any = text
    if reading is Reading.RELAXED and verifier.check_text is not None:
        if refusal := refuse_unread(text):
            return Score(0.0, refusal)
        check = verifier.check_text
    else:
        value = parse_answer(kind, text)
        if isinstance(value, Diagnostic):
            return Score(0.0, value)
    try:
        verdict = check(typed_state, question, value)
    except GameTasksError:
        raise
    except BaseException as error:  # a damaged state or a plugin may raise anything: whose fault is it?
        if is_interrupt(error):
            raise
        _require_sound(verifier, typed_state, question, parse_answer(kind, answer))
        raise PluginError(f"{verifier.name} raised {one_line(error)} on {value!r:.200}") from error
    if not isinstance(verdict, Verdict):
        raise PluginError(f"{verifier.name} returned {type(verdict).__name__}, not a Verdict")
    if verdict.diagnostic is not None and not isinstance(verdict.diagnostic, Diagnostic):
        raise PluginError(f"{verifier.name} returned a diagnostic of the type {type(verdict.diagnostic).__name__}")
    if not _are_figures(verdict.extras):
        raise PluginError(f"{verifier.name} returned extras that are no figures by name: {line_of(verdict.extras)}")
    return Score(1.0 if verdict.correct else 0.0, verdict.diagnostic, dict(verdict.extras))


def _are_figures(extras: object) -> bool:
    return isinstance(extras, Mapping) and all(
        isinstance(name, str) and isinstance(value, float | int) for name, value in extras.items()
    )


def _score_choice(kind: AnswerKind, answer: str, text: str) -> Score:
    """Compare letters. Which one is right was proved when the sample was made, and `verify` proves it again.

    Raises:
        RecordError: The record's own answer is not a letter.
    """
    if not isinstance(kind, ChoiceAnswer) or answer not in kind.letters:
        raise RecordError(f"the format is 'choice', but the answer {answer!r} is not the letter of an option")
    value = parse_answer(kind, text)
    if isinstance(value, Diagnostic):
        return Score(0.0, value)
    if value != answer:
        return Score(0.0, Diagnostic("wrong_option", f"option {value} is not the right one"))
    return Score(1.0)


def _require_sound(verifier: Verifier[Any, Any], state: Any, question: Any, own: Any) -> None:
    """Make sure that the rules accept the record's own answer, as those of a sound task do in every sound record.

    Raises:
        RecordError: They do not: the state or the question contradicts itself.
    """
    try:
        verdict = verifier.check(state, question, own)
    except GameTasksError:
        raise
    except BaseException as error:  # what a task meets in a damaged state may raise anything
        if is_interrupt(error):
            raise
        fault = f"{verifier.name} raised {one_line(error)}"
    else:
        if isinstance(verdict, Verdict) and verdict.correct:
            return
        fault = f"{verifier.name} does not accept it"
    raise RecordError(f"the state or the question is damaged, for the record's own answer cannot be judged: {fault}")


def _column(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise RecordError(f"the column {name!r} is missing or not a text")
    return str(value)  # NumPy's texts are texts, but JSON decoders read their memory as bytes


@lru_cache(maxsize=_CACHED_RECORDS)
def _kind(answer_schema: str) -> AnswerKind:
    return decode_answer_kind(answer_schema)


@lru_cache(maxsize=_CACHED_RECORDS)
def _evaluator(text: str) -> Evaluator:
    try:
        return msgspec.json.decode(text, type=Evaluator)
    except UNREADABLE as error:
        raise RecordError(f"evaluator is not an evaluator: {error}") from None


@lru_cache(maxsize=_CACHED_RECORDS)
def read_question(evaluator: str) -> Any:
    """The typed question that an evaluator's data holds.

    Raises:
        RecordError: The data is not a question of the verifier's task.
    """
    parsed = _evaluator(evaluator)
    kind = load_verifier(parsed.name).question
    return _typed(
        f"the evaluator's data is not a question of {parsed.name}", lambda: msgspec.convert(parsed.data, kind)
    )


@lru_cache(maxsize=_CACHED_RECORDS)
def read_state(evaluator: str, state: str) -> Any:
    """The typed state of a record.

    Raises:
        RecordError: The text is not a state of the verifier's task.
    """
    verifier = load_verifier(_evaluator(evaluator).name)
    return _typed(f"state is not a state of {verifier.name}", lambda: msgspec.json.decode(state, type=verifier.state))


def _typed(fault: str, read: Callable[[], Any]) -> Any:
    """What is read of a record as a task's own type, whose checks may be a plugin's.

    Raises:
        RecordError: It cannot be read; the message begins with ``fault``.
    """
    try:
        return read()
    except UNREADABLE as error:
        raise RecordError(f"{fault}: {line_of(error)}") from None
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise RecordError(f"{fault}: {one_line(error)}") from None


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
    except BaseException as error:  # a name that is none, a module that is not there, a plugin that raises
        if is_interrupt(error):
            raise
        raise RecordError(f"the evaluator {name!r} cannot be loaded: {one_line(error)}") from None
    if not isinstance(verifier, Verifier):
        raise RecordError(f"{name}.VERIFIER is not a Verifier")
    return verifier


@lru_cache(maxsize=1)
def _plugin_packages() -> frozenset[str]:
    from importlib.metadata import entry_points  # two fifths of what scoring loads, and needed for plugins only

    return frozenset(entry.value.partition(":")[0].partition(".")[0] for entry in entry_points(group="gametasks.tasks"))
