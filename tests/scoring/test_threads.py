"""Scoring from many threads at once gives what one thread gives."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator

import pytest
from scoring.catalogue_rows import every_row

from gametasks.evaluate import scoring
from gametasks.testing import mutated_strings

THREADS = 8


@pytest.fixture(autouse=True)
def eager_switching() -> Iterator[None]:
    """Let threads interrupt each other as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def forget_everything() -> None:
    """Empty every cache, so that threads fill them at the same time."""
    for value in vars(scoring).values():
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def test_threads_agree_with_a_single_one():
    work = [(s.row, text) for s in every_row() for text in (s.row["answer"], *mutated_strings(s.row, 4, seed=3))]
    forget_everything()
    expected = [scoring.score(row, text) for row, text in work]
    forget_everything()
    found: dict[int, list[scoring.Score] | BaseException] = {}
    start = threading.Barrier(THREADS)

    def score_all(number: int) -> None:
        start.wait()
        try:
            # Every thread begins elsewhere, so that all of them meet records that no other has read yet.
            turn = number * len(work) // THREADS
            scores = [scoring.score(row, text) for row, text in (*work[turn:], *work[:turn])]
            found[number] = [*scores[len(work) - turn :], *scores[: len(work) - turn]]
        except BaseException as error:  # a thread's error must reach the test
            found[number] = error

    threads = [threading.Thread(target=score_all, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(THREADS)] == [expected] * THREADS
