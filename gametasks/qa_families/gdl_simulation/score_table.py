"""Scores by game, family and horizon, and their averages, as in the tables of the paper.

A game's figure is the mean over its samples; an average is the mean over games of these means, so every game weighs the
same however many samples it has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from gametasks.qa_families import ScoredRow, ScoreTable
from gametasks.qa_families.gdl_simulation.identity import TASK_NAME

__all__ = ["AVERAGE", "GameScore", "ScoredAnswer", "averages", "game_scores", "score_table"]

AVERAGE = "Average"
"""What stands for the game in a row of averages."""

_COLUMNS = {
    "family": "family", "horizon": "horizon", "game": "game", "samples": "samples", "jaccard": "JI", "exact": "%S",
}  # fmt: skip


class ScoredAnswer(NamedTuple):
    """One scored answer.

    Attributes:
        game: The game.
        family: What was asked, such as ``"gdl_simulation/next_state"``.
        horizon: Number of joint moves that were asked for; None in a family of one step.
        jaccard: Jaccard index of the expected and the given facts or moves, from 0 to 1.
        exact: 1 where they are equal, else 0.
    """

    game: str
    family: str
    horizon: int | None
    jaccard: float
    exact: float


class GameScore(msgspec.Struct, frozen=True):
    """Means over the samples of one game; in a row of averages, over games.

    Attributes:
        family: What was asked.
        game: Name of the game, or ``AVERAGE``.
        horizon: Number of joint moves that were asked for; None in a family of one step.
        samples: Number of samples.
        jaccard: Mean Jaccard index (JI), 0 to 1.
        exact: Share of exact answers (%S), 0 to 1.
    """

    family: str
    game: str
    horizon: int | None
    samples: int
    jaccard: float
    exact: float


def score_table(scored: Sequence[ScoredRow]) -> ScoreTable:
    """Game by game, each family and horizon followed by its average over games."""
    rows = game_scores(_answer(row) for row in scored if "game" in row.statistics)
    rows.sort(key=lambda row: (row.family, row.horizon or 0, row.game))
    return ScoreTable(name="games", rows=tuple(_with_averages(rows)), columns=_COLUMNS, sections=("family", "horizon"))


def _answer(row: ScoredRow) -> ScoredAnswer:
    horizon = row.statistics.get("horizon")
    return ScoredAnswer(
        str(row.statistics["game"]),
        f"{TASK_NAME}/{row.family}",
        horizon if isinstance(horizon, int) else None,
        row.extras.get("jaccard", 0.0),  # what cannot be read has no figures
        float(row.score == 1.0),
    )


def _with_averages(rows: Sequence[GameScore]) -> Iterator[GameScore]:
    for _, group in groupby(rows, key=lambda row: (row.family, row.horizon)):
        games = list(group)
        yield from (*games, *averages(games))


def game_scores(scored: Iterable[ScoredAnswer]) -> list[GameScore]:
    """One row for each game, family and horizon, families and games in the order in which they first occur.

    Args:
        scored: Scored answers, in any order.
    """
    groups: dict[tuple[str, int | None], dict[str, list[ScoredAnswer]]] = {}
    for answer in scored:
        groups.setdefault((answer.family, answer.horizon), {}).setdefault(answer.game, []).append(answer)
    return [
        GameScore(
            family,
            game,
            horizon,
            len(answers),
            _mean([answer.jaccard for answer in answers]),
            _mean([answer.exact for answer in answers]),
        )
        for (family, horizon), games in groups.items()
        for game, answers in games.items()
    ]


def averages(rows: Iterable[GameScore]) -> list[GameScore]:
    """One row for each family and horizon: the mean over its games, and the number of all their samples.

    Args:
        rows: Rows of games, as ``game_scores`` gives them.
    """
    groups: dict[tuple[str, int | None], list[GameScore]] = {}
    for row in rows:
        groups.setdefault((row.family, row.horizon), []).append(row)
    return [
        GameScore(
            family,
            AVERAGE,
            horizon,
            sum(row.samples for row in group),
            _mean([row.jaccard for row in group]),
            _mean([row.exact for row in group]),
        )
        for (family, horizon), group in groups.items()
    ]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)
