"""How many cores this process may use, which in a container or a batch job are fewer than the machine has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

__all__ = ["cgroup_cores", "usable_cores"]


def usable_cores() -> int:
    """Cores that this process may use: what its affinity and its control groups (cgroups) leave of the machine's."""
    found = _affine_cores()
    granted = cgroup_cores()
    return found if granted is None else min(found, granted)


def _affine_cores() -> int:
    """Cores that the scheduler gives this process; Python 3.13 knows of ``-X cpu_count`` too."""
    count = getattr(os, "process_cpu_count", None)
    if count is not None:
        return int(count() or 1)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cgroup_cores(root: Path = Path("/")) -> int | None:
    """Cores that the quotas of this process's control groups allow, rounded up; None where none is set.

    A quota is CPU time for each period: version 2 of the interface has both in ``cpu.max``, version 1 in two files
    (Linux, Documentation/admin-guide/cgroup-v2.rst and scheduler/sched-bwc.rst). A group has at most what the groups
    above it have.

    Args:
        root: The root of the file system, another one in tests.
    """
    limits = [-(-quota // period) for quota, period in _quotas(root) if quota > 0 and period > 0]
    return max(1, min(limits)) if limits else None


def _quotas(root: Path) -> Iterator[tuple[int, int]]:
    """Quota and period of each control group that this process is in; what cannot be read sets no limit."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, group = line.split(":", 2) if line.count(":") >= 2 else ("", "-", "/")
        if controllers == "":
            yield from _quotas_of(root / "sys/fs/cgroup", group, ("cpu.max",))
        elif "cpu" in controllers.split(","):
            for mount in ("cpu", "cpu,cpuacct"):
                yield from _quotas_of(root / "sys/fs/cgroup" / mount, group, ("cpu.cfs_quota_us", "cpu.cfs_period_us"))


def _quotas_of(mount: Path, group: str, files: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """The quotas of a group and of all above it, in the file system where its kind is mounted."""
    path = PurePosixPath(group.lstrip("/"))
    for place in (path, *path.parents):
        with suppress(OSError, ValueError):  # "max" is no number: no limit
            words = " ".join((mount / place / name).read_text() for name in files).split()
            quota, period = map(int, words)
            yield quota, period
