"""What is said of a dataset that a command reads although something is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gametasks.cli.terminal import warn
from gametasks.errors import DatasetError

__all__ = ["doubts"]


@contextmanager
def doubts(folder: Path) -> Iterator[None]:
    """Warn of a build that is not finished, and of files that are not those that it wrote, once the block has read it.

    A damaged image is found that way by commands that look at no image. A dataset that cannot be read at all is refused
    in one line, by the block alone.
    """
    try:
        yield
    except DatasetError:
        raise
    except BaseException:
        _warn(folder)
        raise
    _warn(folder)


def _warn(folder: Path) -> None:
    from gametasks.build.dataset.soundness import check_files
    from gametasks.folder import read_manifest

    try:
        for line in check_files(folder, read_manifest(folder)):
            warn(line)
    except DatasetError as error:
        warn(str(error))
