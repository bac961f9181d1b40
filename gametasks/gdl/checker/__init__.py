"""The checker of descriptions: what is wrong, where, and what to do. Enter by :func:`check_game`."""

from gametasks.gdl.checker.check import Code, Finding, Severity, check_game, check_play

__all__ = ["Code", "Finding", "Severity", "check_game", "check_play"]
