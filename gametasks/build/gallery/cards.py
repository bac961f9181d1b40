"""The cards of the gallery: what its page holds of each sample, and the images beside it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from gametasks.build.aside import write_aside
from gametasks.build.sample.png import SIGNATURE, encode_png
from gametasks.errors import GameTasksError, RecordError
from gametasks.evaluate.scoring import score
from gametasks.folder import decode_image
from gametasks.schemas import Role, Statistics
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._record import Record, read_params, read_record

__all__ = ["GalleryCard", "GalleryImage", "make_card"]


class GalleryImage(msgspec.Struct, frozen=True):
    """An image of a card; ``letter`` is that of the option it shows, or empty."""

    file: str
    role: str
    caption: str
    letter: str
    width: int
    height: int


class GalleryCard(msgspec.Struct, frozen=True, kw_only=True):
    """What the page holds of a sample.

    Attributes:
        text: The board as text, empty where there is none.
        rules: Number of the text in the page's list; a family's samples share most of them.
        options: Text options by letter; options that are pictures are among the images.
        faults: What is wrong with the sample; empty where the stored answer scores 1.
        figures: The structural statistics, by which a level is hard or easy.
    """

    id: str
    task: str
    family: str
    level: int
    split: str
    format: str
    text: str
    question: str
    rules: int
    answer_format: str
    options: dict[str, str]
    answer: str
    faults: list[str]
    figures: Statistics
    images: list[GalleryImage]


def make_card(row: Mapping[str, Any], folder: Path, rules: dict[str, int]) -> GalleryCard:
    """Save the images of a row and gather what the page says of it.

    Args:
        row: A stored row.
        folder: Where its images are written, each under a name of its own.
        rules: Numbers of the rules' texts; a text not seen before is added.

    Raises:
        RecordError: The row is no record.
        OSError: An image cannot be written.
    """
    record = read_record(row)
    images, faults = _save_images(record, row, folder)
    figures: Statistics = {}
    try:
        figures = read_params(record.params).structural
    except RecordError as error:
        faults.append(str(error))
    return GalleryCard(
        id=record.id,
        task=record.task,
        family=record.family,
        level=record.level,
        split=record.split,
        format=record.format,
        text=record.text,
        question=record.question,
        rules=rules.setdefault(record.hint, len(rules)),
        answer_format=record.answer_format,
        options={} if record.option_images else dict(zip(OPTION_LETTERS, record.options, strict=False)),
        answer=record.answer,
        faults=[*_judge(row), *faults],
        figures=figures,
        images=images,
    )


def _judge(row: Mapping[str, Any]) -> list[str]:
    """Score the stored answer; what is wrong with it comes back as a sentence."""
    try:
        result = score(row, row["answer"])
    except GameTasksError as error:
        return [str(error)]
    if result.score == 1.0:
        return []
    reason = result.diagnostic.message if result.diagnostic else "no reason is given"
    return [f"the stored answer scores {result.score:g}: {reason}"]


def _save_images(record: Record, row: Mapping[str, Any], folder: Path) -> tuple[list[GalleryImage], list[str]]:
    stored = row["images"] or []
    faults: list[str] = []
    if not len(stored) == len(record.image_roles) == len(record.image_captions):
        faults.append(
            f"{len(stored)} images, {len(record.image_roles)} roles, {len(record.image_captions)} captions: "
            "some cannot be shown"
        )
    images: list[GalleryImage] = []
    letters = iter(OPTION_LETTERS)
    for number, (image, role, caption) in enumerate(
        zip(stored, record.image_roles, record.image_captions, strict=False), 1
    ):
        letter = next(letters, "") if role is Role.OPTION else ""
        try:
            decoded = decode_image(image, f"image {number}")
        except RecordError as error:
            faults.append(str(error))
            continue
        data = image["bytes"] if image["bytes"].startswith(SIGNATURE) else encode_png(decoded)
        name = _file_name(record.id, number, data)
        write_aside(folder / name, data)
        images.append(GalleryImage(name, role, caption, letter, decoded.width, decoded.height))
    return images, faults


def _file_name(sample: str, number: int, data: bytes) -> str:
    """A name that any file system and URL takes; the hash tells apart what the letters left out would not."""
    plain = re.sub("[^a-z0-9]+", "-", sample.lower()).strip("-")[:80]
    digest = hashlib.blake2b(sample.encode() + data, digest_size=6).hexdigest()
    return f"{plain}-{number}-{digest}.png"
