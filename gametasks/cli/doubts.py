"""What is said of a dataset that a command reads although something is wrong with it."""

from __future__ import annotations

from pathlib import Path

from gametasks.cli.terminal import warn
from gametasks.errors import DatasetError

__all__ = ["warn_of_doubts"]


def warn_of_doubts(folder: Path) -> None:
    """Warn of a build that is not finished, and of files that are not those that it wrote.

    A damaged image is found that way by commands that look at no image. They call this once they have read the dataset:
    one that cannot be read is refused in one line.
    """
    from gametasks.build.dataset.soundness import check_files
    from gametasks.folder import read_manifest

    try:
        for line in check_files(folder, read_manifest(folder)):
            warn(line)
    except DatasetError as error:
        warn(str(error))
