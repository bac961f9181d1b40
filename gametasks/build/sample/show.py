"""One sample made again from its id, as files that a person can open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.errors import RecordError, Rejection
from gametasks.evaluate.prompts import PICTURE, prompt
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["TEXT_FILE", "show"]

TEXT_FILE = "text.txt"
"""Where the board as text is written, if the sample has one."""


def show(name: str, folder: Path, sources: Sequence[Path] = (), modality: str = PICTURE) -> list[Path]:
    """Make a sample and write its images, its board as text, its prompt and its record to a folder.

    Args:
        name: The sample's id.
        folder: Where ``1.png``, ``2.png`` …, ``text.txt`` (if there is a text), ``prompt.txt`` and ``record.json`` are
            written.
        sources: The files that it was made from, for an id that names some by its variant.
        modality: How the prompt shows the board.

    Returns:
        The files, in that order.

    Raises:
        RecordError: The name is no id, its files are not given, this attempt yields no sample, or the sample cannot be
            asked in this modality.
        UnknownNameError: Its task, family or modality does not exist here.
    """
    sample_id = SampleId.parse(name)
    task = get_task(sample_id.task)
    task.family(sample_id.family)
    content = task.files.find(sample_id, sources) if task.files and sample_id.variant else ""
    try:
        sample = make_sample(task, sample_id, content=content)
    except Rejection as rejection:
        raise RecordError(f"{name} yields no sample: {rejection.reason}") from None
    contents = {f"{number}.png": encode_png(image) for number, image in enumerate(sample.images, 1)}
    if sample.record.text:
        contents[TEXT_FILE] = f"{sample.record.text}\n".encode()
    contents["prompt.txt"] = f"{prompt(row_of(sample), modality).text}\n".encode()
    contents["record.json"] = msgspec.json.format(msgspec.json.encode(sample.record), indent=2) + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    for file, data in contents.items():
        (folder / file).write_bytes(data)
    return [folder / file for file in contents]
