"""Goldens: what each family says, and a few of its pictures. `make golden` writes them; the diff is reviewed."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import row_of
from gametasks.errors import Rejection
from gametasks.evaluate.prompts import prompt
from gametasks.qa_families._catalogue import catalogue
from gametasks.schemas import Format, Ranges, SampleId

FOLDER = Path(__file__).parent
TASKS = catalogue().builtin()
PICTURED = [name for name in TASKS if catalogue().tasks[name].draw is not None]
FAMILIES = [(name, family.name) for name in TASKS for family in catalogue().tasks[name].families]

CHANGED_CHANNEL = 24
CHANGED_SHARE = 0.002
"""Another version of Cairo may smooth edges a little differently; more than this is a change of the picture."""

LONG_TEXT = 500


def first_sample(task, family: str, form: Format, ranges: Ranges, level: int):
    sample_id = SampleId(task.name, task.version, family, form, ranges, level, 20, 0, 0)
    while True:
        try:
            return make_sample(task, sample_id)
        except Rejection:
            sample_id = sample_id.next_attempt()


def shortened(state: str) -> str:
    """A state in which a long text, which its prompt quotes, is cut to its beginning and a hash."""
    fields = {name: value for name, value in json.loads(state).items() if isinstance(value, str)}
    for text in (value for value in fields.values() if len(value) > LONG_TEXT):
        digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
        written = json.dumps(text, ensure_ascii=False)
        assert written in state
        state = state.replace(
            written, json.dumps(f"{text[:60]} … ({len(text)} characters, {digest})", ensure_ascii=False)
        )
    return state


def text_of(task_name: str, family_name: str) -> str:
    """State, prompt and answer of one sample of every level, the formats in turn."""
    task = catalogue().tasks[task_name]
    parts = []
    for level, form in task.family(family_name).settings()[:6]:
        ranges = Ranges.EVALUATION if level == 2 else Ranges.DATASET
        sample = first_sample(task, family_name, form, ranges, level)
        record = sample.record
        parts.append(
            f"=== {record.id}\n{prompt(row_of(sample)).text}\n--- answer\n{record.answer}\n"
            f"--- schema\n{record.answer_schema}\n--- evaluator\n{record.evaluator}\n"
            f"--- state\n{shortened(record.state)}\n"
            f"--- fingerprints\n{record.fingerprint} {record.state_fingerprint}\n"
        )
    return "\n".join(parts)


@pytest.mark.parametrize(("task", "family"), FAMILIES)
def test_texts_states_and_answers(task, family, request):
    path = FOLDER / "text" / f"{task}.{family}.txt"
    text = text_of(task, family)
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("task", PICTURED)
def test_pictures(task, request):
    family = catalogue().tasks[task].families[0]
    sample = first_sample(catalogue().tasks[task], family.name, family.formats[0], Ranges.DATASET, 1)
    path = FOLDER / "pictures" / f"{task}.png"
    if request.config.getoption("--write-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(encode_png(sample.images[0]))
    with Image.open(io.BytesIO(path.read_bytes())) as golden:
        expected = np.asarray(golden.convert("RGB")).astype(int)
    drawn = np.asarray(sample.images[0]).astype(int)
    assert drawn.shape == expected.shape
    changed = (abs(drawn - expected) > CHANGED_CHANNEL).any(axis=2).mean()
    assert changed <= CHANGED_SHARE


def test_no_golden_is_left_over():
    texts = {path.name for path in (FOLDER / "text").glob("*.txt")}
    assert texts == {f"{task}.{family}.txt" for task, family in FAMILIES}
    assert {path.stem for path in (FOLDER / "pictures").glob("*.png")} == set(PICTURED)
