"""One sample from its id: a pure function, whichever worker runs it and whatever ran before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from PIL import Image

from gametasks import __version__
from gametasks.build.sample.fingerprints import fingerprints, perceptual_hash, pixel_hash
from gametasks.build.sample.prove import prove_options, require_agreement, solve_claimed
from gametasks.errors import ConfigurationError, PluginError, RecordError, Rejection
from gametasks.generators import Draft
from gametasks.qa_families import DISTRACTORS, Family, Task
from gametasks.renderers import Picture
from gametasks.schemas import AnswerKind, ChoiceAnswer, Format, SampleId, Style, answer_format_line, write_answer
from gametasks.schemas._identity import variant_of
from gametasks.schemas._record import Evaluator, Params, Record, Role, read_record
from gametasks.schemas.answers.kinds import encode_answer_kind
from gametasks.streams import Stream

__all__ = [
    "LETTERS",
    "Lap",
    "Posed",
    "Sample",
    "check_pictures",
    "draw_draft",
    "draw_pictures",
    "draw_style",
    "make_sample",
    "pose",
    "texts",
]

LETTERS = ChoiceAnswer().letters

Lap = Callable[[str], None]
"""Called with a stage's name as the stage ends; the benchmark reads the clock there."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A finished sample: its record and the images that belong to it, in order."""

    record: Record
    images: tuple[Image.Image, ...]


@dataclass(frozen=True, slots=True)
class Posed:
    """A question ready to be asked: how it is answered, the options, the canonical answer text."""

    kind: AnswerKind
    options: tuple[str, ...]
    option_images: bool
    answer: str


def _no_lap(stage: str) -> None:
    """The clock of those who measure nothing."""


def make_sample(
    task: Task[Any],
    sample_id: SampleId,
    split: str = "",
    *,
    content: str = "",
    taken: AbstractSet[str] = frozenset(),
    lap: Lap = _no_lap,
) -> Sample:
    """Draw, solve, prove and picture one sample.

    Args:
        task: The task that the id names.
        sample_id: What the sample is a function of.
        split: The split that its record names.
        content: What the id's variant names, where it has one.
        taken: Fingerprints of either kind that are known to be taken; a sample that has one is rejected
            before the costly half of the work.
        lap: Called at the end of each stage.

    Raises:
        Rejection: This attempt yields no sample.
        ConfigurationError: The id names another version of the task, or a format or level that the
            family does not have.
        PluginError: The task broke its contract.
    """
    family = _family_of(task, sample_id)
    draft = draw_draft(task, family, sample_id, content)
    state, question = draft.state, draft.question
    lap("sample")
    prints = fingerprints(task, state, question)
    if not taken.isdisjoint(prints):
        raise Rejection("already taken")
    lap("hash")
    answer = solve_claimed(task, family, state, question)
    lap("solve")
    require_agreement(task, family, state, question, answer)
    posed = pose(task, family, state, question, answer, sample_id)
    lap("verify")
    style = draw_style(task, state, sample_id)
    pictures = draw_pictures(task, state, question, style)
    _check_roles(task, family, posed, pictures)
    lap("draw")
    check_pictures(task, state, question, [p.image for p in pictures], [p.regions for p in pictures])
    lap("pixels")
    record = _make_record(task, family, sample_id, content, split, draft, posed, style, pictures, prints)
    lap("hash")
    return Sample(record, tuple(picture.image for picture in pictures))


def draw_draft(task: Task[Any], family: Family[Any, Any], sample_id: SampleId, content: str = "") -> Draft[Any, Any]:
    """Draw the state and the question of a sample: from the stream "state", or from a content.

    Raises:
        Rejection: This attempt yields no sample.
        RecordError: The id's variant names another content, or the task makes no samples from files.
        PluginError: The family's sampler broke its contract.
    """
    if not sample_id.variant:
        draft = family.sample(task.levels[sample_id.ranges][sample_id.level - 1], Stream(str(sample_id), "state"))
    elif task.files is None:
        raise RecordError(f"{sample_id}: {task.name} makes no samples from files, so its ids have no variant")
    elif variant_of(task.files.kind, content) != sample_id.variant:
        raise RecordError(f"{sample_id} was made from another content than the one given")
    else:
        draft = task.files.draw(sample_id, content)
    where = f"{task.name}/{family.name}"
    if not isinstance(draft, Draft) or not isinstance(draft.state, task.state):
        raise PluginError(f"{where}: sample() returned {type(draft).__name__}, not a Draft of {task.state.__name__}")
    if not isinstance(draft.question, family.question) or draft.question.__struct_config__.tag != family.name:
        raise PluginError(f"{where}: the question is not of the type tagged {family.name!r}")
    if not _is_hashable(draft.state):
        raise PluginError(f"{where}: the state cannot be hashed; use tuples and frozen structs")
    return draft


def _is_hashable(state: Any) -> bool:
    try:
        hash(state)  # whether it can be, not what it is: builtin hashes differ between processes
    except TypeError:
        return False
    return True


def texts(task: Task[Any], family: Family[Any, Any], state: Any, question: Any, posed: Posed) -> dict[str, Any]:
    """The columns that follow from the task's words: the board as text, what is asked, how, and the answer."""
    write_board = task.modalities.get("text")
    return {
        "text": write_board(state, question) if write_board else "",
        "hint": family.hint(state, question),
        "question": family.ask(state, question),
        "options": posed.options,
        "option_images": posed.option_images,
        "answer_format": answer_format_line(posed.kind),
        "answer": posed.answer,
        "answer_schema": encode_answer_kind(posed.kind),
    }


def _make_record(
    task: Task[Any],
    family: Family[Any, Any],
    sample_id: SampleId,
    content: str,
    split: str,
    draft: Draft[Any, Any],
    posed: Posed,
    style: Style | None,
    pictures: Sequence[Picture],
    prints: tuple[str, str],
) -> Record:
    """Put a sample's record together, and check the type of every column."""
    state, question = draft.state, draft.question
    images = [picture.image for picture in pictures]
    params = {
        "structural": draft.statistics,
        "presentation": msgspec.to_builtins(style) if style else {},
        "regions": [picture.regions for picture in pictures],
        **({"content": content} if content else {}),
    }
    record = Record(
        id=str(sample_id),
        task=task.name,
        capability=task.capability,
        family=family.name,
        format=sample_id.format,
        split=split,
        level=sample_id.level,
        image_roles=tuple(picture.role for picture in pictures),
        image_captions=tuple(picture.caption for picture in pictures),
        **texts(task, family, state, question, posed),
        evaluator=_json(Evaluator(task.verifier.name, msgspec.to_builtins(question))),
        state=_json(state),
        params=_json(params),
        seed=sample_id.seed,
        fingerprint=prints[0],
        state_fingerprint=prints[1],
        pixel_hash=pixel_hash(images),
        perceptual_hashes=tuple(perceptual_hash(image) for image in images),
        generator_version=__version__,
    )
    try:
        # A struct does not check what it is made from, and a file would refuse it too late.
        read_record(msgspec.to_builtins(record))
        msgspec.json.decode(record.params, type=Params)
    except (RecordError, msgspec.ValidationError) as error:
        raise PluginError(f"{task.name}/{family.name} makes a record with a wrong type: {error}") from None
    return record


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _family_of(task: Task[Any], sample_id: SampleId) -> Family[Any, Any]:
    """The family that an id names, if this version of the task can make the sample."""
    if sample_id.version != task.version:
        raise ConfigurationError(
            f"{sample_id} was made by version {sample_id.version} of {task.name}; this is version {task.version}"
        )
    family = task.family(sample_id.family)
    if (sample_id.level, sample_id.format) not in family.settings():
        raise ConfigurationError(
            f"{task.name}/{family.name} has no format {sample_id.format} at level {sample_id.level}"
        )
    return family


def pose(
    task: Task[Any], family: Family[Any, Any], state: Any, question: Any, answer: Any, sample_id: SampleId
) -> Posed:
    """Turn a question and its answer into the form in which it is asked.

    With text options, the stream "options" draws the distractors and the order of the letters.
    """
    kind = family.answer_kind(state, question)
    if sample_id.format is Format.OPEN:
        return Posed(kind, (), False, write_answer(kind, answer))
    if family.distractors is None:
        return Posed(kind, LETTERS, True, write_answer(kind, answer))
    rng = Stream(str(sample_id), "options")
    wrong = list(family.distractors(state, question, answer, rng))
    if len(wrong) != DISTRACTORS:
        raise PluginError(f"{task.name}/{family.name}: {len(wrong)} distractors instead of {DISTRACTORS}")
    prove_options(task, family, state, question, answer, wrong)
    values = rng.shuffle([answer, *wrong])
    options = tuple(write_answer(kind, value) for value in values)
    return Posed(ChoiceAnswer(), options, False, LETTERS[values.index(answer)])


def draw_style(task: Task[Any], state: Any, sample_id: SampleId) -> Style | None:
    """Draw the presentation of a sample from the stream "style"; a text task has none."""
    if task.styles is None:
        return None
    return task.styles(sample_id.ranges, state).draw(Stream(str(sample_id), "style"))


def draw_pictures(task: Task[Any], state: Any, question: Any, style: Style | None) -> Sequence[Picture]:
    """Draw the pictures of a sample; a text task has none."""
    if task.draw is None or style is None:
        return ()
    return task.draw(state, question, style)


def _check_roles(task: Task[Any], family: Family[Any, Any], posed: Posed, pictures: Sequence[Picture]) -> None:
    """Option pictures stand for the letters one by one, and only where the options are pictures."""
    options = sum(picture.role is Role.OPTION for picture in pictures)
    if options != (len(LETTERS) if posed.option_images else 0):
        raise PluginError(f"{task.name}/{family.name}: {options} option pictures")
    if task.draw is not None and not pictures:
        raise PluginError(f"{task.name}/{family.name}: draw() returned no picture")


def check_pictures(
    task: Task[Any], state: Any, question: Any, images: Sequence[Image.Image], regions: Sequence[Any]
) -> None:
    """Look at the pictures: none may be blank, and the verifier's own look must find them right.

    Raises:
        Rejection: The verifier's check of the pixels fails.
        PluginError: An image is blank.
    """
    for number, image in enumerate(images, 1):
        channels = image.convert("RGB").split()
        if all(low == high for low, high in (channel.getextrema() for channel in channels)):
            raise PluginError(f"{task.name}: image {number} is blank")
    if task.verifier.check_pixels is not None:
        pixels = [np.asarray(image.convert("RGB")) for image in images]
        verdict = task.verifier.check_pixels(state, question, pixels, regions)
        if not verdict.correct:
            raise Rejection(f"pixels: {verdict.diagnostic.kind if verdict.diagnostic else 'refused'}")
