"""Playouts as readable text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gametasks.gdl.limits import option_of
from gametasks.gdl.machine import GameState, Machine
from gametasks.gdl.playouts import End, Step
from gametasks.gdl.terms import show_lines

__all__ = ["transcript"]

_MARGIN = 100
"""Width at which facts are wrapped."""


def transcript(machine: Machine, steps: Iterable[Step]) -> Iterator[str]:
    """A playout line by line: the first state, then for each step the moves and the facts that were removed and added.

    Args:
        machine: The game.
        steps: The visited states, from the first to the last, as ``playouts.play`` gives them.

    Raises:
        GdlError: The rules give no answer for a state.
    """
    game = machine.game
    before: Step | None = None
    for number, step in enumerate(steps):
        if before is None:
            yield from _facts("state", step.state, machine)
        else:
            yield from _moves(number, before, machine)
            yield from _facts("    -", before.state - step.state, machine)
            yield from _facts("    +", step.state - before.state, machine)
        if step.end is End.TERMINAL:
            yield f"terminal after {number} steps; {_goals(step.state, machine)}"
        elif step.end is End.STUCK:
            idle = [game.show(role) for role, options in zip(game.roles, step.legal, strict=True) if not options]
            yield f"stuck after {number} steps: not terminal, but without a legal move for {', '.join(idle)}"
        elif step.end is End.LIMIT:
            yield f"stopped after {number} steps, not terminal {option_of('steps')}"
        before = step


def _goals(state: GameState, machine: Machine) -> str:
    game = machine.game
    goals = zip(game.roles, machine.goals(state), strict=True)
    return "goal: " + ", ".join(f"{game.show(role)} {' or '.join(map(str, held)) or 'none'}" for role, held in goals)


def _moves(number: int, step: Step, machine: Machine) -> Iterator[str]:
    """The moves that led to state ``number``, each with the number of legal moves, if there was a choice."""
    game = machine.game
    taken = [
        f"{game.show(role)} {game.show(move)}" + (f" of {len(options)}" if len(options) > 1 else "")
        for role, move, options in zip(game.roles, step.moves or (), step.legal, strict=True)
    ]
    yield f"{number:3}  {' · '.join(taken)}"


def _facts(label: str, facts: GameState, machine: Machine) -> Iterator[str]:
    """Facts in canonical order after a label, broken into lines; nothing if there are none."""
    line = label
    for fact in show_lines(facts, machine.game.spelling):
        if len(line) + 1 + len(fact) > _MARGIN and line.strip() and line != label:
            yield line
            line = " " * len(label)
        line += f" {fact}"
    if facts:
        yield line
