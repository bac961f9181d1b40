"""Rows that eight threads draw at once, compared with those of one thread.

Every thread streams all families, each thread from another one onwards. Each run is a process of its own, so that the
threads fill its caches together; what they should give comes from a process with one thread. With the switch interval
of 10 µs the interpreter hands over in the middle of almost every call.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context
from threading import Barrier

import msgspec

import gametasks
from gametasks.folder import pixel_hash
from gametasks.qa_families._catalogue import catalogue

INTERVALS = (0.005, 1e-5)
"""Python's own switch interval, and a hasty one, in seconds."""

Setting = tuple[str, str, int, str, str]


def settings(tasks: list[str], levels: list[int]) -> list[Setting]:
    """All families at some levels; formats and ranges take turns."""
    found: list[Setting] = []
    for task in catalogue().tasks.values():
        if tasks and task.name not in tasks:
            continue
        for family in task.families:
            for level in levels:
                formats = [str(form) for at, form in task.settings(family) if at == level]
                ranges = ("dataset", "evaluation")[len(found) // 2 % 2]
                found.append((task.name, family.name, level, formats[len(found) % len(formats)], ranges))
    return found


def stream_hash(setting: Setting, seed: int, rows: int) -> str:
    """A hash of the first rows of a stream, their pictures by the pixels; or what it raises."""
    task, family, level, form, ranges = setting
    whole = hashlib.blake2b(digest_size=16)
    try:
        for row in islice(gametasks.stream(task, family, level, seed, form, ranges), rows):
            whole.update(msgspec.json.encode([{**row, "images": None}, pixel_hash(row["images"])], order="sorted"))
    except Exception as error:  # whatever a thread raises is a difference
        return f"{error!r:.300}"
    return whole.hexdigest()


def hashes_of_threads(
    every: list[Setting], seed: int, rows: int, threads: int, interval: float
) -> list[dict[Setting, str]]:
    """What each of some threads gives for every setting."""
    together = Barrier(threads)

    def work(number: int) -> dict[Setting, str]:
        first = number * len(every) // threads
        together.wait()
        return {setting: stream_hash(setting, seed, rows) for setting in every[first:] + every[:first]}

    sys.setswitchinterval(interval)
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2, help="rows of each stream")
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--runs", type=int, default=3, help="runs with each switch interval, one seed a run")
    parser.add_argument("--level", type=int, action="append", help="these levels only (default: 1, 3 and 5)")
    parser.add_argument("--task", action="append", default=[], help="these tasks only")
    options = parser.parse_args()
    every = settings(options.task, options.level or [1, 3, 5])
    total = 0
    with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as fresh:
        for seed in range(options.runs):
            (expected,) = fresh.submit(hashes_of_threads, every, seed, options.rows, 1, INTERVALS[0]).result()
            for interval in INTERVALS:
                run = fresh.submit(hashes_of_threads, every, seed, options.rows, options.threads, interval)
                wrong = [
                    (key, value) for found in run.result() for key, value in found.items() if value != expected[key]
                ]
                total += len(wrong)
                print(
                    f"seed {seed}, switch interval {interval:g} s: "
                    f"{len(wrong)} of {options.threads * len(every)} streams differ",
                    *(f"{'/'.join(map(str, key))}: {value}" for key, value in wrong[:10]),
                    sep="\n  ",
                    flush=True,
                )
    sys.exit(total > 0)


if __name__ == "__main__":
    main()
