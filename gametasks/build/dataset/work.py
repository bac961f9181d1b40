"""What a worker does: the first good candidate of a slot, whole and ready to be stored."""

from __future__ import annotations

import hashlib

import msgspec

from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.build.sample.attempts import MAX_ATTEMPTS, Attempts
from gametasks.build.sample.produce import Sample, make_sample
from gametasks.build.sample.rows import stored_row
from gametasks.errors import Rejection, SlotTimeout, is_interrupt, one_line
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["Candidate", "Failure", "Outcome", "Request", "find_candidate"]


class Request(msgspec.Struct, frozen=True):
    """Ask for a candidate.

    Attributes:
        first: The attempt to begin with.
        split: The split that the record names.
        seconds: Wall time after which the slot fails.
        taken: Fingerprints known to be taken; given when a slot is asked again.
        only: Make this very attempt again, and no other.
        content: What the id's variant names, where it has one.
    """

    first: SampleId
    split: str
    seconds: float
    taken: frozenset[str] = frozenset()
    only: bool = False
    content: str = ""


class Candidate(msgspec.Struct, frozen=True):
    """A sample that waits for the committer.

    Attributes:
        id: Its id, with the attempt that succeeded.
        row_hash: Hash of the stored row.
        payload: Its stored row, as MessagePack.
        rejections: Attempts that failed before it, counted by reason.
    """

    id: SampleId
    fingerprint: str
    state_fingerprint: str
    pixel_hash: str
    row_hash: str
    payload: bytes
    rejections: dict[str, int]


class Failure(msgspec.Struct, frozen=True):
    """Why a slot yields no sample; ``exhausted`` says that its attempts ran out."""

    id: SampleId
    reason: str
    rejections: dict[str, int]
    exhausted: bool = False


Outcome = Candidate | Failure
"""What comes of a request."""


def find_candidate(request: Request) -> Outcome:
    """Try attempts until one yields a sample.

    Whatever a task raises costs its own slot and nothing else: the failure names the id.
    """
    task_name, split = request.first.task, request.split
    attempts = Attempts(request.first, request.first.attempt if request.only else MAX_ATTEMPTS - 1)
    try:
        with wall_clock_limit(request.seconds):
            sample = attempts.first(
                lambda sample_id: make_sample(
                    get_task(task_name), sample_id, split, content=request.content, taken=request.taken
                )
            )
            return _candidate(attempts, sample)
    except Rejection as exhausted:
        return Failure(attempts.current, exhausted.reason, dict(attempts.rejections), exhausted=True)
    except SlotTimeout as timeout:
        return Failure(attempts.current, str(timeout), dict(attempts.rejections))
    except BaseException as error:  # a plugin may raise anything
        if is_interrupt(error):
            raise
        return Failure(attempts.current, one_line(error), dict(attempts.rejections))


def _candidate(attempts: Attempts, sample: Sample) -> Candidate:
    record = sample.record
    payload = msgspec.msgpack.encode(stored_row(sample))
    return Candidate(
        id=attempts.current,
        fingerprint=record.fingerprint,
        state_fingerprint=record.state_fingerprint,
        pixel_hash=record.pixel_hash,
        row_hash=hashlib.blake2b(payload, digest_size=16).hexdigest(),
        payload=payload,
        rejections=dict(attempts.rejections),
    )
