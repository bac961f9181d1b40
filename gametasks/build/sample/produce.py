"""One sample from its id: a pure function, whichever worker runs it and whatever ran before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from PIL import Image

from gametasks import __version__
from gametasks.build.sample.case import Case, as_json, draw_case
from gametasks.build.sample.fingerprints import fingerprints, perceptual_hash
from gametasks.build.sample.pictures import check_pictures, check_roles, draw_pictures, draw_style
from gametasks.build.sample.pose import Lap, Posed, no_lap, pose
from gametasks.errors import PluginError, RecordError, Rejection
from gametasks.folder import pixel_hash
from gametasks.qa_families import Task
from gametasks.renderers import Picture
from gametasks.schemas import SampleId, Style
from gametasks.schemas._record import Params, Record, read_params, read_record

__all__ = ["Sample", "make_sample", "nothing_taken"]


@dataclass(frozen=True, slots=True)
class Sample:
    """A finished sample: its record and the images that belong to it, in order."""

    record: Record
    images: tuple[Image.Image, ...]


def nothing_taken(prints: tuple[str, str]) -> bool:
    """The answer where nobody knows which fingerprints are taken."""
    return False


def make_sample(
    task: Task[Any],
    sample_id: SampleId,
    split: str = "",
    *,
    content: str = "",
    taken: Callable[[tuple[str, str]], bool] = nothing_taken,
    lap: Lap = no_lap,
) -> Sample:
    """Draw, solve, prove and picture one sample.

    Args:
        task: The task that the id names.
        sample_id: What the sample is a function of.
        split: The split that its record names.
        content: What the id's variant names, where it has one.
        taken: Tells whether one of a sample's two fingerprints is known to be taken; such a sample is rejected
            before the costly half of the work.
        lap: Called at the end of each stage.

    Raises:
        Rejection: This attempt yields no sample.
        UnknownNameError: The task has no such family.
        ConfigurationError: The id names another version of the task, or a format or level that the
            family does not have.
        RecordError: The id's variant names another content, or the task makes no samples from files.
        PluginError: The task broke its contract.
    """
    case = draw_case(task, sample_id, content)
    lap("sample")
    prints = fingerprints(task, case.state, case.question)
    if taken(prints):
        raise Rejection("already taken")
    lap("hash")
    posed = pose(case, lap)
    style = draw_style(case)
    pictures = draw_pictures(case, style)
    check_roles(case, posed, pictures)
    lap("draw")
    images = tuple(picture.image for picture in pictures)
    check_pictures(case, images, [picture.regions for picture in pictures])
    lap("pixels")
    record = _make_record(case, split, posed, style, pictures, prints)
    lap("hash")
    return Sample(record, images)


def _make_record(
    case: Case[Any], split: str, posed: Posed, style: Style | None, pictures: Sequence[Picture], prints: tuple[str, str]
) -> Record:
    """Put a sample's record together, and check the type of every column."""
    images = [picture.image for picture in pictures]
    params = Params(
        structural=case.statistics,
        presentation=msgspec.to_builtins(style) if style else {},
        regions=[dict(picture.regions) for picture in pictures],
        content=case.content,
    )
    record = Record(
        **case.columns(),
        **msgspec.structs.asdict(posed),
        split=split,
        image_roles=tuple(picture.role for picture in pictures),
        image_captions=tuple(picture.caption for picture in pictures),
        params=as_json(params),
        fingerprint=prints[0],
        state_fingerprint=prints[1],
        pixel_hash=pixel_hash(images),
        perceptual_hashes=tuple(perceptual_hash(image) for image in images),
        generator_version=__version__,
    )
    try:
        # A struct does not check what it is made from, and a file would refuse it too late.
        read_record(msgspec.to_builtins(record))
        read_params(record.params)
    except RecordError as error:
        raise PluginError(f"{case.place} makes a record with a wrong type: {error}") from None
    return record
