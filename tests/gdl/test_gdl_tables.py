"""Statistics per game and task, and the published averages that must follow from the published rows of the games."""

from __future__ import annotations

import pytest
from oracles.paper_tables import MODELS, PAPER, read_scores

from gametasks.qa_families.gdl_simulation.score_table import AVERAGE, GameScore, ScoredAnswer, averages, game_scores

SCORED = [
    ScoredAnswer("chess", "next_state", None, 0.5, 0.0),
    ScoredAnswer("hanoi", "multistep_state", 5, 0.25, 0.0),
    ScoredAnswer("chess", "next_state", None, 1.0, 1.0),
    ScoredAnswer("hanoi", "next_state", None, 0.0, 0.0),
    ScoredAnswer("hanoi", "multistep_state", 3, 1.0, 1.0),
    ScoredAnswer("chess", "next_state", None, 0.75, 0.0),
]


def test_a_game_has_a_row_for_each_family_and_horizon():
    assert game_scores(SCORED) == [
        GameScore("next_state", "chess", None, 3, 0.75, 1 / 3),
        GameScore("next_state", "hanoi", None, 1, 0.0, 0.0),
        GameScore("multistep_state", "hanoi", 5, 1, 0.25, 0.0),
        GameScore("multistep_state", "hanoi", 3, 1, 1.0, 1.0),
    ]


def test_in_an_average_every_game_weighs_the_same():
    assert averages(game_scores(SCORED)) == [
        GameScore("next_state", AVERAGE, None, 4, 0.375, 1 / 6),
        GameScore("multistep_state", AVERAGE, 5, 1, 0.25, 0.0),
        GameScore("multistep_state", AVERAGE, 3, 1, 1.0, 1.0),
    ]


def test_no_answers_make_no_rows():
    assert game_scores([]) == []
    assert averages([]) == []


@pytest.mark.skipif(not PAPER.is_file(), reason="the paper is not at hand")
@pytest.mark.parametrize("number", [f"S{number}" for number in (*range(3, 13), *range(14, 17))])
def test_published_averages_follow_from_the_published_rows(number: str):
    games = read_scores(number)
    published = games.pop("Average")
    assert len(games) == 35
    for place, model in enumerate(MODELS):
        rows = game_scores(ScoredAnswer(game, number, None, *scores[place]) for game, scores in games.items())
        (ours,) = averages(rows)
        # The printed figures are rounded to three decimals.
        assert (ours.jaccard, ours.exact) == pytest.approx(published[place], abs=0.001), model
