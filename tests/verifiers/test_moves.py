"""Play leads from states to states: what can be reached can be shown, travels as JSON, and is played on from there."""

from __future__ import annotations

import pytest

from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import Diagnostic, Direction, Entry, Ranges, Slide, parse_answer, write_answer
from gametasks.schemas.hexakai import BlankValue
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.schemas.rolling_cube import RollState
from gametasks.schemas.rush_exit import Plan
from gametasks.streams import Stream
from gametasks.testing import assert_closed_under_moves, drafts
from gametasks.verifiers import judge_plan


def slides(state):
    return [Slide(vehicle.letter, way, n) for vehicle in state.vehicles for way in Direction for n in range(1, 6)]


def rolls(state):
    return list(Direction)


def entries(state):
    return [Entry(cell, digit) for cell in cells_of(state.size) for digit in range(state.size)]


IMAGINABLE = {"hexakai": entries, "rolling_cube": rolls, "rush_exit": slides}
"""For each task that is played by moves, the moves that its boards make one think of, possible or not."""


def shortest_plan(state):
    return get_task("rush_exit").verifier.answer(state, Plan(optimum=1))


def missing_digits(state):
    answer = get_task("hexakai").verifier.answer
    blanks = [cell for cell in cells_of(state.size) if state.digit(cell) is None]
    return [Entry(cell, answer(state, BlankValue(cell=cell))) for cell in blanks]


TO_THE_GOAL = {"hexakai": missing_digits, "rolling_cube": RollState.directions, "rush_exit": shortest_plan}
"""For each task the moves that reach the goal."""


def sampled(name, level, ranges):
    """A state and a question of every family of a task."""
    task = get_task(name)
    return [draft for family in task.families for draft in drafts(task, family.name, level, ranges)]


def possible(name, state):
    """The possible moves, each with the state that it leads to."""
    moves = get_task(name).verifier.moves
    tried = [(move, moves.move(state, moves.start(state), move)) for move in IMAGINABLE[name](state)]
    return [(move, moves.state(state, after)) for move, after in tried if not isinstance(after, Diagnostic)]


def walk(name, state, count):
    """Up to so many possible moves, each drawn on the board that the one before leaves."""
    rng, played = Stream(f"play/{name}", str(state)), []
    while len(played) < count and (choices := possible(name, state)):
        move, state = rng.choice(choices)
        played.append(move)
    return played


def test_every_task_that_is_played_by_moves_is_played_here() -> None:
    assert set(IMAGINABLE) == {name for name in catalogue().builtin() if get_task(name).verifier.moves is not None}


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("name", IMAGINABLE)
def test_whatever_play_reaches_is_a_state_and_is_played_on_alike(name: str, level: int, ranges: Ranges) -> None:
    moves = get_task(name).verifier.moves
    for draft in sampled(name, level, ranges):
        start = moves.start(draft.state)
        assert moves.state(draft.state, start) == draft.state
        played = walk(name, draft.state, 40)
        assert played
        for state in assert_closed_under_moves(get_task(name), draft.state, draft.question, played)[::8]:
            from_the_first = [moves.move(draft.state, moves.start(state), move) for move in IMAGINABLE[name](state)]
            assert from_the_first == [moves.move(state, moves.start(state), move) for move in IMAGINABLE[name](state)]


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("name", IMAGINABLE)
def test_the_layout_does_not_follow_the_position(name: str, ranges: Ranges) -> None:
    task = get_task(name)
    for draft in sampled(name, 1, ranges):
        style = task.styles(ranges, draft.state).draw(Stream(f"layout/{name}", "style"))
        *_, last = assert_closed_under_moves(task, draft.state, draft.question, walk(name, draft.state, 4), style)
        before, after = (task.draw(state, draft.question, style) for state in (draft.state, last))
        assert any(p.image.tobytes() != q.image.tobytes() for p, q in zip(before, after, strict=True))


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("name", TO_THE_GOAL)
def test_the_goal_is_a_state_too(name: str, ranges: Ranges) -> None:
    moves = get_task(name).verifier.moves
    for draft in sampled(name, 2, ranges):
        plan = TO_THE_GOAL[name](draft.state)
        assert judge_plan(moves, draft.state, plan, len(plan), "the goal is missed").correct
        assert not judge_plan(moves, draft.state, plan[:-1], len(plan) - 1, "the goal is missed").correct
        *_, finished = assert_closed_under_moves(get_task(name), draft.state, draft.question, plan)
        assert moves.solved(finished, moves.start(finished))


@pytest.mark.parametrize("name", IMAGINABLE)
def test_a_refused_move_says_why_and_any_can_be_written(name: str) -> None:
    task = get_task(name)
    for draft in sampled(name, 1, Ranges.EVALUATION):
        state, moves = draft.state, task.verifier.moves
        kind = task.move(state)
        assert all(parse_answer(kind, write_answer(kind, move)) == move for move in IMAGINABLE[name](state))
        after = [moves.move(state, moves.start(state), move) for move in IMAGINABLE[name](state)]
        refused = [answer for answer in after if isinstance(answer, Diagnostic)]
        assert refused
        assert all(answer.kind and answer.message and answer.position == 0 for answer in refused)
