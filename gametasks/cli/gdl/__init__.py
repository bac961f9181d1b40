"""The commands for games in the Game Description Language.

A command's arguments are read here; what it does stands in ``gametasks.gdl``.
"""

from __future__ import annotations

from gametasks.cli.gdl import collections, games, playing
from gametasks.cli.gdl.options import app

__all__ = ["app", "collections", "games", "playing"]
