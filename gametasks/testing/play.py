"""Boards as text, and states on the way through a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from gametasks.qa_families import Task
from gametasks.schemas import Diagnostic, Ranges, State, Style, parse_answer, write_answer

__all__ = ["assert_closed_under_moves", "assert_reads_back"]

S = TypeVar("S", bound=State)


def assert_reads_back(task: Task[S], state: S) -> None:
    """A state is equal after JSON, and after its text where the task writes its boards as text.

    Raises:
        AssertionError: It is not.
    """
    if msgspec.json.decode(msgspec.json.encode(state), type=task.state) != state:
        raise AssertionError(f"the state does not survive JSON: {state}")
    if (task.text is None) != (task.parse is None):
        raise AssertionError(f"{task.name} has only one of text and parse")
    if task.text is not None and task.parse is not None:
        text = task.text(state)
        back = task.parse(text)
        if back != state:
            raise AssertionError(f"the text is read back as another state:\n{text}\nwas {state}\nis  {back}")


def assert_closed_under_moves(
    task: Task[S], state: S, question: Any, moves: Iterable[Any], style: Style | None = None
) -> list[S]:
    """Every position on the way is a state that is played on alike, reads back, and is drawn laid out like the first.

    Args:
        task: A task whose verifier has ``moves``.
        state: Where play begins.
        question: The question with which the positions are drawn.
        moves: Moves, in order, each possible.
        style: How they are drawn; not at all where none is given.

    Returns:
        The state after each move.

    Raises:
        AssertionError: A move is not possible, or a position breaks one of the promises.
    """
    rules = task.verifier.moves
    if rules is None:
        raise AssertionError(f"the verifier of {task.name} has no moves")
    position, shown = rules.start(state), state
    layout = _layout(task, state, question, style)
    states: list[S] = []
    for number, move in enumerate(moves, 1):
        _assert_written_and_read(task, shown, move)
        after = rules.move(state, position, move)
        if isinstance(after, Diagnostic):
            raise AssertionError(f"move {number}, {move}, is not possible: {after.message}")
        if rules.move(shown, position, move) != after:
            raise AssertionError(f"move {number}, {move}, does something else where play begins with the state before")
        position = after
        shown = rules.state(state, position)
        if rules.start(shown) != position:
            raise AssertionError(f"after move {number} the state shows another position: {rules.start(shown)}")
        if rules.solved(shown, position) != rules.solved(state, position):
            raise AssertionError(f"after move {number} the state's goal is another one")
        assert_reads_back(task, shown)
        if _layout(task, shown, question, style) != layout:
            raise AssertionError(f"after move {number} the styles or the layout of the pictures are others than before")
        states.append(shown)
    return states


def _assert_written_and_read(task: Task[S], state: S, move: Any) -> None:
    """A move is equal after it was written and read as the task's answer kind of a move, if it has one."""
    if task.move is not None:
        kind = task.move(state)
        back = parse_answer(kind, write_answer(kind, move))
        if back != move:
            raise AssertionError(f"the move {move} is read back as {back}")


def _layout(task: Task[S], state: S, question: Any, style: Style | None) -> list[Any]:
    """What must not follow the position: the styles on offer, and sizes and regions of the pictures."""
    if task.draw is None or task.styles is None or style is None:
        return []
    pictures = [(picture.image.size, dict(picture.regions)) for picture in task.draw(state, question, style)]
    return [*(task.styles(ranges, state) for ranges in Ranges), *pictures]
