"""Scores of the GDL tasks per game and task, and their averages, as in the tables of the paper.

A game's figure is the mean over its samples; an average is the mean over games of these means, so every game weighs the
same however many samples it has.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["AVERAGE", "Row", "ScoredSample", "averages", "game_table"]

AVERAGE = "Average"
"""What stands for the game in a row of averages."""


class ScoredSample(NamedTuple):
    """One scored answer.

    Attributes:
        game: The game.
        task: The task, such as ``"next_state"``.
        horizon: Number of joint moves that were asked for; None in a task of one step.
        jaccard: Jaccard index of the expected and the given facts or moves, from 0 to 1.
        exact: Whether they are equal.
    """

    game: str
    task: str
    horizon: int | None
    jaccard: float
    exact: bool


class Row(NamedTuple):
    """The figures of a game and a task.

    Attributes:
        game: The game, or ``AVERAGE``.
        task: The task.
        horizon: Number of joint moves that were asked for; None in a task of one step.
        samples: Number of scored answers.
        jaccard: Mean Jaccard index, JI.
        exact: Share of exact answers, %S, from 0 to 1.
    """

    game: str
    task: str
    horizon: int | None
    samples: int
    jaccard: float
    exact: float


def game_table(scored: Iterable[ScoredSample | tuple[str, str, int | None, float, bool | float]]) -> list[Row]:
    """One row for each game, task and horizon, tasks and games in the order in which they first occur.

    Args:
        scored: Scored answers, in any order.
    """
    groups: dict[tuple[str, int | None], dict[str, list[tuple[float, float]]]] = {}
    for game, task, horizon, jaccard, exact in scored:
        groups.setdefault((task, horizon), {}).setdefault(game, []).append((jaccard, float(exact)))
    return [
        Row(game, task, horizon, len(pairs), *(_mean(values) for values in zip(*pairs, strict=True)))
        for (task, horizon), games in groups.items()
        for game, pairs in games.items()
    ]


def averages(rows: Iterable[Row]) -> list[Row]:
    """One row for each task and horizon: the mean over its games, and all samples together.

    Args:
        rows: Rows of games, as ``game_table`` gives them.
    """
    groups: dict[tuple[str, int | None], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.task, row.horizon), []).append(row)
    return [
        Row(
            AVERAGE,
            task,
            horizon,
            sum(row.samples for row in group),
            _mean([row.jaccard for row in group]),
            _mean([row.exact for row in group]),
        )
        for (task, horizon), group in groups.items()
    ]


def _mean(values: Iterable[float]) -> float:
    values = list(values)
    return math.fsum(values) / len(values)
