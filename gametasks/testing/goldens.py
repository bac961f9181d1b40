"""Goldens: files that hold what a family says and what its pictures look like, to be reviewed when they change."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from gametasks.build.sample.png import encode_png
from gametasks.build.sample.rows import row_of
from gametasks.evaluate.prompts import prompt
from gametasks.qa_families import Task
from gametasks.schemas import Ranges
from gametasks.testing.samples import first_sample

__all__ = ["assert_golden_picture", "assert_golden_text", "golden_text"]

CHANGED_CHANNEL = 24
CHANGED_SHARE = 0.002
"""Another version of Cairo may smooth edges a little differently; more than this is a change of the picture."""

LONG_TEXT = 500
SETTINGS = 6
SEED = 20


def golden_text(task: Task[Any], family: str) -> str:
    """Prompt, board as text, answer, state and fingerprints of one sample of every level, the formats in turn."""
    parts = []
    for level, form in task.settings(task.family(family))[:SETTINGS]:
        ranges = Ranges.EVALUATION if level == 2 else Ranges.DATASET
        sample = first_sample(task, family, level, ranges, form=form, seed=SEED)
        record = sample.record
        board = f"--- text\n{record.text}\n" if record.text else ""
        parts.append(
            f"=== {record.id}\n{prompt(row_of(sample)).text}\n{board}--- answer\n{record.answer}\n"
            f"--- schema\n{record.answer_schema}\n--- evaluator\n{record.evaluator}\n"
            f"--- state\n{_shortened(record.state)}\n"
            f"--- fingerprints\n{record.fingerprint} {record.state_fingerprint}\n"
        )
    return "\n".join(parts)


def _shortened(state: str) -> str:
    """A state in which a long text, which its prompt quotes, is cut to its beginning and a hash."""
    for text in json.loads(state).values():
        if isinstance(text, str) and len(text) > LONG_TEXT:
            digest = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
            short = f"{text[:60]} … ({len(text)} characters, {digest})"
            state = state.replace(json.dumps(text, ensure_ascii=False), json.dumps(short, ensure_ascii=False))
    return state


def assert_golden_text(path: Path, text: str, *, write: bool = False) -> None:
    """A text is the one in a file.

    Args:
        path: The golden.
        text: What the code says now.
        write: Write the golden instead; review the difference.

    Raises:
        AssertionError: The text is another, or there is no golden yet.
    """
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return
    if not path.exists():
        raise AssertionError(f"there is no golden {path}; write it with write=True")
    golden = path.read_text(encoding="utf-8")
    for number, (then, now) in enumerate(zip(golden.splitlines(), text.splitlines(), strict=False), 1):
        if then != now:
            raise AssertionError(f"{path}, line {number}:\nwas {then}\nis  {now}")
    if golden != text:
        raise AssertionError(f"{path} has {golden.count(chr(10))} lines, the text now {text.count(chr(10))}")


def assert_golden_picture(path: Path, image: Image.Image, *, write: bool = False) -> None:
    """An image looks like the one in a file, but for edges that another version of Cairo smooths differently.

    Args:
        path: The golden, a PNG.
        image: What the code draws now.
        write: Write the golden instead; look at it.

    Raises:
        AssertionError: The image has another size or other pixels, or there is no golden yet.
    """
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode_png(image))
        return
    if not path.exists():
        raise AssertionError(f"there is no golden {path}; write it with write=True")
    with Image.open(io.BytesIO(path.read_bytes())) as golden:
        then = np.asarray(golden.convert("RGB")).astype(np.int16)
    now = np.asarray(image.convert("RGB")).astype(np.int16)
    if then.shape != now.shape:
        raise AssertionError(f"{path} has the shape {then.shape}, the picture now {now.shape}")
    changed = float((abs(now - then) > CHANGED_CHANNEL).any(axis=2).mean())
    if changed > CHANGED_SHARE:
        raise AssertionError(f"{path}: {changed:.2%} of the pixels changed")
