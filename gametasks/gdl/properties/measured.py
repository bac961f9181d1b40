"""The properties of a game, including those that are measured in random playouts."""

from __future__ import annotations

from gametasks.gdl.deadline import Deadline
from gametasks.gdl.description import Game
from gametasks.gdl.interpreter.engine import Interpreter
from gametasks.gdl.library import Metadata
from gametasks.gdl.limits import Limits
from gametasks.gdl.playouts import run_playouts
from gametasks.gdl.properties.structure import GameProperties, game_properties
from gametasks.gdl.time_limit import TimeLimit

__all__ = ["measured_properties"]


def measured_properties(
    game: Game, metadata: Metadata | None, playouts: int, seed: int, limits: Limits
) -> GameProperties:
    """All properties of a game; facts and changes are means over the states of random playouts.

    Args:
        game: The game.
        metadata: Its metadata, if it has any.
        playouts: How many playouts are measured; 0 leaves the measured properties out.
        seed: Which playouts.
        limits: ``steps`` bounds each playout; ``seconds`` bounds all playing together.

    Raises:
        GdlError: The rules give no answer for a state.
        GdlLimitError: Playing takes too long.
    """
    judged = metadata.properties if metadata else None
    if not playouts:
        return game_properties(game, None, judged)
    # Playing a few thousand states takes less time than grounding many games.
    limit = TimeLimit(game.name, limits.seconds)
    machine = Deadline(Interpreter(game, limits), limit)
    return game_properties(game, run_playouts(machine, playouts, seed, limits.steps, measure=True), judged)
