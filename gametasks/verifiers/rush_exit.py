"""Rush exit, plainly: slide one vehicle at a time along its own line, cell by cell, through free cells only."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, NamedTuple

from msgspec.structs import replace

from gametasks.schemas import Cell, Diagnostic, Slide
from gametasks.schemas._board import cell_bits, is_on_board, step
from gametasks.schemas.rush_exit import (
    TARGET,
    VERSION,
    FirstCommand,
    MinCommands,
    Plan,
    RushQuestion,
    RushState,
    StateAfter,
    Vehicle,
)
from gametasks.verifiers import CORRECT, Moves, Verdict, Verifier, compare, judge_plan, replay, shortest, wrong

__all__ = ["VERIFIER"]

Position = dict[str, tuple[Cell, ...]]
"""The cells of every vehicle, from its left or top end."""


def _position(state: RushState) -> Position:
    return {vehicle.letter: vehicle.cells() for vehicle in state.vehicles}


def _slid(state: RushState, position: Position, command: Slide) -> Position | Diagnostic:
    """The position after a command, or what stands in its way."""
    if command.piece not in position:
        return Diagnostic("illegal_command", f"there is no vehicle {command.piece}")
    axis = state.vehicle(command.piece).axis
    if command.direction.axis is not axis:
        return Diagnostic("illegal_command", f"{command.piece} lies {axis}ly")
    if command.distance < 1:
        return Diagnostic("illegal_command", "a command moves by one cell or more")
    others = {letter: cells for letter, cells in position.items() if letter != command.piece}
    own = position[command.piece]
    for _ in range(command.distance):
        own = tuple(step(cell, command.direction) for cell in own)
        obstacle = _obstacle(state, others, own)
        if obstacle is not None:
            return Diagnostic("illegal_command", obstacle)
    return {**position, command.piece: own}


def _obstacle(state: RushState, others: Position, own: tuple[Cell, ...]) -> str | None:
    """What keeps a vehicle from covering cells, or None where it can."""
    for cell in own:
        if not is_on_board(cell, state.rows, state.columns):
            return f"{cell} is not on the board"
        if cell in state.blocks:
            return f"there is a block on {cell}"
        for letter, cells in others.items():
            if cell in cells:
                return f"{letter} stands on {cell}"
    return None


def _at_exit(state: RushState, position: Position) -> bool:
    return state.exit_cell() in position[TARGET]


def _shown(state: RushState, position: Position) -> RushState:
    """The board with its vehicles where they now stand."""
    return state.with_vehicles(replace(vehicle, cell=position[vehicle.letter][0]) for vehicle in state.vehicles)


MOVES: Moves[RushState, Position, Slide] = Moves(
    start=_position, move=_slid, solved=_at_exit, state=_shown, noun="command"
)


def check(state: RushState, question: RushQuestion, given: Any) -> Verdict:
    """Judge an answer: a plan by replay, a first command by what remains to be done after it."""
    match question:
        case Plan(optimum=optimum):
            return judge_plan(MOVES, state, given, optimum, f"{TARGET} is not at the exit cell {state.exit_cell()}")
        case MinCommands(optimum=optimum):
            return compare(given, optimum)
        case FirstCommand():
            return _check_first(state, given)
        case StateAfter():
            return compare(given, _state_after(state, question))


def _check_first(state: RushState, command: Slide) -> Verdict:
    after = _slid(state, _position(state), command)
    if isinstance(after, Diagnostic):
        return wrong(after.kind, f"{command} is not possible: {after.message}", 1)
    if command not in _search(state)[1]:
        return wrong("not_optimal", f"{command} does not begin a plan of the fewest commands")
    return CORRECT


def _state_after(state: RushState, question: StateAfter) -> dict[str, Cell] | None:
    """The left or top end of each asked vehicle; None where a command is illegal, which no answer can equal."""
    position = replay(MOVES, state, question.commands)
    if isinstance(position, Diagnostic):
        return None
    return {letter: position[letter][0] for letter in question.asked}


def answer(state: RushState, question: RushQuestion) -> Any:
    """Work the answer out by replay, or by a breadth-first search from the board as it is shown."""
    match question:
        case Plan():
            return _search(state)[0]
        case MinCommands():
            return len(_search(state)[0])
        case FirstCommand():
            return _search(state)[0][0]
        case StateAfter():
            return _state_after(state, question)


class _Line(NamedTuple):
    """Where one vehicle can lie: its row or column as bits of cells, and its cells as bits at each place there."""

    vehicle: Vehicle
    cells: tuple[int, ...]
    bodies: tuple[int, ...]


Places = tuple[int, ...]
"""A position for the search: how many cells lie before each vehicle on its line."""


def _line(state: RushState, vehicle: Vehicle) -> _Line:
    lane, last = state.lane(vehicle), len(state.lane(vehicle)) - vehicle.length
    bodies = tuple(cell_bits(lane[i : i + vehicle.length], state.columns) for i in range(last + 1))
    return _Line(vehicle, tuple(cell_bits([cell], state.columns) for cell in lane), bodies)


def _followers(lines: tuple[_Line, ...], blocks: int, places: Places) -> Iterator[Places]:
    """Every position one command away."""
    occupied = blocks
    for line, place in zip(lines, places, strict=True):
        occupied |= line.bodies[place]
    for i, (vehicle, cells, _) in enumerate(lines):
        before, place, after = places[:i], places[i], places[i + 1 :]
        for back in range(place - 1, -1, -1):
            if occupied & cells[back]:
                break
            yield (*before, back, *after)
        for forward in range(place + vehicle.length, len(cells)):
            if occupied & cells[forward]:
                break
            yield (*before, forward - vehicle.length + 1, *after)


@lru_cache(maxsize=64)
def _search(state: RushState) -> tuple[tuple[Slide, ...], frozenset[Slide]]:
    """One plan of the fewest commands, and every command with which such a plan may begin.

    Raises:
        ValueError: The board cannot be solved, or is solved already.
    """
    lines = tuple(_line(state, vehicle) for vehicle in state.vehicles)
    target = next(i for i, line in enumerate(lines) if line.vehicle.letter == TARGET)
    goal = 0 if state.exit_side.is_first else len(lines[target].bodies) - 1
    start = tuple(vehicle.place for vehicle in state.vehicles)
    followers = partial(_followers, lines, cell_bits(state.blocks, state.columns))
    found = shortest(start, followers, lambda places: places[target] == goal)
    if found is None or not found.openings:
        raise ValueError("the board is solved already or cannot be solved")
    plan = tuple(_command(lines, before, after) for before, after in pairwise(found.path))
    return plan, frozenset(_command(lines, start, opening) for opening in found.openings)


def _command(lines: tuple[_Line, ...], before: Places, after: Places) -> Slide:
    """The command that leads from one position to another."""
    for line, old, new in zip(lines, before, after, strict=True):
        if old != new:
            return Slide(line.vehicle.letter, line.vehicle.axis.directions[new > old], abs(new - old))
    raise ValueError("the positions are equal")


VERIFIER: Verifier[RushState, RushQuestion] = Verifier(
    name=__name__, version=VERSION, state=RushState, question=RushQuestion, check=check, answer=answer, moves=MOVES
)
