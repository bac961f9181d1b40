"""What a worker does: the first good candidate of a slot, stored in the spool; and a shard of stored rows.

Rows stay where they are made: a worker writes a row to the spool and hands back its hashes alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.build.dataset.shards import RowLost, file_hash, write_shard
from gametasks.build.dataset.spool import Spool
from gametasks.build.sample.attempts import MAX_ATTEMPTS, Attempts
from gametasks.build.sample.produce import make_sample, nothing_taken
from gametasks.build.sample.rows import stored_row
from gametasks.errors import Rejection, SlotTimeout, is_interrupt, one_line
from gametasks.folder import ShardLine
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["Candidate", "Failure", "Job", "Outcome", "Request", "Result", "ShardRequest", "find_candidate", "work"]


class Request(msgspec.Struct, frozen=True):
    """Ask for a candidate.

    Attributes:
        first: The attempt to begin with.
        split: The split that the record names.
        seconds: Wall time after which the slot fails.
        spool: Folder of the spool that the row is written to.
        asks: Whether somebody answers which fingerprints are taken; so it is when a slot is asked again.
        only: Make this very attempt again, and no other.
        content: What the id's variant names, where it has one.
    """

    first: SampleId
    split: str
    seconds: float
    spool: str
    asks: bool = False
    only: bool = False
    content: str = ""


class ShardRequest(msgspec.Struct, frozen=True):
    """Ask for a shard.

    Attributes:
        folder: The dataset's folder.
        path: The file's path in it.
        spool: Folder of the spool that holds the rows.
        rows: The hashes of the rows, in order.
    """

    folder: str
    path: str
    spool: str
    rows: tuple[str, ...]


class Candidate(msgspec.Struct, frozen=True):
    """A sample that waits in the spool for the committer's decision.

    Attributes:
        id: Its id, with the attempt that succeeded.
        row_hash: Hash of the stored row, its name in the spool.
        rejections: Attempts that failed before it, counted by reason.
    """

    id: SampleId
    fingerprint: str
    state_fingerprint: str
    pixel_hash: str
    row_hash: str
    rejections: dict[str, int]


class Failure(msgspec.Struct, frozen=True):
    """Why a slot yields no sample; ``exhausted`` says that its attempts ran out."""

    id: SampleId
    reason: str
    rejections: dict[str, int]
    exhausted: bool = False


Outcome = Candidate | Failure
"""What comes of a request."""

Job = Request | ShardRequest
"""What a worker is asked for."""

Result = Candidate | Failure | ShardLine | None
"""What comes of a job; None is a shard whose rows are not all in the spool."""

Taken = Callable[[tuple[str, str]], bool]
"""Whether one of the two fingerprints of a sample is known to be taken."""


def work(job: Job, taken: Taken) -> Result:
    """Do a job.

    Raises:
        OSError: The spool or the shard cannot be written.
    """
    return _shard(job) if isinstance(job, ShardRequest) else find_candidate(job, taken)


def find_candidate(request: Request, taken: Taken = nothing_taken) -> Outcome:
    """Try attempts until one yields a sample, and store it.

    Whatever a task raises costs its own slot and nothing else: the failure names the id.

    Raises:
        OSError: The spool cannot be written.
    """
    task_name, split = request.first.task, request.split
    refused = taken if request.asks else nothing_taken
    attempts = Attempts(request.first, request.first.attempt if request.only else MAX_ATTEMPTS - 1)
    try:
        with wall_clock_limit(request.seconds):
            sample = attempts.first(
                lambda sample_id: make_sample(
                    get_task(task_name), sample_id, split, content=request.content, taken=refused
                )
            )
            payload = msgspec.msgpack.encode(stored_row(sample))
    except Rejection as exhausted:
        return Failure(attempts.current, exhausted.reason, dict(attempts.rejections), exhausted=True)
    except SlotTimeout as timeout:
        return Failure(attempts.current, str(timeout), dict(attempts.rejections))
    except BaseException as error:  # a plugin may raise anything
        if is_interrupt(error):
            raise
        return Failure(attempts.current, one_line(error), dict(attempts.rejections))
    record = sample.record
    return Candidate(
        id=attempts.current,
        fingerprint=record.fingerprint,
        state_fingerprint=record.state_fingerprint,
        pixel_hash=record.pixel_hash,
        row_hash=Spool(Path(request.spool)).put(payload),
        rejections=dict(attempts.rejections),
    )


def _shard(request: ShardRequest) -> ShardLine | None:
    path, spool = Path(request.folder) / request.path, Spool(Path(request.spool))
    try:
        rows = write_shard(path, map(spool.payload, request.rows))
    except RowLost:
        return None
    return ShardLine(request.path, rows, file_hash(path))
