"""The command line."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from gametasks import __version__
from gametasks.cli.build_report import report_build
from gametasks.cli.gdl import app as gdl_app
from gametasks.cli.terminal import Workers, console, progress_bar, say, show_excerpt, warn, worker_count, write_file
from gametasks.errors import ConfigurationError, GameTasksError, GdlSyntaxError

if TYPE_CHECKING:  # the command line imports late, so that `--help` is quick
    from gametasks.evaluate.predictions import GameScore

__all__ = ["app", "main"]

app = typer.Typer(
    name="gametasks",
    help="Game tasks for vision-language and language models, with answers that are proved.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.add_typer(gdl_app)

_INTERRUPTED = 130

# Newer versions of typer bring a click of their own, older ones use the package: this is the class of either.
_UsageError: Any = typer.BadParameter.__base__

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A dataset folder.")]


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
        warn(error.format_message())
        code = 2
    except GdlSyntaxError as error:
        warn(str(error))
        show_excerpt(error.excerpt)
        code = 2
    except GameTasksError as error:
        warn(str(error))
        code = 2
    except BrokenPipeError:
        sys.stderr.close()
        code = 1
    except OSError as error:
        warn(f"cannot read or write {error.filename or 'a file'}: {error.strerror or error}")
        code = 2
    if code == _INTERRUPTED:
        warn("interrupted; a build goes on where it stopped when the same command is given again")
    sys.exit(code)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print(f"gametasks {__version__}", highlight=False)
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
    console.print(table)
    for name, reason in found.broken.items():
        warn(f"the plugin {name} cannot be used: {reason}")


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
    from gametasks.build.dataset.pipeline import SLOT_SECONDS, build_dataset
    from gametasks.build.dataset.plan import make_plan
    from gametasks.build.dataset.profile import load_profile, with_tasks

    chosen = load_profile(profile)
    if task:
        chosen = with_tasks(chosen, task)
    if slot_seconds is not None and not 0.05 <= slot_seconds <= 86_400:
        raise ConfigurationError(f"--slot-seconds is a number from 0.05 to 86400, not {slot_seconds:g}")
    plan = make_plan(chosen, seed, limit)
    with progress_bar("building") as progress:
        manifest = build_dataset(
            plan,
            out,
            workers=worker_count(workers),
            slot_seconds=slot_seconds or SLOT_SECONDS,
            progress=progress,
            report=warn,
        )
    report_build(manifest, out)


@app.command()
def verify(folder: Folder, workers: Workers = 0) -> None:
    """Verify every record of a dataset again, from the record alone."""
    from gametasks.build.dataset.verify_dataset import verify_dataset

    with progress_bar("verifying") as progress:
        checked, faults = verify_dataset(folder, workers=worker_count(workers), progress=progress)
    for fault in faults:
        warn(fault)
    if faults:
        warn(f"{checked} records checked, {len(faults)} faults")
        raise typer.Exit(2)
    console.print(f"{checked} records checked, all of them right")


@app.command()
def digest(folder: Folder) -> None:
    """Print one hexadecimal hash over all rows, images decoded."""
    from gametasks.build.dataset.digest import digest as digest_of

    say(digest_of(folder))


@app.command()
def show(
    sample: Annotated[str, typer.Argument(metavar="ID", help="A sample's id.")],
    out: Annotated[Path, typer.Option(help="Folder for the images, the prompt and the record.")],
    file: Annotated[
        list[Path] | None, typer.Option(help="A file that the sample was made from, if its id names one; repeatable.")
    ] = None,
) -> None:
    """Make one sample again from its id and write it as files."""
    from gametasks.build.sample.show import show as show_files

    for path in show_files(sample, out, file or ()):
        say(str(path))


@app.command()
def score(
    folder: Folder,
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS.jsonl", help='Lines {"id", "response"}.')],
    out: Annotated[Path, typer.Option(help="JSON file for the summary and the scores of all samples.")],
    split: Annotated[str | None, typer.Option(help="Score this split only.")] = None,
    reading: Annotated[str, typer.Option(help="How responses are read: strict or relaxed.")] = "strict",
) -> None:
    """Score predictions; every sample without one scores 0."""
    from gametasks.build.dataset.reading import read_rows
    from gametasks.evaluate import predictions as scoring
    from gametasks.evaluate.scoring import Reading, find_reading
    from gametasks.schemas._record import TEXT_COLUMNS

    chosen = find_reading(reading)
    rows = scoring.find_split(read_rows(folder, TEXT_COLUMNS), split)
    responses = scoring.read_predictions(predictions, {row["id"]: row for row in rows})
    report = scoring.score_predictions(rows, responses, scoring.read_chance_levels(folder), chosen)
    for name in sorted({row["split"] for row in rows}):
        if not any(row["split"] == name and row["id"] in responses for row in rows):
            warn(f"no prediction for the split {name}, so all its samples score 0; --split chooses one")
    write_file(out, msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n")
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
    console.print(table)
    if report.games:
        console.print(_game_table(report.games))
    if chosen is not Reading.STRICT:
        say(f"read by the {chosen} reading")


def _game_table(games: Sequence[GameScore]) -> Table:
    """Jaccard index and share of exact answers per family, horizon and game."""
    table = Table("family", "horizon", "game", "samples", "JI", "%S")
    for row, following in zip_longest(games, games[1:]):
        last = following is None or (row.family, row.horizon) != (following.family, following.horizon)
        horizon = "" if row.horizon is None else str(row.horizon)
        figures = (str(row.samples), f"{row.jaccard:.3f}", f"{row.exact:.3f}")
        table.add_row(row.family, horizon, escape(row.game), *figures, end_section=last)
    return table


@app.command()
def check(
    task: Annotated[str, typer.Argument(help="A task's name.")],
    samples: Annotated[int, typer.Option(min=1, help="Samples of every family, format, level and set of ranges.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the samples.")] = 1,
) -> None:
    """Check that a task keeps the contract; for the project's own tasks and for plugins."""
    from gametasks.build.conformance import check_task

    with progress_bar("checking") as progress:
        findings = check_task(task, samples=samples, seed=seed, progress=progress)
    seen: dict[tuple[str, str], list[str]] = {}
    for finding in findings:
        seen.setdefault((finding.promise, finding.detail), []).append(finding.sample)
    for (promise, detail), samples_seen in seen.items():
        times = f" ({len(samples_seen)} times, first in {samples_seen[0]})" if samples_seen[0] else ""
        warn(f"{promise}: {detail}{times}")
    if findings:
        warn(f"{task} breaks the contract in {len(seen)} ways")
        raise typer.Exit(1)
    console.print(f"{task} keeps the contract")


@app.command()
def gallery(folder: Folder) -> None:
    """Write a page that shows the dataset, in a folder that needs no network."""
    from gametasks.build.gallery.page import write_gallery

    with progress_bar("drawing the gallery") as progress:
        page = write_gallery(folder, progress=progress)
    say(str(page))


@app.command()
def audit(folder: Folder) -> None:
    """Look for repeats, uneven letters, and guesses that pay without seeing a picture."""
    from gametasks.build.audit.report import audit as audit_dataset
    from gametasks.build.audit.table import audit_tables

    result = audit_dataset(folder)
    for table in audit_tables(result):
        console.print(table)
    by_note: dict[str, list[str]] = {}
    for name, family in result.families.items():
        for note in family.notes:
            by_note.setdefault(note, []).append(name)
    for note, names in by_note.items():
        console.print(f"{note}: {', '.join(names)}", markup=False, highlight=False)
    for line in result.broken():
        warn(line)
    if result.broken():
        raise typer.Exit(1)
