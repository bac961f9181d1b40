"""Attempts: one loop, one limit, every rejection counted."""

from __future__ import annotations

import pytest

from gametasks.build.sample.attempts import MAX_ATTEMPTS, Attempts, attempt_after
from gametasks.errors import Rejection
from gametasks.schemas import SampleId

FIRST = SampleId.parse("rush_exit@1/plan/open/dataset/1/0/0/0")


def from_the(number: int, other: str = "too easy"):
    """A maker that rejects every attempt before this one."""

    def make(sample_id: SampleId) -> str:
        if sample_id.attempt < number:
            raise Rejection(other if sample_id.attempt % 2 else "ambiguous")
        return str(sample_id)

    return make


def test_the_first_attempt_that_is_not_rejected_is_taken():
    attempts = Attempts(FIRST)
    assert attempts.first(from_the(3)) == "rush_exit@1/plan/open/dataset/1/0/0/3"
    assert attempts.current.attempt == 3
    assert attempts.rejections == {"ambiguous": 2, "too easy": 1}


def test_a_slot_has_a_hundred_attempts():
    assert Attempts(FIRST).first(from_the(MAX_ATTEMPTS - 1)).endswith("/99")
    attempts = Attempts(FIRST)
    with pytest.raises(Rejection, match="no sample in 100 attempts"):
        attempts.first(from_the(MAX_ATTEMPTS))
    assert attempts.current.attempt == 99
    assert attempts.rejections.total() == 100


def test_other_errors_end_the_attempts_and_leave_the_id_that_raised():
    attempts = Attempts(FIRST)

    def make(sample_id: SampleId) -> None:
        if sample_id.attempt == 2:
            raise ZeroDivisionError
        raise Rejection("too easy")

    with pytest.raises(ZeroDivisionError):
        attempts.first(make)
    assert attempts.current.attempt == 2


def test_one_attempt_can_be_asked_for_alone():
    with pytest.raises(Rejection, match="no sample in 3 attempts"):
        Attempts(attempt_after(attempt_after(FIRST)), last=2).first(from_the(3))
