"""The one prompt builder: images first, then one block of text, and nothing of the answer."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gametasks.errors import RecordError
from gametasks.schemas._record import Record, Role, read_record
from gametasks.schemas.answers.scalars import ChoiceAnswer

__all__ = ["Prompt", "one_shot_messages", "prompt"]

_LETTERS = ChoiceAnswer().letters
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is shown.

    Attributes:
        images: The images in their stored order, as they came with the row.
        text: Rules, question, options, what each image is, and how to answer.
    """

    images: tuple[Any, ...]
    text: str

    def messages(self) -> list[dict[str, Any]]:
        """The prompt as OpenAI-style chat messages: one user turn, images as PNG data URLs.

        Raises:
            RecordError: An image is neither decoded nor stored as PNG.
        """
        content: list[dict[str, Any]] = [
            {"type": "image_url", "image_url": {"url": _data_url(image, f"image {number}")}}
            for number, image in enumerate(self.images, 1)
        ]
        content.append({"type": "text", "text": self.text})
        return [{"role": "user", "content": content}]


def prompt(row: Mapping[str, Any]) -> Prompt:
    """Build the prompt of a row.

    Raises:
        RecordError: The row is incomplete, or its images do not match their roles.
    """
    record = read_record(row)
    images = tuple(row.get("images") or ())
    roles = record.image_roles
    if not len(images) == len(roles) == len(record.image_captions):
        raise RecordError(
            f"{record.id}: {len(images)} images, {len(roles)} image_roles, {len(record.image_captions)} image_captions"
        )
    if len(record.options) > len(_LETTERS) or roles.count(Role.OPTION) != record.option_images * len(record.options):
        raise RecordError(f"{record.id}: {len(record.options)} options, {roles.count(Role.OPTION)} pictures of options")
    parts = [record.hint, record.question, _options(record), _image_lines(record), record.answer_format]
    return Prompt(images, "\n\n".join(part for part in parts if part))


def one_shot_messages(example: Mapping[str, Any], target: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A solved sample as a user and an assistant turn, then the target as a user turn.

    Raises:
        RecordError: A row is incomplete, or both are the same sample.
    """
    solved = read_record(example)
    if solved.id == read_record(target).id:
        raise RecordError(f"{solved.id}: a sample cannot be the solved example of itself")
    return [
        *prompt(example).messages(),
        {"role": "assistant", "content": solved.answer},
        *prompt(target).messages(),
    ]


def _options(record: Record) -> str:
    """Text options with their letters; options that are pictures are named with the images."""
    if record.option_images or not record.options:
        return ""
    return "\n".join(f"{letter}. {option}" for letter, option in zip(_LETTERS, record.options, strict=False))


def _image_lines(record: Record) -> str:
    lines: list[str] = []
    letters = iter(_LETTERS)
    for number, (role, caption) in enumerate(zip(record.image_roles, record.image_captions, strict=True), 1):
        if role is Role.OPTION:
            lines.append(f"Image {number} shows option {next(letters)}.")
        else:
            lines.append(f"Image {number}: {caption}.")
    return "\n".join(lines)


def _data_url(image: Any, where: str) -> str:
    """An image as a data URL: stored PNG bytes as they are, a decoded image as PNG."""
    data: Any = image.get("bytes") if isinstance(image, Mapping) else image
    if hasattr(data, "save"):
        buffer = io.BytesIO()
        data.save(buffer, format="PNG")
        data = buffer.getvalue()
    if not isinstance(data, bytes) or not data.startswith(_PNG):
        raise RecordError(f"{where} is neither a decoded image nor the bytes of a PNG file")
    return "data:image/png;base64," + base64.b64encode(data).decode()
