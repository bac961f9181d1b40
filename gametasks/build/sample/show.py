"""One sample made again from its id, as files that a person can open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.errors import RecordError, Rejection, blame
from gametasks.evaluate.prompts import PICTURE, prompt
from gametasks.folder import MANIFEST, read_rows
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId
from gametasks.schemas._record import read_params

__all__ = ["TEXT_FILE", "show"]

TEXT_FILE = "text.txt"
"""Where the board as text is written, if the sample has one."""


def show(
    name_or_row: str | Mapping[str, Any], folder: Path, sources: Sequence[Path] = (), modality: str = PICTURE
) -> list[Path]:
    """Make a sample and write its images, its board as text, its prompt and its record to a folder.

    Args:
        name_or_row: The sample's id, or its row.
        folder: Where ``1.png``, ``2.png`` …, ``text.txt`` (if there is a text), ``prompt.txt`` and ``record.json`` are
            written.
        sources: For an id with a variant: the files that the sample was made from, or the folder of a dataset that
            holds its row.
        modality: How the prompt shows the board.

    Returns:
        The files, in that order.

    Raises:
        RecordError: The name is not an id, the content that it names is not given, this attempt yields no sample, or
            the sample cannot be asked in this modality.
        UnknownNameError: Its task, family or modality does not exist here.
        PluginError: The task raised, or broke its contract.
    """
    name = name_or_row if isinstance(name_or_row, str) else str(name_or_row["id"])
    sample_id = SampleId.parse(name)
    task = get_task(sample_id.task)
    task.family(sample_id.family)
    try:
        with blame(task.name):
            if isinstance(name_or_row, str):
                content = _find_content(task, sample_id, sources)
            else:
                content = read_params(name_or_row["params"]).content
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


def _find_content(task: Task[Any], sample_id: SampleId, sources: Sequence[Path]) -> str:
    """The content that an id names, from the row of a dataset or from a user's files; empty if it names none."""
    if task.files is None or not sample_id.variant:
        return ""
    datasets = [path for path in sources if (path / MANIFEST).is_file()]
    for dataset in datasets:
        for row in read_rows(dataset, ("id", "params")):
            if row["id"] == str(sample_id):
                return read_params(row["params"]).content
    return task.files.find(sample_id, [path for path in sources if path not in datasets])
