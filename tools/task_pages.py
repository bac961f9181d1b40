"""The page of a task with pictures: rules, families and ranges as the code has them, and its levels to look at."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from PIL import Image

import gametasks
from gametasks.build.sample.produce import Sample, make_sample
from gametasks.qa_families import Family, Task
from gametasks.schemas import Ranges, SampleId

SEED = 2026
STRIP = 320
"""Pixels of a level's picture on the strip of all levels, on its longer side."""

RANGES = {
    Ranges.DATASET: "Training and validation splits",
    Ranges.EVALUATION: "Test splits, whose layouts no other split has",
}


def task_page(task: Task[Any]) -> str:
    """The page as Markdown; its picture is `level_strip`."""
    parts = [
        f"# {task.title}",
        f"{task.summary}\n\nTask `{task.name}`, version {task.version}; capability: {task.capability}.",
        f"![Levels 1 to {len(task.levels[Ranges.DATASET])}](../images/levels/{task.name}.png)",
        "Levels from left to right, each with another family, theme and look.",
        "## Families",
        _family_table(task),
        *(_example(task, family) for family in task.families),
        "## Ranges of the levels",
        *(f"{title}:\n\n{_range_table(task.levels[ranges])}" for ranges, title in RANGES.items()),
        _meanings(type(task.levels[Ranges.DATASET][0])),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def level_strip(task: Task[Any]) -> Image.Image:
    """One picture of every level, side by side on white."""
    pictures = []
    for level in range(1, len(task.levels[Ranges.DATASET]) + 1):
        family = task.families[(level - 1) % len(task.families)]
        picture = _sample(task, family, level, level).images[0].copy()
        picture.thumbnail((STRIP, STRIP), Image.Resampling.LANCZOS)
        pictures.append(picture)
    height = max(picture.height for picture in pictures)
    strip = Image.new("RGB", (sum(picture.width + 8 for picture in pictures) - 8, height), "white")
    x = 0
    for picture in pictures:
        strip.paste(picture, (x, (height - picture.height) // 2))
        x += picture.width + 8
    return strip


def _sample(task: Task[Any], family: Family[Any, Any], level: int, index: int) -> Sample:
    form = next(form for known, form in task.settings(family) if known == level)
    return make_sample(
        task, SampleId(task.name, task.version, family.name, form, Ranges.DATASET, level, SEED, index, 0)
    )


def _family_table(task: Task[Any]) -> str:
    lines = ["| family | asks for | formats |", "|---|---|---|"]
    for family in task.families:
        formats = "; ".join(f"{form} at {_span(levels)}" for form, levels in task.levels_of(family).items())
        lines.append(f"| `{family.name}` | {family.title} | {formats} |")
    return "\n".join(lines)


def _span(levels: Sequence[int]) -> str:
    if list(levels) == list(range(levels[0], levels[-1] + 1)) and len(levels) > 1:
        return f"levels {levels[0]}–{levels[-1]}"
    return f"level {', '.join(map(str, levels))}"


def _example(task: Task[Any], family: Family[Any, Any]) -> str:
    """What a model is told beside the pictures, and the answer."""
    row = _row(_sample(task, family, 2, 0))
    prompt = gametasks.prompt(row).text
    return f"### {family.name}\n\n```text\n{prompt}\n```\n\nAnswer: `{row['answer']}`"


def _row(sample: Sample) -> Mapping[str, Any]:
    from gametasks.build.sample.rows import row_of

    return row_of(sample)


def _range_table(levels: Sequence[Any]) -> str:
    """A line for every field of the levels' ranges that a table can hold."""
    lines = [
        f"| | {' | '.join(f'level {number}' for number in range(1, len(levels) + 1))} |",
        "|---" * (len(levels) + 1) + "|",
    ]
    for field in fields(levels[0]):
        cells = [_value(getattr(level, field.name)) for level in levels]
        lines.append(f"| `{field.name}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def _value(value: Any) -> str:
    """A range in a few characters: bounds as 2–9, choices with commas, sizes as 4 × 6."""
    if isinstance(value, Enum):
        return str(value.value)
    if is_dataclass(value):
        return "; ".join(f"{field.name}: {_value(getattr(value, field.name))}" for field in fields(value))
    if isinstance(value, tuple):
        if len(value) == 2 and all(type(bound) is int for bound in value):
            return str(value[0]) if value[0] == value[1] else f"{value[0]}–{value[1]}"
        if value and all(isinstance(pair, tuple) and len(pair) == 2 for pair in value):
            return ", ".join(f"{a} × {b}" for a, b in value)
        return " / ".join(map(_value, value)) if any(map(is_dataclass, value)) else ", ".join(map(_value, value))
    return str(value).replace("|", "\\|")


def _meanings(params: type) -> str:
    """What the ranges are of, from the class's own words."""
    text = inspect.getdoc(params) or ""
    _, _, attributes = text.partition("Attributes:\n")
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", attributes, re.MULTILINE)
    return "\n".join(f"- `{name}`: {' '.join(meaning.split())}" for name, meaning in entries)
