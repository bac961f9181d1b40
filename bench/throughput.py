"""Samples per second with one and two workers, and peak memory of short and long builds."""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

PROFILE = """
name = "bench"
[splits.train]
per_family = {per_family}
"""


def build(folder: Path, per_family: int, workers: int, tasks: list[str], limit: int | None = None) -> tuple[float, int]:
    """Run a build in processes of its own.

    Returns:
        Wall seconds, and the peak of the memory (unique set size) summed over its processes, in bytes.
    """
    shutil.rmtree(folder, ignore_errors=True)
    profile = folder.with_suffix(".toml")
    profile.write_text(PROFILE.format(per_family=per_family))
    command = [sys.executable, "-m", "gametasks", "build", "--profile", str(profile), "--out", str(folder)]
    command += ["--seed", "3", "--workers", str(workers)] + [word for task in tasks for word in ("--task", task)]
    command += ["--limit", str(limit)] if limit else []
    begin = time.perf_counter()
    process = psutil.Popen(command, stdout=subprocess.DEVNULL)
    peak = 0
    done = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not done.is_set():
            total = 0
            try:
                family = [process, *process.children(recursive=True)]
            except psutil.Error:
                return
            for member in family:
                try:
                    total += member.memory_full_info().uss
                except psutil.Error:  # a worker may end between the listing and the look
                    continue
            peak = max(peak, total)
            time.sleep(0.25)

    watcher = threading.Thread(target=watch)
    watcher.start()
    code = process.wait()
    seconds = time.perf_counter() - begin
    done.set()
    watcher.join()
    if code:
        raise SystemExit(f"the build failed with exit code {code}")
    return seconds, peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=800, help="samples of the builds that are timed")
    parser.add_argument("--memory", type=int, nargs=2, metavar=("FEW", "MANY"), help="compare the memory of two builds")
    parser.add_argument("--task", action="append", default=[], help="build these tasks only")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "dataset"
        if options.memory:
            for limit in options.memory:
                seconds, peak = build(folder, limit, 2, options.task, limit)
                print(f"{limit} samples: {seconds:.0f} s, peak memory of all processes {peak / 1e6:.0f} MB", flush=True)
            return
        rates = {}
        for workers in (1, 2):
            idle, _ = build(folder, 1, workers, options.task, 1)
            seconds, peak = build(folder, options.limit, workers, options.task, options.limit)
            rates[workers] = (options.limit - 1) / (seconds - idle)
            print(
                f"{workers} worker{'s' * (workers > 1)}: {rates[workers]:.1f} samples a second of wall time "
                f"({options.limit} samples; {idle:.1f} s of start-up not counted), peak memory {peak / 1e6:.0f} MB",
                flush=True,
            )
        print(f"speed-up of two workers over one: {rates[2] / rates[1]:.2f}")


if __name__ == "__main__":
    main()
