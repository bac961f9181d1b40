"""Samples of a game that is being played: the state as texts, the question with what scoring needs, the figures."""

from __future__ import annotations

from dataclasses import dataclass

from gametasks.gdl import machine as gdl
from gametasks.gdl.terms import Term, show_lines
from gametasks.generators import Draft
from gametasks.generators._gdl_play import Playout
from gametasks.schemas import Figures
from gametasks.schemas.gdl_simulation import (
    GdlState,
    JointMove,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    Obfuscation,
    Questions,
    Wording,
)
from gametasks.solvers._gdl_machine import machine_of
from gametasks.solvers.gdl_simulation import all_actions

__all__ = ["ShownGame"]


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as it is shown.

    Attributes:
        name: Its name.
        description: Its description, as it is shown.
        obfuscation: What stands in place of its own names.
        wording: Words of a user's, if they replace the project's.
    """

    name: str
    description: str
    obfuscation: Obfuscation
    wording: Wording | None = None

    @property
    def machine(self) -> gdl.Machine:
        """The game, compiled."""
        return machine_of(self.description, self.name)

    def ask_next_state(self, run: Playout, step: int) -> Draft[GdlState, Questions]:
        """Ask for the state after a joint move of a playout."""
        before, after = run.states[step], self.machine.next(run.states[step], run.moves[step])
        question = NextState(moves=self._texts(run.moves[step]), after=self._facts(after), wording=self.wording)
        figures: Figures = {"step": step, "changed": len(before ^ after)}
        return self._draft(before, question, figures)

    def ask_legal_actions(self, run: Playout, step: int) -> Draft[GdlState, Questions]:
        """Ask for the legal moves in a state of a playout."""
        actions = all_actions(self.machine, run.states[step])
        question = LegalActions(actions=actions, wording=self.wording)
        return self._draft(run.states[step], question, {"step": step, "actions": len(actions)})

    def ask_multistep_state(self, run: Playout, horizon: int) -> Draft[GdlState, Questions]:
        """Ask for the state after the first joint moves of a playout."""
        first, after = run.states[0], self._after(run, horizon)
        moves = tuple(map(self._texts, run.moves[:horizon]))
        question = MultistepState(horizon=horizon, moves=moves, after=self._facts(after), wording=self.wording)
        return self._draft(first, question, {"horizon": horizon, "changed": len(first ^ after)})

    def ask_multistep_action_state(self, run: Playout, horizon: int, example: int) -> Draft[GdlState, Questions]:
        """Ask for legal joint moves and the state after them; a joint move of the playout shows the notation."""
        first, after = run.states[0], self._after(run, horizon)
        question = MultistepActionState(
            horizon=horizon,
            example=self._texts(run.moves[example]),
            moves=tuple(map(self._texts, run.moves[:horizon])),
            wording=self.wording,
        )
        return self._draft(first, question, {"horizon": horizon, "changed": len(first ^ after)})

    def _after(self, run: Playout, horizon: int) -> gdl.GameState:
        return self.machine.next(run.states[horizon - 1], run.moves[horizon - 1])

    def _texts(self, moves: tuple[Term, ...]) -> JointMove:
        return tuple(map(self.machine.game.show, moves))

    def _facts(self, state: gdl.GameState) -> tuple[str, ...]:
        return tuple(show_lines(state, self.machine.game.spelling))

    def _draft(self, facts: gdl.GameState, question: Questions, figures: Figures) -> Draft[GdlState, Questions]:
        state = GdlState(
            game=self.name, description=self.description, obfuscation=self.obfuscation, facts=self._facts(facts)
        )
        named: Figures = {"game": self.name, "obfuscation": str(self.obfuscation), "facts": len(facts)}
        return Draft(state, question, named | figures)
