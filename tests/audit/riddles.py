"""Made-up datasets for the tests of the audit: families of riddles that leak, or do not, on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from gametasks.build.audit.report import audit
from gametasks.build.audit.result import FamilyAudit
from gametasks.folder import SCHEMA, Manifest
from gametasks.schemas import (
    ChoiceAnswer,
    LabelAnswer,
)
from gametasks.schemas.answers.kinds import encode_answer_kind
from gametasks.streams import Stream

LETTERS = "ABCDEF"
WORDS = ("amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "heath", "islet", "jetty", "knoll", "ledge")
CHOICE = ChoiceAnswer()

Fields = dict[str, Any]
Maker = Callable[[int, Stream], Fields]


def choice(options: list[str], letter: str, question: str = "Which one?", **more: Any) -> Fields:
    return {"format": "choice", "options": options, "answer": letter, "kind": CHOICE, "question": question, **more}


def opened(kind: Any, answer: str, question: str = "Which one?", **more: Any) -> Fields:
    return {"format": "open", "options": [], "answer": answer, "kind": kind, "question": question, **more}


def rows_of(make: Maker, samples: int = 400, family: str = "riddle", split: str = "train") -> Iterator[Fields]:
    for n in range(samples):
        stream = Stream(f"{family} {split} {n}", "rows")
        made = make(n, stream)
        kind = made.pop("kind")
        level = n % 5 + 1
        yield {
            "id": f"puzzle@1/{family}/{made['format']}/dataset/{level}/0/{n}/0",
            "task": "puzzle",
            "capability": "planning",
            "family": family,
            "split": split,
            "level": level,
            "images": [],
            "image_roles": [],
            "image_captions": [],
            "text": "",
            "hint": "Look closely.",
            "option_images": False,
            "answer_format": f"Give {kind.describe()}.",
            "answer_schema": encode_answer_kind(kind),
            "evaluator": '{"name": "gametasks.verifiers.puzzle", "data": {}}',
            "state": json.dumps([made["answer"]]),
            "params": "{}",
            "seed": 0,
            "fingerprint": f"{family} {split} {n}",
            "state_fingerprint": f"{family} {split} {n}",
            "pixel_hash": "",
            "perceptual_hashes": [],
            "generator_version": "1",
            **made,
        }


def dataset(folder: Path, *families: Iterator[Fields], rejections: dict[str, dict[str, int]] | None = None) -> Path:
    for number, rows in enumerate(families):
        path = folder / "data" / "puzzle" / f"train-{number:05d}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.Table.from_pylist(list(rows), schema=SCHEMA), path)
    manifest = Manifest(
        gametasks="1", plan="", profile="", seed=0, slots=0, tasks={}, libraries={}, rejections=rejections or {}
    )
    (folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    return folder


def audited(folder: Path, make: Maker, samples: int = 400) -> FamilyAudit:
    return audit(dataset(folder, rows_of(make, samples))).families["puzzle/riddle"]


def words_with(right: str, letter: str, rng: Stream, pool: tuple[str, ...] = WORDS) -> list[str]:
    options = rng.sample([word for word in pool if word != right], 5)
    options.insert(LETTERS.index(letter), right)
    return options


def fair_words(n: int, rng: Stream) -> Fields:
    letter = rng.choice(LETTERS)
    return choice(words_with(rng.choice(WORDS), letter, rng), letter)


def fair_numbers(n: int, rng: Stream) -> Fields:
    numbers = [str(number) for number in rng.sample(list(range(100)), 6)]
    return choice(numbers, rng.choice(LETTERS))


def fair_run(n: int, rng: Stream) -> Fields:
    """Six consecutive numbers of a level's range; the run is drawn first, then which of its numbers is right."""
    first = rng.integers(2 + n % 5, 12)
    return shuffled(list(map(str, range(first, first + 6))), rng.integers(0, 6), rng)


def shuffled(options: list[str], right: int, rng: Stream) -> Fields:
    """Options in an order that is drawn, of which the one with the given number is right."""
    order = rng.shuffle(list(range(6)))
    return choice([options[number] for number in order], LETTERS[order.index(right)])


def fair_labels(n: int, rng: Stream) -> Fields:
    labels = tuple(rng.sample(list(WORDS), 6))
    return opened(LabelAnswer(labels=labels), rng.choice(labels))
