"""Verification of a whole dataset folder: every record alone, then all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from gametasks.build.dataset.dedupe import Deduplicator, Fingerprints
from gametasks.build.dataset.engine import make_engine, map_slots
from gametasks.build.dataset.hash_table import HashTable
from gametasks.build.dataset.manifest import draws_alike
from gametasks.build.dataset.soundness import check_files
from gametasks.build.dataset.worker import Ask
from gametasks.build.sample.verify import verify
from gametasks.errors import DatasetError, GameTasksError, RecordError, UnknownNameError
from gametasks.folder import MANIFEST, Manifest, read_manifest, read_shard, shard_paths, split_of
from gametasks.qa_families._catalogue import get_task

__all__ = ["verify_dataset"]

_ROW_SECONDS = 600.0


def verify_dataset(
    folder: Path, *, workers: int = 1, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[int, list[str]]:
    """Verify every record of a dataset, and that no two of them repeat each other.

    Where the folder was built with the same drawing libraries as are installed here, the pictures are drawn again
    and compared pixel by pixel.

    Returns:
        The number of records, and one sentence for each fault, naming the file or the record.

    Raises:
        DatasetError: The folder holds no dataset, or one of tasks that are not installed.
    """
    manifest = read_manifest(folder)
    for name in manifest.tasks:
        try:
            get_task(name)
        except UnknownNameError as error:
            package = manifest.plugins.get(name)
            raise DatasetError(f"{error}{f'; install {package}' if package else ''}") from None
    if manifest.complete and not manifest.shards:
        return 0, [f"{folder} has no rows: every slot failed; {MANIFEST} lists them"]
    faults = check_files(folder, manifest, read=True)
    redraw = draws_alike(manifest)
    total = sum(line.rows for line in manifest.shards)
    rows = _Rows(folder, manifest)
    done = 0
    with make_engine(_verify_row, workers, _ROW_SECONDS) as engine:
        jobs = ((row, redraw) for row in rows)
        for done, (_, pending) in enumerate(map_slots(engine, jobs), 1):
            try:
                fault = pending.result()
            except GameTasksError as error:
                fault = str(error)
            if fault:
                faults.append(fault)
            progress(done, max(total, done))
    return done, faults + rows.faults + rows.missing()


def _verify_row(job: tuple[dict[str, Any], bool], ask: Ask) -> str | None:
    """Verify one row in a worker; a fault comes back as a sentence."""
    row, redraw = job
    try:
        verify(row, redraw=redraw)
    except GameTasksError as error:
        return str(error)
    return None


class _Rows:
    """All rows of a folder in order; repeats, strangers and unreadable shards are noted on the way."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.faults: list[str] = []
        self._manifest = manifest
        self._counts: Counter[tuple[str, str, str]] = Counter()
        self._paths = shard_paths(folder)
        self._numbers = HashTable()
        self._ids: list[str] = []
        self._seen = Deduplicator()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for path in self._paths:
            try:
                for row in read_shard(path):
                    self._note_repeats(row)
                    self._note_strangers(row, path)
                    yield row
            except (DatasetError, RecordError) as error:
                self.faults.append(str(error))

    def _note_repeats(self, row: dict[str, Any]) -> None:
        name, split = row["id"], row["split"]
        number = len(self._ids)
        if self._numbers.get(name) is not None:
            self.faults.append(f"{name}: the id occurs twice")
        self._numbers.setdefault(name, number)
        self._ids.append(name)
        item = Fingerprints.of_row(row)
        repeat = self._seen.repeat_of(item, row["task"], row["family"], split)
        if repeat and self._ids[repeat.first] != name:  # the same id twice is said above
            self.faults.append(f"{name}: {repeat.reason}: it repeats {self._ids[repeat.first]}")
        self._seen.accept(item, number, row["task"], split)

    def _note_strangers(self, row: dict[str, Any], path: Path) -> None:
        """A row must belong to this build, and to the file that it is in."""
        name, split = row["id"], row["split"]
        self._counts[split, row["task"], row["family"]] += 1
        if (row["task"], split) != (path.parent.name, split_of(path)):
            self.faults.append(f"{name}: task {row['task']!r} and split {split!r} do not belong in {path.name}")
        if row["seed"] != self._manifest.seed:
            self.faults.append(f"{name}: made from seed {row['seed']}, this build's is {self._manifest.seed}")
        if row["generator_version"] != self._manifest.gametasks:
            self.faults.append(f"{name}: column generator_version is not {self._manifest.gametasks!r}")

    def missing(self) -> list[str]:
        """Where the numbers of rows are not those of the manifest."""
        if not self._manifest.complete:
            return []
        expected = {
            (split, task, family): count
            for split, tasks in self._manifest.counts.items()
            for task, families in tasks.items()
            for family, count in families.items()
        }
        return [
            f"{split}: {self._counts[split, task, family]} rows of {task}/{family} instead of {count}"
            for (split, task, family), count in expected.items()
            if self._counts[split, task, family] != count
        ]
