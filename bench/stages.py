"""CPU time of every stage of a finished sample, by family.

Each figure is the median and the 95th percentile, in milliseconds of CPU, over samples of all levels, formats
and both sets of ranges, with the mean of all stages together; "sample" includes attempts that were rejected.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import mean, median
from time import process_time

import msgspec
import numpy as np

from gametasks.build.conformance import some_ids
from gametasks.build.dataset.shards import write_shard
from gametasks.build.sample.attempts import Attempts
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import stored_row
from gametasks.cli.tables import Table, show_table
from gametasks.qa_families._catalogue import catalogue

STAGES = ("sample", "solve", "verify", "draw", "pixels", "hash", "encode", "write")


class Stopwatch:
    """Adds up CPU time by stage."""

    def __init__(self) -> None:
        self.stages: dict[str, float] = defaultdict(float)
        self._last = process_time()

    def lap(self, stage: str) -> None:
        """Count the time since the last lap for a stage."""
        now = process_time()
        self.stages[stage] += now - self._last
        self._last = now


def measure(task, first, folder: Path) -> dict[str, float]:
    """CPU seconds of each stage of one slot."""
    watch = Stopwatch()
    # The time of a rejected attempt counts as "sample", which is the first lap of the next one.
    sample = Attempts(first).first(lambda sample_id: make_sample(task, sample_id, lap=watch.lap))
    payload = msgspec.msgpack.encode(stored_row(sample))
    watch.lap("encode")
    write_shard(folder / "shard.parquet", [payload])
    watch.lap("write")
    return watch.stages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10, help="samples of each level, format and set of ranges")
    parser.add_argument("--task", action="append", help="measure these tasks only")
    options = parser.parse_args()
    headings = ("family", *STAGES, "all: mean", "median", "95 %")
    table = Table(headings, title="CPU milliseconds a sample, median / 95 %")
    with tempfile.TemporaryDirectory() as folder:
        for task in catalogue().tasks.values():
            if options.task and task.name not in options.task:
                continue
            measured: dict[str, list[dict[str, float]]] = defaultdict(list)
            for first in some_ids(task, options.samples, seed=7):
                measured[first.family].append(measure(task, first, Path(folder)))
            for family, laps in measured.items():
                cells = []
                for stage in STAGES:
                    values = [1000 * lap.get(stage, 0.0) for lap in laps]
                    cells.append(f"{median(values):.1f} / {np.percentile(values, 95):.1f}")
                totals = [1000 * sum(lap.values()) for lap in laps]
                figures = (mean(totals), median(totals), np.percentile(totals, 95))
                table.add(f"{task.name}/{family}", *cells, *(f"{figure:.0f}" for figure in figures))
    show_table(table)


if __name__ == "__main__":
    main()
