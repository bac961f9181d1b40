"""Writing shards: one at a time, by a worker, while the slots of the next one are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gametasks.build.dataset.engine import Engine, Pending, map_slots
from gametasks.build.dataset.journal import Decisions, Journal
from gametasks.build.dataset.known_files import KnownFiles
from gametasks.build.dataset.spool import Spool
from gametasks.build.dataset.work import Candidate, Job, Request, Result, ShardRequest
from gametasks.errors import PluginError
from gametasks.folder import ShardLine

__all__ = ["ShardWriter"]


@dataclass(frozen=True)
class _Current:
    """The shard that is being written."""

    job: ShardRequest
    spool: Spool
    again: Callable[[], list[Request]]
    pending: Pending[Result] | None


class ShardWriter:
    """Writes shards in the order in which they are started.

    Args:
        engine: Where shards are written, and lost rows are made again.
        folder: The dataset's folder.
        journal: Gets a line for each shard.
        decided: What the journal said when the build began.
        known: Learns the hashes of the files.
        lines: Grows by the line of each shard.
    """

    def __init__(
        self,
        engine: Engine[Job, Result],
        folder: Path,
        journal: Journal,
        decided: Decisions,
        known: KnownFiles,
        lines: list[ShardLine],
    ) -> None:
        self._engine = engine
        self._folder = folder
        self._journal = journal
        self._decided = decided
        self._known = known
        self._lines = lines
        self._current: _Current | None = None

    def start(self, path: str, spool: Spool, rows: Sequence[str], again: Callable[[], list[Request]]) -> None:
        """Begin to write a shard; the one before it must be flushed.

        Args:
            path: The file, in the dataset's folder.
            spool: Holds the rows.
            rows: The hashes of the rows, in order.
            again: Gives the requests that make all rows again, for those that are lost.
        """
        job = ShardRequest(str(self._folder), path, str(spool.folder), tuple(rows))
        self._current = _Current(job, spool, again, self._submit(job) if rows else None)

    def flush(self) -> None:
        """Wait for the shard that is being written, and write it down in the journal."""
        if self._current is None:
            return
        line = self._finish(self._current)
        if line.rows:
            self._known.learn(self._folder / line.path, line.blake2b)
        if self._decided.shards.get(line.path) != line:  # a shard that was mended has its line
            self._journal.append(line)
            self._journal.sync()
        self._current.spool.delete()
        self._lines.append(line)
        self._current = None

    def _finish(self, current: _Current) -> ShardLine:
        if current.pending is None:
            return ShardLine(current.job.path, 0, "")
        line = current.pending.result()
        if line is None:
            self._make_again(current)
            line = self._submit(current.job).result()
        if not isinstance(line, ShardLine):
            raise PluginError(f"rows of {current.job.path} vanish from the spool {current.job.spool}")
        return line

    def _submit(self, job: ShardRequest) -> Pending[Result]:
        return self._engine.submit(job, limited=False)

    def _make_again(self, current: _Current) -> None:
        """Make the rows again that the spool has lost, which gives the same rows."""
        current.spool.make()
        rows = zip(current.again(), current.job.rows, strict=True)
        lost = [(request, name) for request, name in rows if current.spool.payload(name) is None]
        results = map_slots(self._engine, (request for request, _ in lost))
        for (request, name), (_, pending) in zip(lost, results, strict=True):
            outcome = pending.result()
            if not isinstance(outcome, Candidate) or outcome.row_hash != name:
                raise PluginError(
                    f"{request.first} cannot be made again as it was: its task has changed, or is not deterministic; "
                    "build into another folder"
                )
