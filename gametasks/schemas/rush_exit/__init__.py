"""Rush exit: vehicles slide along their own axes until the target X can reach the exit."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from gametasks.schemas._notation import Cell, Slide
from gametasks.schemas._question import Question, State

__all__ = [
    "LETTERS",
    "TARGET",
    "Axis",
    "FirstCommand",
    "MinCommands",
    "Plan",
    "RushQuestion",
    "RushState",
    "Side",
    "StateAfter",
    "Vehicle",
    "equivalent_forms",
]

TARGET = "X"
"""The vehicle that has to reach the exit."""

LETTERS = ("G", "H", "J", "K", "M", "N", "P", "S", "T", "V", "W", "Y", "Z")
"""Letters of the other vehicles: none names an option (A to F), a direction (U D L R), or looks like a digit."""


class Side(StrEnum):
    """A side of the board, as the picture shows it."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


class Axis(StrEnum):
    """The line along which a vehicle lies and slides."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


class Vehicle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A vehicle; ``cell`` is the leftmost or topmost of the ``length`` cells that it covers."""

    letter: str
    cell: Cell
    length: int
    axis: Axis

    def cells(self) -> tuple[Cell, ...]:
        """All cells that the vehicle covers, from its left or top end."""
        row, column = self.cell
        if self.axis is Axis.HORIZONTAL:
            return tuple(Cell(row, column + i) for i in range(self.length))
        return tuple(Cell(row + i, column) for i in range(self.length))


class RushState(State, frozen=True, kw_only=True):
    """A board with vehicles, fixed blocks and an exit.

    Attributes:
        rows, columns: Size of the board.
        exit_side: The side with the exit, which lies at the end of the target's own row or column.
        vehicles: All vehicles in the order of their cells, the target among them.
        blocks: Cells that no vehicle may enter, in order.
    """

    rows: int
    columns: int
    exit_side: Side
    vehicles: tuple[Vehicle, ...]
    blocks: tuple[Cell, ...] = ()

    def vehicle(self, letter: str) -> Vehicle:
        """The vehicle of a letter.

        Raises:
            KeyError: There is no such vehicle.
        """
        for vehicle in self.vehicles:
            if vehicle.letter == letter:
                return vehicle
        raise KeyError(letter)

    def exit_cell(self) -> Cell:
        """The border cell beside the exit."""
        row, column = self.vehicle(TARGET).cell
        match self.exit_side:
            case Side.LEFT:
                return Cell(row, 1)
            case Side.RIGHT:
                return Cell(row, self.columns)
            case Side.TOP:
                return Cell(1, column)
            case Side.BOTTOM:
                return Cell(self.rows, column)


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

_MIRRORED = {"L": "R", "R": "L", "left": "right", "right": "left"}
_TRANSPOSED = {"U": "L", "L": "U", "D": "R", "R": "D"} | {
    "top": "left",
    "left": "top",
    "bottom": "right",
    "right": "bottom",
}


class _Scene(msgspec.Struct, frozen=True):
    """A puzzle in the numbers that symmetries act on: cells as (row, column) from 0."""

    rows: int
    columns: int
    exit_side: str
    vehicles: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    blocks: tuple[tuple[int, int], ...]
    commands: tuple[tuple[str, str, int], ...]

    def mirrored(self) -> _Scene:
        """Left and right changed over."""
        last = self.columns - 1
        return _Scene(
            self.rows,
            self.columns,
            _MIRRORED.get(self.exit_side, self.exit_side),
            tuple((name, tuple((r, last - c) for r, c in cells)) for name, cells in self.vehicles),
            tuple((r, last - c) for r, c in self.blocks),
            tuple((name, _MIRRORED.get(way, way), distance) for name, way, distance in self.commands),
        )

    def transposed(self) -> _Scene:
        """Rows and columns changed over."""
        return _Scene(
            self.columns,
            self.rows,
            _TRANSPOSED[self.exit_side],
            tuple((name, tuple((c, r) for r, c in cells)) for name, cells in self.vehicles),
            tuple((c, r) for r, c in self.blocks),
            tuple((name, _TRANSPOSED[way], distance) for name, way, distance in self.commands),
        )

    def renamed(self) -> tuple[Any, dict[str, int]]:
        """The board with vehicles in the order of their cells, and the number that each letter gets."""
        ordered = sorted((sorted(cells), name) for name, cells in self.vehicles)
        number = {name: i for i, (_, name) in enumerate(ordered)}
        board = [
            self.rows,
            self.columns,
            self.exit_side,
            number[TARGET],
            [cells for cells, _ in ordered],
            sorted(self.blocks),
        ]
        return board, number


def equivalent_forms(state: RushState, question: RushQuestion) -> Iterator[tuple[Any, Any]]:
    """The same puzzle under the eight symmetries of a board, its vehicles named by their places.

    Mirroring left and right and changing rows and columns over generate all eight; letters have no content.
    """
    commands = question.commands if isinstance(question, StateAfter) else ()
    scene = _Scene(
        state.rows,
        state.columns,
        str(state.exit_side),
        tuple((v.letter, tuple((row - 1, column - 1) for row, column in v.cells())) for v in state.vehicles),
        tuple((row - 1, column - 1) for row, column in state.blocks),
        tuple((c.piece, c.direction, c.distance) for c in commands),
    )
    asked = question.asked if isinstance(question, StateAfter) else ()
    family = question.__struct_config__.tag
    for _ in range(4):
        for form in (scene, scene.mirrored()):
            board, number = form.renamed()
            moves = [[number[name], way, distance] for name, way, distance in form.commands]
            yield board, [family, moves, sorted(number[name] for name in asked)]
        scene = scene.mirrored().transposed()  # a quarter turn
