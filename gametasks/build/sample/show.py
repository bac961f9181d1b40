"""One sample made again from its id, as files that a person can open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.errors import RecordError, Rejection
from gametasks.evaluate.prompts import prompt
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["show"]


def show(text: str, folder: Path, sources: Sequence[Path] = ()) -> list[Path]:
    """Make a sample and write its images, its prompt and its record to a folder.

    Args:
        text: The sample's id.
        folder: Where ``1.png``, ``2.png`` …, ``prompt.txt`` and ``record.json`` are written.
        sources: The files that it was made from, for an id that names some by its variant.

    Returns:
        The files, in that order.

    Raises:
        RecordError: The text is no id, its files are not given, or this attempt yields no sample.
        UnknownNameError: Its task or family is not installed.
    """
    sample_id = SampleId.parse(text)
    task = get_task(sample_id.task)
    task.family(sample_id.family)
    content = task.files.find(sample_id, sources) if task.files and sample_id.variant else ""
    try:
        sample = make_sample(task, sample_id, content=content)
    except Rejection as rejection:
        raise RecordError(f"{text} yields no sample: {rejection.reason}") from None
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    for number, image in enumerate(sample.images, 1):
        files.append(folder / f"{number}.png")
        files[-1].write_bytes(encode_png(image))
    files += [folder / "prompt.txt", folder / "record.json"]
    files[-2].write_text(prompt(row_of(sample)).text + "\n", encoding="utf-8")
    files[-1].write_bytes(msgspec.json.format(msgspec.json.encode(sample.record), indent=2) + b"\n")
    return files
