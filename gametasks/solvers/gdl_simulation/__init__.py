"""Simulating a game: the compiled interpreter applies its rules."""

from __future__ import annotations

from collections.abc import Iterable

from gametasks.gdl.machine import GameState
from gametasks.schemas.gdl_simulation import (
    GdlQuestion,
    GdlState,
    JointMove,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    actions_answer,
    joint_move_text,
    play_answer,
    state_answer,
)
from gametasks.solvers import Solution
from gametasks.solvers.gdl_simulation.machine import NumberedGame, numbered_game

__all__ = ["solve"]


def solve(state: GdlState, question: GdlQuestion) -> Solution:
    """Apply the rules of the description; one legal play is as good as another.

    Raises:
        GdlError: The rules give no answer.
    """
    game = numbered_game(state.description, state.game, state.limits)
    match question:
        case NextState(moves=moves):
            return Solution(state_answer(_facts_after(game, frozenset(game.read(state.facts)), [moves])))
        case LegalActions():
            return Solution(actions_answer(game.actions(frozenset(game.read(state.facts)))))
        case MultistepState(moves=joint_moves):
            return Solution(state_answer(_facts_after(game, game.machine.initial(), joint_moves)))
        case MultistepActionState(moves=joint_moves):
            roles = [game.game.show(role) for role in game.game.roles]
            texts = [joint_move_text(roles, moves) for moves in joint_moves]
            return Solution(play_answer(texts, _facts_after(game, game.machine.initial(), joint_moves)))


def _facts_after(game: NumberedGame, state: GameState, joint_moves: Iterable[JointMove]) -> tuple[str, ...]:
    """The facts that are true after some joint moves."""
    for moves in joint_moves:
        state = game.machine.next(state, game.read(moves))
    return game.facts(state)
