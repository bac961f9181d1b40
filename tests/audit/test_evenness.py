"""Uneven letters and ranks, many tests at once, and how many samples it takes to find a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from audit.riddles import LETTERS, WORDS, Fields, choice, dataset, fair_words, rows_of, words_with
from scipy.stats import binomtest

from gametasks.build.audit.evenness import LEAST_P, chance_of_finding, count_evenness, holm, least_found
from gametasks.build.audit.report import audit
from gametasks.build.audit.verdicts import ENOUGH, least_guess_found
from gametasks.streams import Stream

EARLIER_FAULT = [count / 1000 for count in (201, 199, 190, 160, 138, 112)]
"""Shares of the ranks that an earlier version of spot_difference had."""


def test_the_probability_is_that_of_pearsons_test() -> None:
    found = count_evenness("ABCDEF", "A" * 201 + "B" * 199 + "C" * 190 + "D" * 160 + "E" * 138 + "F" * 112)
    assert list(found.counts.values()) == [201, 199, 190, 160, 138, 112]
    assert found.p == pytest.approx(1.7e-7, rel=0.05)


def test_a_letter_that_is_never_right_counts() -> None:
    assert count_evenness("ABCDEF", "ABCDE" * 20).counts["F"] == 0


def test_probabilities_of_many_tests_are_adjusted_as_holm_says() -> None:
    # The example of S. Holm's procedure with four tests: 4 · 0.005, 3 · 0.01, then none below an earlier one.
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005}) == pytest.approx(
        {"d": 0.02, "a": 0.03, "c": 0.06, "b": 0.06}
    )
    assert holm({"a": 0.7, "b": 0.6}) == {"a": 1.0, "b": 1.0}
    assert holm({}) == {}


def test_letters_and_ranks_are_judged_over_all_families_together(tmp_path: Path) -> None:
    def leaning(n: int, rng: Stream) -> Fields:
        letter = "A" if n % 12 == 0 else rng.choice(LETTERS)
        return choice(words_with(rng.choice(WORDS), letter, rng), letter)

    alone = audit(dataset(tmp_path / "1", rows_of(leaning))).families["puzzle/riddle"]
    families = [rows_of(leaning), *(rows_of(fair_words, family=f"other{i}") for i in range(4))]
    together = audit(dataset(tmp_path / "5", *families)).families["puzzle/riddle"]
    assert alone.letters is not None
    assert together.letters is not None
    assert alone.ranks is not None
    assert alone.letters.p < alone.ranks.p / 2  # so it is the first of two tests, and then of ten
    assert together.letters.p == pytest.approx(5 * alone.letters.p)


def test_the_power_is_that_of_repeated_draws() -> None:
    rng, found = Stream("power", "draws"), 0
    ranks = [rank for rank, share in enumerate(EARLIER_FAULT) for _ in range(round(1000 * share))]
    for _ in range(300):
        drawn = [rng.choice(ranks) for _ in range(400)]
        found += count_evenness(range(6), drawn).p <= LEAST_P / 12
    interval = binomtest(found, 300).proportion_ci(0.999)
    assert interval.low < chance_of_finding(EARLIER_FAULT, 400, 12) < interval.high


def test_four_hundred_samples_miss_what_two_thousand_find() -> None:
    assert 0.2 < chance_of_finding(EARLIER_FAULT, 400, 12) < 0.3
    assert chance_of_finding(EARLIER_FAULT, ENOUGH, 12) > 0.999


def test_what_is_found_nine_times_in_ten() -> None:
    share = least_found(400, 12)
    others = [(1 - share) / 5] * 5
    assert chance_of_finding([share, *others], 400, 12) == pytest.approx(0.9, abs=1e-6)
    assert least_found(2000, 12) < share
    assert least_found(5, 12) == 1.0


@pytest.mark.parametrize(("limit", "samples"), [(0.35, 40), (0.35, 400), (0.6, 300)])
def test_what_a_guesser_has_to_reach_to_be_found(limit: float, samples: int) -> None:
    share = least_guess_found(limit, samples)
    rng = Stream(f"guesser {limit} {samples}", "draws")
    found = 0
    for _ in range(400):
        right = sum(rng.integers(0, 10**6) < share * 10**6 for _ in range(samples))
        found += binomtest(right, samples).proportion_ci(method="wilson").low > limit
    interval = binomtest(found, 400).proportion_ci(0.999)
    assert interval.low < 0.9 < interval.high


def test_samples_too_few_for_any_verdict() -> None:
    assert least_guess_found(0.35, 1) == 1.0
