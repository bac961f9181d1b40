"""Random streams: the same words for ever, even draws, and nothing shared between neighbours."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import PCG64
from scipy.stats import chisquare

from gametasks.schemas import Format, Ranges, SampleId
from gametasks.streams import Stream

ID = "rolling_cube@1/top_face/open/dataset/1/42/0/0"


def words(stream: Stream, count: int) -> list[int]:
    return [stream.integers(0, 1 << 64) for _ in range(count)]


def test_numpy_still_gives_the_words_that_it_promises():
    # The first words of NumPy's own test set for PCG64 (numpy/random/tests/data/pcg64-testset-1.csv).
    assert PCG64(0xDEADBEAF).random_raw(2).tolist() == [0x60D24054E17A0698, 0xD5E79D89856E4F12]


def test_the_first_words_of_a_stream_never_change():
    # A change here changes every sample of every dataset.
    assert words(Stream(ID, "state"), 3) == [15934263943853411185, 5845916645223416827, 14173180290473635286]
    assert words(Stream(ID, "style"), 3) == [997620139484667294, 7389594163287082280, 11913625592893625384]
    assert words(Stream("", "state"), 2) == [10520782996137917309, 2803797334160083561]


def test_the_draws_made_from_these_words_never_change():
    rng = Stream("a", "b")
    assert [rng.integers(0, 6) for _ in range(12)] == [3, 1, 1, 2, 0, 3, 3, 5, 4, 2, 1, 5]
    assert rng.uniform() == 0.7157005952618645
    assert rng.shuffle("ABCDEF") == ["F", "E", "A", "D", "B", "C"]
    assert rng.sample(range(100), 4) == [65, 50, 37, 23]
    assert rng.choice("xyz") == "z"


def test_words_do_not_depend_on_how_they_are_fetched():
    digest_words = words(Stream(ID, "state"), 1000)
    mixed = Stream(ID, "state")
    taken = [mixed.integers(0, 1 << 64) for _ in range(7)] + [mixed.integers(0, 1 << 64) for _ in range(993)]
    assert taken == digest_words
    assert len(set(digest_words)) == 1000


@pytest.mark.parametrize("width", [2, 3, 6, 7, 10, 48, 1000])
def test_integers_are_even(width):
    rng = Stream(f"evenness of {width}", "test")
    counts = Counter(rng.integers(5, 5 + width) for _ in range(20_000))
    assert set(counts) <= set(range(5, 5 + width))
    assert chisquare([counts[5 + i] for i in range(width)]).pvalue > 0.001


def test_integers_are_even_where_a_remainder_would_not_be():
    # With width 3/4 * 2**64, plain remainders would draw the lowest third twice as often as the rest.
    width = 3 << 62
    rng = Stream("wide", "test")
    thirds = Counter(rng.integers(0, width) * 3 // width for _ in range(6000))
    assert chisquare([thirds[i] for i in range(3)]).pvalue > 0.001


def test_every_order_of_a_shuffle_and_every_sample_is_as_likely():
    rng = Stream("orders", "test")
    orders = Counter("".join(rng.shuffle("abcd")) for _ in range(12_000))
    assert len(orders) == 24
    assert chisquare(list(orders.values())).pvalue > 0.001
    pairs = Counter(tuple(rng.sample("abcde", 2)) for _ in range(10_000))
    assert len(pairs) == 20
    assert chisquare(list(pairs.values())).pvalue > 0.001


@pytest.mark.parametrize("bounds", [(0, 0), (3, 2), (0, (1 << 64) + 1)])
def test_an_impossible_range_is_refused(bounds):
    with pytest.raises(ValueError):
        Stream("a", "b").integers(*bounds)


def test_both_bounds_of_a_range_are_drawn():
    rng = Stream("a", "b")
    assert {rng.within((3, 5)) for _ in range(100)} == {3, 4, 5}
    assert rng.within((7, 7)) == 7
    with pytest.raises(ValueError, match="cannot draw"):
        rng.within((5, 3))


def test_nothing_can_be_drawn_from_nothing():
    with pytest.raises(ValueError):
        Stream("a", "b").choice([])
    with pytest.raises(ValueError):
        Stream("a", "b").sample("ab", 3)
    with pytest.raises(ValueError):
        Stream("a", "b").sample("ab", -1)


@given(st.integers(-(2**70), 2**70), st.integers(1, 1 << 64), st.text(st.characters(exclude_categories=["Cs", "Cc"])))
@settings(derandomize=True, max_examples=100)
def test_integers_stay_in_their_range(low, width, key):
    assert low <= Stream(key, "test").integers(low, low + width) < low + width


@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300), st.integers(0, 50))
@settings(derandomize=True, max_examples=200)
def test_uniform_stays_below_its_upper_end(one, other, key):
    low, high = sorted((one, other))
    drawn = Stream(str(key), "test").uniform(low, high)
    assert low <= drawn < high or low == drawn == high


def test_uniform_stays_below_its_upper_end_where_rounding_would_reach_it():
    high = math.nextafter(1.0, 2.0)
    rng = Stream("rounding", "test")
    assert {rng.uniform(1.0, high) for _ in range(50)} == {1.0}


@pytest.mark.parametrize(
    "bounds", [(1.0, 0.0), (math.nan, 1.0), (0.0, math.inf), (-math.inf, -math.inf), (-1e308, 1e308)]
)
def test_uniform_refuses_an_impossible_range(bounds):
    with pytest.raises(ValueError):
        Stream("a", "b").uniform(*bounds)


def test_uniform_is_even():
    rng = Stream("floats", "test")
    counts = Counter(int(rng.uniform(2.0, 4.0) * 5) for _ in range(20_000))
    assert chisquare([counts[i] for i in range(10, 20)]).pvalue > 0.001


def test_shuffle_and_sample_leave_their_argument_alone():
    items = list("abcdef")
    Stream("a", "b").shuffle(items)
    Stream("a", "b").sample(items, 3)
    assert items == list("abcdef")


def test_neighbouring_seeds_levels_indices_and_attempts_share_nothing():
    # With `seed + index`, seeds 42 and 43 would share all samples but one.
    seen: set[int] = set()
    count = 0
    for seed, level, index, attempt in product((42, 43), range(1, 6), range(20), range(2)):
        sample_id = SampleId("rush_exit", 1, "plan", Format.OPEN, Ranges.DATASET, level, seed, index, attempt)
        for name in ("state", "style", "options"):
            drawn = words(Stream(str(sample_id), name), 4)
            seen.update(drawn)
            count += len(drawn)
    assert len(seen) == count


def test_parts_of_an_id_cannot_slide_into_each_other():
    assert words(Stream("ab", "c"), 2) != words(Stream("a", "bc"), 2)
    assert words(Stream("1/23", "x"), 2) != words(Stream("12/3", "x"), 2)
    with pytest.raises(ValueError):
        Stream("a\0b", "c")
    with pytest.raises(ValueError):
        Stream("a", "b\0c")


def test_words_do_not_follow_each_other_between_streams():
    # Correlation of two neighbouring streams, bit by bit: as many equal bits as unequal ones.
    left, right = (words(Stream(f"task/{seed}/0", "state"), 400) for seed in (42, 43))
    equal = sum((~(a ^ b) & (2**64 - 1)).bit_count() for a, b in zip(left, right, strict=True))
    assert chisquare([equal, 400 * 64 - equal]).pvalue > 0.001


_DRAWS = """
from gametasks.streams import Stream
rng = Stream("some/id", "state")
print([rng.integers(0, 1000) for _ in range(50)], rng.uniform(), rng.shuffle("abcdefgh"))
"""


def test_draws_do_not_depend_on_the_seed_of_pythons_hash():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _DRAWS],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(outputs) == 1
