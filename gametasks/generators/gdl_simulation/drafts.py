"""Drafts of samples from playouts: the state as texts, the question with what scoring needs, the statistics."""

from __future__ import annotations

from dataclasses import dataclass

from gametasks.gdl.machine import GameState
from gametasks.generators import Draft
from gametasks.generators.gdl_simulation.play import Playout
from gametasks.schemas import Statistics
from gametasks.schemas.gdl_simulation import (
    USUAL_WORK,
    GdlQuestion,
    GdlState,
    JointMove,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    Obfuscation,
    Wording,
    WorkLimits,
)
from gametasks.solvers.gdl_simulation.machine import NumberedGame, numbered_game

__all__ = ["ShownGame"]


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game as it is shown.

    Attributes:
        name: Its name.
        description: Its description, as it is shown.
        obfuscation: What stands in place of its own names.
        wording: A user's words, if they replace the project's.
        limits: How much work its rules may take.
    """

    name: str
    description: str
    obfuscation: Obfuscation
    wording: Wording | None = None
    limits: WorkLimits = USUAL_WORK

    @property
    def numbered(self) -> NumberedGame:
        """The game, compiled."""
        return numbered_game(self.description, self.name, self.limits)

    def ask_next_state(self, run: Playout, step: int) -> Draft[GdlState, GdlQuestion]:
        """Ask for the state after a joint move of a playout."""
        game, before = self.numbered, run.states[step]
        after = game.machine.next(before, run.moves[step])
        question = NextState(moves=game.texts(run.moves[step]), after=game.facts(after), wording=self.wording)
        return self._draft(before, question, {"step": step, "changed": len(before ^ after)})

    def ask_legal_actions(self, run: Playout, step: int) -> Draft[GdlState, GdlQuestion]:
        """Ask for the legal moves in a state of a playout."""
        actions = self.numbered.actions(run.states[step])
        question = LegalActions(actions=actions, wording=self.wording)
        return self._draft(run.states[step], question, {"step": step, "actions": len(actions)})

    def ask_multistep_state(self, run: Playout, horizon: int) -> Draft[GdlState, GdlQuestion]:
        """Ask for the state after the first joint moves of a playout."""
        first, after = run.states[0], self._after(run, horizon)
        question = MultistepState(
            horizon=horizon,
            moves=self._play(run, horizon),
            after=self.numbered.facts(after),
            wording=self.wording,
        )
        return self._draft(first, question, {"horizon": horizon, "changed": len(first ^ after)})

    def ask_multistep_action_state(self, run: Playout, horizon: int, example: int) -> Draft[GdlState, GdlQuestion]:
        """Ask for legal joint moves and the state after them; a joint move of the playout shows the notation."""
        first, after = run.states[0], self._after(run, horizon)
        question = MultistepActionState(
            horizon=horizon,
            example=self.numbered.texts(run.moves[example]),
            moves=self._play(run, horizon),
            wording=self.wording,
        )
        return self._draft(first, question, {"horizon": horizon, "changed": len(first ^ after)})

    def _after(self, run: Playout, horizon: int) -> GameState:
        return self.numbered.machine.next(run.states[horizon - 1], run.moves[horizon - 1])

    def _play(self, run: Playout, horizon: int) -> tuple[JointMove, ...]:
        return tuple(map(self.numbered.texts, run.moves[:horizon]))

    def _draft(self, state: GameState, question: GdlQuestion, statistics: Statistics) -> Draft[GdlState, GdlQuestion]:
        shown = GdlState(
            game=self.name,
            description=self.description,
            obfuscation=self.obfuscation,
            facts=self.numbered.facts(state),
            limits=self.limits,
        )
        named: Statistics = {"game": self.name, "obfuscation": str(self.obfuscation), "facts": len(state)}
        return Draft(shown, question, named | statistics)
