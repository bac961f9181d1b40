"""Guessers that know how the six options of a choice came about: P(answer | set of options, level).

Wrong options are drawn by a rule, and whoever has seen many samples can learn which of six options such a rule is
drawn around. Both guessers learn that from the half of the data that they are not asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from gametasks.build.audit.clues import Clue, Guess, best_options
from gametasks.build.audit.option_measures import TEXT_MEASURES, places_in

__all__ = ["places_and_values", "same_options"]

_SET_PRIOR = 3.0
"""How many samples with the same options the level's shares of each option count for."""
_OPTION_PRIOR = 6.0
"""How many offers of an option at a level one right answer in six counts for."""
_OPTIONS = 6

_PENALTY = 4.0
"""Precision of the normal prior of a weight: features that few samples have are hardly trusted."""
_LEAST_SEEN = 8
"""A feature of fewer options than this is left out."""
_ROUNDS = 60
_MOST_FITTED = 10_000
"""Samples that the weights are fitted to, at most: the first ones, which a plan spreads over levels and formats."""


def _asked(clues: Sequence[Clue]) -> list[Clue]:
    return [clue for clue in clues if clue.options and not clue.pictures]


def same_options(known: Sequence[Clue]) -> Guess:
    """The option that was right most often among the same six at the same level.

    Where the same six were seen seldom, the option counts that was right most often when it was offered.
    """
    offered: Counter[tuple[int, str]] = Counter()
    right: Counter[tuple[int, str]] = Counter()
    right_of_set: Counter[tuple[int, tuple[str, ...], str]] = Counter()
    for clue in _asked(known):
        offered.update((clue.level, option) for option in clue.options)
        right[clue.level, clue.text] += 1
        right_of_set[clue.level, tuple(sorted(clue.options)), clue.text] += 1

    def score(clue: Clue, option: str) -> float:
        key = (clue.level, option)
        share = (right[key] + _OPTION_PRIOR / _OPTIONS) / (offered[key] + _OPTION_PRIOR)
        return right_of_set[clue.level, tuple(sorted(clue.options)), option] + _SET_PRIOR * share

    def guess(clue: Clue) -> tuple[str, ...]:
        if not clue.options or clue.pictures:
            return ()
        return best_options(clue, [score(clue, option) for option in clue.options])

    return guess


def places_and_values(known: Sequence[Clue]) -> Guess:
    """What speaks for an option: its own value, its letter, its rank, and its place in the order of each measure.

    Every feature has a weight, for all levels and for each level by itself; an option is right with a probability
    proportional to the exponential of its weights' sum. (Conditional logit: D. McFadden, Conditional logit analysis of
    qualitative choice behavior, in: Frontiers in Econometrics, 1974, 105-142.) Unlike single shares, the weights are
    fitted together, so that a small number which is right only where larger ones are missing is known as such.
    """
    asked = _asked(known)[:_MOST_FITTED]
    named = [[sorted(features) for features in _features(clue)] for clue in asked]
    seen = Counter(feature for options in named for features in options for feature in features)
    number = {feature: n for n, feature in enumerate(sorted(f for f, count in seen.items() if count >= _LEAST_SEEN))}
    if not number:
        return lambda clue: ()
    weights = _fit(
        [[[number[f] for f in features if f in number] for features in options] for options in named],
        [clue.letters.index(clue.letter) for clue in asked],
        len(number),
    )

    def guess(clue: Clue) -> tuple[str, ...]:
        if not clue.options or clue.pictures:
            return ()
        sums = [sum(float(weights[number[f]]) for f in sorted(features) if f in number) for features in _features(clue)]
        return best_options(clue, [round(total, 6) for total in sums])

    return guess


def _features(clue: Clue) -> Iterator[set[str]]:
    """The features of each option in turn."""
    places = {measure: places_in(clue.measures[measure]) for measure in TEXT_MEASURES if measure in clue.measures}
    for number, option in enumerate(clue.options):
        plain = {f"letter {number}", f"text {option}", f"rank {clue.ranks[number]}"}
        plain |= {f"{measure} {place[number]}" for measure, place in places.items()}
        yield plain | {f"level {clue.level}: {feature}" for feature in plain}


def _fit(choices: Sequence[Sequence[Sequence[int]]], right: Sequence[int], count: int) -> NDArray[np.float64]:
    """The weights of all features that explain best which options were right.

    Args:
        choices: For each sample and option the numbers of its features.
        right: For each sample the number of the right option.
        count: Number of features.
    """
    flat = [
        (sample, option, feature)
        for sample, options_of_sample in enumerate(choices)
        for option, features_of_option in enumerate(options_of_sample)
        for feature in features_of_option
    ]
    samples, options, features = np.array(flat, dtype=np.intp).reshape(-1, 3).T
    cells = samples * _OPTIONS + options
    chosen = np.zeros((len(choices), _OPTIONS))
    chosen[np.arange(len(choices)), right] = 1.0

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        sums = np.bincount(cells, weights[features], minlength=chosen.size).reshape(chosen.shape)
        sums -= sums.max(axis=1, keepdims=True)
        shares = np.exp(sums)
        totals = shares.sum(axis=1, keepdims=True)
        shares /= totals
        missed = float((np.log(totals[:, 0]) - (sums * chosen).sum(axis=1)).sum())
        slope = np.bincount(features, (shares - chosen).ravel()[cells], minlength=count)
        return missed + _PENALTY / 2 * float(weights @ weights), slope + _PENALTY * weights

    return np.asarray(minimize(loss, np.zeros(count), jac=True, method="L-BFGS-B", options={"maxiter": _ROUNDS}).x)
