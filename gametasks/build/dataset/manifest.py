"""How the manifest of a build begins."""

from __future__ import annotations

import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

import cairocffi

from gametasks import __version__
from gametasks.build.dataset.plan import Plan
from gametasks.folder import Manifest, Recipe
from gametasks.qa_families._catalogue import catalogue, get_task

__all__ = ["begin_manifest", "current_libraries", "draws_alike"]

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
    names = plan.slots.tasks()
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
