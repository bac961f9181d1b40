"""Seeded playouts of a game in numbers.

Engines sort legal moves by their text. A sample of an obfuscated game must be the image of the same sample of the
original one, whose moves sort differently; so both are played with numbers in place of names. The state of a record can
therefore be drawn again from the description that it shows.
"""

from __future__ import annotations

from dataclasses import dataclass

from gametasks.errors import GdlError, GdlLimitError
from gametasks.gdl.machine import GameState, JointMove
from gametasks.gdl.playouts import End, play
from gametasks.schemas.gdl_simulation import USUAL_WORK, WorkLimits
from gametasks.solvers.gdl_simulation.machine import numbered_game

__all__ = ["Playout", "playout"]


@dataclass(frozen=True, slots=True)
class Playout:
    """States from the first one on, and the joint moves between them, in the numbers of ``NumberedGame``.

    Attributes:
        states: One more than there are joint moves.
        moves: The joint moves.
    """

    states: tuple[GameState, ...]
    moves: tuple[JointMove, ...]


def playout(description: str, name: str, word: int, longest: int, limits: WorkLimits = USUAL_WORK) -> Playout:
    """Play one seeded playout.

    Args:
        description: The game.
        name: Its name.
        word: Start of the playout's generator, see ``gametasks.gdl.playouts``.
        longest: Most joint moves.
        limits: How much work its rules may take.

    Raises:
        GdlError: The first state has no joint move, or the rules give no answer for a state.
    """
    game = numbered_game(description, name, limits)
    try:
        steps = list(play(game.machine, word, longest))
    except GdlLimitError:
        raise
    except GdlError:
        raise GdlError(
            f"{name}: its rules give no answer in a random playout; `gametasks gdl check` says why"
        ) from None
    if len(steps) == 1:
        why = "is over" if steps[0].end is End.TERMINAL else "has a role without a legal move"
        raise GdlError(f"{name}: the first state {why}, so there is nothing to simulate")
    return Playout(tuple(step.state for step in steps), tuple(step.moves for step in steps if step.moves is not None))
