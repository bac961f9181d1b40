"""What a task promises of every sample."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from gametasks.build.conformance.findings import Finding
from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.case import draw_case
from gametasks.build.sample.produce import Sample, make_sample
from gametasks.build.sample.rows import row_of
from gametasks.build.sample.verify import verify
from gametasks.errors import GameTasksError, Rejection, is_interrupt, one_line
from gametasks.evaluate.prompts import TEXT, prompt
from gametasks.evaluate.scoring import read_question, read_state, score
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task
from gametasks.renderers.kit.panels import LEAST_SIDE
from gametasks.schemas import AnswerKind, Format, Ranges, Role, SampleId
from gametasks.schemas._letters import OPTION_LETTERS
from gametasks.schemas._record import Record

__all__ = ["check_sample", "check_yield", "json_fault", "sample_digest", "sample_of_slot", "some_ids"]

MIN_THEMES = 6
MIN_LOOKS = 3
LONGER_SIDE = (512, 1280)
MAX_REJECTED_SHARE = 0.2
_OF_PICTURES = re.compile(r"\b(?:pictures?|images?)\b", re.IGNORECASE)


def some_ids(task: Task[Any], samples: int, seed: int) -> Iterator[SampleId]:
    """First-attempt ids of every family, format, level and set of ranges."""
    for family in task.families:
        for ranges in Ranges:
            for level, form in task.settings(family):
                for index in range(samples):
                    yield SampleId(task.name, task.version, family.name, form, ranges, level, seed, index, 0)


def sample_of_slot(task: Task[Any], sample_id: SampleId) -> tuple[Sample, int]:
    """A slot's sample, and the number of attempts that it took."""
    attempts = Attempts(sample_id)
    try:
        sample = attempts.first(lambda current: make_sample(task, current))
    except Rejection as exhausted:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in attempts.rejections.most_common())
        raise Rejection(f"{exhausted.reason}: {reasons}") from None
    return sample, attempts.current.attempt + 1


def check_sample(task: Task[Any], sample: Sample) -> Iterator[Finding]:
    """One sample: the same when made again, verified, scored, and readable."""
    record = sample.record
    row = row_of(sample)
    again = make_sample(task, SampleId.parse(record.id))
    if again.record != record:
        yield Finding("determinism", "a sample differs when it is made again", record.id)
    verify(row, redraw=True)
    yield from _check_text(task, record)
    yield from _check_moves(task, record)
    yield from _check_modalities(task, record, row)
    if score(row, record.answer).score != 1:
        yield Finding("scoring", f"its own answer {record.answer!r} scores 0", record.id)
    for wrong in ("", "I do not know", f"The answer is {record.answer}", f"{record.answer} or not", "\x00", "?" * 5000):
        if score(row, wrong).score:
            yield Finding("scoring", f"{wrong[:40]!r} scores 1", record.id)
    yield from _check_words(record)
    yield from _check_choice(record.id, row)
    yield from _check_pictures(task, sample)
    text = prompt(row).text
    if record.evaluator in text or record.answer_schema in text or read_question(record.evaluator) is None:
        yield Finding("prompt", "the prompt holds what is reserved for scoring", record.id)


def _check_text(task: Task[Any], record: Record) -> Iterator[Finding]:
    """A board's text is read back."""
    state = read_state(record.evaluator, record.state)
    if task.text is not None and task.parse is not None:
        try:
            back = task.parse(task.text(state))
        except GameTasksError as error:
            yield Finding("text", f"parse does not read what text writes: {one_line(error)}", record.id)
        else:
            if back != state:
                yield Finding("text", "parse reads another state from what text writes", record.id)


def _check_moves(task: Task[Any], record: Record) -> Iterator[Finding]:
    """A state that play begins from shows where it begins, and a move of it has a kind of answer."""
    state = read_state(record.evaluator, record.state)
    moves = task.verifier.moves
    if moves is not None and moves.state(state, moves.start(state)) != state:
        yield Finding("moves", "the position at the start, shown as a state, is another state", record.id)
    kind = task.move(state) if task.move is not None else None
    if kind is not None and not isinstance(kind, get_args(AnswerKind)):
        yield Finding("moves", f"move gives {type(kind).__name__}, which is no kind of answer", record.id)


def _check_modalities(task: Task[Any], record: Record, row: dict[str, Any]) -> Iterator[Finding]:
    """Whatever a prompt may show in the pictures' place makes a prompt; the text may be empty where sight is all."""
    for modality in task.modalities:
        if modality != TEXT or record.text:
            try:
                prompt(row, modality)
            except GameTasksError as error:
                yield Finding("modalities", f"{modality!r} makes no prompt: {one_line(error)}", record.id)


def _check_words(record: Record) -> Iterator[Finding]:
    """Where a board is written as text, the words around it speak of the board."""
    if not record.text:
        return
    for where, words in (("rules", record.hint), ("question", record.question), ("board as text", record.text)):
        if found := _OF_PICTURES.search(words):
            detail = f"{found[0]!r} stands in the {where}, which a prompt may show without pictures; use the caption"
            yield Finding("words", detail, record.id)


def _check_choice(name: str, row: dict[str, Any]) -> Iterator[Finding]:
    if row["format"] != Format.CHOICE:
        return
    right = [letter for letter in OPTION_LETTERS if score(row, letter).score]
    if right != [row["answer"]]:
        yield Finding("options", f"the letters {right} score 1, the answer is {row['answer']}", name)
    if len(set(row["options"])) != len(row["options"]):
        yield Finding("options", "two options are alike", name)


def _check_pictures(task: Task[Any], sample: Sample) -> Iterator[Finding]:
    name = sample.record.id
    for number, caption in enumerate(sample.record.image_captions, 1):
        if not caption.strip():
            yield Finding("pictures", f"image {number} has no caption; say what it shows and what its signs mean", name)
    for number, (image, role) in enumerate(zip(sample.images, sample.record.image_roles, strict=True), 1):
        longer, shorter = max(image.size), min(image.size)
        main = role is not Role.OPTION
        if shorter < LEAST_SIDE or longer > LONGER_SIDE[1] or (main and number == 1 and longer < LONGER_SIDE[0]):
            yield Finding("pictures", f"image {number} is {image.width} x {image.height} pixels", name)
    if task.styles is not None:
        sample_id = SampleId.parse(name)
        styles = task.styles(sample_id.ranges, read_state(sample.record.evaluator, sample.record.state))
        themes, looks = len(set(styles.themes)), len(set(styles.looks))
        if themes < MIN_THEMES or looks < MIN_LOOKS:
            least = f"at least {MIN_THEMES} and {MIN_LOOKS} are needed"
            yield Finding("pictures", f"styles() offers {themes} themes and {looks} looks; {least}", name)


def json_fault(task: Task[Any], sample_id: SampleId) -> Finding | None:
    """The fault behind one that showed elsewhere: a state or a question that is another one after JSON."""
    try:
        case = Attempts(sample_id).first(lambda current: draw_case(task, current))
    except BaseException as error:  # then this is not where it fails
        if is_interrupt(error):
            raise
        return None
    for what, value in (("state", case.state), ("question", case.question)):
        try:
            back = msgspec.json.decode(msgspec.json.encode(value), type=type(value))
            hash(back)
        except (TypeError, ValueError, msgspec.MsgspecError) as error:
            return Finding(what, f"the {what} does not survive JSON: {one_line(error)}", str(sample_id))
        if back != value:
            return Finding(what, f"the {what} does not survive JSON: it comes back as {back}", str(sample_id))
    return None


def check_yield(tried: Counter[str], wanted: Counter[str]) -> Iterator[Finding]:
    """Rejections bias the answers that were drawn first, so they must be rare."""
    for family, attempts in tried.items():
        rejected = attempts - wanted[family]
        if rejected > MAX_REJECTED_SHARE * attempts:
            yield Finding("yield", f"{family}: {rejected} of {attempts} attempts were rejected")


def sample_digest(name: str, seed: int) -> str:
    """Hash of one sample of every family, format, level and set of ranges, records and pixels."""
    task = get_task(name)
    digest = hashlib.blake2b(digest_size=16)
    for sample_id in some_ids(task, 1, seed):
        digest.update(msgspec.json.encode(sample_of_slot(task, sample_id)[0].record))
    return digest.hexdigest()
