"""Kill a build at random moments, give the same command again, and compare the digests."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gametasks.streams import Stream


def command(folder: Path, workers: int, limit: int, tasks: list[str]) -> list[str]:
    words = [sys.executable, "-m", "gametasks", "build", "--profile", "demo", "--seed", "11", "--out", str(folder)]
    words += ["--workers", str(workers), "--limit", str(limit)]
    return words + [word for task in tasks for word in ("--task", task)]


def digest(folder: Path) -> str:
    words = [sys.executable, "-m", "gametasks", "digest", str(folder)]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()


def kill_at(words: list[str], journal: Path, lines: int, delay: float) -> bool:
    """Run a command in a process group of its own and SIGKILL the whole group.

    Args:
        words: The command.
        journal: The build's journal.
        lines: Kill once the journal has so many lines.
        delay: Seconds to wait then, so that a kill falls anywhere between two lines.

    Returns:
        Whether the build was still running when it was killed.
    """
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None:
        if lines == 0 or (journal.exists() and journal.read_bytes().count(b"\n") >= lines):
            time.sleep(delay)
            break
        time.sleep(0.002)
    running = process.poll() is None
    if running:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return running


def files(folder: Path) -> dict[str, bytes]:
    """The bytes of all Parquet files."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.glob("data/*/*.parquet"))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="number of builds that are killed")
    parser.add_argument("--limit", type=int, default=120, help="slots of the build")
    parser.add_argument("--task", action="append", default=[], help="build these tasks only")
    options = parser.parse_args()
    rng = Stream("bench/interruptions", "moments")
    with tempfile.TemporaryDirectory() as name:
        calm = Path(name) / "calm"
        subprocess.run(command(calm, 2, options.limit, options.task), check=True, stdout=subprocess.DEVNULL)
        expected, expected_files = digest(calm), files(calm)
        print(f"undisturbed: {expected}", flush=True)
        wrong = killed = number = 0
        while killed < options.kills:
            folder = Path(name) / f"killed-{number}"
            workers = 1 + number % 2
            words = command(folder, workers, options.limit, options.task)
            moments = []
            # Every other build is killed twice, the second time while it goes on.
            for _ in range(1 + number % 2):
                lines, delay = rng.integers(0, options.limit), rng.uniform(0.0, 0.2)
                if kill_at(words, folder / "journal.jsonl", lines, delay):
                    killed += 1
                    moments.append(f"{lines} lines and {1000 * delay:.0f} ms")
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
            same = digest(folder) == expected and files(folder) == expected_files
            wrong += not same
            at = " and ".join(moments) or "no time"
            print(
                f"killed after {at}, {workers} workers: {'same digest, same bytes' if same else 'DIFFERENT'}",
                flush=True,
            )
            shutil.rmtree(folder)
            number += 1
    print(f"{number} builds, {killed} kills, {wrong} of the results different")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
