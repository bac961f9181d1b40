"""What a command says once a dataset is built."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gametasks.cli.tables import Table, show_table
from gametasks.cli.terminal import warn

if TYPE_CHECKING:
    from gametasks.folder import Manifest

__all__ = ["report_build"]


def report_build(manifest: Manifest, folder: Path) -> None:
    """Print how many samples each family and split has.

    Raises:
        Exit: Slots failed; they are named, and the command's code is 1.
    """
    splits = list(manifest.counts)
    title = f"{folder} · profile {manifest.profile} · seed {manifest.seed}"
    table = Table(("task", "family", *splits, "rejected"), names=2, title=title)
    for name in manifest.tasks:
        families = {family: None for split in splits for family in manifest.counts[split].get(name, {})}
        for family in families:
            counts = [str(manifest.counts[split].get(name, {}).get(family, 0)) for split in splits]
            table.add(name, family, *counts, str(sum(manifest.rejections.get(f"{name}/{family}", {}).values())))
    show_table(table)
    for failed in manifest.failed:
        warn(f"failed slot {failed.id}: {failed.reason}")
    if manifest.failed:
        warn(f"{len(manifest.failed)} of {manifest.slots} slots failed; the rest of the dataset is complete")
        raise typer.Exit(1)
