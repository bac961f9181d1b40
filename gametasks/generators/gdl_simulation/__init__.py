"""Simulating a game: a game of the level's size, a seeded playout of it, and a state or some moves of that.

The answer follows from the state, so it is not drawn first. Answers of different games have nothing in common that a
guesser could use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gametasks.errors import Rejection
from gametasks.gdl.canonical import strip_comments
from gametasks.gdl.description import Game
from gametasks.gdl.obfuscation.encoding import NameKind, make_encoding
from gametasks.generators import Draft
from gametasks.generators.gdl_simulation.drafts import ShownGame
from gametasks.generators.gdl_simulation.games import games_of_level, load_drawn
from gametasks.generators.gdl_simulation.play import Playout, playout
from gametasks.schemas import Ranges
from gametasks.schemas.gdl_simulation import HORIZONS, GdlQuestion, GdlState, Obfuscation
from gametasks.streams import Stream

__all__ = [
    "LEVELS",
    "GdlParams",
    "sample_legal_actions",
    "sample_multistep_action_state",
    "sample_multistep_state",
    "sample_next_state",
]

LONGEST = 60
"""Joint moves of a playout from which a state is taken."""

_TRIES = 20


@dataclass(frozen=True, slots=True)
class GdlParams:
    """Structural ranges of a level.

    Attributes:
        games: Games of the level's size, by name.
        horizons: Numbers of joint moves that questions over several moves may have.
    """

    games: tuple[str, ...]
    horizons: tuple[int, ...]


_HORIZONS = ((1, 2), (2, 3), (3, 4, 5), (5, 7), (7, 10, 15))

LEVELS: Mapping[Ranges, Sequence[GdlParams]] = {
    ranges: tuple(GdlParams(games_of_level(ranges, level), horizons) for level, horizons in enumerate(_HORIZONS, 1))
    for ranges in Ranges
}
"""The two sets of ranges have no game in common, so no state of one occurs in the other."""


def sample_next_state(params: GdlParams, rng: Stream) -> Draft[GdlState, GdlQuestion]:
    """Draw a state of a playout and ask for the next one."""
    game = _draw_game(params, rng)
    run = playout(game.description, game.name, _word(rng), LONGEST)
    return game.ask_next_state(run, rng.integers(0, len(run.moves)))


def sample_legal_actions(params: GdlParams, rng: Stream) -> Draft[GdlState, GdlQuestion]:
    """Draw a state of a playout and ask for the legal moves."""
    game = _draw_game(params, rng)
    run = playout(game.description, game.name, _word(rng), LONGEST)
    return game.ask_legal_actions(run, rng.integers(0, len(run.moves)))


def sample_multistep_state(params: GdlParams, rng: Stream) -> Draft[GdlState, GdlQuestion]:
    """Draw a playout and ask for the state after its first moves."""
    game = _draw_game(params, rng)
    run, horizon = _draw_moves(game, params, rng)
    return game.ask_multistep_state(run, horizon)


def sample_multistep_action_state(params: GdlParams, rng: Stream) -> Draft[GdlState, GdlQuestion]:
    """Draw a playout and ask for some legal moves like it, and the state after them."""
    game = _draw_game(params, rng)
    run, horizon = _draw_moves(game, params, rng)
    return game.ask_multistep_action_state(run, horizon, rng.integers(0, len(run.moves)))


def _word(rng: Stream) -> int:
    return rng.integers(0, 1 << 64)


def _draw_game(params: GdlParams, rng: Stream) -> ShownGame:
    """Draw a game and, uniformly, the kind of obfuscation."""
    name, obfuscation = rng.choice(params.games), rng.choice(tuple(Obfuscation))
    return ShownGame(name, _shown(load_drawn(name), obfuscation, rng), obfuscation)


def _shown(game: Game, obfuscation: Obfuscation, rng: Stream) -> str:
    if obfuscation is Obfuscation.NONE:
        return strip_comments(game.text)
    encoding = make_encoding([game], NameKind(obfuscation), rng.integers(0, 1 << 63))
    return encoding.encode_text(strip_comments(game.text))


def _draw_moves(game: ShownGame, params: GdlParams, rng: Stream) -> tuple[Playout, int]:
    """Draw a playout and a horizon that it reaches.

    Raises:
        Rejection: No drawn playout was long enough.
    """
    for _ in range(_TRIES):
        run = playout(game.description, game.name, _word(rng), HORIZONS[-1])
        horizons = [horizon for horizon in params.horizons if horizon <= len(run.moves)]
        if horizons:
            return run, rng.choice(horizons)
    raise Rejection("no playout long enough")
