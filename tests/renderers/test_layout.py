"""Layout does not follow the position in play: a board keeps its places from the first move to the last."""

from __future__ import annotations

import pytest

from gametasks.qa_families._catalogue import catalogue, get_task
from gametasks.schemas import Diagnostic, Direction, Entry, Ranges, Slide
from gametasks.schemas.hexakai.diamond import cells_of
from gametasks.streams import Stream

MOVES = {
    "hexakai": lambda state: [Entry(cell, digit) for cell in cells_of(state.size) for digit in range(state.size)],
    "rolling_cube": lambda state: list(Direction),
    "rush_exit": lambda state: [Slide(v.letter, way, n) for v in state.vehicles for way in "UDLR" for n in (1, 2)],
}
"""For each task that is played by moves, moves to try."""


def test_every_task_that_is_played_by_moves_is_drawn_here() -> None:
    assert set(MOVES) == {name for name in catalogue().builtin() if get_task(name).verifier.moves is not None}


def played(name: str, state, count: int):
    """The state after up to so many moves."""
    moves = get_task(name).verifier.moves
    assert moves is not None
    position, rng = moves.start(state), Stream(f"layout/{name}", "play")
    for _ in range(count):
        tried = [moves.move(state, position, move) for move in MOVES[name](state)]
        reached = [after for after in tried if not isinstance(after, Diagnostic)]
        if reached:
            position = rng.choice(reached)
    return moves.state(state, position)


@pytest.mark.parametrize("ranges", list(Ranges))
@pytest.mark.parametrize("name", MOVES)
def test_regions_are_equal_before_and_after_moves(name: str, ranges: Ranges) -> None:
    task = get_task(name)
    for family in task.families:
        stream = Stream(f"layout/{name}/{family.name}", "state")
        draft = family.sample(task.levels[ranges][0], stream)
        later = played(name, draft.state, 4)
        assert later != draft.state
        style = task.styles(ranges, draft.state).draw(stream)
        assert task.styles(ranges, later) == task.styles(ranges, draft.state)
        before, after = (task.draw(state, draft.question, style) for state in (draft.state, later))
        assert [p.regions for p in before] == [p.regions for p in after]
        assert [p.image.size for p in before] == [p.image.size for p in after]
        assert any(p.image.tobytes() != q.image.tobytes() for p, q in zip(before, after, strict=True))
