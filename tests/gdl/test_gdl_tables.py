"""Statistics per game and task, and the published averages that must follow from the published rows of the games."""

from __future__ import annotations

import pytest
from oracles.paper_tables import MODELS, PAPER, read_scores

from gametasks.evaluate.gdl_tables import AVERAGE, Row, averages, game_table

SCORED = [
    ("chess", "next_state", None, 0.5, False),
    ("hanoi", "multistep_state", 5, 0.25, False),
    ("chess", "next_state", None, 1.0, True),
    ("hanoi", "next_state", None, 0.0, False),
    ("hanoi", "multistep_state", 3, 1.0, True),
    ("chess", "next_state", None, 0.75, False),
]


def test_a_game_has_a_row_for_each_task_and_horizon():
    assert game_table(SCORED) == [
        Row("chess", "next_state", None, 3, 0.75, 1 / 3),
        Row("hanoi", "next_state", None, 1, 0.0, 0.0),
        Row("hanoi", "multistep_state", 5, 1, 0.25, 0.0),
        Row("hanoi", "multistep_state", 3, 1, 1.0, 1.0),
    ]


def test_in_an_average_every_game_weighs_the_same():
    assert averages(game_table(SCORED)) == [
        Row(AVERAGE, "next_state", None, 4, 0.375, 1 / 6),
        Row(AVERAGE, "multistep_state", 5, 1, 0.25, 0.0),
        Row(AVERAGE, "multistep_state", 3, 1, 1.0, 1.0),
    ]


def test_no_answers_make_no_rows():
    assert game_table([]) == []
    assert averages([]) == []


@pytest.mark.skipif(not PAPER.is_file(), reason="the paper is not at hand")
@pytest.mark.parametrize("number", [f"S{number}" for number in (*range(3, 13), *range(14, 17))])
def test_published_averages_follow_from_the_published_rows(number: str):
    games = read_scores(number)
    published = games.pop("Average")
    assert len(games) == 35
    for place, model in enumerate(MODELS):
        rows = game_table((game, number, None, *scores[place]) for game, scores in games.items())
        (ours,) = averages(rows)
        # The printed figures are rounded to three decimals.
        assert ours[4:] == pytest.approx(published[place], abs=0.001), model
