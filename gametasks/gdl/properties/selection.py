"""Which games of a large collection are worth the cost of a full experiment.

Five criteria each list the games that they favour most: those with the largest states, those whose states change most,
those on which models do best and worst, and those that separate the models. All listed games are taken, once each
("Reasoning Capabilities of Large Language Models. Lessons Learned from General Game Playing", section S3.2).
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from gametasks.errors import ConfigurationError
from gametasks.gdl.description import Game
from gametasks.gdl.terms import show

__all__ = ["Candidate", "Criterion", "Selection", "description_digest", "select_games"]

_FEWEST_SCORES = 3


class Criterion(StrEnum):
    """How a list orders the games."""

    AVG_FACT_COUNT = "AvgFactCount"
    """Most facts in a state."""

    STATE_DIFF = "StateDiff"
    """Most facts added or removed between consecutive states."""

    HIGH_END = "HighEnd"
    """Greatest sum of all scores plus their product."""

    LOW_END = "LowEnd"
    """Least sum of all scores plus their product."""

    VARIANCE = "Variance"
    """Greatest lead of the best score over the second and over the third, added up."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A game that may be selected.

    Attributes:
        name: Its name.
        fact_count: Mean number of facts of a state.
        state_diff: Mean number of facts that are added or removed by a joint move.
        scores: Mean score of each model on it, from 0 to 1, at least three; their order does not matter.
        digest: Digest of its rules (``description_digest``); games that share one are taken once. A game
            without one is like no other.
    """

    name: str
    fact_count: float
    state_diff: float
    scores: tuple[float, ...]
    digest: str | None = None

    @property
    def ends(self) -> float:
        """Sum of the scores plus their product."""
        return math.fsum(self.scores) + math.prod(self.scores)

    @property
    def variance(self) -> float:
        """Lead of the best score over the second plus its lead over the third."""
        best, second, third = sorted(self.scores, reverse=True)[:_FEWEST_SCORES]
        return (best - second) + (best - third)


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected.

    Attributes:
        lists: The games of each criterion, the first place first. Games that repeat another's rules still hold a place.
        repeats: Listed games whose rules are those of an earlier candidate, and the name of that one.
        chosen: All others, each once, in the order of the candidates.
    """

    lists: Mapping[Criterion, tuple[str, ...]]
    repeats: Mapping[str, str]
    chosen: tuple[str, ...]


_ORDER: Mapping[Criterion, Callable[[Candidate], float]] = {
    Criterion.AVG_FACT_COUNT: lambda candidate: -candidate.fact_count,
    Criterion.STATE_DIFF: lambda candidate: -candidate.state_diff,
    Criterion.HIGH_END: lambda candidate: -candidate.ends,
    Criterion.LOW_END: lambda candidate: candidate.ends,
    Criterion.VARIANCE: lambda candidate: -candidate.variance,
}


def select_games(candidates: Iterable[Candidate], places: int = 10) -> Selection:
    """Select games by all five criteria.

    Games with equal values keep the order in which they are given. A game whose rules repeat another's is dropped after
    the lists are made, and nothing takes its place.

    Args:
        candidates: The collection.
        places: Length of each list.

    Raises:
        ConfigurationError: Two candidates share a name, one has fewer than three scores, a value is not
            finite, or ``places`` is less than 1.
    """
    candidates = list(candidates)
    _check(candidates, places)
    lists = {
        criterion: tuple(candidate.name for candidate in sorted(candidates, key=order)[:places])
        for criterion, order in _ORDER.items()
    }
    listed = {name for names in lists.values() for name in names}
    first: dict[str, str] = {}
    repeats: dict[str, str] = {}
    for candidate in candidates:
        if candidate.name in listed and candidate.digest is not None:
            same = first.setdefault(candidate.digest, candidate.name)
            if same != candidate.name:
                repeats[candidate.name] = same
    chosen = tuple(one.name for one in candidates if one.name in listed and one.name not in repeats)
    return Selection(lists, repeats, chosen)


def description_digest(game: Game) -> str:
    """A digest that two games share if they have the same rules, whatever their order, layout, case and comments."""
    rules = sorted(show(("<=", rule.head, *rule.body)) for rule in game.rules)
    return hashlib.blake2b("\n".join(rules).encode(), digest_size=16).hexdigest()


def _check(candidates: list[Candidate], places: int) -> None:
    if places < 1:
        raise ConfigurationError(f"a list of games has at least one place, not {places}")
    repeated = [name for name, number in Counter(candidate.name for candidate in candidates).items() if number > 1]
    if repeated:
        raise ConfigurationError(f"the game {repeated[0]!r} occurs twice; give each candidate a different name")
    for candidate in candidates:
        if len(candidate.scores) < _FEWEST_SCORES:
            raise ConfigurationError(
                f"{candidate.name} has {len(candidate.scores)} scores; the criterion Variance needs three or more"
            )
        if not all(map(math.isfinite, (candidate.fact_count, candidate.state_diff, *candidate.scores))):
            raise ConfigurationError(f"{candidate.name} has a value that is not a finite number")
