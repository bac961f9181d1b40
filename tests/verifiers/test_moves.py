"""Play leads from states to states: what can be reached can be shown, travels as JSON, and is played on from there."""

from __future__ import annotations

import msgspec
import pytest

from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import Diagnostic, Direction, Entry, Ranges, Slide, parse_answer, write_answer
from gametasks.schemas.hexakai import BlankValue
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.schemas.rolling_cube import RollState
from gametasks.schemas.rush_exit import Plan
from gametasks.streams import Stream
from gametasks.verifiers import Moves, judge_plan, replay


def slides(state):
    return [Slide(vehicle.letter, way, n) for vehicle in state.vehicles for way in "UDLR" for n in range(1, 6)]


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
    """A state of every family of a task."""
    task = get_task(name)
    for family in task.families:
        stream = Stream(f"moves/{family.name}/{ranges}/{level}", "state")
        yield family.sample(task.levels[ranges][level - 1], stream).state


def possible(moves: Moves, state, position, imaginable):
    """The positions after every possible move."""
    after = {move: moves.move(state, position, move) for move in imaginable}
    return {move: reached for move, reached in after.items() if not isinstance(reached, Diagnostic)}


def test_every_task_that_is_played_by_moves_is_played_here() -> None:
    assert set(IMAGINABLE) == {name for name in catalogue().builtin() if get_task(name).verifier.moves is not None}


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("name", IMAGINABLE)
def test_whatever_play_reaches_is_a_state_and_is_played_on_alike(name: str, level: int, ranges: Ranges) -> None:
    moves = get_task(name).verifier.moves
    rng = Stream(f"play/{name}/{level}/{ranges}", "play")
    for state in sampled(name, level, ranges):
        imaginable = IMAGINABLE[name](state)
        position = moves.start(state)
        assert moves.state(state, position) == state
        for _ in range(40):
            choices = possible(moves, state, position, imaginable)
            shown = moves.state(state, position)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=type(state)) == shown
            assert moves.start(shown) == position
            assert moves.solved(shown, position) == moves.solved(state, position)
            assert possible(moves, shown, position, imaginable) == choices
            if not choices:
                break
            position = choices[rng.choice(list(choices))]
            assert moves.state(shown, position) == moves.state(state, position)


@pytest.mark.parametrize("name", IMAGINABLE)
def test_positions_and_moves_are_written_and_read_back(name: str) -> None:
    task = get_task(name)
    moves = task.verifier.moves
    rng = Stream(f"written/{name}", "play")
    for state in sampled(name, 2, Ranges.EVALUATION):
        position = moves.start(state)
        while not moves.solved(state, position):
            shown = moves.state(state, position)
            assert task.parse(task.text(shown)) == shown
            choices = possible(moves, state, position, IMAGINABLE[name](state))
            kind = task.move(shown)
            for move, after in choices.items():
                assert moves.move(state, position, parse_answer(kind, write_answer(kind, move))) == after
            if not choices or rng.integers(0, 12) == 0:
                break
            position = choices[rng.choice(list(choices))]
        last = moves.state(state, position)
        assert task.parse(task.text(last)) == last


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("name", TO_THE_GOAL)
def test_the_goal_is_a_state_too(name: str, ranges: Ranges) -> None:
    task = get_task(name)
    moves = task.verifier.moves
    for state in sampled(name, 2, ranges):
        plan = TO_THE_GOAL[name](state)
        assert judge_plan(moves, state, plan, len(plan), "the goal is missed").correct
        assert not judge_plan(moves, state, plan[:-1], len(plan) - 1, "the goal is missed").correct
        finished = moves.state(state, replay(moves, state, plan))
        assert moves.solved(finished, moves.start(finished))
        assert msgspec.json.decode(msgspec.json.encode(finished), type=type(state)) == finished
        assert task.parse(task.text(finished)) == finished


def test_a_refused_move_says_why() -> None:
    for name, imaginable in IMAGINABLE.items():
        moves = get_task(name).verifier.moves
        state = next(sampled(name, 1, Ranges.DATASET))
        after = [moves.move(state, moves.start(state), move) for move in imaginable(state)]
        refused = [answer for answer in after if isinstance(answer, Diagnostic)]
        assert refused
        assert all(answer.kind and answer.message and answer.position == 0 for answer in refused)


@pytest.mark.parametrize("name", IMAGINABLE)
def test_a_move_is_written_and_read_by_the_task_s_answer_kind(name: str) -> None:
    task = get_task(name)
    for state in sampled(name, 1, Ranges.EVALUATION):
        kind = task.move(state)
        for move in IMAGINABLE[name](state):
            assert parse_answer(kind, write_answer(kind, move)) == move
