"""What a worker does: the first good candidate of a slot, whole and ready to be stored."""

from __future__ import annotations

import hashlib
from collections import Counter

import msgspec

from gametasks.build.dataset.engine import wall_clock_limit
from gametasks.build.sample.produce import make_sample
from gametasks.build.sample.rows import stored_row
from gametasks.build.sample.stream import MAX_ATTEMPTS
from gametasks.errors import Rejection, SlotTimeout, one_line
from gametasks.qa_families._catalogue import get_task
from gametasks.schemas import SampleId

__all__ = ["Candidate", "Failure", "Request", "find_candidate"]


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


def find_candidate(request: Request) -> Candidate | Failure:
    """Try attempts until one yields a sample.

    Whatever a task raises costs its own slot and nothing else: the failure names the id.
    """
    rejections: Counter[str] = Counter()
    sample_id = request.first
    last = sample_id.attempt if request.only else MAX_ATTEMPTS - 1
    try:
        with wall_clock_limit(request.seconds):
            while True:
                try:
                    return _candidate(sample_id, request, rejections)
                except Rejection as rejection:
                    rejections[rejection.reason] += 1
                    if sample_id.attempt >= last:
                        reason = f"no sample in {MAX_ATTEMPTS} attempts"
                        return Failure(sample_id, reason, dict(rejections), exhausted=True)
                    sample_id = sample_id.next_attempt()
    except SlotTimeout as timeout:
        return Failure(sample_id, str(timeout), dict(rejections))
    except (Exception, SystemExit) as error:  # a plugin may raise anything
        return Failure(sample_id, one_line(error), dict(rejections))


def _candidate(sample_id: SampleId, request: Request, rejections: Counter[str]) -> Candidate:
    sample = make_sample(
        get_task(sample_id.task), sample_id, request.split, content=request.content, taken=request.taken
    )
    record = sample.record
    payload = msgspec.msgpack.encode(stored_row(sample))
    return Candidate(
        id=sample_id,
        fingerprint=record.fingerprint,
        state_fingerprint=record.state_fingerprint,
        pixel_hash=record.pixel_hash,
        row_hash=hashlib.blake2b(payload, digest_size=16).hexdigest(),
        payload=payload,
        rejections=dict(rejections),
    )
