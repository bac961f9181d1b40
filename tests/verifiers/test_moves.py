"""Play leads from states to states: what can be reached can be shown, travels as JSON, and is played on from there."""

from __future__ import annotations

import msgspec
import pytest

from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import Diagnostic, Direction, Entry, Ranges, Slide, parse_answer, write_answer
from gametasks.schemas.hexakai import cells_of
from gametasks.streams import Stream
from gametasks.verifiers import Moves


def slides(state):
    return [Slide(vehicle.letter, way, n) for vehicle in state.vehicles for way in "UDLR" for n in range(1, 6)]


def rolls(state):
    return list(Direction)


def entries(state):
    return [Entry(cell, digit) for cell in cells_of(state.size) for digit in range(state.size)]


IMAGINABLE = {"hexakai": entries, "rolling_cube": rolls, "rush_exit": slides}
"""For each task that is played by moves, the moves that its boards make one think of, possible or not."""


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
