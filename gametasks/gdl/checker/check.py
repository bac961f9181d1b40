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

__all__ = ["Code", "Finding", "Severity", "check_game", "check_play"]


def check_game(game: Game) -> list[Finding]:
    """All findings about a game that can be made without playing it, in the order of the text.

    Takes time about linear in the length of the description. Of each code at most 100 findings are listed.
    """
    try:
        program = Program(game)
    except GdlLimitError as error:
        advice = "split the rules: give parts of long 'or' conditions names of their own"
        return findings(game, [Remark(Severity.ERROR, Code.LIMIT, game.rules[0], "", str(error), advice)])
    return findings(game, _remarks(program))


def _remarks(program: Program) -> Iterator[Remark]:
    dependencies = Dependencies(program)
    yield from keywords.keyword_arities(program)
    yield from keywords.keywords_in_bodies(program)
    yield from keywords.keywords_as_functions(program)
    yield from keywords.role_rules(program)
    yield from unsafe_variables(program)
    yield from recursion.unstratified(program, dependencies)
    yield from recursion.growing_recursion(program, dependencies)
    yield from recursion.wrong_dependencies(dependencies)
    yield from players.players(program)
    yield from players.goal_values(program)
    yield from players.missing_parts(program)
    yield from names.arrows(program)
    yield from names.arities(program)
    yield from names.functor_arities(program)
    yield from names.undefined(program)
    yield from names.facts(program)
    yield from names.moves(program)
    yield from names.unused(program, dependencies)
    yield from names.duplicates(program)
    yield from names.answer_symbols(program)
