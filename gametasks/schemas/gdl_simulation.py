"""Simulating a game from its description: what a state, a joint move and a question are made of.

All terms are texts in the spelling of the description that is shown. A joint move has one move for each role, in the
order of the roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from gametasks.schemas import Question, State

__all__ = [
    "ACTIONS_KEY",
    "HORIZONS",
    "JOINT_MOVE_KEY",
    "OTHER_KEYS",
    "PLAY_KEY",
    "STATE_KEY",
    "STEP_KEY",
    "USUAL_WORK",
    "VERSION",
    "GdlQuestion",
    "GdlState",
    "JointMove",
    "LegalActions",
    "MultistepActionState",
    "MultistepState",
    "NextState",
    "Obfuscation",
    "Wording",
    "WorkLimits",
    "actions_answer",
    "joint_move_text",
    "play_answer",
    "state_answer",
]

VERSION = 1
"""Raised whenever a sample of the same id would change."""

HORIZONS = range(1, 16)
"""Numbers of joint moves that can be asked for."""

JointMove = tuple[str, ...]
"""The move of each role, in the order of the roles."""

_Horizon = Annotated[int, msgspec.Meta(ge=HORIZONS[0], le=HORIZONS[-1])]


class Obfuscation(StrEnum):
    """What stands in place of the description's own names."""

    NONE = "none"
    TERMS = "terms"
    WORDS = "words"
    STRINGS = "strings"


class WorkLimits(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much work the rules of a sample may take, where its game needs more than usual; never time.

    The fields are those of ``gametasks.gdl.limits.Limits``, with the same defaults.

    Attributes:
        ticks: Work of the interpreter to open the game or for one question.
        comparisons: Facts that the plain reasoner compares with conditions for one question.
        facts: Facts that the interpreter keeps for a state and a joint move.
        characters: Characters of the description.
        depth: Nesting of its brackets, and of a derived term.
        parts: Parts of a derived term on one level of its nesting.
    """

    ticks: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] = 20_000_000
    comparisons: Annotated[int, msgspec.Meta(ge=1, le=50_000_000)] = 1_000_000
    facts: Annotated[int, msgspec.Meta(ge=1, le=50_000_000)] = 2_000_000
    characters: Annotated[int, msgspec.Meta(ge=1, le=50_000_000)] = 4_000_000
    depth: Annotated[int, msgspec.Meta(ge=1, le=250)] = 100
    parts: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 5_000


USUAL_WORK = WorkLimits()
"""The limits of every sample that does not state others."""


class GdlState(State, frozen=True, omit_defaults=True):
    """A game and a state of it.

    Attributes:
        game: Name of the game, also where its description is obfuscated; no prompt shows it.
        description: The whole description, as it is shown.
        obfuscation: What stands in place of its own names.
        facts: The facts that are true, in canonical order. For questions over several moves it is the first state,
            which the prompt leaves to the description.
        limits: How much work its rules may take.
    """

    game: str
    description: str
    obfuscation: Obfuscation
    facts: tuple[str, ...]
    limits: WorkLimits = USUAL_WORK


class Wording(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A user's words for one family, with placeholders such as ``$description``.

    A prompt is made of three parts with an empty line between them: the hint, the question, and how it is answered. The
    last is given as ``answer`` or as ``ending``.

    Attributes:
        hint: How GDL is read, and the game.
        question: What is asked.
        answer: How it is answered; ends the sentence "Give only the final answer, with no explanation: …".
        ending: The same as it stands, with nothing added.
    """

    hint: str
    question: str
    answer: str = ""
    ending: str = ""


class _Worded(Question, frozen=True, kw_only=True, omit_defaults=True):
    """A question in the project's words, or in the words of a user."""

    wording: Wording | None = None


class NextState(_Worded, frozen=True, kw_only=True, tag="next_state"):
    """Which state follows a joint move.

    Attributes:
        moves: The joint move.
        after: The facts of the state after it, in canonical order: what scoring compares with.
    """

    moves: JointMove
    after: tuple[str, ...]


class LegalActions(_Worded, frozen=True, kw_only=True, tag="legal_actions"):
    """Which moves the roles may make.

    Attributes:
        actions: Every legal move with its role, such as ``(white (mark 1 1))``, role by role in canonical order: what
            scoring compares with.
    """

    actions: tuple[str, ...]


class MultistepState(_Worded, frozen=True, kw_only=True, tag="multistep_state"):
    """Which state follows several joint moves from the first state.

    Attributes:
        horizon: Number of joint moves.
        moves: The joint moves in order.
        after: The facts of the last state, in canonical order: what scoring compares with.
    """

    horizon: _Horizon
    moves: tuple[JointMove, ...]
    after: tuple[str, ...]


class MultistepActionState(_Worded, frozen=True, kw_only=True, tag="multistep_action_state"):
    """Find legal joint moves from the first state, and the state that they lead to.

    Attributes:
        horizon: Number of joint moves.
        example: A joint move of the game, which shows how moves are written.
        moves: One legal play, which makes the stored answer. Scoring replays the moves of the answer instead.
    """

    horizon: _Horizon
    example: JointMove
    moves: tuple[JointMove, ...]


GdlQuestion = NextState | LegalActions | MultistepState | MultistepActionState

STATE_KEY = "llm_state"
"""Name of the field of an answer that holds the facts of a state."""

ACTIONS_KEY = "llm_legal_moves"
"""Name of the field that holds legal moves."""

PLAY_KEY, STEP_KEY, JOINT_MOVE_KEY = "moves", "step", "joint_move"
"""Names of the field that holds a play, and of those of each of its steps."""

OTHER_KEYS: Mapping[str, tuple[str, ...]] = {
    STATE_KEY: ("next_state", "game_state"),
    ACTIONS_KEY: ("legal_moves",),
    JOINT_MOVE_KEY: ("move",),
}
"""Names under which the relaxed reading finds a field, too: those of the paper's instances."""


def joint_move_text(roles: Sequence[str], moves: JointMove) -> str:
    """A joint move as it is shown, such as ``(white (mark 1 1)) (black noop)``."""
    return " ".join(f"({role} {move})" for role, move in zip(roles, moves, strict=True))


def state_answer(facts: Iterable[str]) -> dict[str, Any]:
    """The answer that names a state."""
    return {STATE_KEY: "\n".join(facts)}


def actions_answer(actions: Iterable[str]) -> dict[str, Any]:
    """The answer that names legal moves."""
    return {ACTIONS_KEY: "\n".join(actions)}


def play_answer(joint_moves: Iterable[str], facts: Iterable[str]) -> dict[str, Any]:
    """The answer that names joint moves and the state that they lead to."""
    steps = [{STEP_KEY: str(number), JOINT_MOVE_KEY: text} for number, text in enumerate(joint_moves)]
    return {PLAY_KEY: steps, **state_answer(facts)}
