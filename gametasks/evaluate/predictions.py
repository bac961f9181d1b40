"""Files of predictions: JSON lines, read strictly."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from gametasks.errors import PredictionError
from gametasks.evaluate.prompts import PICTURE, TEXT, can_be_asked, is_modality_name
from gametasks.schemas.answers.json_document import object_of

__all__ = ["MAX_LINE", "Predictions", "read_predictions"]

MAX_LINE = 64 << 20
"""Longest line of a file of predictions, in bytes; a device may never end one."""


class Predictions(msgspec.Struct, frozen=True):
    """The submitted answers of one file.

    Attributes:
        responses: Texts by id.
        modality: How the boards were shown to the model.
    """

    responses: dict[str, str]
    modality: str = PICTURE


class _Line(msgspec.Struct, frozen=True):
    """One line of a file of predictions; ``where`` names the file and the line for messages."""

    where: str
    number: int
    id: str
    response: str
    modality: str


def read_predictions(path: Path, known: Mapping[str, Any]) -> Predictions:
    """Read lines ``{"id": …, "response": …}``, which may also say ``"modality": …``, ``"picture"`` by default.

    Args:
        path: A JSON-lines file.
        known: The rows of the dataset by id.

    Raises:
        PredictionError: A line is broken, its id is unknown or repeated, it is of another modality than the lines
            before it, or its sample cannot be asked in this modality; the message names the line.
    """
    lines: dict[str, _Line] = {}
    modality: str | None = None
    for line in _read_lines(path):
        if line.id in lines:
            raise PredictionError(f"{line.where}: the id {line.id} was given before, in line {lines[line.id].number}")
        if line.id not in known:
            raise PredictionError(f"{line.where}: the dataset has no sample {line.id!r:.200}")
        modality = modality or line.modality
        if line.modality != modality:
            raise PredictionError(
                f"{line.where}: the modality is {line.modality!r}, in the lines before {modality!r}; "
                "results of different modalities are never pooled: put each into a file of its own"
            )
        if not can_be_asked(known[line.id], modality):
            raise PredictionError(
                f"{line.where}: {line.id} has no board as text, so it was not asked in the modality {TEXT!r}"
            )
        lines[line.id] = line
    return Predictions({name: line.response for name, line in lines.items()}, modality or PICTURE)


def _read_lines(path: Path) -> Iterator[_Line]:
    """The lines of a file that are not blank.

    Raises:
        PredictionError: The file cannot be read, or a line is broken.
    """
    number = 0
    try:
        with path.open("rb") as file:
            while line := file.readline(MAX_LINE + 1):
                number += 1
                where = f"{path}, line {number}"
                if len(line) > MAX_LINE:
                    raise PredictionError(f"{where}: longer than {MAX_LINE:,} bytes")
                if number == 1:
                    line = line.removeprefix(codecs.BOM_UTF8)
                if line.strip():
                    yield _read_line(line.decode(), number, where)
    except OSError as error:
        raise PredictionError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise PredictionError(f"{path}, line {number}: not UTF-8 text: {error.reason}") from None


def _read_line(line: str, number: int, where: str) -> _Line:
    try:
        value = json.loads(line, object_pairs_hook=object_of)
    except (ValueError, RecursionError) as error:
        raise PredictionError(f"{where}: not valid JSON: {error}") from None
    if not isinstance(value, dict) or not isinstance(value.get("id"), str):
        raise PredictionError(f'{where}: expected an object with the texts "id" and "response"')
    response, modality = value.get("response"), value.get("modality", PICTURE)
    if not isinstance(response, str):
        raise PredictionError(f'{where}: "response" of {value["id"]!r:.200} is missing or not a text')
    if not is_modality_name(modality):
        raise PredictionError(
            f'{where}: "modality" of {value["id"]!r:.200} is not the name of one: {modality!r:.200} is not of small '
            "letters, digits and _"
        )
    return _Line(where, number, value["id"], response, modality)
