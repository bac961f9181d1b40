"""Guessing a family unseen, and what the guesses are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from scipy.stats import binomtest

from gametasks.build.audit.answer_views import answers_possible
from gametasks.build.audit.clues import Clue, Guesser
from gametasks.build.audit.guessers import GLANCES, GUESSERS
from gametasks.evaluate.scoring import score

__all__ = ["LIMIT", "LIMIT_OF_TWO", "FormatAudit", "Guessed", "Verdict", "guess_unseen", "settle_guesses"]

LIMIT, LIMIT_OF_TWO = 35.0, 60.0
"""What a guesser may reach in percent: in general, and where only two answers exist."""

_GLANCE = "glance"
_SCORED_COLUMNS = ("id", "format", "answer", "answer_schema", "evaluator", "state")

Guesses = dict[str, dict[str, dict[str, tuple[str, ...]]]]
"""By guesser and way, for each sample's id: the answer, or the options among which the guesser is torn."""

Rows = Callable[[Sequence[str]], Iterator[Mapping[str, Any]]]
"""Reads rows with the given columns."""


class Verdict(StrEnum):
    """What the audit says of a format of a family."""

    PASSES = "passes"
    OVER = "breaks a limit"
    TOO_FEW = "too few to tell"


class Guessed(msgspec.Struct, frozen=True):
    """What a guesser reaches in percent, and the way by which it does best."""

    score: float
    way: str


class FormatAudit(msgspec.Struct, frozen=True, kw_only=True):
    """What guessers reach in one format of a family.

    Attributes:
        verdict: What the figures say; of a choice, letters and ranks are judged with them. Given last, when the
            families are judged together.
        chance: The best guesser's score, in percent.
        low, high: Its 95 % Wilson interval.
        limit: What the score may be.
        samples: Number of samples; each was guessed by guessers that were fitted on the other half.
        guessers: The guessers that never see a picture; one that has no guess at all is left out.
        glances: Guessers that see the option pictures and nothing else; not part of ``chance``.
    """

    verdict: Verdict = Verdict.TOO_FEW
    chance: float
    low: float
    high: float
    limit: float
    samples: int
    guessers: dict[str, Guessed]
    glances: dict[str, float]

    def best(self) -> str:
        """The best guesser, with its way; of a chance above 0 there is one."""
        name = max(self.guessers, key=lambda guesser: self.guessers[guesser].score)
        return f"{name} ({self.guessers[name].way})"


def guess_unseen(clues: Sequence[Clue]) -> Guesses:
    """Let every guesser guess at every sample of a family, fitted on the half that the sample is not in."""
    ways: dict[str, Mapping[str, Guesser]] = {**GUESSERS, _GLANCE: GLANCES}
    guesses: Guesses = {name: {way: {} for way in guessers} for name, guessers in ways.items()}
    for half in (0, 1):
        known = [clue for clue in clues if clue.half != half]
        asked = [clue for clue in clues if clue.half == half]
        for name, guessers in ways.items():
            for way, fit in guessers.items():
                guess = fit(known)
                guesses[name][way].update((clue.id, guess(clue)) for clue in asked)
    return guesses


def settle_guesses(clues: Sequence[Clue], guesses: Guesses, rows: Rows) -> dict[str, FormatAudit]:
    """Score the guesses at a family.

    Args:
        clues: The samples of the family.
        guesses: What was guessed at them.
        rows: Reads the rows of the family's task: an open answer that is not the stored one may still be
            right, which the verifier knows.

    Returns:
        The results by format.
    """
    right = _right_by_rule(clues, guesses, rows)
    results: dict[str, FormatAudit] = {}
    for form in sorted({clue.format for clue in clues}):
        chosen = [clue for clue in clues if clue.format is form]
        scores = {name: _scores(chosen, by_way, right) for name, by_way in guesses.items()}
        glances = scores.pop(_GLANCE, {})
        best = {name: max(by_way, key=by_way.__getitem__) for name, by_way in scores.items() if by_way}
        chance = max((scores[name][way] for name, way in best.items()), default=0.0)
        interval = binomtest(round(chance * len(chosen)), len(chosen)).proportion_ci(method="wilson")
        results[form] = FormatAudit(
            chance=_percent(chance),
            low=_percent(float(interval.low)),
            high=_percent(float(interval.high)),
            limit=LIMIT_OF_TWO if all(_possible(clue) == 2 for clue in chosen) else LIMIT,
            samples=len(chosen),
            guessers={name: Guessed(_percent(scores[name][way]), way) for name, way in best.items()},
            glances={measure: _percent(value) for measure, value in glances.items()},
        )
    return results


def _percent(share: float) -> float:
    return round(100 * share, 2)


def _possible(clue: Clue) -> int | None:
    return len(clue.letters) or answers_possible(clue.kind)


def _scores(
    clues: Sequence[Clue], by_way: Mapping[str, Mapping[str, tuple[str, ...]]], right: set[tuple[str, str]]
) -> dict[str, float]:
    """The score of each way that has a guess at all."""
    able = {way: guessed for way, guessed in by_way.items() if any(guessed[clue.id] for clue in clues)}
    return {way: _mean_credit(clues, guessed, right) for way, guessed in able.items()}


def _mean_credit(clues: Sequence[Clue], guessed: Mapping[str, tuple[str, ...]], right: set[tuple[str, str]]) -> float:
    total = 0.0
    for clue in clues:
        guess = guessed[clue.id]
        answer = clue.letter or clue.text
        if answer in guess or any((clue.id, text) in right for text in guess):
            total += 1 / len(guess)
    return total / len(clues)


def _right_by_rule(clues: Sequence[Clue], guesses: Guesses, rows: Rows) -> set[tuple[str, str]]:
    """Guesses at open questions that the verifier accepts, though they are not the stored answer."""
    doubtful: dict[str, set[str]] = {}
    for clue in clues:
        if not clue.letters:
            texts = {text for by_way in guesses.values() for found in by_way.values() for text in found[clue.id]}
            if texts - {clue.text}:
                doubtful[clue.id] = texts - {clue.text}
    right: set[tuple[str, str]] = set()
    for row in rows(_SCORED_COLUMNS) if doubtful else ():
        for text in sorted(doubtful.get(row["id"], ())):
            if score(row, text).score == 1.0:
                right.add((row["id"], text))
    return right
