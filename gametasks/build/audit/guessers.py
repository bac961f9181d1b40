"""Guessers that never see a picture: how far a sample can be answered by habit alone.

Each is fitted on one half of a family's samples and guesses at the other half. A guess is one answer, or
several options that the guesser cannot tell apart, which then share the credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gametasks.build.audit.answer_views import PLACES, WHOLE, View, compose, parts_of
from gametasks.build.audit.clues import Clue, Guess, Guesser, best_options
from gametasks.build.audit.option_measures import TEXT_MEASURES, places_in, words_of
from gametasks.build.audit.option_sets import places_and_values, same_options

__all__ = ["GLANCES", "GUESSERS"]

_OPTIONS = 6
_LEVEL_PRIOR = 4.0
"""How many samples of a level the family's share of an answer counts for."""
_PLACE_PRIOR = 24.0
"""How many options at a level the family's share of right ones counts for."""
_WORD_PRIOR = 10.0
"""How many words of an answer's questions the family's share of a word counts for."""
_TRIES = 64
"""Guesses after which a guesser gives up finding one that the sample's answer schema admits."""
_MOST_ANSWERS, _MOST_WORDS = 1000, 4000


class _Tally:
    """Counts by level, each level leaning on the family where it has few samples."""

    def __init__(self, seen: Iterable[tuple[int, Hashable]]) -> None:
        self._levels: dict[int, Counter[Hashable]] = {}
        self._all: Counter[Hashable] = Counter()
        for level, value in seen:
            self._levels.setdefault(level, Counter())[value] += 1
            self._all[value] += 1
        self._ranked: dict[int, list[Hashable]] = {}

    def weight(self, level: int, value: Hashable) -> float:
        """How much speaks for a value at a level; not scaled to a sum of one."""
        share = self._all[value] / max(1, self._all.total())
        return self._levels.get(level, Counter())[value] + _LEVEL_PRIOR * share

    def ranked(self, level: int) -> list[Any]:
        """All values, the most likely first, ties in the order of their texts."""
        if level not in self._ranked:
            order = sorted(self._all, key=lambda value: (-self.weight(level, value), repr(value)))
            self._ranked[level] = order
        return self._ranked[level]


def _is_open(clue: Clue) -> bool:
    return not clue.options


def _first_admitted(clue: Clue, view: View, ranked: Iterable[Any]) -> tuple[str, ...]:
    for code in islice(ranked, _TRIES):
        text = view.decode(clue.kind, code)
        if text is not None:
            return (text,)
    return ()


def _commonest_letter(known: Sequence[Clue]) -> Guess:
    """The letter that is right most often at the level."""
    tally = _Tally((clue.level, clue.letter) for clue in known if clue.letter)
    return lambda clue: () if _is_open(clue) else tuple(tally.ranked(clue.level)[:1])


def _commonest(view: View) -> Guesser:
    """The commonest answer of the level, among those that the sample's answer schema admits."""

    def fit(known: Sequence[Clue]) -> Guess:
        # A choice tells the answer's text, but not how an open answer is read.
        usable = [clue for clue in known if _is_open(clue) or (view is WHOLE and not clue.pictures)]
        tally = _Tally(
            (clue.level, view.encode(clue.kind, clue.text) if _is_open(clue) else clue.text) for clue in usable
        )
        return lambda clue: _first_admitted(clue, view, tally.ranked(clue.level)) if _is_open(clue) else ()

    return fit


def _commonest_parts(known: Sequence[Clue]) -> Guess:
    """The commonest value of each part of an answer by itself: each field, item, number or label."""
    seen: dict[Hashable, list[tuple[int, Hashable]]] = {}
    for clue in filter(_is_open, known):
        for part, value in parts_of(clue.kind, clue.text).items():
            seen.setdefault(part, []).append((clue.level, value))
    tallies = {part: _Tally(values) for part, values in seen.items()}

    def guess(clue: Clue) -> tuple[str, ...]:
        def pick(part: Hashable) -> Any:
            return tallies[part].ranked(clue.level)[0] if part in tallies else None

        text = compose(clue.kind, pick) if _is_open(clue) else None
        return () if text is None else (text,)

    return guess


def _position(measure: str) -> Guesser:
    """The options at the best place in the order of a measure, equal ones sharing a place."""

    def fit(known: Sequence[Clue]) -> Guess:
        offered: Counter[Hashable] = Counter()
        right: Counter[Hashable] = Counter()
        for clue in known:
            if measure in clue.measures:
                places = places_in(clue.measures[measure])
                for key in (None, clue.level):
                    offered.update((key, place) for place in places)
                    right[key, places[clue.letters.index(clue.letter)]] += 1

        def chance(level: int, place: Hashable) -> float:
            """Share of the options at a place that were right: one in six, corrected by family, then by level."""
            family = (right[None, place] + 1) / (offered[None, place] + _OPTIONS)
            return (right[level, place] + _PLACE_PRIOR * family) / (offered[level, place] + _PLACE_PRIOR)

        def guess(clue: Clue) -> tuple[str, ...]:
            if measure not in clue.measures:
                return ()
            return best_options(clue, [chance(clue.level, place) for place in places_in(clue.measures[measure])])

        return guess

    return fit


def _words_of_prompt(view: View) -> Guesser:
    """Naive Bayes from the words of the prompt to the answer: one class for each answer of the known half."""

    def fit(known: Sequence[Clue]) -> Guess:
        usable = [clue for clue in known if _is_open(clue) or view is WHOLE]
        codes = [view.encode(clue.kind, clue.text) if _is_open(clue) else clue.text for clue in usable]
        tally = _Tally((clue.level, code) for clue, code in zip(usable, codes, strict=True))
        classes = [code for code, _ in sorted(Counter(codes).most_common(_MOST_ANSWERS), key=lambda c: repr(c[0]))]
        number = {code: row for row, code in enumerate(classes)}
        words = _telling_words(usable)
        counts = np.zeros((len(classes), len(words)))
        for clue, code in zip(usable, codes, strict=True):
            if code in number:
                counts[number[code], [words[w] for w in _prompt_words(clue) if w in words]] += 1
        shares = counts.sum(axis=0) / max(1.0, counts.sum())
        evidence = np.log((counts + _WORD_PRIOR * shares) / (counts.sum(axis=1, keepdims=True) + _WORD_PRIOR))
        priors: dict[int, NDArray[np.float64]] = {}

        def guess(clue: Clue) -> tuple[str, ...]:
            if not classes or (view is not WHOLE and not _is_open(clue)):
                return ()
            heard = sorted(words[word] for word in _prompt_words(clue) if word in words)
            if clue.level not in priors:
                priors[clue.level] = np.array([log(tally.weight(clue.level, code)) for code in classes])
            scores = priors[clue.level] + evidence[:, heard].sum(axis=1)
            if not _is_open(clue):
                lowest = float(scores.min()) - 1
                texts = clue.letters if clue.pictures else clue.options
                return best_options(clue, [float(scores[number[t]]) if t in number else lowest for t in texts])
            return _first_admitted(clue, view, (classes[row] for row in np.argsort(-scores, kind="stable")))

        return guess

    return fit


def _prompt_words(clue: Clue) -> frozenset[str]:
    return frozenset().union(*map(words_of, clue.prompt))


def _telling_words(clues: Sequence[Clue]) -> dict[str, int]:
    """Words that some prompts have and some have not, numbered; what all say tells nothing."""
    seen = Counter(word for clue in clues for word in _prompt_words(clue))
    telling = sorted((-count, word) for word, count in seen.items() if count < len(clues))
    return {word: column for column, (_, word) in enumerate(telling[:_MOST_WORDS])}


def _words_of_options(known: Sequence[Clue]) -> Guess:
    """Naive Bayes on each option by itself: what right options say, and how they relate to the question."""
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    asked = [clue for clue in known if clue.options and not clue.pictures]
    for clue in asked:
        for option in clue.options:
            (right if option == clue.text else wrong).update(_features(clue, option))
    rights = len(asked)
    wrongs = rights * (_OPTIONS - 1)

    def score(clue: Clue, option: str) -> float:
        total = 0.0
        for feature in sorted(_features(clue, option)):
            if_right = (right[feature] + 1) / (rights + 2)
            if_wrong = (wrong[feature] + _OPTIONS - 1) / (wrongs + 2 * (_OPTIONS - 1))
            total += log(if_right / if_wrong)
        return total

    def guess(clue: Clue) -> tuple[str, ...]:
        if _is_open(clue) or clue.pictures:
            return ()
        return best_options(clue, [score(clue, option) for option in clue.options])

    return guess


def _features(clue: Clue, option: str) -> set[str]:
    words = words_of(option)
    question = words_of(clue.prompt[1])
    mentioned = f" {option.lower()} " in " " + " ".join(clue.prompt[1].lower().replace(",", " ").split()) + " "
    features = {f"word {word}" for word in words} | {
        f"text {option}",
        f"level {clue.level}: {option}",
        f"mentioned {mentioned}",
        f"words of the question {min(5, len(words & question))}",
        f"words {len(words)}",
    }
    if option.lstrip("-").isdecimal():
        features.add(f"odd {int(option) % 2}")
    return features


GUESSERS: Mapping[str, Mapping[str, Guesser]] = {
    "commonest": {
        "letter": _commonest_letter,
        "whole answer": _commonest(WHOLE),
        "places of labels": _commonest(PLACES),
        "part by part": _commonest_parts,
    },
    "position": {f"by {measure}": _position(measure) for measure in TEXT_MEASURES},
    "options": {"the same six": same_options, "values and places": places_and_values},
    "words": {
        "prompt": _words_of_prompt(WHOLE),
        "prompt, places of labels": _words_of_prompt(PLACES),
        "options": _words_of_options,
    },
}
"""The four guessers, each in several ways; the best way counts."""

GLANCES: Mapping[str, Guesser] = {"looks": _position("looks"), "contents": _position("contents")}
"""Guessers that see the option pictures and nothing else: which is nearest to the others, or farthest from them."""
