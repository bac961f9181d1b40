"""Which games of a collection are selected, and how far the published selection can be checked."""

from __future__ import annotations

import math

import pytest
from oracles.paper_tables import PAPER, read_scores, read_table

from gametasks.errors import ConfigurationError
from gametasks.gdl.description import parse_game
from gametasks.gdl.properties.selection import Candidate, Criterion, description_digest, select_games


def game(name: str, facts: float = 1, diff: float = 1, scores: tuple[float, ...] = (0.5, 0.5, 0.5), digest: str = ""):
    return Candidate(name, facts, diff, scores, digest or None)


SHELF = [
    game("large", facts=90),
    game("restless", diff=70),
    game("easy", scores=(1.0, 0.9, 1.0)),
    game("hard", scores=(0.1, 0.0, 0.2)),
    game("telling", scores=(0.1, 0.2, 0.9)),
    game("dull"),
]


def test_each_criterion_lists_the_game_that_it_favours():
    assert dict(select_games(SHELF, places=1).lists) == {
        Criterion.AVG_FACT_COUNT: ("large",),
        Criterion.STATE_DIFF: ("restless",),
        Criterion.HIGH_END: ("easy",),
        Criterion.LOW_END: ("hard",),
        Criterion.VARIANCE: ("telling",),
    }


def test_what_no_criterion_lists_is_not_chosen():
    assert select_games(SHELF, places=1).chosen == ("large", "restless", "easy", "hard", "telling")


def test_a_game_of_several_lists_is_chosen_once():
    both = [game("both", facts=5, diff=5), game("one", facts=4), game("other", diff=4)]
    selection = select_games(both, places=1)
    assert selection.lists[Criterion.AVG_FACT_COUNT] == selection.lists[Criterion.STATE_DIFF] == ("both",)
    assert selection.chosen == ("both",)


def test_games_with_equal_values_keep_their_order():
    same = [game(name) for name in ("b", "a", "c")]
    assert all(names == ("b", "a") for names in select_games(same, places=2).lists.values())


def test_the_product_of_the_scores_breaks_a_tie_of_sums():
    # 0.5 × 0.5 × 0.5 is more than 1 × 0.5 × 0.
    selection = select_games([game("uneven", scores=(0.0, 0.5, 1.0)), game("even", scores=(0.5, 0.5, 0.5))], places=1)
    assert selection.lists[Criterion.HIGH_END] == ("even",)
    assert selection.lists[Criterion.LOW_END] == ("uneven",)


def test_a_repeat_of_another_game_holds_its_place_but_is_not_chosen():
    shelf = [game("pawns", facts=3, digest="x"), game("pawns again", facts=2, digest="x"), game("other", facts=1)]
    selection = select_games(shelf, places=2)
    assert selection.lists[Criterion.AVG_FACT_COUNT] == ("pawns", "pawns again")
    assert selection.repeats == {"pawns again": "pawns"}
    assert "pawns again" not in selection.chosen


def test_descriptions_are_the_same_whatever_their_order_case_and_layout():
    first = parse_game("(role white) (<= (p ?x) (q ?x)) (q 1)")
    again = parse_game("; again\n(q 1)\n(ROLE White) (<= (p ?x)\n  (q ?x))", "other")
    changed = parse_game("(role white) (<= (p ?x) (q ?x)) (q 2)")
    assert description_digest(first) == description_digest(again) != description_digest(changed)


@pytest.mark.parametrize(
    ("candidates", "places", "reason"),
    [
        ([game("a"), game("a")], 1, "'a' occurs twice"),
        ([game("a", scores=(1.0, 0.5))], 1, "a has 2 scores"),
        ([game("a", facts=math.nan)], 1, "not a finite number"),
        ([game("a")], 0, "at least one place"),
    ],
)
def test_a_table_that_says_nothing_is_refused(candidates: list[Candidate], places: int, reason: str):
    with pytest.raises(ConfigurationError, match=reason):
        select_games(candidates, places)


def published_places() -> dict[Criterion, dict[str, int]]:
    """The places that table S1 prints for each criterion, by game."""
    rows = {name: cells for name, cells in read_table("S1").items() if name not in {"", "Game"}}
    return {
        criterion: {
            name: int(cells[column]) for name, cells in rows.items() if len(cells) > column and cells[column].strip()
        }
        for column, criterion in enumerate(Criterion)
    }


needs_paper = pytest.mark.skipif(not PAPER.is_file(), reason="the paper is not at hand")


@needs_paper
def test_the_published_lists_hold_35_games_and_one_repeat():
    """One place of HighEnd is nobody's: that of pawnWhoppingCorrected, whose rules are those of pawnWhopping."""
    places = published_places()
    (missing,) = set(range(1, 11)) - set(places[Criterion.HIGH_END].values())
    for criterion, numbers in places.items():
        expected = set(range(1, 11)) - ({missing} if criterion is Criterion.HIGH_END else set())
        assert set(numbers.values()) == expected, criterion
    names = list(dict.fromkeys(name for numbers in places.values() for name in numbers))
    assert len(names) == 35

    facts, changes = places[Criterion.AVG_FACT_COUNT], places[Criterion.STATE_DIFF]
    shelf = [game(name, facts=-facts.get(name, 11), diff=-changes.get(name, 11)) for name in names]
    lists = select_games(shelf).lists
    for criterion in (Criterion.AVG_FACT_COUNT, Criterion.STATE_DIFF):
        assert {name: at for at, name in enumerate(lists[criterion], start=1)} == places[criterion]


@needs_paper
@pytest.mark.parametrize(
    ("criterion", "shared"), [(Criterion.HIGH_END, 8), (Criterion.LOW_END, 5), (Criterion.VARIANCE, 6)]
)
def test_the_scores_of_the_main_experiment_give_part_of_the_published_lists(criterion: Criterion, shared: int):
    """The selection went by scores of a preliminary experiment, which are not printed; those of table S3 are close."""
    scores = read_scores("S3")
    del scores["Average"]
    shelf = [game(name, scores=tuple(exact for _, exact in pairs)) for name, pairs in scores.items()]
    assert len(set(select_games(shelf).lists[criterion]) & set(published_places()[criterion])) == shared
