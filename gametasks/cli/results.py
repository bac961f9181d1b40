"""Commands that read a dataset: scores, the audit, the gallery."""

from __future__ import annotations

import warnings
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gametasks.cli.doubts import doubts
from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import Folder, progress_bar, say, warn, write_file
from gametasks.errors import NewerRecordWarning

if TYPE_CHECKING:  # the command line imports late, so that `--help` is quick
    from gametasks.qa_families import ScoreTable

__all__ = ["audit", "gallery", "score"]


def score(
    folder: Folder,
    predictions: Annotated[Path, typer.Argument(metavar="PREDICTIONS.jsonl", help='Lines {"id", "response"}.')],
    out: Annotated[Path, typer.Option(help="JSON file for the summary and the scores of all samples.")],
    split: Annotated[str | None, typer.Option(help="Score this split only.")] = None,
    reading: Annotated[str, typer.Option(help="How responses are read: strict or relaxed.")] = "strict",
) -> None:
    """Score predictions; every sample without one scores 0."""
    from gametasks.evaluate.predictions import read_predictions
    from gametasks.evaluate.prompts import PICTURE
    from gametasks.evaluate.report import newer_versions, read_chance_levels, score_predictions
    from gametasks.evaluate.scoring import Reading, find_reading
    from gametasks.folder import read_rows
    from gametasks.schemas._record import RECORD_COLUMNS

    chosen = find_reading(reading)
    with doubts(folder):
        rows = list(read_rows(folder, RECORD_COLUMNS, split))
    given = read_predictions(predictions, {row["id"]: row for row in rows})
    chance = read_chance_levels(folder)
    for line in newer_versions(row["id"] for row in rows):
        warn(line)
    warnings.simplefilter("ignore", NewerRecordWarning)  # it is said above, once for each version
    report = score_predictions(rows, given.responses, chance, chosen, given.modality)
    for name in sorted({row["split"] for row in rows}):
        if not any(row["split"] == name and row["id"] in given.responses for row in rows):
            warn(f"no prediction for the split {name}, so all its samples score 0; --split chooses one")
    write_file(out, report.to_json())
    title = None if given.modality == PICTURE else f"modality: {given.modality}"
    headings = ("", "name", "score", "95 % interval", "samples", "missing", "best guesser")
    table = Table(headings, names=2, title=title)
    for number, group in enumerate(report.summary):
        last = number + 1 == len(report.summary) or report.summary[number + 1].group != group.group
        first = number == 0 or report.summary[number - 1].group != group.group
        table.add(
            group.group if first else "",
            group.name,
            f"{group.score:.1f}",
            f"{group.low:.1f} – {group.high:.1f}",
            str(group.samples),
            str(group.missing),
            "" if group.chance is None else f"{group.chance:.1f}",
            end_section=last,
        )
    show_table(table)
    for own in report.tables:
        if own.rows:
            show_table(_own_table(own))
    if report.left_out:
        say(f"{report.left_out} samples without a board as text are left out")
    if chosen is not Reading.STRICT:
        say(f"read by the {chosen} reading")


def _own_table(scores: ScoreTable) -> Table:
    """The table that a task makes of its scores."""
    first = scores.rows[0]
    names = takewhile(lambda name: name in scores.sections or isinstance(getattr(first, name), str), scores.columns)
    table = Table(tuple(scores.columns.values()), names=max(1, len(list(names))))
    for row, following in zip_longest(scores.rows, scores.rows[1:]):
        cells = (_cell(getattr(row, name)) for name in scores.columns)
        last = following is None or any(getattr(row, name) != getattr(following, name) for name in scores.sections)
        table.add(*cells, end_section=last)
    return table


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def gallery(folder: Folder) -> None:
    """Write a page that shows the dataset, in a folder that needs no network."""
    from gametasks.build.gallery.page import write_gallery

    with doubts(folder), progress_bar("drawing the gallery") as progress:
        page = write_gallery(folder, progress=progress)
    say(str(page))


def audit(folder: Folder) -> None:
    """Look for repeats, uneven letters and ranks, and guesses that pay without seeing a picture."""
    from gametasks.build.audit.report import audit as audit_dataset
    from gametasks.cli.audit_tables import audit_tables

    with doubts(folder):
        result = audit_dataset(folder)
    for table in audit_tables(result):
        show_table(table)
    by_note: dict[str, list[str]] = {}
    for name, family in result.families.items():
        for note in family.notes:
            by_note.setdefault(note, []).append(name)
    for note, names in by_note.items():
        say(f"{note}: {', '.join(names)}")
    for line in result.broken():
        warn(line)
    if result.broken():
        raise typer.Exit(1)
