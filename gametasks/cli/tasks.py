"""Commands for tasks: which there are, whether one keeps the contract, and the start of a new one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import console, progress_bar, say, warn

__all__ = ["check", "new", "tasks"]


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
    table = Table(("task", "family", "formats", "asks for", "capability", "origin"), names=2)
    for task in found.tasks.values():
        for number, family in enumerate(task.families):
            first = number == 0
            table.add(
                task.name if first else "",
                family.name,
                ", ".join(family.formats),
                family.title,
                str(task.capability) if first else "",
                origins[task.name] if first else "",
                end_section=family is task.families[-1],
            )
    show_table(table)
    for name, reason in found.broken.items():
        warn(f"the plugin {name} cannot be used: {reason}")


def check(
    task: Annotated[str, typer.Argument(help="A task's name.")],
    samples: Annotated[
        int, typer.Option(min=1, max=10_000, help="Samples of every family, format, level and set of ranges.")
    ] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the samples.")] = 1,
) -> None:
    """Check that a task keeps the contract; for the project's own tasks and for plugins."""
    from gametasks.build.conformance import check_task

    with progress_bar("checking") as progress:
        findings = check_task(task, samples=samples, seed=seed, progress=progress)
    for finding in findings:
        times = f" ({finding.count} times, first in {finding.sample})" if finding.sample else ""
        warn(f"{finding.promise}: {finding.detail}{times}")
    if findings:
        warn(f"{task} breaks the contract in {len(findings)} way{'s' * (len(findings) > 1)}")
        raise typer.Exit(1)
    console.print(f"{task} keeps the contract")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the task: small letters, digits and _.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="A new folder for the package.")],
) -> None:
    """Write the start of a task in a package of its own: a small whole task under the given name."""
    from gametasks.cli.scaffold import write_package

    for path in write_package(name, out):
        say(str(path))
