"""Rush exit: vehicles slide along their own axes until the target X can reach the exit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from gametasks.schemas._board import Axis, BoardSize, Cell, Side, cells_of_line, step
from gametasks.schemas._letters import MOVE_LETTERS, letters
from gametasks.schemas._notation import Slide
from gametasks.schemas._question import Question, State
from gametasks.schemas._symmetry import Symmetry, symmetries

__all__ = [
    "LETTERS",
    "TARGET",
    "VERSION",
    "FirstCommand",
    "MinCommands",
    "Plan",
    "RushQuestion",
    "RushState",
    "StateAfter",
    "Vehicle",
    "equivalent_forms",
]

VERSION = 3
"""Raised whenever a sample of the same id would change."""

TARGET = "X"
"""The vehicle that has to reach the exit."""

LETTERS = letters(without=MOVE_LETTERS + TARGET + "Q")
"""Letters of the other vehicles; a Q looks like a zero."""


class Vehicle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle; ``cell`` is the leftmost or topmost of the ``length`` cells that it covers."""

    letter: str
    cell: Cell
    length: BoardSize
    axis: Axis

    @property
    def line(self) -> int:
        """Number of the row or column along which it slides, from 1."""
        return self.cell.row if self.axis is Axis.HORIZONTAL else self.cell.column

    @property
    def place(self) -> int:
        """Number of cells that lie before it on its line."""
        return (self.cell.column if self.axis is Axis.HORIZONTAL else self.cell.row) - 1

    def cells(self) -> tuple[Cell, ...]:
        """All cells that the vehicle covers, from its left or top end."""
        forwards = self.axis.directions[1]
        return tuple(step(self.cell, forwards, distance) for distance in range(self.length))


class RushState(State, frozen=True, kw_only=True):
    """A board with vehicles, fixed blocks and an exit.

    Attributes:
        rows, columns: Size of the board.
        exit_side: The side with the exit, which lies at the end of the target's own row or column.
        vehicles: All vehicles in the order of their cells, the target among them.
        blocks: Cells that no vehicle may enter, in order.
    """

    rows: BoardSize
    columns: BoardSize
    exit_side: Side
    vehicles: tuple[Vehicle, ...]
    blocks: tuple[Cell, ...] = ()

    def vehicle(self, letter: str) -> Vehicle:
        """The vehicle of a letter.

        Raises:
            KeyError: There is no such vehicle.
        """
        return {vehicle.letter: vehicle for vehicle in self.vehicles}[letter]

    def with_vehicles(self, vehicles: Iterable[Vehicle]) -> RushState:
        """The board with other vehicles, or with its vehicles elsewhere, given in any order."""
        return replace(self, vehicles=tuple(sorted(vehicles, key=lambda vehicle: vehicle.cell)))

    def lane(self, vehicle: Vehicle) -> tuple[Cell, ...]:
        """The row or column along which a vehicle slides, from its left or top end."""
        return cells_of_line(vehicle.axis, vehicle.line, self.rows, self.columns)

    def exit_cell(self) -> Cell:
        """The border cell beside the exit."""
        lane = self.lane(self.vehicle(TARGET))
        return lane[0] if self.exit_side.is_first else lane[-1]


class Plan(Question, frozen=True, kw_only=True, tag="plan"):
    """The fewest commands that bring the target to the exit."""

    optimum: int


class MinCommands(Question, frozen=True, kw_only=True, tag="min_commands"):
    """How many commands the target needs at least."""

    optimum: int


class FirstCommand(Question, frozen=True, kw_only=True, tag="first_command"):
    """A command that begins a plan of ``optimum`` commands."""

    optimum: int


class StateAfter(Question, frozen=True, kw_only=True, tag="state_after"):
    """Where the asked vehicles stand after legal commands."""

    commands: tuple[Slide, ...]
    asked: tuple[str, ...]


RushQuestion = Plan | MinCommands | FirstCommand | StateAfter


def _places(symmetry: Symmetry, cells: Iterable[Cell]) -> list[tuple[int, int]]:
    """Where cells go, in order, with rows and columns counted from 0 as the canonical form has them."""
    return sorted((row - 1, column - 1) for row, column in map(symmetry.cell, cells))


def equivalent_forms(state: RushState, question: RushQuestion) -> Iterator[tuple[Any, Any]]:
    """The same puzzle under the eight symmetries of a board, its vehicles named by their places.

    Letters have no content, so vehicles are numbered in the order of their cells.
    """
    commands = question.commands if isinstance(question, StateAfter) else ()
    asked = question.asked if isinstance(question, StateAfter) else ()
    for symmetry in symmetries(state.rows, state.columns):
        bodies = sorted((_places(symmetry, vehicle.cells()), vehicle.letter) for vehicle in state.vehicles)
        number = {letter: i for i, (_, letter) in enumerate(bodies)}
        side, blocks = symmetry.side(state.exit_side), _places(symmetry, state.blocks)
        board = [*symmetry.size, side, number[TARGET], [cells for cells, _ in bodies], blocks]
        moves = [[number[c.piece], c.direction, c.distance] for c in map(symmetry.slide, commands)]
        yield board, [question.family, moves, sorted(number[letter] for letter in asked)]
