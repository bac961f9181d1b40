"""The command line."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from gametasks import __version__
from gametasks.errors import ConfigurationError, GameTasksError

__all__ = ["app", "main"]

app = typer.Typer(
    name="gametasks",
    help="Game tasks for vision-language and language models, with answers that are proved.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

_out = Console(width=None if sys.stdout.isatty() else 160)
_INTERRUPTED = 130

# Newer versions of typer bring a click of their own, older ones use the package: this is the class of either.
_UsageError: Any = typer.BadParameter.__base__

_err = Console(stderr=True, highlight=False, soft_wrap=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A dataset folder.")]
Workers = Annotated[int, typer.Option("--workers", min=0, help="Worker processes; 0 means all cores.")]


def main() -> None:
    """Run the command line: 0 all well, 1 a build with failed slots, 2 anything that the user can mend."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without our characters is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    try:
        # Outside its stand-alone mode, typer returns the code of an Exit, or of an interrupt, instead of raising it.
        code = app(args=sys.argv[1:] or ["--help"], standalone_mode=False) or 0
    except (typer.Abort, KeyboardInterrupt):
        code = _INTERRUPTED
    except _UsageError as error:
        _warn(error.format_message())
        code = 2
    except GameTasksError as error:
        _warn(str(error))
        code = 2
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    except OSError as error:
        _warn(f"cannot read or write {error.filename or 'a file'}: {error.strerror or error}")
        code = 2
    if code == _INTERRUPTED:
        _warn("interrupted; a build goes on where it stopped when the same command is given again")
    sys.exit(code)


def _warn(message: str) -> None:
    _err.print(f"gametasks: {' '.join(message.split())}", markup=False)


def _say(text: str) -> None:
    """Print a line as it is: paths and names may look like markup."""
    _out.print(text, markup=False, highlight=False, soft_wrap=True)


def _cores(workers: int) -> int:
    """The number of workers that 0 stands for."""
    return workers or os.cpu_count() or 1


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, where stderr is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_err, disable=not _err.is_terminal) as bar:
        job = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(job, completed=done, total=total)


def _print_version(wanted: bool) -> None:
    if wanted:
        _out.print(f"gametasks {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Game tasks for vision-language and language models, with answers that are proved."""


@app.command()
def tasks() -> None:
    """List the tasks and their families."""
    from gametasks.qa_families._catalogue import catalogue

    found = catalogue()
    origins = {
        name: f"{found.plugins[name].package} {found.plugins[name].version}" if name in found.plugins else task.origin
        for name, task in found.tasks.items()
    }
    table = Table("task", "family", "formats", "asks for", "capability", "origin")
    for task in found.tasks.values():
        for number, family in enumerate(task.families):
            first = number == 0
            table.add_row(
                task.name if first else "",
                family.name,
                ", ".join(family.formats),
                escape(family.title),
                str(task.capability) if first else "",
                escape(origins[task.name]) if first else "",
                end_section=family is task.families[-1],
            )
    _out.print(table)
    for name, reason in found.broken.items():
        _warn(f"the plugin {name} cannot be used: {reason}")


@app.command()
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
    from gametasks.build.pipeline import SLOT_SECONDS, build_dataset
    from gametasks.build.plan import make_plan
    from gametasks.build.profile import load_profile, with_tasks

    chosen = load_profile(profile)
    if task:
        chosen = with_tasks(chosen, task)
    if slot_seconds is not None and not 0.05 <= slot_seconds <= 86_400:
        raise ConfigurationError(f"--slot-seconds is a number from 0.05 to 86400, not {slot_seconds:g}")
    plan = make_plan(chosen, seed, limit)
    with _progress("building") as progress:
        manifest = build_dataset(
            plan,
            out,
            workers=_cores(workers),
            slot_seconds=slot_seconds or SLOT_SECONDS,
            progress=progress,
            report=_warn,
        )
    splits = list(manifest.counts)
    table = Table(
        "task",
        "family",
        *splits,
        "rejected",
        title=escape(f"{out} · profile {manifest.profile} · seed {manifest.seed}"),
    )
    for name in manifest.tasks:
        families = {family: None for split in splits for family in manifest.counts[split].get(name, {})}
        for family in families:
            counts = [str(manifest.counts[split].get(name, {}).get(family, 0)) for split in splits]
            table.add_row(name, family, *counts, str(sum(manifest.rejections.get(f"{name}/{family}", {}).values())))
    _out.print(table)
    for failed in manifest.failed:
        _warn(f"failed slot {failed.id}: {failed.reason}")
    if manifest.failed:
        _warn(f"{len(manifest.failed)} of {manifest.slots} slots failed; the rest of the dataset is complete")
        raise typer.Exit(1)


@app.command()
def verify(folder: Folder, workers: Workers = 0) -> None:
    """Verify every record of a dataset again, from the record alone."""
    from gametasks.build.verify_dataset import verify_dataset

    with _progress("verifying") as progress:
        checked, faults = verify_dataset(folder, workers=_cores(workers), progress=progress)
    for fault in faults:
        _warn(fault)
    if faults:
        _warn(f"{checked} records checked, {len(faults)} faults")
        raise typer.Exit(2)
    _out.print(f"{checked} records checked, all of them right")


@app.command()
def digest(folder: Folder) -> None:
    """Print one hexadecimal hash over all rows, images decoded."""
    from gametasks.build.digest import digest as digest_of

    _say(digest_of(folder))


@app.command()
def show(
    sample: Annotated[str, typer.Argument(metavar="ID", help="A sample's id.")],
    out: Annotated[Path, typer.Option(help="Folder for the images, the prompt and the record.")],
) -> None:
    """Make one sample again from its id and write it as files."""
    from gametasks.build.show import show as show_files

    for path in show_files(sample, out):
        _say(str(path))


@app.command()
def score(
    folder: Folder,
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS.jsonl", help='Lines {"id", "response"}.')],
    out: Annotated[Path, typer.Option(help="JSON file for the summary and the scores of all samples.")],
    split: Annotated[str | None, typer.Option(help="Score this split only.")] = None,
) -> None:
    """Score predictions; every sample without one scores 0."""
    from gametasks.build.dataset import read_rows
    from gametasks.evaluate import predictions as scoring
    from gametasks.schemas._record import TEXT_COLUMNS

    rows = scoring.find_split(read_rows(folder, TEXT_COLUMNS), split)
    responses = scoring.read_predictions(predictions, {row["id"]: row for row in rows})
    report = scoring.score_predictions(rows, responses, scoring.read_chance_levels(folder))
    for name in sorted({row["split"] for row in rows}):
        if not any(row["split"] == name and row["id"] in responses for row in rows):
            _warn(f"no prediction for the split {name}, so all its samples score 0; --split chooses one")
    _write(out, msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
    table = Table("", "name", "score", "95 % interval", "samples", "missing", "best guesser")
    for number, group in enumerate(report.summary):
        last = number + 1 == len(report.summary) or report.summary[number + 1].group != group.group
        first = number == 0 or report.summary[number - 1].group != group.group
        table.add_row(
            group.group if first else "",
            group.name,
            f"{group.score:.1f}",
            f"{group.low:.1f} – {group.high:.1f}",
            str(group.samples),
            str(group.missing),
            "" if group.chance is None else f"{group.chance:.1f}",
            end_section=last,
        )
    _out.print(table)


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise ConfigurationError(f"cannot write {path}: {error.strerror}") from None


@app.command()
def check(
    task: Annotated[str, typer.Argument(help="A task's name.")],
    samples: Annotated[int, typer.Option(min=1, help="Samples of every family, format, level and set of ranges.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the samples.")] = 1,
) -> None:
    """Check that a task keeps the contract; for the project's own tasks and for plugins."""
    from gametasks.build.conformance import check_task

    with _progress("checking") as progress:
        findings = check_task(task, samples=samples, seed=seed, progress=progress)
    seen: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        seen.setdefault((finding.promise, finding.detail), []).append(finding.sample)
    for (promise, detail), samples_seen in seen.items():
        times = f" ({len(samples_seen)} times, first in {samples_seen[0]})" if samples_seen[0] else ""
        _warn(f"{promise}: {detail}{times}")
    if findings:
        _warn(f"{task} breaks the contract in {len(seen)} ways")
        raise typer.Exit(1)
    _out.print(f"{task} keeps the contract")


@app.command()
def gallery(folder: Folder) -> None:
    """Write a page that shows the dataset, in a folder that needs no network."""
    from gametasks.build.gallery.page import write_gallery

    with _progress("drawing the gallery") as progress:
        page = write_gallery(folder, progress=progress)
    _say(str(page))


@app.command()
def audit(folder: Folder) -> None:
    """Look for repeats, uneven letters, and guesses that pay without seeing a picture."""
    from gametasks.build.audit.report import audit as audit_dataset
    from gametasks.build.audit.table import audit_tables

    result = audit_dataset(folder)
    for table in audit_tables(result):
        _out.print(table)
    by_note: dict[str, list[str]] = {}
    for name, family in result.families.items():
        for note in family.notes:
            by_note.setdefault(note, []).append(name)
    for note, names in by_note.items():
        _out.print(f"{note}: {', '.join(names)}", markup=False, highlight=False)
    for line in result.broken():
        _warn(line)
    if result.broken():
        raise typer.Exit(1)
