"""The one prompt builder: the board first, then one block of text, and nothing of the answer.

How the board is shown is the prompt's *modality*: as ``"picture"``, as ``"text"``, or in another way that the record's
task offers. Results of different modalities are never pooled.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gametasks.errors import PluginError, RecordError, UnknownNameError, blame
from gametasks.evaluate.scoring import read_question, read_state
from gametasks.schemas._identity import SampleId
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._record import Record, Role, read_images, read_record

__all__ = ["PICTURE", "TEXT", "Prompt", "can_be_asked", "is_modality_name", "one_shot_messages", "prompt"]

PICTURE = "picture"
"""The modality of the images: every record has it."""

TEXT = "text"
"""The modality of the column ``text``, which is empty where a task has none."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is shown.

    Attributes:
        images: The images in their stored order, as they came with the row; none in another modality than pictures.
        text: Rules, question, options, what each image is, and how to answer; in another modality the board first.
    """

    images: tuple[Any, ...]
    text: str

    def messages(self) -> list[dict[str, Any]]:
        """The prompt as OpenAI-style chat messages: one user turn, images as PNG data URLs.

        They are in RGB, or in RGBA where parts of them are transparent, whatever they are stored in.

        Raises:
            RecordError: An image cannot be decoded, which :func:`prompt` refuses before.
        """
        content: list[dict[str, Any]] = [
            {"type": "image_url", "image_url": {"url": _data_url(image, f"image {number}")}}
            for number, image in enumerate(self.images, 1)
        ]
        content.append({"type": "text", "text": self.text})
        return [{"role": "user", "content": content}]


def prompt(row: Mapping[str, Any], modality: str = PICTURE) -> Prompt:
    """Build the prompt of a row.

    Args:
        row: A row as ``datasets``, pyarrow or :func:`gametasks.stream` gives it. Only pictures need its images.
        modality: How the board is shown: ``"picture"``; ``"text"``, from the column ``text``; or the name of another
            modality that the record's task offers, which must then be installed.

    Raises:
        RecordError: The row is incomplete, its images do not match their roles or cannot be decoded, or it cannot be
            asked in this modality.
        UnknownNameError: The task is not installed, or offers no such modality.
        PluginError: The task's provider breaks its contract.
    """
    record = read_record(row)
    roles = record.image_roles
    pictured = roles.count(Role.OPTION)
    if len(record.options) > len(OPTION_LETTERS) or pictured != record.option_images * len(record.options):
        raise RecordError(f"{record.id}: {len(record.options)} options, {pictured} pictures of options")
    if not isinstance(modality, str):
        raise UnknownNameError(f"modality of {record.task}", modality, {PICTURE, TEXT})
    asked = (record.hint, record.question, _options(record))
    if modality != PICTURE:
        return Prompt((), _paragraphs(_board(record, modality), *asked, record.answer_format))
    images = read_images(row)
    if not len(images) == len(roles) == len(record.image_captions):
        raise RecordError(
            f"{record.id}: {len(images)} images, {len(roles)} image_roles, {len(record.image_captions)} image_captions"
        )
    if images:
        from gametasks.schemas._images import require_readable  # a prompt of text needs no Pillow

        for number, image in enumerate(images, 1):
            require_readable(image, f"{record.id}: image {number}")
    return Prompt(images, _paragraphs(*asked, _image_lines(record), record.answer_format))


def one_shot_messages(
    example: Mapping[str, Any], target: Mapping[str, Any], modality: str = PICTURE
) -> list[dict[str, Any]]:
    """A solved sample as a user and an assistant turn, then the target as a user turn, both in one modality.

    Raises:
        RecordError: A row is incomplete or cannot be asked in this modality, or both are the same sample.
        UnknownNameError: A task is not installed, or offers no such modality.
        PluginError: A task's provider breaks its contract.
    """
    solved = read_record(example)
    if solved.id == read_record(target).id:
        raise RecordError(f"{solved.id}: a sample cannot be the solved example of itself")
    return [
        *prompt(example, modality).messages(),
        {"role": "assistant", "content": solved.answer},
        *prompt(target, modality).messages(),
    ]


def is_modality_name(name: object) -> bool:
    """Whether a modality may have this name: small letters, digits and ``_``, a letter first, at most 40 characters."""
    return isinstance(name, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) is not None


def can_be_asked(row: Mapping[str, Any], modality: str) -> bool:
    """Whether a sample has a prompt in a modality, as far as its record tells."""
    return modality != TEXT or not _is_blank(row.get("text") or "")


def _is_blank(board: str) -> bool:
    return not board.strip()


def _paragraphs(*parts: str) -> str:
    return "\n\n".join(part for part in parts if part)


def _board(record: Record, modality: str) -> str:
    """What stands in the pictures' place: the record's own text, or what the installed task makes of its state."""
    board = record.text if modality == TEXT else _ask_task(record, modality)
    if _is_blank(board):
        raise RecordError(
            f"{record.id}: the board cannot be shown as {modality!r}: {record.task} does not write it so, or sight is "
            f"the task; ask in the modality {PICTURE!r}, and report the two apart"
        )
    if record.option_images:
        missing = [letter for letter in record.options if not re.search(rf"\b{re.escape(letter)}\b", board)]
        if missing:
            raise RecordError(
                f"{record.id}: the options are pictures, and the board as {modality!r} does not show option "
                f"{missing[0]}; ask in the modality {PICTURE!r}"
            )
    return board


def _ask_task(record: Record, modality: str) -> str:
    from gametasks.qa_families._catalogue import get_task  # a prompt of pictures or text needs the record alone

    task = get_task(record.task)
    if modality not in task.modalities:
        raise UnknownNameError(f"modality of {task.name}", modality, {PICTURE, TEXT, *task.modalities})
    version = SampleId.parse(record.id).version
    if version != task.version:
        raise RecordError(f"{record.id}: made by version {version} of {task.name}; version {task.version} is installed")
    state, question = read_state(record.evaluator, record.state), read_question(record.evaluator)
    with blame(f"{task.name}: the modality {modality!r}"):
        board = task.modalities[modality](state, question)
    if not isinstance(board, str):
        raise PluginError(f"{task.name}: the modality {modality!r} gives {type(board).__name__}, not a text")
    return board


def _options(record: Record) -> str:
    """Text options with their letters; options that are pictures are named with the images."""
    if record.option_images or not record.options:
        return ""
    return "\n".join(f"{letter}. {option}" for letter, option in zip(OPTION_LETTERS, record.options, strict=False))


def _image_lines(record: Record) -> str:
    lines: list[str] = []
    letters = iter(OPTION_LETTERS)
    for number, (role, caption) in enumerate(zip(record.image_roles, record.image_captions, strict=True), 1):
        if role is Role.OPTION:
            lines.append(f"Image {number} shows option {next(letters)}.")
        else:
            lines.append(f"Image {number}: {caption}.")
    return "\n".join(lines)


def _data_url(image: Any, where: str) -> str:
    """An image as a data URL of a PNG file."""
    from gametasks.schemas._images import png_of

    return "data:image/png;base64," + base64.b64encode(png_of(image, where)).decode()
