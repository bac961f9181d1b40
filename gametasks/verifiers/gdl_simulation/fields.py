"""The fields of an answer about a game: texts of facts and moves, taken out of its JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from gametasks.gdl.answers import Strictness
from gametasks.schemas._notation import AnswerError
from gametasks.schemas.answers.json_document import read_json
from gametasks.schemas.gdl_simulation import (
    ACTIONS_KEY,
    JOINT_MOVE_KEY,
    OTHER_KEYS,
    PLAY_KEY,
    STATE_KEY,
    STEP_KEY,
    GdlQuestion,
    LegalActions,
    MultistepActionState,
)

__all__ = ["Fields", "Malformed", "read_fields"]

_FENCE = re.compile(r"\s*```[a-zA-Z]*[ \t]*\r?\n(?P<inside>.*?)\r?\n?```\s*", re.DOTALL)
_AROUND = "\ufeff \t\r\n"
"""What may stand around the JSON in the relaxed reading: white space and byte order marks."""

_STEP_NUMBER = re.compile(r"\s*(?:step\s*)?([0-9]{1,15})\.?\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Fields:
    """What an answer holds.

    Attributes:
        facts: The text of the state, or of the legal moves.
        steps: The text of each joint move, where a play is asked for.
    """

    facts: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Malformed:
    """Why an answer does not have its fields."""

    kind: str
    message: str


def read_fields(question: GdlQuestion, given: Any, strictness: Strictness) -> Fields | Malformed:
    """Take the fields out of an answer.

    Args:
        question: What was asked.
        given: In the strict reading the parsed JSON, which must hold the fields that are asked for and no others, each
            a text. In the relaxed reading the submitted text: it may stand in one code fence, texts may run over
            several lines, facts and moves may also be given as a list of texts, fields may have the names of
            ``OTHER_KEYS``, other fields are ignored, and steps may be numbered in any way that does not contradict
            their order.
        strictness: How to read.
    """
    relaxed = strictness is Strictness.RELAXED
    if relaxed:
        given = given.strip(_AROUND)
        fenced = _FENCE.fullmatch(given)
        try:
            given = read_json(fenced["inside"].strip(_AROUND) if fenced else given, control_characters=True)
        except AnswerError as error:
            return Malformed(error.diagnostic.kind, error.diagnostic.message)
    given = _with_own_names(given) if relaxed else given
    facts_key = ACTIONS_KEY if isinstance(question, LegalActions) else STATE_KEY
    keys = (PLAY_KEY, facts_key) if isinstance(question, MultistepActionState) else (facts_key,)
    if fault := _key_fault(given, keys, relaxed):
        return fault
    facts = _text(given[facts_key], relaxed)
    if facts is None:
        return Malformed("wrong_type", f"{facts_key!r} is not a text")
    if PLAY_KEY not in keys:
        return Fields(facts)
    steps = _steps(given[PLAY_KEY], relaxed)
    return steps if isinstance(steps, Malformed) else Fields(facts, steps)


def _with_own_names(value: Any) -> Any:
    """An object in which a field that is missing is found under another name that it may have."""
    if not isinstance(value, dict):
        return value
    other = {key: value[name] for key, names in OTHER_KEYS.items() for name in reversed(names) if name in value}
    return other | value


def _key_fault(value: Any, keys: tuple[str, ...], relaxed: bool) -> Malformed | None:
    if not isinstance(value, dict):
        return Malformed("wrong_type", f"a JSON object with {' and '.join(map(repr, keys))} is asked for")
    for key in keys:
        if key not in value:
            return Malformed("missing_field", f"the field {key!r} is missing")
    if not relaxed and len(value) > len(keys):
        other = next(key for key in value if key not in keys)
        return Malformed("unknown_field", f"the field {other!r:.60} is not asked for")
    return None


def _text(value: Any, relaxed: bool) -> str | None:
    if relaxed and isinstance(value, list) and all(isinstance(part, str) for part in value):
        return "\n".join(value)
    return value if isinstance(value, str) else None


def _steps(value: Any, relaxed: bool) -> tuple[str, ...] | Malformed:
    if not isinstance(value, list):
        return Malformed("wrong_type", f"{PLAY_KEY!r} is not a list of steps")
    steps: list[str] = []
    for number, step in enumerate(map(_with_own_names, value) if relaxed else value):
        keys = (JOINT_MOVE_KEY,) if relaxed else (STEP_KEY, JOINT_MOVE_KEY)
        if fault := _key_fault(step, keys, relaxed):
            return Malformed(fault.kind, f"item {number + 1} of {PLAY_KEY!r}: {fault.message}")
        text = _text(step[JOINT_MOVE_KEY], relaxed)
        if text is None:
            return Malformed("wrong_type", f"{JOINT_MOVE_KEY!r} of item {number + 1} is not a text")
        if not relaxed and step[STEP_KEY] != str(number):
            return Malformed("wrong_step", f'item {number + 1} of {PLAY_KEY!r} is not step "{number}"')
        steps.append(text)
    numbers = [number for number in map(_number, value) if number is not None]
    if numbers != sorted(numbers):
        return Malformed("wrong_step", f"the steps of {PLAY_KEY!r} are not in the order of their numbers")
    return tuple(steps)


def _number(step: dict[str, Any]) -> float | None:
    """The number of a step, if it has one."""
    number = step.get(STEP_KEY)
    if isinstance(number, str):
        found = _STEP_NUMBER.fullmatch(number)
        return int(found[1]) if found else None
    return number if isinstance(number, int | float) and not isinstance(number, bool) else None
