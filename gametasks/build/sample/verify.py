"""Verification: every claim of a record is worked out again, from the record alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from jsonschema import Draft202012Validator
from PIL import Image

from gametasks.build.sample.case import Case, draw_case, find_family
from gametasks.build.sample.fingerprints import fingerprints, perceptual_hash
from gametasks.build.sample.pictures import check_pictures, draw_pictures, draw_style
from gametasks.build.sample.pose import pose
from gametasks.build.sample.prove import prove_options, require_right
from gametasks.errors import GameTasksError, PluginError, RecordError, is_interrupt, one_line
from gametasks.evaluate.scoring import read_question, read_state
from gametasks.folder import images_of, pixel_hash, same_pixels
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task
from gametasks.renderers import Picture
from gametasks.schemas import Diagnostic, Format, Ranges, SampleId, Style, parse_answer
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._record import Evaluator, Params, Record, read_params, read_record

__all__ = ["record_schema", "verify"]


def verify(row: Mapping[str, Any], *, redraw: bool = False) -> None:
    """Verify a row: schema, id, texts, answer, proofs, options, fingerprints and pixels.

    Args:
        row: A row as ``datasets``, pyarrow or :func:`gametasks.stream` gives it.
        redraw: Whether to draw the pictures again and compare pixels, which holds only with the versions
            of Cairo and Pillow that drew them.

    Raises:
        RecordError: Something in the record is wrong, or its task is not installed; the message begins with the
            record's id.
    """
    record = read_record(row)
    try:
        _verify(record, images_of(row), redraw)
    except GameTasksError as error:
        raise RecordError(_named(record.id, str(error))) from None
    except BaseException as error:  # a damaged state may break a task anywhere
        if is_interrupt(error):
            raise
        raise RecordError(_named(record.id, one_line(error))) from error


def _named(name: str, message: str) -> str:
    return message if message.startswith(name) else f"{name}: {message}"


def _verify(record: Record, images: Sequence[Image.Image], redraw: bool) -> None:
    _check_schema(record)
    params = _params(record)
    case = _stored_case(record, params)
    style = _check_origin(case, params)
    _check_answer(record, case)
    _check_fingerprints(record, case)
    _check_images(record, case, params, images)
    if redraw:
        _compare_pictures(record, params, images, draw_pictures(case, style))


def _stored_case(record: Record, params: Params) -> Case[Any]:
    """The case as the record's columns tell it, which need not be the one that the id gives."""
    sample_id = SampleId.parse(record.id)
    task = get_task(record.task)
    _check_identity(record, sample_id, task)
    state = read_state(record.evaluator, record.state)
    question = read_question(record.evaluator)
    family = find_family(task, sample_id)
    return Case(task, family, sample_id, state, question, params.structural, params.content)


def _compare_pictures(record: Record, params: Params, images: Sequence[Image.Image], again: Sequence[Picture]) -> None:
    """The pictures, drawn again from the state and the presentation, must be those of the record."""
    expected = {
        "image_roles": tuple(picture.role for picture in again),
        "image_captions": tuple(picture.caption for picture in again),
    }
    for column, value in expected.items():
        if getattr(record, column) != value:
            raise RecordError(f"column {column} is not what the pictures are drawn with")
    if params.regions != [dict(picture.regions) for picture in again]:
        raise RecordError("column params does not hold the regions of the pictures")
    if not same_pixels(images, [picture.image for picture in again]):
        raise RecordError("the pictures are not those of the state and the presentation")


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    return Draft202012Validator(record_schema())


def record_schema() -> dict[str, Any]:
    """The JSON Schema of a record without its images."""
    return msgspec.json.schema(Record)


def _check_schema(record: Record) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(record))
    errors = sorted(_validator().iter_errors(plain), key=lambda error: list(error.absolute_path))
    if errors:
        where = "/".join(map(str, errors[0].absolute_path))
        raise RecordError(f"column {where}: {errors[0].message[:200]}")


def _check_identity(record: Record, sample_id: SampleId, task: Task[Any]) -> None:
    """The columns that repeat parts of the id must say the same."""
    if record.split and Ranges.of_split(record.split) is not sample_id.ranges:
        raise RecordError(f"the split {record.split!r} does not hold samples of the {sample_id.ranges} ranges")
    expected = {
        "task": sample_id.task,
        "family": sample_id.family,
        "format": sample_id.format,
        "level": sample_id.level,
        "seed": sample_id.seed,
        "capability": task.capability,
    }
    for column, value in expected.items():
        if getattr(record, column) != value:
            raise RecordError(f"column {column} is {getattr(record, column)!r}, the id says {value!r}")
    evaluator = msgspec.json.decode(record.evaluator, type=Evaluator)
    if evaluator.name != task.verifier.name:
        raise RecordError(f"the evaluator is {evaluator.name!r} instead of {task.verifier.name!r}")


def _check_origin(case: Case[Any], params: Params) -> Style | None:
    """The state, the question and the presentation must be those that the id gives."""
    if params.content and not case.id.variant:
        raise RecordError("column params holds a content that the id does not name")
    drawn = draw_case(case.task, case.id, case.content)
    if drawn.state != case.state:
        raise RecordError("column state is not the state that the id gives")
    if drawn.question != case.question:
        raise RecordError("column evaluator does not hold the question that the id gives")
    if drawn.statistics != case.statistics:
        raise RecordError("column params does not hold the structural statistics that the id gives")
    style = draw_style(case)
    if (msgspec.to_builtins(style) if style else {}) != params.presentation:
        raise RecordError("column params does not hold the presentation that the id gives")
    return style


def _params(record: Record) -> Params:
    params = read_params(record.params)
    if len(params.regions) != len(record.image_roles):
        raise RecordError(f"column params: regions of {len(params.regions)} images, roles of {len(record.image_roles)}")
    return params


def _check_answer(record: Record, case: Case[Any]) -> None:
    """Texts as the task words them, the stored answer right, and nothing else right among the options."""
    posed = pose(case)
    kind = case.kind
    if posed.option_images or case.id.format is Format.OPEN:
        require_right(case, _parsed(parse_answer(kind, record.answer), "the stored answer"), "the stored answer")
    else:
        values = [_parsed(parse_answer(kind, text), f"option {text!r}") for text in record.options]
        letters = OPTION_LETTERS[: len(values)]
        if record.answer not in letters:
            raise RecordError(f"the answer {record.answer!r} is not the letter of an option")
        right = values.pop(letters.index(record.answer))
        require_right(case, right, "the option that the answer names")
        prove_options(case, right, values)
    for column, value in msgspec.structs.asdict(posed).items():
        if getattr(record, column) != value:
            raise RecordError(
                f"column {column} is not what {case.place} says for this state; it or the task's code was changed"
            )


def _parsed(value: Any, what: str) -> Any:
    if isinstance(value, Diagnostic):
        raise RecordError(f"{what} cannot be read: {value.message}")
    return value


def _check_fingerprints(record: Record, case: Case[Any]) -> None:
    if (record.fingerprint, record.state_fingerprint) != fingerprints(case.task, case.state, case.question):
        raise RecordError("a fingerprint is not that of the state and the question")


def _check_images(record: Record, case: Case[Any], params: Params, images: Sequence[Image.Image]) -> None:
    """Images complete, unchanged, not blank, and right to the verifier's own eye."""
    if len(images) != len(record.image_roles) or len(images) != len(record.image_captions):
        raise RecordError(
            f"{len(images)} images, {len(record.image_roles)} roles, {len(record.image_captions)} captions"
        )
    if pixel_hash(images) != record.pixel_hash:
        raise RecordError("pixel_hash is not that of the images")
    if tuple(perceptual_hash(image) for image in images) != record.perceptual_hashes:
        raise RecordError("perceptual_hashes are not those of the images")
    for number, (image, regions) in enumerate(zip(images, params.regions, strict=True), 1):
        for name, (x, y, width, height) in regions.items():
            if min(x, y) < 0 or x + width > image.width or y + height > image.height:
                raise PluginError(f"region {name} lies outside image {number}")
    check_pictures(case, images, params.regions)
