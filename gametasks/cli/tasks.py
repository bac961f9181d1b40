"""Commands for tasks: which there are, and whether one keeps the contract."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer
from rich.markup import escape
from rich.table import Table

from gametasks.cli.terminal import console, progress_bar, warn

__all__ = ["check", "tasks"]


def tasks(
    json: Annotated[bool, typer.Option("--json", help="Print all that is known of each task, as JSON.")] = False,
) -> None:
    """List the tasks and their families."""
    from gametasks.qa_families._catalogue import catalogue

    found = catalogue()
    if json:
        from gametasks.build.listing import list_tasks

        sys.stdout.write(msgspec.json.format(msgspec.json.encode(list_tasks(found)), indent=2).decode() + "\n")
        return
    origins = {
        name: " ".join(found.package_of(name)) if name in found.plugins else task.origin
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
