"""Conformance: what every task must keep, the project's own and those of third parties.

``gametasks check TASK`` runs it; a plugin's tests can call :func:`check_task`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.produce import Sample, make_sample
from gametasks.build.sample.rows import row_of
from gametasks.build.sample.verify import verify
from gametasks.errors import GameTasksError, Rejection, one_line
from gametasks.evaluate.prompts import prompt
from gametasks.evaluate.scoring import load_verifier, read_question, read_state, score
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import Format, Ranges, Role, SampleId

__all__ = ["Finding", "check_task", "sample_digest", "some_ids"]

MIN_THEMES = 6
MIN_LOOKS = 3
MIN_SIDE = 256
LONGER_SIDE = (512, 1280)
MAX_REJECTED_SHARE = 0.2
SAMPLE_SECONDS = 120.0
MOST_LEVELS = 99

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that a task breaks: which one, how, and the first sample in which it was seen."""

    promise: str
    detail: str
    sample: str = ""


def check_task(
    name: str, *, samples: int = 2, seed: int = 1, progress: Report = lambda done, total: None
) -> list[Finding]:
    """Check a task's contract and ``samples`` samples of every family, format, level and set of ranges.

    Returns:
        What was found wrong; empty if the task conforms.

    Raises:
        UnknownNameError: No task has that name.
    """
    task = get_task(name)
    findings = list(_check_contract(task))
    ids = list(some_ids(task, samples, seed))
    tried: Counter[str] = Counter()
    for done, first in enumerate(ids, 1):
        try:
            with wall_clock_limit(SAMPLE_SECONDS):
                sample, attempts = _first_sample(task, first)
                tried[first.family] += attempts
                findings += _check_sample(task, sample)
        except GameTasksError as error:
            findings.append(Finding("samples", one_line(error), str(first)))
        except (Exception, SystemExit) as error:  # a task under test may raise anything
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{place.filename}, line {place.lineno}"
            findings.append(Finding("samples", f"{one_line(error)} ({where})", str(first)))
        progress(done, len(ids))
    findings += _check_yield(tried, Counter(first.family for first in ids))
    findings += _check_fresh_processes(name, seed)
    findings += _check_verifier_stands_alone(task)
    return findings


def some_ids(task: Task[Any], samples: int, seed: int) -> Iterator[SampleId]:
    """First-attempt ids of every family, format, level and set of ranges."""
    for family in task.families:
        for ranges in Ranges:
            for level, form in task.settings(family):
                for index in range(samples):
                    yield SampleId(task.name, task.version, family.name, form, ranges, level, seed, index, 0)


def _first_sample(task: Task[Any], sample_id: SampleId) -> tuple[Sample, int]:
    """A slot's sample, and the number of attempts that it took."""
    attempts = Attempts(sample_id)
    try:
        sample = attempts.first(lambda current: make_sample(task, current))
    except Rejection as exhausted:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in attempts.rejections.most_common())
        raise Rejection(f"{exhausted.reason}: {reasons}") from None
    return sample, attempts.current.attempt + 1


def _check_levels(task: Task[Any]) -> Iterator[Finding]:
    """Both sets of ranges have the same number of levels, and a family has no others."""
    promise = "contract"
    numbers = {ranges: len(task.levels.get(ranges, ())) for ranges in Ranges}
    for ranges, number in numbers.items():
        if not 1 <= number <= MOST_LEVELS:
            yield Finding(promise, f"levels[{ranges}] holds {number} levels; a task has 1 to {MOST_LEVELS}")
    if len(set(numbers.values())) > 1:
        counts = ", ".join(f"{ranges} {number}" for ranges, number in numbers.items())
        yield Finding(promise, f"the two sets of ranges differ in the number of levels ({counts})")
    for family in task.families:
        unknown = [level for level in family.choice_levels or () if not 1 <= level <= min(numbers.values())]
        if unknown:
            yield Finding(promise, f"{family.name} has choices at level {unknown[0]}, which the task does not have")


def _check_contract(task: Task[Any]) -> Iterator[Finding]:
    """Names, levels, types: what can be seen without a sample."""
    promise = "contract"
    if not task.families:
        yield Finding(promise, "the task has no families")
    names = [family.name for family in task.families]
    if len(set(names)) != len(names):
        yield Finding(promise, "two families share a name")
    yield from _check_levels(task)
    if task.levels.get(Ranges.DATASET) == task.levels.get(Ranges.EVALUATION):
        yield Finding(promise, "dataset and evaluation have the same ranges; evaluation needs layouts of its own")
    if load_verifier(task.verifier.name) is not task.verifier:
        yield Finding(promise, f"{task.verifier.name}.VERIFIER is not the task's verifier")
    if task.verifier.state is not task.state:
        yield Finding(promise, "the verifier reads another type of state than the task's")
    union = get_args(task.verifier.question) or (task.verifier.question,)
    for family in task.families:
        if family.question.__struct_config__.tag != family.name:
            yield Finding(
                promise, f"the question type of {family.name} is tagged {family.question.__struct_config__.tag!r}"
            )
        if family.question not in union:
            yield Finding(promise, f"the verifier's questions lack that of {family.name}")
        if family.optimal and "optimum" not in family.question.__struct_fields__:
            yield Finding(promise, f"the question of {family.name} asks for an optimum and does not hold it")


def _check_sample(task: Task[Any], sample: Sample) -> Iterator[Finding]:
    """One sample: the same when made again, verified, scored, and readable."""
    record = sample.record
    row = row_of(sample)
    again = make_sample(task, SampleId.parse(record.id))
    if again.record != record:
        yield Finding("determinism", "a sample differs when it is made again", record.id)
    verify(row, redraw=True)
    state = read_state(record.evaluator, record.state)
    if msgspec.json.encode(state).decode() != record.state:
        yield Finding("state", "the state does not survive JSON", record.id)
    if score(row, record.answer).score != 1:
        yield Finding("scoring", f"its own answer {record.answer!r} scores 0", record.id)
    for wrong in ("", "I do not know", f"The answer is {record.answer}", f"{record.answer} or not", "\x00", "?" * 5000):
        if score(row, wrong).score:
            yield Finding("scoring", f"{wrong[:40]!r} scores 1", record.id)
    yield from _check_choice(record.id, row)
    yield from _check_pictures(task, sample)
    text = prompt(row).text
    if record.evaluator in text or record.answer_schema in text or read_question(record.evaluator) is None:
        yield Finding("prompt", "the prompt holds what is reserved for scoring", record.id)


def _check_choice(name: str, row: dict[str, Any]) -> Iterator[Finding]:
    if row["format"] != Format.CHOICE:
        return
    right = [letter for letter in "ABCDEF" if score(row, letter).score]
    if right != [row["answer"]]:
        yield Finding("options", f"the letters {right} score 1, the answer is {row['answer']}", name)
    if len(set(row["options"])) != len(row["options"]):
        yield Finding("options", "two options are alike", name)


def _check_pictures(task: Task[Any], sample: Sample) -> Iterator[Finding]:
    name = sample.record.id
    for number, (image, role) in enumerate(zip(sample.images, sample.record.image_roles, strict=True), 1):
        longer, shorter = max(image.size), min(image.size)
        main = role is not Role.OPTION
        if shorter < MIN_SIDE or longer > LONGER_SIDE[1] or (main and number == 1 and longer < LONGER_SIDE[0]):
            yield Finding("pictures", f"image {number} is {image.width} x {image.height} pixels", name)
    if task.styles is not None:
        sample_id = SampleId.parse(name)
        styles = task.styles(sample_id.ranges, read_state(sample.record.evaluator, sample.record.state))
        if len(set(styles.themes)) < MIN_THEMES or len(set(styles.looks)) < MIN_LOOKS:
            yield Finding("pictures", f"{len(styles.themes)} themes and {len(styles.looks)} looks to draw from", name)


def _check_yield(tried: Counter[str], wanted: Counter[str]) -> Iterator[Finding]:
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
        digest.update(msgspec.json.encode(_first_sample(task, sample_id)[0].record))
    return digest.hexdigest()


def _check_fresh_processes(name: str, seed: int) -> Iterator[Finding]:
    """The samples must not depend on the process, nor on PYTHONHASHSEED."""
    program = (
        "import sys; from gametasks.build.conformance import sample_digest; "
        "print(sample_digest(sys.argv[1], int(sys.argv[2])))"
    )
    digests: set[str] = set()
    for hash_seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-c", program, name, str(seed)]
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["no message"])[-1]
            yield Finding("determinism", f"a fresh process fails: {last}")
            return
        digests.add(run.stdout.strip())
    if len(digests) != 1:
        yield Finding("determinism", "the samples depend on PYTHONHASHSEED")


def _check_verifier_stands_alone(task: Task[Any]) -> Iterator[Finding]:
    """Loading the verifier must load none of the task's other parts, and no library that they need.

    A verifier that asks the solver agrees with it always, and proves nothing.
    """
    parts = {task.solve.__module__, *(family.sample.__module__ for family in task.families)}
    parts |= {part.__module__ for part in (task.draw, task.styles, task.files and task.files.draw) if part is not None}
    heavy = {"cairocffi", "datasets", "ortools", "PIL", "pyarrow", "gametasks.solvers", "gametasks.generators"}
    program = f"import sys, {task.verifier.name}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if run.returncode:
        last = (run.stderr.strip().splitlines() or ["no message"])[-1]
        yield Finding("verifier", f"{task.verifier.name} cannot be loaded alone: {last}")
    loaded = set(run.stdout.split())
    for module in sorted((parts | heavy) & loaded - {task.verifier.name}):
        yield Finding("verifier", f"{task.verifier.name} loads {module}; it must stand alone")
