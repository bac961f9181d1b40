"""Answers about described games, read by splitting texts at brackets, and held against the interpreter.

The strict reading folds white space between the tokens of a term and the order of facts, and nothing else; a play of
one's own is right if the rules allow it and its state is the one that it leads to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.terms import Term, show
from gametasks.schemas.gdl_simulation import (
    GdlQuestion,
    GdlState,
    LegalActions,
    MultistepActionState,
)


def objection(state: GdlState, question: GdlQuestion, answer: Any, images: object, regions: object) -> str | None:
    """What is wrong with a JSON value as an answer; None if nothing is."""
    game, machine = _opened(state.description)
    if isinstance(question, MultistepActionState):
        expected = _after_own_play(game, machine, answer["moves"], question.horizon)
        if isinstance(expected, str):
            return expected
        key, keys = "llm_state", {"moves", "llm_state"}
    elif isinstance(question, LegalActions):
        expected, key = frozenset(map(_tokens, question.actions)), "llm_legal_moves"
        keys = {key}
    else:
        expected, key = frozenset(map(_tokens, question.after)), "llm_state"
        keys = {key}
    if answer.keys() != keys:
        return f"its fields are {sorted(answer)}"
    return None if frozenset(_terms(answer[key])) == expected else f"{key} is not what the rules say"


@lru_cache(maxsize=64)
def _opened(description: str) -> tuple[Game, Interpreter]:
    game = parse_game(description)
    return game, Interpreter(game)


def _after_own_play(game: Game, machine: Interpreter, steps: Any, horizon: int) -> frozenset[str] | str:
    """The facts after the moves of an answer, or why they are no play."""
    if [step["step"] for step in steps] != [str(number) for number in range(horizon)]:
        return f"it has not the steps 0 to {horizon - 1} in order"
    current = machine.initial()
    for step in steps:
        if machine.terminal(current):
            return "it goes on after the end"
        legal = machine.legal(current)
        texts = {
            _tokens(show((role, move), game.spelling)): (number, move)
            for number, role in enumerate(game.roles)
            for move in legal[number]
        }
        chosen = [texts.get(term) for term in _terms(step["joint_move"])]
        if None in chosen or sorted(number for number, _ in filter(None, chosen)) != list(range(len(game.roles))):
            return f"{step['joint_move']!r} is not one legal move for each role"
        moves: dict[int, Term] = dict(filter(None, chosen))
        current = machine.next(current, tuple(moves[number] for number in range(len(game.roles))))
    return frozenset(_tokens(show(fact, game.spelling)) for fact in current)


def _terms(text: str) -> list[str]:
    """The terms of a text, each as its tokens with one blank between."""
    terms, depth, current = [], 0, []
    for token in re.findall(r"[()]|[^\s()]+", text):
        current.append(token)
        depth += (token == "(") - (token == ")")
        if depth == 0:
            terms.append(" ".join(current))
            current = []
    return [*terms, *current]


def _tokens(text: str) -> str:
    return " ".join(re.findall(r"[()]|[^\s()]+", text))
