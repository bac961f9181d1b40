"""Families of games that vary one factor of complexity at a time: board size, players, depth of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gametasks.errors import UnknownNameError
from gametasks.gdl.description import Game, parse_game
from gametasks.gdl.families.claim import CLAIM
from gametasks.gdl.families.family import Family, Parameter
from gametasks.gdl.families.lights import LIGHTS
from gametasks.gdl.families.signal import SIGNAL

__all__ = ["FAMILIES", "Family", "Parameter", "make_game"]

FAMILIES: Mapping[str, Family] = MappingProxyType({family.name: family for family in (LIGHTS, CLAIM, SIGNAL)})
"""All families by name."""


def make_game(family: str, **parameters: int) -> Game:
    """Make a game of a family.

    Args:
        family: Name of the family.
        **parameters: Values of its parameters; the others have their defaults.

    Returns:
        The game, named after the family and its parameters, such as ``signal_depth4``.

    Raises:
        UnknownNameError: No family has that name, or the family has no such parameter.
        ConfigurationError: A value is not a whole number, or is out of bounds.
    """
    if family not in FAMILIES:
        raise UnknownNameError("family of games", family, FAMILIES)
    chosen = FAMILIES[family]
    name = chosen.game_name(parameters)
    return parse_game(chosen.text(parameters), name, f"<{name}>")
