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
    """The one form in which every symbol that is no keyword is named by the place of its first occurrence.

    The names of symbols have no content: an obfuscated game is the same game. That of the game counts, so that games
    which differ in their goals alone, of which nothing is asked, are told apart. What questions over several moves
    start from is told apart by these moves, or by their number, since all of them begin in the first state.
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
