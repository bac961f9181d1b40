"""What the commands share: how they speak to a terminal, or to a pipe."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from gametasks.cli.cores import usable_cores
from gametasks.errors import ConfigurationError
from gametasks.interrupts import raise_in_order

__all__ = [
    "Folder",
    "Workers",
    "console",
    "drop_output",
    "each",
    "prepare_streams",
    "progress_bar",
    "say",
    "show_excerpt",
    "warn",
    "worker_count",
    "write_file",
]

Item = TypeVar("Item")

console = Console(width=None if sys.stdout is not None and sys.stdout.isatty() else 160)

_err = Console(stderr=True, highlight=False, soft_wrap=True)

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A dataset folder.")]

Workers = Annotated[
    int,
    typer.Option(
        "--workers", min=0, help="Worker processes, at most four for each core that may be used; 0 means one for each."
    ),
]


def prepare_streams() -> None:
    """Let every output go somewhere, and let nothing fail for a terminal without our characters.

    Where a caller closed standard input, output or error (``gametasks tasks >&-``), the next file that is opened would
    take its place, and what a worker prints would end up in that file. The null device takes it instead.
    """
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Give up the standard output, which cannot be written: what is left of it would fail again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn(message: str) -> None:
    """Say in one line on stderr what is wrong; where stderr cannot be written, the exit code alone says it."""
    with suppress(OSError):
        _err.print(f"gametasks: {' '.join(message.split())}", markup=False)


def show_excerpt(excerpt: str) -> None:
    """Show on stderr the line of a file that is wrong, with its caret."""
    with suppress(OSError):
        for line in excerpt.splitlines():
            _err.print(f"    {line}", markup=False)


def say(text: str) -> None:
    """Print a line as it is: paths and names may look like markup."""
    console.print(text, markup=False, highlight=False, soft_wrap=True)


_MOST_WORKERS_PER_CORE = 4
"""More processes than this only take memory, and the result does not depend on how many there are."""


def worker_count(workers: int) -> int:
    """How many workers are used where so many are asked for: one for each core for 0, at most four for each."""
    found = usable_cores()
    return min(workers or found, _MOST_WORKERS_PER_CORE * found)


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int | None], None]]:
    """A progress bar on stderr, where stderr is a terminal; told how many of how many are done.

    A signal that ends the command raises in the block, so that the work ends in order.
    """
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with raise_in_order(), Progress(*columns, console=_err, disable=not _err.is_terminal) as bar:
        job = bar.add_task(label, total=None)
        yield lambda done, total: bar.update(job, completed=done, total=total)


def each(label: str, items: Sequence[Item]) -> Iterator[Item]:
    """Go through some things, with a progress bar that tells how many are done."""
    with progress_bar(label) as progress:
        for done, item in enumerate(items):
            progress(done, len(items))
            yield item
        progress(len(items), len(items))


def write_file(path: Path, data: bytes) -> None:
    """Write a file, and its folder where that is missing.

    Raises:
        ConfigurationError: It cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise ConfigurationError(f"cannot write {path}: {error.strerror}") from None
