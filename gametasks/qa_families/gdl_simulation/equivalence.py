"""Which samples of described games count as the same: those that differ in the names of symbols alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gametasks.gdl.canonical import canonical_form, rename_text
from gametasks.schemas.gdl_simulation import (
    GdlQuestion,
    GdlState,
    LegalActions,
    MultistepActionState,
    MultistepState,
    NextState,
)

__all__ = ["equivalent_forms"]


def equivalent_forms(state: GdlState, question: GdlQuestion) -> Iterator[tuple[Any, Any]]:
    """The one form in which every symbol other than a keyword is named by the order of first occurrence.

    The names of symbols have no content: an obfuscated game is the same game. The name of the game counts, so that
    games which differ only in their goals, about which nothing is asked, remain different. Questions over several moves
    all begin in the first state, so the moves, or their number, take its place.
    """
    text, names = canonical_form(state.description)
    game = f"{state.game}\n{text}"
    match question:
        case NextState(moves=moves):
            yield [game, *sorted(_renamed(state.facts, names))], ["next", *_renamed(moves, names)]
        case LegalActions():
            yield [game, *sorted(_renamed(state.facts, names))], ["legal"]
        case MultistepState(moves=moves):
            yield [game, "after", *(_renamed(joint, names) for joint in moves)], ["next"]
        case MultistepActionState(horizon=horizon):
            yield [game, "play", str(horizon)], ["next"]


def _renamed(texts: Iterable[str], names: dict[str, str]) -> list[str]:
    return [rename_text(text, names) for text in texts]
