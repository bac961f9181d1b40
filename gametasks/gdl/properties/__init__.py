"""Structural properties of games, and selections by them."""

from gametasks.gdl.properties.structure import (
    COLUMNS,
    GameProperties,
    RuleProperties,
    game_properties,
    properties_csv,
    rule_properties,
)

__all__ = ["COLUMNS", "GameProperties", "RuleProperties", "game_properties", "properties_csv", "rule_properties"]
