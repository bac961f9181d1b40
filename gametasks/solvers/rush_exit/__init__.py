"""Rush exit, exactly: the shortest way down the distances of all positions that can be reached."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from gametasks.schemas import Cell, Direction, Slide
from gametasks.schemas._board import step
from gametasks.schemas.rush_exit import FirstCommand, MinCommands, Plan, RushQuestion, RushState, StateAfter
from gametasks.solvers import Solution, best_moves, descend
from gametasks.solvers.rush_exit.graph import explore
from gametasks.streams import Stream

__all__ = ["solve"]


def solve(state: RushState, question: RushQuestion) -> Solution:
    """Read the answer off the component of the board.

    Raises:
        ValueError: The board cannot be solved, though the question asks how.
    """
    if isinstance(question, StateAfter):
        return Solution(_cells_after(state, question))
    component = explore(state)
    start = component.lanes.pack(state.vehicles)
    optimum = component.depth(start)
    if optimum < 1:
        raise ValueError("the board is solved already or cannot be solved")
    match question:
        case Plan():
            answer: object = descend(start, component.moves, component.depth)
        case MinCommands():
            answer = optimum
        case FirstCommand():
            answer = _one_of(best_moves(start, component.moves, component.depth), state)
    return Solution(answer, optimum=optimum)


def _one_of(best: Iterable[Slide], state: RushState) -> Slide:
    """One of the best commands, as short as its vehicle and direction allow.

    It is drawn, by the board alone: by any order of vehicles or directions, some would be right more often than others.
    """
    ways: dict[tuple[str, Direction], Slide] = {}
    for command in sorted(best):
        ways.setdefault((command.piece, command.direction), command)
    return Stream(msgspec.json.encode(state).decode(), "first command").choice(list(ways.values()))


def _cells_after(state: RushState, question: StateAfter) -> dict[str, Cell]:
    """Add up the ways of every asked vehicle: a legal command always takes it as far as it says."""
    cells = {vehicle.letter: vehicle.cell for vehicle in state.vehicles}
    for letter, direction, distance in question.commands:
        cells[letter] = step(cells[letter], direction, distance)
    return {letter: cells[letter] for letter in question.asked}
