"""Samples of games from a user's files.

What such a sample is made from, beside its id, is one text: the game as it is shown and what is asked of it. The
variant of the id holds a hash of it.
"""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

from gametasks.errors import RecordError, Rejection
from gametasks.generators import Draft
from gametasks.generators.gdl_simulation.distinct import distinct_states, distinct_steps, long_playout
from gametasks.generators.gdl_simulation.drafts import ShownGame
from gametasks.generators.gdl_simulation.play import Playout
from gametasks.schemas import SampleId
from gametasks.schemas._identity import variant_of
from gametasks.schemas.gdl_simulation import (
    HORIZONS,
    USUAL_WORK,
    GdlQuestion,
    GdlState,
    JointMove,
    Obfuscation,
    Wording,
    WorkLimits,
)

__all__ = ["KIND", "GameContent", "Given", "draw", "plain_name"]

KIND = "game"
"""What the variants of the ids begin with."""

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST_NAME = 80


class Given(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An instance that a user gives, in the names of the description that is shown.

    Attributes:
        facts: The facts of its state, for questions about one step.
        moves: The joint move in that state, or the joint moves from the first state on.
    """

    facts: tuple[str, ...] = ()
    moves: tuple[JointMove, ...] = ()


class GameContent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a sample is made from, beside its id.

    Attributes:
        name: Name of the game, as ``plain_name`` gives it.
        description: The description as it is shown.
        obfuscation: What stands in place of the game's own names.
        horizon: Number of joint moves, for questions over several.
        wording: A user's words for the family, if they replace the project's.
        given: The instance that is asked about, if a user gives it; otherwise it is drawn.
        limits: How much work the rules may take.
    """

    name: str
    description: str
    obfuscation: Obfuscation = Obfuscation.NONE
    horizon: Annotated[int, msgspec.Meta(ge=HORIZONS[0], le=HORIZONS[-1])] | None = None
    wording: Wording | None = None
    given: Given | None = None
    limits: WorkLimits = USUAL_WORK

    def encoded(self) -> str:
        """The content as one text."""
        return msgspec.json.encode(self).decode()

    def variant(self) -> str:
        """The variant of the ids of samples that are made from it."""
        return variant_of(KIND, self.encoded())

    def shown(self) -> ShownGame:
        """The game as the samples show it."""
        return ShownGame(self.name, self.description, self.obfuscation, self.wording, self.limits)


def plain_name(name: str) -> str:
    """A game's name in letters, digits, ``_``, ``.`` and ``-``, at most 80 of them: the draws depend on it."""
    return _NOT_IN_NAMES.sub("_", name)[:_LONGEST_NAME] or "game"


def draw(sample_id: SampleId, text: str) -> Draft[GdlState, GdlQuestion]:
    """Draw the state and the question of an id from its content.

    Raises:
        RecordError: The text is not a content, or has a horizon where the family has none, or none where it has one, or
            gives an instance of another kind.
        Rejection: The game has no such sample.
    """
    try:
        content = msgspec.json.decode(text, type=GameContent)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise RecordError(f"{sample_id}: the content is not that of a game: {error}") from None
    if sample_id.attempt:
        raise Rejection("a file has one sample for each index")
    if content.given is not None:
        return _given(sample_id, content, content.given)
    if sample_id.family in ("next_state", "legal_actions"):
        return _one_step(sample_id, content)
    return _several_steps(sample_id, content)


def _given(sample_id: SampleId, content: GameContent, given: Given) -> Draft[GdlState, GdlQuestion]:
    game, horizon = content.shown(), content.horizon
    state, moves = frozenset(game.numbered.read(given.facts)), tuple(map(game.numbered.read, given.moves))
    if sample_id.family == "legal_actions" and horizon is None:
        return game.ask_legal_actions(Playout((state,), ()), 0)
    if sample_id.family == "next_state" and horizon is None and len(moves) == 1:
        return game.ask_next_state(Playout((state,), moves), 0)
    if sample_id.family == "multistep_state" and horizon is not None and len(moves) == horizon:
        machine = game.numbered.machine
        states = [machine.initial()]
        for joint in moves:
            states.append(machine.next(states[-1], joint))
        return game.ask_multistep_state(Playout(tuple(states), moves), horizon)
    raise RecordError(f"{sample_id}: its content gives an instance of another kind than {sample_id.family}")


def _one_step(sample_id: SampleId, content: GameContent) -> Draft[GdlState, GdlQuestion]:
    if content.horizon is not None:
        raise RecordError(f"{sample_id}: {sample_id.family} has no horizon, but its content has one")
    game = content.shown()
    find = distinct_steps if sample_id.family == "next_state" else distinct_states
    found = find(game, sample_id.seed, sample_id.index + 1)
    if len(found) <= sample_id.index:
        raise Rejection("no further distinct sample")
    run, step = found[sample_id.index]
    return game.ask_next_state(run, step) if sample_id.family == "next_state" else game.ask_legal_actions(run, step)


def _several_steps(sample_id: SampleId, content: GameContent) -> Draft[GdlState, GdlQuestion]:
    horizon = content.horizon
    if horizon is None:
        raise RecordError(f"{sample_id}: {sample_id.family} needs a horizon, but its content has none")
    game = content.shown()
    run, example = long_playout(game, sample_id.seed, sample_id.index)
    if len(run.moves) < horizon:
        raise Rejection("the playout is too short")
    if sample_id.family == "multistep_state":
        return game.ask_multistep_state(run, horizon)
    return game.ask_multistep_action_state(run, horizon, example)
