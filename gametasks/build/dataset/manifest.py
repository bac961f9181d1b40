"""The manifest: what a dataset folder was made from, and what came of it."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

import cairocffi
import msgspec

from gametasks import __version__
from gametasks.build.dataset.dedupe import Deduplicator
from gametasks.build.dataset.journal import ShardLine, SlotLine
from gametasks.build.dataset.plan import Plan
from gametasks.errors import DatasetError
from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import SampleId

__all__ = [
    "FILE_NAME",
    "FailedSlot",
    "Manifest",
    "begin_manifest",
    "current_libraries",
    "finish_manifest",
    "read_manifest",
    "write_aside",
]

FILE_NAME = "manifest.json"

_LIBRARIES = ("cairocffi", "fonttools", "numpy", "pillow", "pyarrow")


class FailedSlot(msgspec.Struct, frozen=True):
    """A slot that yielded no sample: the id of its last attempt, and why."""

    id: str
    reason: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a build but its rows. It holds no time and no path, so it is reproducible too.

    Attributes:
        plan: Hash of the plan.
        plugins: Packages, with versions, of tasks that are not the project's own.
        libraries: Versions of what pixels and answers could depend on.
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


def current_libraries() -> dict[str, str]:
    """Versions of the installed libraries that pixels and answers could depend on."""
    libraries = {name: version(name) for name in _LIBRARIES}
    libraries |= {"cairo": cairocffi.cairo_version_string(), "python": platform.python_version()}
    return dict(sorted(libraries.items()))


def begin_manifest(plan: Plan) -> Manifest:
    """The manifest of a build that begins now."""
    names = sorted({slot.first.task for slot in plan.slots})
    found = catalogue().plugins
    return Manifest(
        gametasks=__version__,
        plan=plan.fingerprint(),
        profile=plan.profile,
        seed=plan.seed,
        slots=len(plan.slots),
        tasks={name: get_task(name).version for name in names},
        plugins={name: f"{found[name].package}=={found[name].version}" for name in names if name in found},
        libraries=current_libraries(),
        given_files=plan.given_files,
    )


def finish_manifest(begun: Manifest, plan: Plan, fates: Iterable[SlotLine], shards: Iterable[ShardLine]) -> Manifest:
    """The manifest of a build that has ended."""
    counts: dict[str, dict[str, dict[str, int]]] = {}
    rejections: dict[str, Counter[str]] = {}
    failed: list[FailedSlot] = []
    seen = Deduplicator()
    repeats: Counter[str] = Counter()
    for slot, fate in zip(plan.slots, fates, strict=True):
        sample_id: SampleId = slot.first
        if fate.rejections:
            rejections.setdefault(f"{sample_id.task}/{sample_id.family}", Counter()).update(fate.rejections)
        if fate.failure:
            failed.append(FailedSlot(fate.id, fate.failure))
        else:
            families = counts.setdefault(slot.split, {}).setdefault(sample_id.task, {})
            families[sample_id.family] = families.get(sample_id.family, 0) + 1
            repeated = seen.same_sample(fate, sample_id.task, slot.split)
            repeats[f"{sample_id.task}/{sample_id.family}"] += repeated is not None
            seen.accept(fate, fate.id, sample_id.task, slot.split)
    return msgspec.structs.replace(
        begun,
        complete=True,
        counts=counts,
        rejections={name: dict(sorted(reasons.items())) for name, reasons in sorted(rejections.items())},
        failed=tuple(failed),
        repeats={name: count for name, count in sorted(repeats.items()) if count},
        notes=plan.notes,
        shards=tuple(shards),
    )


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a dataset folder.

    Raises:
        DatasetError: There is none, or it cannot be read.
    """
    path = folder / FILE_NAME
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except OSError as error:
        raise DatasetError(
            f"{folder} is not a dataset of gametasks: cannot read {path.name}: {error.strerror}"
        ) from None
    except msgspec.DecodeError as error:
        raise DatasetError(f"{path} is damaged: {error}; restore it, or build into an empty folder") from None


def write_aside(path: Path, data: bytes) -> None:
    """Write a file under another name and rename it, so that it is there whole or not at all."""
    aside = path.with_name(f".{path.name}.tmp")
    aside.write_bytes(data)
    aside.rename(path)
