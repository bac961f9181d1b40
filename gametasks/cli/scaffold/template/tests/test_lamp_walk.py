"""Lamp walk: rules on drawn boards, three methods that agree, boards as text, damaged answers, the whole contract."""

from __future__ import annotations

import pytest
from oracle import fewest_steps

from gametasks.errors import BoardError
from gametasks.schemas import Direction, Ranges
from gametasks.testing import (
    assert_closed_under_moves,
    assert_only_right_answers_score,
    assert_reads_back,
    check_task,
    drafts,
    rows_of,
    style_of,
)
from gametasks_lamp_walk.qa_families import TASK
from gametasks_lamp_walk.schemas import ShortestWalk, WalkLength, parse, text

BOARD = """
    W o o .
    . . o .
    o o o E
"""
FAMILIES = [family.name for family in TASK.families]


def judged(steps: str) -> str:
    """What is wrong with a walk on the board; nothing for a right one."""
    walk = tuple(map(Direction, steps))
    diagnostic = TASK.verifier.check(parse(BOARD), ShortestWalk(optimum=5), walk).diagnostic
    return diagnostic.message if diagnostic else ""


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("RRDDR", ""),
        ("RRDD", "the walker is not at the end"),
        ("RRDDLRR", "7 steps solve the board, but 5 are enough"),
        ("RRRDD", "step 3, R, is not possible: the lamp on R1C4 is dark"),
        ("U", "step 1, U, is not possible: R0C1 is not on the board"),
    ],
)
def test_a_walk_is_judged_step_by_step(steps: str, said: str) -> None:
    assert said in judged(steps)
    assert bool(judged(steps)) == bool(said)


def test_a_board_is_read_and_written() -> None:
    state = parse(BOARD)
    assert text(state).splitlines()[1] == "R1  W  o  o  ."
    assert len(state.lit) == 8
    with pytest.raises(BoardError, match="R1C2 holds 'x'"):
        parse("W x\n. E")
    with pytest.raises(BoardError, match="0 walkers W"):
        parse("o o\n. E")


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", TASK.level_numbers)
def test_three_methods_agree_and_positions_can_be_shown(level: int, ranges: Ranges) -> None:
    low, high = TASK.levels[ranges][level - 1].steps
    for draft in drafts(TASK, "shortest_walk", level, ranges, count=10):
        state, question = draft.state, draft.question
        walk = TASK.solve(state, question).answer
        assert len(walk) == TASK.verifier.answer(state, WalkLength(optimum=0)) == fewest_steps(state)
        assert low <= len(walk) <= high
        assert_reads_back(TASK, state)
        assert_closed_under_moves(TASK, state, question, walk, style_of(TASK, state, ranges))


@pytest.mark.parametrize("family", FAMILIES)
def test_only_right_answers_score(family: str) -> None:
    for row in rows_of(TASK, family):
        assert_only_right_answers_score(row)


def test_the_task_keeps_the_contract() -> None:
    assert check_task("lamp_walk", samples=1) == []
