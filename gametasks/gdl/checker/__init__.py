"""The checker of descriptions: what is wrong, where, and what to do. Start with :func:`check_game`."""

from gametasks.gdl.checker.check import Code, Finding, Severity, check_game, check_play

__all__ = ["Code", "Finding", "Severity", "check_game", "check_play"]
