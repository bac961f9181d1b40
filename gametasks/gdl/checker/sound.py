"""What is done with the findings about games before they are used: errors refuse them, warnings are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gametasks.errors import UnsoundGameError
from gametasks.gdl.checker.check import Finding, Severity, check_game
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits
from gametasks.gdl.time_limit import TimeLimit

__all__ = ["require_sound"]


def require_sound(
    games: Iterable[Game], report: Callable[[str], None] = lambda line: None, seconds: float = Limits.seconds
) -> None:
    """Require games in which the checker finds no error.

    Args:
        games: The games.
        report: Called with a line about each game that has warnings: the first one, and how many there are.
        seconds: How long checking each game may take.

    Raises:
        UnsoundGameError: A game has errors, or checking it does not end in time; the error holds those of all games.
    """
    errors: list[str] = []
    for game in games:
        found = check_game(game, TimeLimit(game.name, seconds))
        wrong = [finding for finding in found if finding.severity is Severity.ERROR]
        errors += [f"{game.source.name}:{finding}" for finding in wrong]
        if found and not wrong:
            report(_told(game, found))
    if errors:
        raise UnsoundGameError(errors)


def _told(game: Game, warnings: list[Finding]) -> str:
    more = f" (the first of {len(warnings)} warnings; 'gametasks gdl check' lists them)" if len(warnings) > 1 else ""
    return f"{game.source.name}:{warnings[0]}{more}"
