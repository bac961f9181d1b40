"""Simulating a game: the compiled interpreter applies its rules."""

from __future__ import annotations

from collections.abc import Iterable

from gametasks.gdl.machine import GameState, Machine
from gametasks.gdl.terms import Term, show_lines
from gametasks.schemas.gdl_simulation import (
    GdlState,
    JointMove,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    Questions,
    actions_answer,
    joint_move_text,
    play_answer,
    state_answer,
)
from gametasks.solvers import Solution
from gametasks.solvers._gdl_machine import machine_of, read_terms

__all__ = ["all_actions", "facts_after", "solve"]


def solve(state: GdlState, question: Questions) -> Solution:
    """Apply the rules of the description; one legal play is as good as another.

    Raises:
        GdlError: The rules give no answer.
    """
    machine = machine_of(state.description, state.game)
    match question:
        case NextState(moves=moves):
            return Solution(state_answer(facts_after(machine, frozenset(read_terms(state.facts)), [moves])))
        case LegalActions():
            return Solution(actions_answer(all_actions(machine, frozenset(read_terms(state.facts)))))
        case MultistepState(moves=joint_moves):
            return Solution(state_answer(facts_after(machine, machine.initial(), joint_moves)))
        case MultistepActionState(moves=joint_moves):
            roles = [machine.game.show(role) for role in machine.game.roles]
            texts = [joint_move_text(roles, moves) for moves in joint_moves]
            return Solution(play_answer(texts, facts_after(machine, machine.initial(), joint_moves)))


def facts_after(machine: Machine, state: GameState, joint_moves: Iterable[JointMove]) -> tuple[str, ...]:
    """The facts that are true after some joint moves, in canonical order and the description's spelling."""
    for moves in joint_moves:
        state = machine.next(state, read_terms(moves))
    return tuple(show_lines(state, machine.game.spelling))


def all_actions(machine: Machine, state: GameState) -> tuple[str, ...]:
    """All legal moves with their roles, role by role."""
    show = machine.game.show
    pairs: list[Term] = [
        (role, move) for role, moves in zip(machine.game.roles, machine.legal(state), strict=True) for move in moves
    ]
    return tuple(map(show, pairs))
