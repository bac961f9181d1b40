"""Commands that make datasets and samples, and check them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from gametasks.cli.build_report import report_build
from gametasks.cli.doubts import doubts
from gametasks.cli.terminal import Folder, Workers, console, progress_bar, say, warn, worker_count
from gametasks.errors import ConfigurationError

__all__ = ["build", "digest", "show", "verify"]


def build(
    profile: Annotated[str, typer.Option(help="A built-in profile, or the path of a TOML file.")] = "demo",
    out: Annotated[Path, typer.Option(help="Folder of the dataset.")] = Path("out/dataset"),
    seed: Annotated[int, typer.Option(help="Seed of the build.")] = 0,
    workers: Workers = 0,
    task: Annotated[list[str] | None, typer.Option(help="Build these tasks only; may be repeated.")] = None,
    limit: Annotated[int | None, typer.Option(help="Number of slots in all, spread over the families.")] = None,
    slot_seconds: Annotated[float | None, typer.Option(help="Wall time after which a slot fails.")] = None,
) -> None:
    """Build a dataset, or go on with one that was interrupted."""
    from gametasks.build.dataset.pipeline import SLOT_SECONDS, build_dataset
    from gametasks.build.dataset.plan import make_plan
    from gametasks.build.dataset.profile import load_profile, profile_text, with_tasks
    from gametasks.folder import Recipe

    chosen = load_profile(profile)
    if task:
        chosen = with_tasks(chosen, task)
    if slot_seconds is not None and not 0.05 <= slot_seconds <= 86_400:
        raise ConfigurationError(f"--slot-seconds is a number from 0.05 to 86400, not {slot_seconds:g}")
    plan = make_plan(chosen, seed, limit)
    seconds = slot_seconds or SLOT_SECONDS
    words = ["build", "--profile", "profile.toml", "--seed", str(seed), "--slot-seconds", str(seconds)]
    words += [word for name in task or () for word in ("--task", name)]
    words += ["--limit", str(limit)] if limit is not None else []
    with progress_bar("building") as progress:
        manifest = build_dataset(
            plan,
            out,
            workers=worker_count(workers),
            slot_seconds=seconds,
            recipe=Recipe(tuple(words), {"profile.toml": profile_text(profile)}),
            progress=progress,
            report=warn,
        )
    report_build(manifest, out)


def verify(folder: Folder, workers: Workers = 0) -> None:
    """Verify every record of a dataset again, from the record alone."""
    from gametasks.build.dataset.verify_dataset import verify_dataset

    with progress_bar("verifying") as progress:
        checked, faults = verify_dataset(folder, workers=worker_count(workers), progress=progress)
    for line in _folded(faults):
        warn(line)
    if faults:
        warn(f"{checked} records checked, {len(faults)} faults")
        raise typer.Exit(2)
    console.print(f"{checked} records checked, all of them right")


_LISTED = 10
"""So many faults of a kind are listed; the others are counted."""


def _folded(faults: Sequence[str]) -> Iterator[str]:
    """The first faults of each kind, in order, and how many more there are of it."""
    from gametasks.build.conformance.findings import kind_of

    kinds: dict[str, list[str]] = {}
    for fault in faults:
        alike = kinds.setdefault(kind_of(fault.partition(": ")[2] or fault), [])
        alike.append(fault)
        if len(alike) <= _LISTED:
            yield fault
    for first, *others in kinds.values():
        if (more := len(others) + 1 - _LISTED) > 0:
            yield f"and {more} more like this one: {first}"


def digest(folder: Folder, workers: Workers = 0) -> None:
    """Print one hexadecimal hash over all rows, images decoded."""
    from gametasks.build.dataset.digest_dataset import digest_dataset

    with doubts(folder), progress_bar("reading") as progress:
        found = digest_dataset(folder, workers=worker_count(workers), progress=progress)
    say(found)


def show(
    sample: Annotated[str, typer.Argument(metavar="ID", help="A sample's id.")],
    out: Annotated[Path, typer.Option(help="Folder for the images, the prompt and the record.")],
    file: Annotated[
        list[Path] | None,
        typer.Option(
            help="For an id with a variant: a file that the sample was made from, or its dataset; repeatable."
        ),
    ] = None,
    modality: Annotated[
        str, typer.Option(help="How the prompt shows the board: picture, text, or another way of the task.")
    ] = "picture",
) -> None:
    """Make one sample again from its id, write it as files, and print its board if it can be written as text."""
    from gametasks.build.sample.show import TEXT_FILE
    from gametasks.build.sample.show import show as show_files

    files = show_files(sample, out, file or (), modality)
    if out / TEXT_FILE in files:
        say((out / TEXT_FILE).read_text(encoding="utf-8"))
    for path in files:
        say(str(path))
