"""Many samples of every family, on which solver, verifier, a third method and the scorer must agree.

Every sample passes the whole of its making (proofs, options, pictures, pixels). Then its answer is scored, the
oracle of its task (tests/oracles/TASK.py) is asked for an objection, and damaged answers are scored: none may
raise, and none may score 1 that the rules do not accept. Where the oracle measures margins, the smallest are printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from gametasks.build.dataset.engine import make_engine, map_slots
from gametasks.build.dataset.worker import Ask
from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.fingerprints import fingerprints
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.evaluate.scoring import read_question, read_state, score
from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import SampleId, parse_answer
from gametasks.schemas.answers.json_document import JsonAnswer
from gametasks.schemas.answers.kinds import decode_answer_kind

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

SECONDS = 600.0


class Finding(NamedTuple):
    """What was found of one sample.

    Attributes:
        state: Its state fingerprint.
        rejections: Failed attempts before it, by reason.
        letter: Place of the answer among the options.
        margins: What the oracle measured of what a viewer has to judge, by name.
        faults: Everything that is wrong.
    """

    state: str
    rejections: dict[str, int]
    letter: str
    margins: dict[str, float]
    faults: list[str]


def examine(job: tuple[str, bool, int], ask: Ask) -> Finding:
    """Make one sample and try to find a fault in it.

    Args:
        job: The id of the first attempt, whether to ask the oracle, and the number of damaged answers.
        ask: Not used: no sample depends on another.
    """
    text, ask_oracle, damaged = job
    attempts = Attempts(SampleId.parse(text))
    rejections = attempts.rejections
    task = get_task(attempts.current.task)
    try:
        sample = attempts.first(lambda sample_id: make_sample(task, sample_id))
    except Exception as error:
        return Finding("", rejections, "", {}, [f"{attempts.current}: {type(error).__name__}: {error}"])
    record, row, faults, margins = sample.record, row_of(sample), [], {}
    if score(row, record.answer).score != 1:
        faults.append(f"{record.id}: the gold answer {record.answer!r} scores 0")
    state, question = read_state(record.evaluator, record.state), read_question(record.evaluator)
    if fingerprints(task, state, question) != (record.fingerprint, record.state_fingerprint):
        faults.append(f"{record.id}: another fingerprint after JSON")
    if ask_oracle:
        faults += objections(task, sample, state, question)
        margins = measured(task, sample, state, question)
    if damaged:
        faults += damage(row, damaged, task, sample, state, question)
    letter = record.answer if record.format == "choice" else ""
    return Finding(record.state_fingerprint, rejections, letter, margins, faults)


def objections(task, sample, state, question, damaged: str | None = None) -> list[str]:
    """What the task's oracle has against the answer, or against a damaged one in its place."""
    found = asked(task, sample, state, question, "objection", damaged)
    return [f"{sample.record.id}: {found}"] if found else []


def measured(task, sample, state, question) -> dict[str, float]:
    """The margins of a sample, on the state and on the pixels, where the task's oracle measures them."""
    return asked(task, sample, state, question, "margins") or {}


def asked(task, sample, state, question, function: str, damaged: str | None = None):
    """What a function of the task's oracle says; None where there is none."""
    try:
        oracle = import_module(f"oracles.{task.name}")
    except ModuleNotFoundError:
        return None
    if not hasattr(oracle, function):
        return None
    record = sample.record
    kind = task.family(record.family).answer_kind(state, question)
    text = record.answer if damaged is None else damaged
    if damaged is None and record.format == "choice" and not record.option_images:
        text = record.options["ABCDEF".index(record.answer)]
    images = [np.asarray(image) for image in sample.images]
    regions = msgspec.json.decode(record.params)["regions"]
    return getattr(oracle, function)(state, question, parse_answer(kind, text), images, regions)


def damage(row, count: int, task, sample, state, question) -> list[str]:
    """Score damaged answers; what scores 1 must be the gold answer in another spelling, or another valid answer.

    Of JSON the verifier reads the texts as well: there the oracle says whether they mean the same.
    """
    from gametasks.testing import mutated_strings

    faults = []
    kind = decode_answer_kind(row["answer_schema"])
    gold = parse_answer(kind, row["answer"])
    optimal = task.family(row["family"]).optimal
    for text in mutated_strings(row, count, seed=1):
        try:
            right = score(row, text).score == 1
        except Exception as error:
            faults.append(f"{row['id']}: {text[:80]!r} raises {type(error).__name__}: {error}")
            continue
        if right and parse_answer(kind, text) != gold and not optimal:
            if isinstance(kind, JsonAnswer) and not objections(task, sample, state, question, text):
                continue
            faults.append(f"{row['id']}: {text[:80]!r} scores 1")
    return faults


def jobs(samples: int, oracle_every: dict[str, int], damaged: int, tasks: list[str]):
    """The samples of every family, spread over levels, formats and both sets of ranges."""
    for task in catalogue().tasks.values():
        if tasks and task.name not in tasks:
            continue
        for family in task.families:
            places = [
                (level, form, ranges) for ranges in ("dataset", "evaluation") for level, form in task.settings(family)
            ]
            for number in range(samples):
                level, form, ranges = places[number % len(places)]
                index = number // len(places)
                first = f"{task.name}@{task.version}/{family.name}/{form}/{ranges}/{level}/5/{index}/0"
                ask = index % oracle_every.get(task.name, 1) == 0
                yield first, ask, damaged if number % 50 == 0 else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2000, help="samples of every family")
    parser.add_argument("--damaged", type=int, default=160, help="damaged answers for every fiftieth sample")
    parser.add_argument(
        "--oracle-every", action="append", default=["rush_exit=20"], help="TASK=N: ask a slow oracle for each nth index"
    )
    parser.add_argument("--task", action="append", default=[], help="soak these tasks only")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    made: Counter[str] = Counter()
    oracle_asked: Counter[str] = Counter()
    rejected: dict[str, Counter[str]] = defaultdict(Counter)
    states: dict[str, set[str]] = defaultdict(set)
    letters: dict[str, Counter[str]] = defaultdict(Counter)
    margins: dict[str, dict[str, float]] = defaultdict(dict)
    faults: list[str] = []
    mutants = 0
    begin = time.perf_counter()
    every = {task: int(number) for task, _, number in (item.partition("=") for item in options.oracle_every)}
    todo = jobs(options.samples, every, options.damaged, options.task)
    with make_engine(examine, options.workers, SECONDS) as engine:
        for (text, ask, damaged), pending in map_slots(engine, todo):
            name = "/".join(text.replace("@", "/").split("/")[0:3:2])
            found = pending.result()
            made[name] += 1
            oracle_asked[name] += ask
            rejected[name].update(found.rejections)
            states[name].add(found.state)
            letters[name][found.letter] += 1
            mutants += damaged
            for what, value in found.margins.items():
                margins[name][what] = min(value, margins[name].get(what, value))
            for fault in found.faults:
                faults.append(fault)
                print("FAULT", fault, flush=True)
    for name in made:
        reasons = ", ".join(f"{reason} {count}" for reason, count in rejected[name].items()) or "none"
        spread = " ".join(f"{letter}{letters[name][letter]}" for letter in "ABCDEF" if letters[name][letter])
        print(
            f"{name}: {made[name]} samples, {len(states[name])} distinct states, rejected: {reasons}; "
            f"oracle asked {oracle_asked[name]} times{'; letters ' + spread if spread else ''}"
        )
        if margins[name]:
            smallest = ", ".join(f"{what} {value:.4g}" for what, value in margins[name].items())
            print(f"    smallest margins: {smallest}")
    print(
        f"{sum(made.values())} samples, {mutants} damaged answers, {len(faults)} faults "
        f"in {time.perf_counter() - begin:.0f} s of wall time"
    )
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
