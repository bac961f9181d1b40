"""Plans are judged by a fold over the moves; a token on a strip of five cells shows every verdict."""

from __future__ import annotations

import pytest

from gametasks.schemas import Diagnostic, State
from gametasks.verifiers import CORRECT, Moves, judge_plan, replay, wrong


class Strip(State, frozen=True, kw_only=True):
    token: int


def step(state: Strip, position: int, move: str) -> int | Diagnostic:
    after = position + {"L": -1, "R": 1}[move]
    return after if 1 <= after <= 5 else Diagnostic("off_the_strip", f"there is no cell {after}")


MOVES: Moves[Strip, int, str] = Moves(
    start=lambda state: state.token,
    move=step,
    solved=lambda state, position: position == 5,
    state=lambda state, position: Strip(token=position),
    noun="step",
)


def test_moves_are_played_in_order() -> None:
    assert replay(MOVES, Strip(token=2), "RRL") == 3
    assert replay(MOVES, Strip(token=2), "") == 2


def test_the_first_impossible_move_is_named_by_its_number() -> None:
    found = replay(MOVES, Strip(token=2), "LLRL")
    assert found == Diagnostic("off_the_strip", "step 2, L, is not possible: there is no cell 0", 2)


@pytest.mark.parametrize(
    ("plan", "verdict"),
    [
        ("RR", CORRECT),
        ("RRR", wrong("off_the_strip", "step 3, R, is not possible: there is no cell 6", 3)),
        ("R", wrong("goal_not_reached", "after the last step the token is not on cell 5")),
        ("LRRR", wrong("not_optimal", "4 steps solve the board, but 2 are enough")),
        # Passing the goal is not ending on it.
        ("RRL", wrong("goal_not_reached", "after the last step the token is not on cell 5")),
    ],
)
def test_a_plan_is_judged_by_where_it_ends_and_how_long_it_is(plan: str, verdict: object) -> None:
    assert judge_plan(MOVES, Strip(token=3), plan, 2, "the token is not on cell 5") == verdict


def test_a_plan_shorter_than_the_optimum_of_the_record_is_refused() -> None:
    verdict = judge_plan(MOVES, Strip(token=4), "R", 2, "the token is not on cell 5")
    assert verdict == wrong("optimum_too_high", "1 steps solve the board, the record's optimum is 2")
