"""Which of the project's games are drawn at which level, by their measured sizes.

The games are those that are shipped as files and some of each parameterised family.

``python -m gametasks.generators.gdl_simulation.games`` (or ``make games``) measures them and writes
``games.toml``.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path

import msgspec

from gametasks.gdl.canonical import canonical_form, strip_comments
from gametasks.gdl.description import Game
from gametasks.gdl.families import FAMILIES, make_game
from gametasks.gdl.library import load_own, own_games
from gametasks.generators.gdl_simulation.play import playout
from gametasks.schemas import Ranges
from gametasks.streams import Stream

__all__ = [
    "TABLE",
    "drawn_games",
    "games_of_level",
    "level_of",
    "load_drawn",
    "measure",
    "measured_sizes",
    "table_text",
]

TABLE = Path(__file__).parent / "games.toml"

MOST_FACTS = (5.0, 10.0, 15.0, 25.0)
"""Greatest mean number of facts of levels 1 to 4; all larger games are at level 5."""

_EVALUATED = 3
"""One game in this many of a level is kept for the evaluation ranges."""

_PLAYOUTS, _STEPS = 10, 60

_FAMILY_RANGES: Mapping[str, Mapping[str, Sequence[int]]] = {
    "claim": {"players": (2, 3, 4), "plots": (6, 12, 24)},
    "lights": {"size": (2, 3, 4, 5, 6)},
    "signal": {"depth": (1, 4), "lamps": (4, 10, 20)},
}
"""Values of the parameters, all of which are combined."""


def level_of(facts: float) -> int:
    """The level of a game whose states have this mean number of facts."""
    return 1 + bisect_left(MOST_FACTS, facts)


@lru_cache(maxsize=1)
def measured_sizes() -> Mapping[str, float]:
    """Mean number of facts of each game's states, as the table holds them."""
    return msgspec.toml.decode(TABLE.read_bytes(), type=dict[str, float])


def games_of_level(ranges: Ranges, level: int) -> tuple[str, ...]:
    """The games of a level: in the order of their sizes, every third one belongs to the evaluation ranges."""
    sizes = measured_sizes()
    games = sorted((name for name in sizes if level_of(sizes[name]) == level), key=lambda name: (sizes[name], name))
    evaluated = games[1::_EVALUATED]
    return tuple(evaluated if ranges is Ranges.EVALUATION else [name for name in games if name not in evaluated])


@lru_cache(maxsize=128)
def load_drawn(name: str) -> Game:
    """Read a game of the table.

    Raises:
        UnknownNameError: No game of the table has that name.
    """
    family_games = _family_games()
    if name not in family_games:
        return load_own(name)
    family, parameters = family_games[name]
    return make_game(family, **parameters)


@lru_cache(maxsize=1)
def _family_games() -> Mapping[str, tuple[str, Mapping[str, int]]]:
    """By name, the family and the parameters of each game of a family."""
    games: dict[str, tuple[str, Mapping[str, int]]] = {}
    for family, ranges in _FAMILY_RANGES.items():
        for values in product(*ranges.values()):
            parameters = dict(zip(ranges, values, strict=True))
            games[FAMILIES[family].game_name(parameters)] = family, parameters
    return games


def drawn_games() -> list[str]:
    """Names of all games that samples may be drawn from, in alphabetical order.

    Of games that differ only in the names of symbols, the first is taken: their states are the same.
    """
    names = sorted([*(entry.name for entry in own_games()), *_family_games()])
    by_form: dict[str, str] = {}
    for name in names:
        by_form.setdefault(canonical_form(strip_comments(load_drawn(name).text))[0], name)
    return list(by_form.values())


def measure(name: str) -> float:
    """Mean number of facts over the states of some seeded playouts, to two places."""
    description = strip_comments(load_drawn(name).text)
    rng = Stream(name, "gdl sizes")
    runs = [playout(description, name, rng.integers(0, 1 << 64), _STEPS) for _ in range(_PLAYOUTS)]
    counts = [len(state) for run in runs for state in run.states]
    return round(sum(counts) / len(counts), 2)


def table_text() -> str:
    """The text of the table, with all sizes measured again."""
    lines = ["# Mean number of facts of each game's states, measured by `make games`. Levels follow from it.\n"]
    return "".join([*lines, *(f"{name} = {measure(name):.2f}\n" for name in drawn_games())])


if __name__ == "__main__":
    TABLE.write_text(table_text(), encoding="utf-8")
