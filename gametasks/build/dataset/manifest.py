"""How the manifest of a build begins and ends."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

import cairocffi
import msgspec

from gametasks import __version__
from gametasks.build.dataset.dedupe import Deduplicator
from gametasks.build.dataset.journal import SlotLine
from gametasks.build.dataset.plan import Plan
from gametasks.folder import FailedSlot, Manifest, Recipe, ShardLine
from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import SampleId

__all__ = ["begin_manifest", "current_libraries", "draws_alike", "finish_manifest"]

_DRAWING = ("cairocffi", "fonttools", "numpy", "pillow")
"""Distributions that decide pixels."""

_OTHERS = ("clingo", "isal", "msgspec", "networkx", "ortools", "pyarrow")
"""Distributions that decide states, answers or files; the bytes of pictures come from isal."""

_OPTIONAL = ("llvmlite", "numba")
"""The same, of the extra ``fast``."""


def current_libraries() -> dict[str, str]:
    """Versions of the installed libraries that rows could depend on, pixels and answers among them."""
    libraries = {name: version(name) for name in (*_DRAWING, *_OTHERS)}
    for name in _OPTIONAL:
        with suppress(PackageNotFoundError):
            libraries[name] = version(name)
    return dict(sorted((libraries | _platform()).items()))


def _platform() -> dict[str, str]:
    return {"cairo": cairocffi.cairo_version_string(), "python": platform.python_version()}


def draws_alike(manifest: Manifest) -> bool:
    """Whether all that decides pixels is installed here in the versions that built a dataset."""
    current = {name: version(name) for name in _DRAWING} | _platform()
    return all(manifest.libraries.get(name) == found for name, found in current.items())


def begin_manifest(plan: Plan, recipe: Recipe) -> Manifest:
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
        recipe=recipe,
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
