"""The dataset card: what the Hugging Face Hub shows and ``load_dataset`` reads."""

from __future__ import annotations

import html
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

import yaml

from gametasks.build.aside import write_aside
from gametasks.folder import CANARY, FEATURES, Manifest, read_shard
from gametasks.qa_families import Task
from gametasks.qa_families._catalogue import get_task

__all__ = ["CARD", "write_card"]

CARD = "README.md"
"""Name of the file."""

_OF_FILES = """
Where the id names a content (`family:KIND-HASH`), add `--file` and the folder of this dataset, or the files that the
sample was made from."""

_LICENCE = "The data of the project's own tasks are under CC-BY-4.0."

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def write_card(folder: Path, manifest: Manifest) -> None:
    """Write ``README.md`` with its front matter, and one sample picture of each task to ``assets``."""
    tasks = {name: get_task(name) for name in sorted({task for split in manifest.counts.values() for task in split})}
    template = Template(
        (resources.files("gametasks.build.dataset") / "templates" / "card.md").read_text(encoding="utf-8")
    )
    pictures = _write_pictures(folder, manifest, tasks)
    text = template.substitute(
        front_matter=yaml.safe_dump(_front_matter(folder, manifest, tasks), sort_keys=False, allow_unicode=True),
        canary=CANARY,
        install=" ".join(
            ["gametasks", *(package.partition("==")[0] for package in sorted(set(manifest.plugins.values())))]
        ),
        makers=", ".join([f"gametasks {manifest.gametasks}", *sorted(set(manifest.plugins.values()))]),
        profile=manifest.profile,
        seed=manifest.seed,
        pictures=pictures,
        files=_OF_FILES if any(task.files for task in tasks.values()) else "",
        licence=_licence(manifest, tasks),
        pixels="No two samples have the same pixels." if any(task.draw for task in tasks.values()) else "",
        families=_family_table(manifest, tasks),
        repeats=_repeats(manifest),
        notes="".join(f"\n- {html.escape(note)}" for note in manifest.notes),
        rejections=_rejection_table(manifest),
        columns=", ".join(f"`{column}`" for column in FEATURES),
    )
    write_aside(folder / CARD, text.encode())


def _licence(manifest: Manifest, tasks: dict[str, Task[Any]]) -> str:
    """The licence of the project's data, or what the tasks say of samples from a user's files."""
    if not manifest.given_files:
        return _LICENCE
    return " ".join(task.files.licence for task in tasks.values() if task.files)


def _front_matter(folder: Path, manifest: Manifest, tasks: dict[str, Task[Any]]) -> dict[str, Any]:
    total = sum(_rows(manifest, split) for split in manifest.counts)
    categories = {
        "visual-question-answering": any(task.draw is not None for task in tasks.values()),
        "image-text-to-text": any(task.draw is not None for task in tasks.values()),
        "text-generation": any(task.draw is None for task in tasks.values()),
    }
    configs = [("default", "*"), *((name, name) for name in tasks)]
    return {
        "license": "other" if manifest.given_files else "cc-by-4.0",
        "pretty_name": f"gametasks {manifest.profile}, seed {manifest.seed}",
        "language": ["en"],
        "task_categories": [name for name, applies in categories.items() if applies],
        "tags": ["games", "reasoning", "synthetic", "verifiable"],
        "size_categories": [next((name for bound, name in _SIZES if total < bound), "n>1M")],
        "configs": [_config(manifest, config, pattern) for config, pattern in configs],
        "dataset_info": [_info(folder, manifest, config, pattern) for config, pattern in configs],
    }


def _splits(manifest: Manifest, pattern: str) -> list[str]:
    return [split for split, tasks in manifest.counts.items() if pattern == "*" or pattern in tasks]


def _rows(manifest: Manifest, split: str, pattern: str = "*") -> int:
    tasks = manifest.counts.get(split, {})
    return sum(sum(families.values()) for task, families in tasks.items() if pattern in ("*", task))


def _config(manifest: Manifest, config: str, pattern: str) -> dict[str, Any]:
    files = [{"split": split, "path": f"data/{pattern}/{split}-*.parquet"} for split in _splits(manifest, pattern)]
    return {"config_name": config, "data_files": files}


def _info(folder: Path, manifest: Manifest, config: str, pattern: str) -> dict[str, Any]:
    """Features and sizes of a configuration; ``num_bytes`` is the size of the files."""
    sizes = {
        split: sum(path.stat().st_size for path in folder.glob(f"data/{pattern}/{split}-*.parquet"))
        for split in _splits(manifest, pattern)
    }
    return {
        "config_name": config,
        "features": [_yaml_feature(name, feature) for name, feature in FEATURES.items()],
        "splits": [
            {"name": split, "num_bytes": size, "num_examples": _rows(manifest, split, pattern)}
            for split, size in sizes.items()
        ],
        "download_size": sum(sizes.values()),
        "dataset_size": sum(sizes.values()),
    }


def _yaml_feature(name: str, feature: dict[str, Any]) -> dict[str, Any]:
    """A feature in the card's own notation, in the form that datasets 3.6 and 5.2 both read."""
    if feature["_type"] == "Sequence":
        inner = feature["feature"]
        return {"name": name, "sequence": "image" if inner["_type"] == "Image" else inner["dtype"]}
    return {"name": name, "dtype": feature["dtype"]}


def _write_pictures(folder: Path, manifest: Manifest, tasks: dict[str, Task[Any]]) -> str:
    """Save the first picture of each task, and return the lines that show them."""
    lines: list[str] = []
    for name, task in tasks.items():
        shard = next(line.path for line in manifest.shards if line.path.startswith(f"data/{name}/"))
        row = next(read_shard(folder / shard))
        if row["images"]:
            path = folder / "assets" / f"{name}.png"
            path.parent.mkdir(exist_ok=True)
            write_aside(path, row["images"][0]["bytes"])
            lines.append(f'<img src="assets/{name}.png" alt="{html.escape(task.title)}" width="256">')
    return "\n".join(lines)


def _family_table(manifest: Manifest, tasks: dict[str, Task[Any]]) -> str:
    splits = list(manifest.counts)
    lines = [f"| task | family | asks for | {' | '.join(splits)} |", "|---|---|---|" + "--:|" * len(splits)]
    for name, task in tasks.items():
        for family in task.families:
            counts = [str(manifest.counts[split].get(name, {}).get(family.name, 0)) for split in splits]
            title = html.escape(family.title).replace("|", "&#124;")
            lines.append(f"| {name} | {family.name} | {title} | {' | '.join(counts)} |")
    return "\n".join(lines)


def _repeats(manifest: Manifest) -> str:
    """What is said of questions that are asked again."""
    if not manifest.repeats:
        return "no question is asked twice about the same state"
    counts = ", ".join(f"{name} ({count})" for name, count in manifest.repeats.items())
    return f"no question is asked twice about the same state, but for families that may repeat: {counts}"


def _rejection_table(manifest: Manifest) -> str:
    if not manifest.rejections:
        return "No candidate was rejected."
    lines = ["| family | reason | rejected |", "|---|---|--:|"]
    for family, reasons in manifest.rejections.items():
        lines += [f"| {family} | {reason} | {count} |" for reason, count in reasons.items()]
    return "\n".join(lines)
