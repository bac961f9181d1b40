"""The manifest: what a dataset's folder was made from, and what came of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from gametasks.errors import DatasetError

__all__ = ["MANIFEST", "FailedSlot", "Manifest", "Recipe", "ShardLine", "read_manifest"]

MANIFEST = "manifest.json"
"""Name of the file."""


class ShardLine(msgspec.Struct, frozen=True, tag="shard"):
    """A shard that was written whole."""

    path: str
    rows: int
    blake2b: str


class FailedSlot(msgspec.Struct, frozen=True):
    """A slot that yielded no sample: the id of its last attempt, and why."""

    id: str
    reason: str


class Recipe(msgspec.Struct, frozen=True):
    """The command that makes the dataset again, given in a folder that holds its files.

    Attributes:
        command: The words after ``gametasks``, all options but ``--out`` and ``--workers``, which decide nothing.
        files: The texts of the files that the command reads, by their names.
    """

    command: tuple[str, ...] = ()
    files: dict[str, str] = {}


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a build but its rows. It holds no time and no path, so it is reproducible too.

    Attributes:
        plan: Hash of the plan.
        recipe: The command that began the dataset, or went on with it last.
        plugins: Packages, with versions, of tasks that are not the project's own.
        libraries: Versions of what rows could depend on: pixels, answers, hashes, bytes of files.
        complete: Whether the build has ended.
        counts: Rows by split, task and family.
        rejections: Rejected attempts by ``task/family`` and reason.
        failed: Slots without a sample.
        repeats: Rows that repeat another one of their split, by ``task/family``, where that is allowed.
        notes: What a reader of the dataset should know.
        given_files: Whether samples were made from a user's files.
        shards: Files with their rows and hashes.
    """

    gametasks: str
    plan: str
    profile: str
    seed: int
    slots: int
    tasks: dict[str, int]
    recipe: Recipe = Recipe()
    plugins: dict[str, str] = {}
    libraries: dict[str, str]
    complete: bool = False
    counts: dict[str, dict[str, dict[str, int]]] = {}
    rejections: dict[str, dict[str, int]] = {}
    failed: tuple[FailedSlot, ...] = ()
    repeats: dict[str, int] = {}
    notes: tuple[str, ...] = ()
    given_files: bool = False
    shards: tuple[ShardLine, ...] = ()


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a dataset folder.

    Raises:
        DatasetError: There is none, or it cannot be read.
    """
    path = folder / MANIFEST
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise DatasetError(
            f"{folder} is not a dataset of gametasks: cannot read {path.name}: {error.strerror}"
        ) from None
    except msgspec.DecodeError as error:
        raise DatasetError(f"{path} is damaged: {error}; restore it, or build into an empty folder") from None
