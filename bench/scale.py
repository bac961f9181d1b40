"""What a build costs besides its samples: the parent's CPU time and memory a slot, on canned rows.

The workers store copies of a few rows that were made beforehand, under the ids of the plan and with fingerprints of
their own, so that what is measured is the plan, the pool, the spool, the committer and the journal. The parent's CPU
time bounds how many samples a second any number of workers can make; its memory bounds how many slots fit. Then the
finished folder is recognised, and real rows are read by ``digest`` and ``verify``.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import resource
import sys
import tempfile
import time
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import psutil

from gametasks.build.dataset import pipeline
from gametasks.build.dataset.digest_dataset import digest_dataset
from gametasks.build.dataset.known_files import SHARDS
from gametasks.build.dataset.plan import Plan, make_plan
from gametasks.build.dataset.profile import load_profile, with_tasks
from gametasks.build.dataset.spool import Spool
from gametasks.build.dataset.verify_dataset import verify_dataset
from gametasks.build.dataset.work import Candidate, Request, ShardRequest, Taken, work
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import stored_row
from gametasks.qa_families._catalogue import get_task

CANS = "GAMETASKS_BENCH_CANS"
PROFILE = 'name = "scale"\n[splits.train]\nper_family = {}\n[splits.test]\nper_family = {}\n'


@cache
def cans() -> list[dict[str, Any]]:
    """The rows that were made beforehand, in a worker."""
    rows: list[dict[str, Any]] = pickle.loads(Path(os.environ[CANS]).read_bytes())
    return rows


def canned(job: Request | ShardRequest, taken: Taken) -> Any:
    """Do a job; a slot gets a copy of a canned row."""
    if isinstance(job, ShardRequest):
        return work(job, taken)
    name = str(job.first)
    state, sample, pixels = (hashlib.blake2b(f"{kind}{name}".encode(), digest_size=16).hexdigest() for kind in "abc")
    row = cans()[job.first.index % len(cans())] | {
        "id": name,
        "task": job.first.task,
        "family": job.first.family,
        "split": job.split,
        "level": job.first.level,
        "seed": job.first.seed,
        "fingerprint": sample,
        "state_fingerprint": state,
        "pixel_hash": pixels,
    }
    row_hash = Spool(Path(job.spool)).put(msgspec.msgpack.encode(row))
    return Candidate(job.first, sample, state, pixels, row_hash, {})


def cpu() -> tuple[float, float]:
    """CPU seconds of this process, and of its children that have ended."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime, theirs.ru_utime + theirs.ru_stime


def memory() -> int:
    """Bytes that this process alone holds."""
    return int(psutil.Process().memory_full_info().uss)


def plan_of(folder: Path, slots: int) -> Plan:
    profile = folder / "scale.toml"
    profile.write_text(PROFILE.format(slots, slots // 10))
    return make_plan(with_tasks(load_profile(str(profile)), ["rolling_cube", "hexakai"]), 1, slots)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slots", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--small", action="store_true", help="rows without pictures, for plans of a million slots")
    parser.add_argument("--read", type=int, default=200, help="real rows that are read by digest and verify")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = [next(iter_rows(index)) for index in range(8)]
        (folder / "cans").write_bytes(pickle.dumps([row | {"images": []} if options.small else row for row in made]))
        os.environ[CANS] = str(folder / "cans")
        pipeline.work = canned  # type: ignore[assignment]
        before = memory()
        plan = plan_of(folder, options.slots)
        slots = len(plan.slots)
        print(f"plan of {slots} slots: {(memory() - before) / slots:.0f} bytes a slot", flush=True)
        measure_build(plan, folder / "d", options.workers, before)
        if options.read:
            measure_reading(folder, options.read, options.workers)


def iter_rows(index: int) -> Any:
    """A real row, as it is stored."""
    task = get_task("rolling_cube")
    first = make_plan(with_tasks(load_profile("demo"), ["rolling_cube"]), 5).slots[index].first
    yield stored_row(make_sample(task, first, "train"))


def measure_build(plan: Plan, folder: Path, workers: int, before: int) -> None:
    slots = len(plan.slots)
    peak = 0

    def watch(done: int, total: int) -> None:
        nonlocal peak
        if done % 20_000 == 0 or done == total:
            peak = max(peak, memory())

    (mine, theirs), begin = cpu(), time.perf_counter()
    pipeline.build_dataset(plan, folder, workers=workers, progress=watch)
    seconds, (mine_now, theirs_now) = time.perf_counter() - begin, cpu()
    print(
        f"build: parent {1e6 * (mine_now - mine) / slots:.0f} us of CPU a sample, so at most "
        f"{slots / (mine_now - mine):.0f} samples a second; workers {1e6 * (theirs_now - theirs) / slots:.0f} us; "
        f"{slots / seconds:.0f} a second of wall time; the parent grew by {(peak - before) / slots:.0f} bytes a slot",
        flush=True,
    )
    for what in ("a build without a memory of its files", "a finished build"):
        if what.startswith("a build"):
            (folder / SHARDS).unlink(missing_ok=True)
        mine, _ = cpu()
        pipeline.build_dataset(plan, folder, workers=workers)
        size = sum(path.stat().st_size for path in folder.glob("data/*/*.parquet"))
        print(f"recognised, {what}: {cpu()[0] - mine:.2f} s of CPU for {size / 1e6:.0f} MB", flush=True)


def measure_reading(folder: Path, rows: int, workers: int) -> None:
    """CPU and wall time by row of ``digest`` and ``verify``, on real rows."""
    pipeline.work = work
    plan = plan_of(folder, rows)
    pipeline.build_dataset(plan, folder / "real", workers=workers)
    for count in (1, workers):
        for what in (digest_dataset, verify_dataset):
            (mine, theirs), begin = cpu(), time.perf_counter()
            what(folder / "real", workers=count)
            seconds, (mine_now, theirs_now) = time.perf_counter() - begin, cpu()
            print(
                f"{what.__name__}, {count} workers: {1e3 * (mine_now - mine + theirs_now - theirs) / rows:.1f} ms of "
                f"CPU and {1e3 * seconds / rows:.1f} ms of wall time a row (start of workers included)",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
