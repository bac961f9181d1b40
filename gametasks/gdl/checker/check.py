"""Checking a game description: what breaks the language, and what is probably a mistake.

The rules are those of Love, Hinrichs, Haley, Schkufza and Genesereth, "General Game Playing: Game Description Language
Specification", Stanford Logic Group LG-2006-01. An error means that the description breaks them and that engines
cannot be trusted to agree on it; published games earn many warnings.
"""

from __future__ import annotations

from collections.abc import Iterator

from gametasks.errors import GdlLimitError
from gametasks.gdl.checker import keywords, names, players, recursion
from gametasks.gdl.checker.findings import Code, Finding, Program, Remark, Severity, findings
from gametasks.gdl.checker.graph import Dependencies
from gametasks.gdl.checker.play import check_play
from gametasks.gdl.checker.variables import unsafe_variables
from gametasks.gdl.description import Game
from gametasks.gdl.limits import Limits
from gametasks.gdl.time_limit import TimeLimit

__all__ = ["Code", "Finding", "Severity", "check_game", "check_play"]


def check_game(game: Game, limit: TimeLimit | None = None) -> list[Finding]:
    """All findings about a game that can be made without playing it, in the order of the text.

    Takes time about linear in the length of the description. Of each code at most 100 findings are listed.

    Args:
        game: The game.
        limit: How long it may take; ten seconds by default. What was not checked in that time is an error of its own.
    """
    limit = TimeLimit(game.name, Limits().seconds) if limit is None else limit
    found: list[Remark] = []
    try:
        found.extend(_remarks(game, limit))
    except GdlLimitError as error:
        found.append(Remark(Severity.ERROR, Code.LIMIT, game.rules[0], "", f"not all is checked: {error}", _ADVICE))
    return findings(game, found)


_ADVICE = "raise the limit, or split the rules: give parts of long 'or' conditions names of their own"


def _remarks(game: Game, limit: TimeLimit) -> Iterator[Remark]:
    program = Program(game, limit)
    dependencies = Dependencies(program)
    checks = (
        keywords.keyword_arities(program),
        keywords.keywords_in_bodies(program),
        keywords.keywords_as_functions(program),
        keywords.role_rules(program),
        unsafe_variables(program),
        recursion.unstratified(program, dependencies),
        recursion.growing_recursion(program, dependencies),
        recursion.wrong_dependencies(dependencies),
        players.players(program),
        players.goal_values(program),
        players.missing_parts(program),
        names.arrows(program),
        names.arities(program),
        names.functor_arities(program),
        names.undefined(program),
        names.facts(program),
        names.moves(program),
        names.unused(program, dependencies),
        names.duplicates(program),
        names.answer_symbols(program),
    )
    for remarks in checks:
        limit.check()
        yield from remarks
