"""Rush exit, exactly: the shortest way down the distances of all positions that can be reached."""

from __future__ import annotations

from gametasks.schemas import Cell, Slide
from gametasks.schemas.rush_exit import FirstCommand, MinCommands, Plan, RushQuestion, RushState, StateAfter
from gametasks.solvers import Solution
from gametasks.solvers.rush_exit.graph import Component, explore

__all__ = ["first_command", "solve"]


def solve(state: RushState, question: RushQuestion) -> Solution:
    """Read the answer off the component of the board.

    Raises:
        ValueError: The board cannot be solved, though the question asks how.
    """
    if isinstance(question, StateAfter):
        return Solution(_cells_after(state, question))
    component = explore(state)
    optimum = component.depth(state.vehicles)
    if optimum < 1:
        raise ValueError("the board is solved already or cannot be solved")
    match question:
        case Plan():
            return Solution(_plan(component, state), optimum=optimum)
        case MinCommands():
            return Solution(optimum, optimum=optimum)
        case FirstCommand():
            return Solution(first_command(component, state), optimum=optimum)


def first_command(component: Component, state: RushState) -> Slide:
    """The first command of an optimal plan; where several are, that of the first vehicle in the order of cells."""
    depth = component.depth(state.vehicles)
    place = {vehicle.letter: i for i, vehicle in enumerate(state.vehicles)}
    best = [command for command, after in component.openings(state.vehicles).items() if after == depth - 1]
    return min(best, key=lambda command: (place[command.piece], command.direction, command.distance))


def _plan(component: Component, state: RushState) -> tuple[Slide, ...]:
    """Go down the distances by one with every command."""
    commands = []
    lanes = component.lanes
    vehicles = state.vehicles
    for depth in range(component.depth(vehicles), 0, -1):
        command = next(command for command, after in component.openings(vehicles).items() if after == depth - 1)
        vehicles = lanes.unpack(lanes.slides(lanes.pack(vehicles))[command])
        commands.append(command)
    return tuple(commands)


def _cells_after(state: RushState, question: StateAfter) -> dict[str, Cell]:
    """Add up the ways of every asked vehicle: a legal command always takes it as far as it says."""
    cells = {vehicle.letter: vehicle.cell for vehicle in state.vehicles}
    for letter, direction, distance in question.commands:
        row, column = cells[letter]
        down = {"D": distance, "U": -distance}.get(direction, 0)
        right = {"R": distance, "L": -distance}.get(direction, 0)
        cells[letter] = Cell(row + down, column + right)
    return {letter: cells[letter] for letter in question.asked}
