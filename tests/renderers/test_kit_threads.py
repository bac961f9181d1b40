"""Threads that draw at once share no surface of Cairo's, and give the rows of one thread."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from threading import Barrier

import pytest

import gametasks
from gametasks.folder import pixel_hash
from gametasks.renderers.kit.by_thread import cached_by_thread
from gametasks.renderers.kit.patterns import _tile, pattern
from gametasks.renderers.kit.text import glyph, text_mask

FAMILIES = (
    ("hexakai", "solution", 2),
    ("rolling_cube", "checkpoint_faces", 3),
    ("rush_exit", "state_after", 3),
    ("spot_difference", "difference_cells", 3),
)
THREADS = 8


def at_once(work):
    """What each of some threads makes of a work that they all begin together."""
    together = Barrier(THREADS)

    def begin(number):
        together.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begin, range(THREADS)))


@pytest.mark.parametrize(
    "surface",
    [lambda: text_mask("R12C5", 17).surface, lambda: _tile(pattern("dots", (200, 30, 30), (9, 9, 9), 12, 3))],
    ids=["text", "pattern"],
)
def test_every_thread_has_surfaces_of_its_own(surface):
    surfaces = at_once(lambda number: [surface(), surface()])
    assert all(first is second for first, second in surfaces), "kept within a thread"
    assert len({id(first) for first, _ in surfaces}) == THREADS
    assert len({bytes(first.get_data()) for first, _ in surfaces}) == 1


def test_the_cache_of_a_thread_is_bounded():
    made = []

    @cached_by_thread(maxsize=2)
    def make(number):
        made.append(number)
        return object()

    for number in (1, 2, 1, 2, 3, 1):
        make(number)
    assert made == [1, 2, 3, 1]


def test_outlines_are_read_by_one_thread_at_a_time():
    characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    expected = [glyph(character, "bold", "slab") for character in characters]
    glyph.cache_clear()
    assert (
        at_once(lambda number: [glyph(character, "bold", "slab") for character in characters]) == [expected] * THREADS
    )


def hashes(first: int) -> dict[tuple[str, str, int], list[object]]:
    """Rows of all families, from one of them onwards, with hashes of their pictures."""
    found = {}
    for task, family, level in FAMILIES[first:] + FAMILIES[:first]:
        rows = [dict(row) for row in islice(gametasks.stream(task, family, level, 41), 2)]
        found[task, family, level] = [(row, pixel_hash(row.pop("images"))) for row in rows]
    return found


@pytest.fixture
def hasty():
    """Python hands over from thread to thread within almost every call."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("hasty")
def test_threads_give_the_rows_of_one():
    given = at_once(lambda number: hashes(number % len(FAMILIES)))
    assert given == [hashes(0)] * THREADS
