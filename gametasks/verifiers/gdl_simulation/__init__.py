"""Simulating a game, plainly: read the facts and moves of an answer, and compare them with the rules.

The states and legal moves are derived by the plain reasoner, which shares only the reading of descriptions with the
compiled interpreter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from gametasks.errors import GdlError, RecordError
from gametasks.gdl import answers
from gametasks.gdl.answers import Comparison, Strictness, Unreadable
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.reader import read_terms
from gametasks.gdl.terms import Term, show, show_lines
from gametasks.schemas.gdl_simulation import (
    VERSION,
    GdlQuestion,
    GdlState,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
    actions_answer,
    joint_move_text,
    play_answer,
    state_answer,
)
from gametasks.verifiers import Verdict, Verifier, wrong
from gametasks.verifiers.gdl_simulation.fields import Fields, Malformed, read_fields
from gametasks.verifiers.gdl_simulation.replay import (
    Rules,
    first_state,
    game_of,
    is_over,
    legal_moves,
    rules_of,
    state_after,
)

__all__ = ["VERIFIER"]

_NOTHING = {"jaccard": 0.0}
"""The figures of an answer that cannot be read, or that breaks the rules."""


def answer(state: GdlState, question: GdlQuestion) -> dict[str, Any]:
    """Play by the rules from the given state or moves."""
    rules, game = rules_of(state), game_of(rules_of(state))
    match question:
        case NextState(moves=moves):
            after = state_after(rules, _read_facts(state.facts), _read_terms(moves))
            return state_answer(show_lines(after, game.spelling))
        case LegalActions():
            legal = legal_moves(rules, _read_facts(state.facts))
            pairs = [(role, move) for role, moves in zip(game.roles, legal, strict=True) for move in moves]
            return actions_answer(map(game.show, pairs))
        case MultistepState(moves=joint_moves):
            current = first_state(rules)
            for moves in joint_moves:
                current = state_after(rules, current, _read_terms(moves))
            return state_answer(show_lines(current, game.spelling))
        case MultistepActionState(moves=joint_moves):
            play = [_read_terms(moves) for moves in joint_moves]
            last = _replay(rules, play)
            if isinstance(last, Verdict):
                raise GdlError(f"the stored play of {state.game} breaks its rules: {last.diagnostic}")
            roles = [game.show(role) for role in game.roles]
            texts = [joint_move_text(roles, moves) for moves in joint_moves]
            return play_answer(texts, show_lines(last, game.spelling))


def check(state: GdlState, question: GdlQuestion, given: Any) -> Verdict:
    """Judge an answer by the strict reading: exactly the fields asked for, every term as the game writes it."""
    return _judge(state, question, given, Strictness.STRICT)


def check_text(state: GdlState, question: GdlQuestion, text: str) -> Verdict:
    """Judge a text by the relaxed reading, see ``read_fields`` and ``Strictness``.

    A name of the game may hold characters that separate in the relaxed reading. The terms are therefore read strictly,
    too, and the reading with the higher Jaccard index counts.
    """
    strict, relaxed = Strictness.STRICT, Strictness.RELAXED
    fields = read_fields(question, text, relaxed)
    by_strict, by_relaxed = (_judge_fields(state, question, fields, strictness) for strictness in (strict, relaxed))
    return by_strict if by_strict.extras["jaccard"] > by_relaxed.extras["jaccard"] else by_relaxed


def _judge(state: GdlState, question: GdlQuestion, given: Any, strictness: Strictness) -> Verdict:
    return _judge_fields(state, question, read_fields(question, given, strictness), strictness)


def _judge_fields(
    state: GdlState, question: GdlQuestion, fields: Fields | Malformed, strictness: Strictness
) -> Verdict:
    """Compare what an answer holds with the rules.

    Raises:
        RecordError: The record's description, facts or moves mean nothing.
    """
    if isinstance(fields, Malformed):
        return _refused(fields.kind, fields.message)
    try:
        return _compare(state, question, fields, strictness)
    except GdlError as error:
        raise RecordError(str(error)) from None


def _compare(state: GdlState, question: GdlQuestion, fields: Fields, strictness: Strictness) -> Verdict:
    match question:
        case NextState(after=after):
            return _judge_state(state, fields, strictness, _read_facts(state.facts), _read_facts(after))
        case LegalActions(actions=actions):
            return _judge_actions(state, fields, strictness, _read_facts(actions))
        case MultistepState(after=after):
            return _judge_state(state, fields, strictness, _read_facts(state.facts), _read_facts(after))
        case MultistepActionState(horizon=horizon):
            return _judge_play(state, fields, strictness, horizon)


def _judge_state(
    state: GdlState, fields: Fields, strictness: Strictness, before: GameState, expected: GameState
) -> Verdict:
    """Compare the facts, all of them and those that changed."""
    game = game_of(rules_of(state))
    given = answers.read_state(fields.facts, game.spellings, strictness)
    if isinstance(given, Unreadable):
        return _refused(given.kind, given.message)
    whole = answers.compare(expected, given)
    change = answers.compare_difference(before, expected, given)
    extras = {
        **_figures(whole),
        "difference_jaccard": change.jaccard,
        "difference_missing": float(len(change.missing)),
        "difference_superfluous": float(len(change.superfluous)),
    }
    return _verdict(whole, "wrong_state", "facts", game.spelling, extras)


def _judge_actions(state: GdlState, fields: Fields, strictness: Strictness, expected: GameState) -> Verdict:
    game = game_of(rules_of(state))
    given = answers.read_moves(fields.facts, game.spellings, strictness)
    if isinstance(given, Unreadable):
        return _refused(given.kind, given.message)
    found = answers.compare(expected, given)
    return _verdict(found, "wrong_moves", "moves", game.spelling, _figures(found))


def _judge_play(state: GdlState, fields: Fields, strictness: Strictness, horizon: int) -> Verdict:
    """Replay the moves of the answer, and compare its state with the one that they lead to."""
    game = game_of(rules_of(state))
    if len(fields.steps) != horizon:
        return _refused("wrong_length", f"{len(fields.steps)} joint moves instead of {horizon}")
    play: list[JointMove] = []
    for number, text in enumerate(fields.steps, 1):
        moves = answers.read_joint_move(text, game.roles, game.spellings, strictness)
        if isinstance(moves, Unreadable):
            return _refused(moves.kind, f"step {number - 1}: {moves.message}", number)
        play.append(moves)
    try:
        last = _replay(rules_of(state), play)
    except GdlError as error:
        # The moves led to a state for which the plain reasoner exceeds its limits.
        return _refused("undecided", str(error))
    if isinstance(last, Verdict):
        return last
    return _judge_state(state, fields, strictness, first_state(rules_of(state)), last)


def _replay(rules: Rules, play: Sequence[JointMove]) -> GameState | Verdict:
    """The state after a play from the first state, or the verdict on the first move that breaks the rules."""
    game, current = game_of(rules), first_state(rules)
    for number, moves in enumerate(play, 1):
        if is_over(rules, current):
            return _refused("game_over", f"the game is over before step {number - 1}", number)
        for role, move, legal in zip(game.roles, moves, legal_moves(rules, current), strict=True):
            if move not in legal:
                pair = game.show((role, move))
                return _refused("illegal_move", f"step {number - 1}: {pair:.200} is not legal", number)
        current = state_after(rules, current, moves)
    return current


@lru_cache(maxsize=4096)
def _read_terms(texts: tuple[str, ...]) -> tuple[Term, ...]:
    """The terms of a record's facts and moves, which are well formed."""
    return tuple(term for text in texts for term in read_terms(text, "the record"))


@lru_cache(maxsize=4096)
def _read_facts(texts: tuple[str, ...]) -> GameState:
    return frozenset(_read_terms(texts))


def _figures(found: Comparison) -> dict[str, float]:
    return {
        "jaccard": found.jaccard,
        "missing": float(len(found.missing)),
        "superfluous": float(len(found.superfluous)),
    }


def _verdict(found: Comparison, kind: str, what: str, spelling: Any, extras: dict[str, float]) -> Verdict:
    if found.exact:
        return Verdict(True, None, extras)
    parts = []
    for side, terms in (("missing", found.missing), ("superfluous", found.superfluous)):
        if terms:
            parts.append(f"{len(terms)} {side}, such as {min(show(term, spelling) for term in terms):.100}")
    verdict = wrong(kind, f"{what}: {'; '.join(parts)}")
    return Verdict(False, verdict.diagnostic, extras)


def _refused(kind: str, message: str, position: int = 0) -> Verdict:
    return Verdict(False, wrong(str(kind), message, position).diagnostic, _NOTHING)


VERIFIER: Verifier[GdlState, GdlQuestion] = Verifier(
    name=__name__,
    version=VERSION,
    state=GdlState,
    question=GdlQuestion,
    check=check,
    answer=answer,
    check_text=check_text,
)
